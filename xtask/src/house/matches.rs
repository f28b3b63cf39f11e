//! Figures of catch-all arms: `_ =>` on an enum of ours hides a variant that is added later.

use super::figure::Figure;
use super::tokens::{Kind, Token, after_closing};
use super::tree::{File, Tree};
use std::collections::HashSet;

/// The crates that decide and fold; every file of theirs counts.
const DECIDING: [&str; 3] = ["commands", "domain", "projections"];
/// What the path of a file of `api` contains if the file turns rejections into answers; files that implement
/// `ToProblem` do so too.
const REFUSING: [&str; 3] = ["problem", "refusal", "rejection"];
const CONVERSION: [&str; 3] = ["impl", "ToProblem", "for"];
const LINT: &str = "wildcard_enum_match_arm";

/// Arms `_ =>` beside an arm that names, by a path (`Kind::Cup`, `Self::Cup`), a variant of an enum that `crates/*/src`
/// declares. Tests do not count, nor do `_` within a tuple, arms with a guard, and variants imported by their own name.
/// The lint of clippy is exact where it is switched on; this figure needs no build.
pub(crate) fn wildcard_arms(tree: &Tree<'_>) -> Figure {
    let sources: Vec<&File<'_>> = tree.crate_sources().collect();
    let declared = sources.iter().flat_map(|file| &file.declarations);
    let enums: HashSet<&str> = declared.filter(|one| one.keyword == "enum").map(|one| one.name).collect();
    let crates: HashSet<&str> = sources.iter().map(|file| file.crate_name()).collect();
    let mut places = Vec::new();
    for file in sources.iter().filter(|file| decides(file) && !file.is_test()) {
        let code = without_test_modules(&file.code);
        let foreign = imported_from_elsewhere(&code, &crates);
        let is_ours = |path: &[&str]| match path {
            [.., name, _] => *name == "Self" || enums.contains(name) && !foreign.contains(name) && !is_foreign(path),
            _ => false,
        };
        places.extend(catch_all_arms(&code, is_ours).into_iter().map(|line| file.place(line, "_ =>")));
    }
    let point = "arms `_ =>` on our own enums in deciders, projections and refusals";
    Figure::of_places("wildcard-arms", point, places).capped(0)
}

/// Attributes that let the lint through, anywhere in `crates/*/src`.
pub(crate) fn allowed_wildcards(tree: &Tree<'_>) -> Figure {
    let mut places = Vec::new();
    for file in tree.crate_sources() {
        let lets_through = |at: &usize| {
            let attribute = file.code[..*at].iter().rev().take_while(|token| !token.is("#"));
            file.code[*at].is(LINT) && attribute.into_iter().any(|token| token.is("allow") || token.is("expect"))
        };
        let found = (0..file.code.len()).filter(lets_through);
        places.extend(found.map(|at| file.place(file.code[at].line, LINT)));
    }
    Figure::of_places("allowed-wildcards", format!("attributes that allow `{LINT}`"), places)
}

fn decides(file: &File<'_>) -> bool {
    let converts = || file.code.windows(3).any(|three| (0..3).all(|at| three[at].is(CONVERSION[at])));
    let refuses = || REFUSING.iter().any(|word| file.path.contains(word)) || converts();
    DECIDING.contains(&file.crate_name()) || file.crate_name() == "api" && refuses()
}

/// Leaves out `#[cfg(test)] mod … { … }`.
fn without_test_modules<'t>(code: &[Token<'t>]) -> Vec<Token<'t>> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < code.len() {
        let attribute = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
        let is_tests =
            attribute.iter().enumerate().all(|(offset, text)| code.get(at + offset).is_some_and(|t| t.is(text)));
        let open = at + attribute.len() + 1;
        if is_tests && code.get(open).is_some_and(|token| token.is("{")) {
            at = after_closing(code, open);
        } else {
            kept.push(code[at]);
            at += 1;
        }
    }
    kept
}

/// Names in `use` declarations that begin with another crate than ours.
fn imported_from_elsewhere<'t>(code: &[Token<'t>], crates: &HashSet<&str>) -> HashSet<&'t str> {
    let mut names = HashSet::new();
    for (at, _) in code.iter().enumerate().filter(|(_, token)| token.is("use")) {
        let path: Vec<&str> = code[at + 1..]
            .iter()
            .take_while(|token| !token.is(";"))
            .filter(|token| token.is_word())
            .map(|t| t.text)
            .collect();
        if let Some((head, rest)) = path.split_first()
            && !["crate", "self", "super"].contains(head)
            && !crates.contains(head)
            && head.starts_with(char::is_lowercase)
        {
            names.extend(rest);
        }
    }
    names
}

/// A path that is written out from the root of another crate.
fn is_foreign(path: &[&str]) -> bool {
    ["std", "core", "serde_json"].contains(&path[0])
}

/// The lines of arms `_ =>` in matches of which another arm names a variant of ours.
fn catch_all_arms(code: &[Token<'_>], is_ours: impl Fn(&[&str]) -> bool) -> Vec<usize> {
    let mut lines = Vec::new();
    for (at, _) in code.iter().enumerate().filter(|(_, token)| token.is("match")) {
        let Some(open) = body_of_match(code, at + 1) else { continue };
        let patterns = patterns(code, open);
        let wildcard = patterns.iter().find(|pattern| pattern.len() == 1 && pattern[0].is("_"));
        let named = || patterns.iter().flat_map(|pattern| variants(pattern)).any(|path| is_ours(&path));
        if let Some(wildcard) = wildcard.filter(|_| named()) {
            lines.push(wildcard[0].line);
        }
    }
    lines
}

/// The brace that opens the arms: the first one outside of parentheses and brackets.
fn body_of_match(code: &[Token<'_>], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let token = code.get(at)?;
        if token.is("{") {
            return Some(at);
        }
        if token.is(";") || token.is("}") {
            return None;
        }
        at = if token.is("(") || token.is("[") { after_closing(code, at) } else { at + 1 };
    }
}

/// The patterns of the arms, each with its guard.
fn patterns<'c, 't>(code: &'c [Token<'t>], open: usize) -> Vec<&'c [Token<'t>]> {
    let end = after_closing(code, open) - 1;
    let is_arrow = |at: usize| code[at].is("=") && code.get(at + 1).is_some_and(|next| next.is(">"));
    let skip = |at: usize| match code[at].text {
        "(" | "[" | "{" if code[at].kind == Kind::Symbol => after_closing(code, at),
        _ => at + 1,
    };
    let (mut found, mut at) = (Vec::new(), open + 1);
    while at < end {
        while code[at].is("#") {
            at = after_closing(code, at + 1);
        }
        let begin = at;
        while at < end && !is_arrow(at) {
            at = skip(at);
        }
        if at >= end {
            break;
        }
        found.push(&code[begin..at]);
        at += 2;
        if code[at].is("{") {
            at = after_closing(code, at);
        } else {
            while at < end && !code[at].is(",") {
                at = skip(at);
            }
        }
        if at < end && code[at].is(",") {
            at += 1;
        }
    }
    found
}

/// The paths that the alternatives of a pattern begin with, as their segments.
fn variants<'t>(pattern: &[Token<'t>]) -> Vec<Vec<&'t str>> {
    let guard = pattern.iter().position(|token| token.is("if")).unwrap_or(pattern.len());
    let (mut found, mut at) = (vec![Vec::new()], 0);
    // Whether the path of this alternative has been read to its end.
    let mut ended = false;
    while at < guard {
        let token = pattern[at];
        if token.is("|") {
            found.push(Vec::new());
            ended = false;
        } else if token.is("@") {
            // What stood before it was a name for the whole.
            found.pop();
            found.push(Vec::new());
            ended = false;
        } else if token.is("(") || token.is("{") || token.is("[") {
            ended = true;
            at = after_closing(pattern, at);
            continue;
        } else if token.is_word() && !ended && !token.is("ref") && !token.is("mut") {
            found.last_mut().expect("an alternative was begun").push(token.text);
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    const ENUMS: &str = "pub enum Kind { Cup, League } pub enum Value { Text }";

    fn lines(text: &str) -> Vec<String> {
        let tree = tree(&[("crates/domain/src/kind.rs", ENUMS), ("crates/domain/src/decider.rs", text)]);
        wildcard_arms(&tree).places
    }

    #[test]
    fn a_catch_all_beside_a_variant_of_ours_counts() {
        let places = lines("fn f(k: Kind) -> u8 {\n match k {\n  Kind::Cup => 1,\n  _ => 2,\n }\n}");
        assert_eq!(places, ["crates/domain/src/decider.rs:4: _ =>"]);
        assert_eq!(lines("match self { Self::A { .. } | Self::B(_) => { 1 } _ => 2 }").len(), 1);
        assert_eq!(
            lines("match find(|x| { x }) { Some(1) => 1, k @ &crate::kind::Kind::Cup if f(k) => 2, _ => 3 }").len(),
            1
        );
    }

    #[test]
    fn matches_on_other_things_do_not_count() {
        assert_eq!(lines("match n { 0 => Kind::Cup, _ => Kind::League }"), [""; 0]);
        assert_eq!(lines("match text { \"cup\" => Some(Kind::Cup), _ => None }"), [""; 0]);
        assert_eq!(lines("match (a, b) { (Kind::Cup, 1) => 1, _ => 2 }"), [""; 0]);
        assert_eq!(lines("match k { Kind::Cup => 1, Kind::League => 2 }"), [""; 0]);
        assert_eq!(lines("use serde_json::{Map, Value}; match v { Value::Null => 1, _ => 2 }"), [""; 0]);
        assert_eq!(lines("match v { serde_json::Value::Null => 1, _ => 2 }"), [""; 0]);
    }

    #[test]
    fn a_match_within_an_arm_is_looked_at_by_itself() {
        let nested = "match n { 0 => match k { Kind::Cup => 1, _ => 2 }, _ => 3 }";
        assert_eq!(lines(nested).len(), 1);
        assert_eq!(lines("match k { Kind::Cup => match n { 0 => 1, _ => 2 }, Kind::League => 3 }"), [""; 0]);
    }

    #[test]
    fn tests_and_crates_that_do_not_decide_are_left_out() {
        let arm = "match k { Kind::Cup => 1, _ => 2 }";
        assert_eq!(lines(&format!("#[cfg(test)] mod tests {{ {arm} }}")), [""; 0]);
        let files = ["crates/domain/src/a/tests.rs", "crates/api/src/log.rs", "crates/api/src/log/refusal.rs"];
        let [test, page, refusal] = files.map(|path| (path, arm));
        let tree = tree(&[("crates/domain/src/kind.rs", ENUMS), test, page, refusal]);
        assert_eq!(wildcard_arms(&tree).places, ["crates/api/src/log/refusal.rs:1: _ =>"]);
    }

    #[test]
    fn a_file_of_the_api_that_turns_rejections_into_problems_counts_by_what_it_does() {
        let conversion =
            "impl ToProblem for Kind { fn problem(&self) -> u8 { match self { Self::Cup => 1, _ => 2 } } }";
        let tree = tree(&[("crates/domain/src/kind.rs", ENUMS), ("crates/api/src/players.rs", conversion)]);
        assert_eq!(wildcard_arms(&tree).places, ["crates/api/src/players.rs:1: _ =>"]);
    }

    #[test]
    fn attributes_that_allow_the_lint_are_counted() {
        let text = "#[expect(clippy::wildcard_enum_match_arm, reason = \"open\")] fn f() {} // wildcard_enum_match_arm";
        assert_eq!(allowed_wildcards(&tree(&[("crates/api/src/a.rs", text)])).count, 1);
        let on = "#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]";
        assert_eq!(allowed_wildcards(&tree(&[("crates/api/src/a.rs", on)])).count, 0);
    }
}
