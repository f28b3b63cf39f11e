//! The lines of doc comments that the OpenAPI documents publish: descriptions of operations, schemas and parameters.
//!
//! Their wording is part of the API, so figures of comments count them apart.

use super::tokens::{Kind, Token, after_closing};
use std::collections::HashSet;

/// Derives whose doc comments become descriptions.
const DERIVES: [&str; 2] = ["ToSchema", "IntoParams"];

/// The lines of a file with doc comments that are published.
pub(crate) fn published_lines(tokens: &[Token<'_>]) -> HashSet<usize> {
    let mut lines = HashSet::new();
    // Doc comments of the item that is being read, before its keyword.
    let mut pending: Vec<usize> = Vec::new();
    let mut described = false;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        if is_doc(&token) {
            pending.push(token.line);
        } else if token.is("#") && tokens.get(at + 1).is_some_and(|next| next.is("[")) {
            let end = after_closing(tokens, at + 1);
            let attribute = &tokens[at..end];
            if attribute.get(2).is_some_and(|word| word.is("utoipa")) {
                lines.extend(pending.drain(..));
            }
            described |= attribute.iter().any(|word| DERIVES.iter().any(|derive| word.is(derive)));
            at = end;
            continue;
        } else if described && (token.is("struct") || token.is("enum")) {
            let end = end_of_type(tokens, at);
            lines.extend(pending.drain(..));
            lines.extend(tokens[at..end].iter().filter(|token| is_doc(token)).map(|token| token.line));
            described = false;
            at = end;
            continue;
        } else if token.is("{") || token.is("}") || token.is(";") || token.is(",") {
            pending.clear();
            described = false;
        }
        at += 1;
    }
    lines
}

fn is_doc(token: &Token<'_>) -> bool {
    token.kind == Kind::Comment && token.text.starts_with("///") && !token.text.starts_with("////")
}

/// Behind the braces of a type that begins here, or behind the semicolon of one without braces.
fn end_of_type(tokens: &[Token<'_>], begin: usize) -> usize {
    let end = tokens[begin..].iter().position(|token| token.is("{") || token.is(";")).map(|offset| begin + offset);
    match end {
        Some(brace) if tokens[brace].is("{") => after_closing(tokens, brace),
        Some(semicolon) => semicolon + 1,
        None => tokens.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tokens::tokens;

    fn lines(text: &str) -> Vec<usize> {
        let mut lines: Vec<usize> = published_lines(&tokens(text)).into_iter().collect();
        lines.sort_unstable();
        lines
    }

    #[test]
    fn descriptions_of_operations_are_published() {
        assert_eq!(lines("/// Reads.\n/// More.\n#[utoipa::path(get)]\nfn a() {}\n/// Not.\nfn b() {}"), [1, 2]);
    }

    #[test]
    fn schemas_are_published_with_their_fields() {
        let text = "/// A player.\n#[derive(Debug, ToSchema)]\nstruct A {\n/// A name.\na: u8,\n}\n/// Not.\nstruct B;";
        assert_eq!(lines(text), [1, 4]);
        assert_eq!(lines("#[derive(Debug)]\n/// Not.\nstruct A {\n/// Not.\na: u8 }"), [0usize; 0]);
    }
}
