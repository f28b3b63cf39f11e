//! The types that a source file declares, with what they derive and the names of their fields.

use super::tokens::{Kind, Token, after_closing};

/// A declared type or trait.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Declaration<'t> {
    /// `struct`, `enum`, `trait` or `type`.
    pub(crate) keyword: &'t str,
    pub(crate) name: &'t str,
    pub(crate) line: usize,
    pub(crate) derives: Vec<&'t str>,
    /// Names of the named fields of a struct.
    pub(crate) fields: Vec<&'t str>,
}

const KEYWORDS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// Every type that is declared, also within functions and the bodies of macros; `code` has no comments.
pub(crate) fn declarations<'t>(code: &[Token<'t>]) -> Vec<Declaration<'t>> {
    let (mut found, mut derives, mut at) = (Vec::new(), Vec::new(), 0);
    while at < code.len() {
        let token = code[at];
        let following = code.get(at + 1);
        if token.is("#") && following.is_some_and(|next| next.is("[")) {
            let end = after_closing(code, at + 1);
            if code[at..end].get(2).is_some_and(|name| name.is("derive")) {
                derives.extend(code[at + 3..end].iter().filter(|token| token.is_word()).map(|token| token.text));
            }
            at = end;
            continue;
        }
        if let Some(name) = following.filter(|next| next.is_word())
            && let Some(keyword) = KEYWORDS.into_iter().find(|keyword| token.is(keyword))
        {
            let fields = if keyword == "struct" { fields(&code[at + 2..]) } else { Vec::new() };
            let derives = std::mem::take(&mut derives);
            found.push(Declaration { keyword, name: name.text, line: token.line, derives, fields });
        } else if token.is(";") || token.is("{") || token.is("}") {
            derives.clear();
        }
        at += 1;
    }
    found
}

/// The names of the fields in the body that follows the name of a struct.
fn fields<'t>(code: &[Token<'t>]) -> Vec<&'t str> {
    let body = code.iter().position(|token| token.is("{") || token.is("(") || token.is(";"));
    let Some(open) = body.filter(|open| code[*open].is("{")) else { return Vec::new() };
    let end = after_closing(code, open);
    let (mut names, mut at) = (Vec::new(), open + 1);
    while at + 1 < end {
        if code[at].is("(") || code[at].is("[") || code[at].is("{") {
            at = after_closing(code, at);
            continue;
        }
        let is_alone = |colon: &str, index: usize| !code.get(index).is_some_and(|token| token.is(colon));
        let after_path = code[at - 1].is(":");
        if code[at].kind == Kind::Word && code[at + 1].is(":") && is_alone(":", at + 2) && !after_path {
            names.push(code[at].text);
        }
        at += 1;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tokens::tokens;

    fn declared(text: &str) -> Vec<Declaration<'_>> {
        let tokens = tokens(text).into_iter().filter(|token| token.kind != Kind::Comment);
        declarations(&tokens.collect::<Vec<_>>())
    }

    fn names(text: &str) -> Vec<&str> {
        declared(text).into_iter().map(|declaration| declaration.name).collect()
    }

    #[test]
    fn declarations_of_every_kind_are_found_and_uses_are_not() {
        let text = "pub struct A; enum B { C } trait D: E {} type F<T> = G<T>; fn h(i: J) -> K { K { l: 1 } }";
        assert_eq!(names(text), ["A", "B", "D", "F"]);
    }

    #[test]
    fn comments_strings_and_raw_names_declare_nothing() {
        assert_eq!(names("// struct A;\nlet x = \"struct B;\"; x.r#type = r#struct; /* enum C {} */"), [""; 0]);
    }

    #[test]
    fn macros_declare_what_they_are_given() {
        assert_eq!(names("options! { \"the order of rows\" enum RowOrder { Table = \"table\" } }"), ["RowOrder"]);
        assert_eq!(names("macro_rules! m { ($name:ident) => { pub struct $name; } }"), [""; 0]);
    }

    #[test]
    fn derives_belong_to_the_next_declaration_only() {
        let text = "#[derive(Debug, serde::Deserialize)]\n/// Text.\n#[serde(rename_all = \"snake_case\")]\n\
                    pub(crate) struct A { b: u8 }\nstruct C;";
        let found = declared(text);
        assert_eq!(found[0].derives, ["Debug", "serde", "Deserialize"]);
        assert_eq!((found[0].line, found[1].derives.len()), (4, 0));
    }

    #[test]
    fn fields_are_named_without_their_types() {
        let text = "struct A<T: B> where T: C { #[d(e: f)] pub(crate) g: h::I<(j::K, l::M)>, n: [u8; 2], }";
        assert_eq!(declared(text)[0].fields, ["g", "n"]);
        assert_eq!(declared("struct A(b::C); struct D { e: F }")[0].fields, [""; 0]);
    }
}
