//! Figures of comments: indefinite pronouns, doc comments of one word, and width.

use super::figure::Figure;
use super::published::published_lines;
use super::tokens::{Kind, Token};
use super::tree::Tree;

const PRONOUNS: [&str; 5] = ["whoever", "somebody", "nobody", "everybody", "anybody"];
const PRONOUNS_CAP: usize = 100;

/// Indefinite pronouns in comments and as whole names in code (`Hand::Nobody`); each word counts.
pub(crate) fn pronouns(tree: &Tree<'_>) -> Figure {
    let places = pronouns_in(tree, |kind, published| matches!(kind, Kind::Comment | Kind::Word) && !published);
    let point = format!("{} in comments and names of `crates/*/src`", PRONOUNS.join(", "));
    Figure::of_places("pronouns", point, places).capped(PRONOUNS_CAP)
}

/// The same in strings and in descriptions of the OpenAPI documents, which users may read.
pub(crate) fn published_pronouns(tree: &Tree<'_>) -> Figure {
    let places = pronouns_in(tree, |kind, published| kind == Kind::Text || published);
    Figure::of_places("published-pronouns", "the same words in strings and descriptions of the API", places)
}

fn pronouns_in(tree: &Tree<'_>, counts: impl Fn(Kind, bool) -> bool) -> Vec<String> {
    let mut places = Vec::new();
    for file in tree.crate_sources() {
        let published = published_lines(&file.tokens);
        let is_published = |token: &Token<'_>| token.kind == Kind::Comment && published.contains(&token.line);
        for token in file.tokens.iter().filter(|token| counts(token.kind, is_published(token))) {
            for (offset, line) in token.text.lines().enumerate() {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| is_pronoun(word));
                places.extend(words.map(|word| file.place(token.line + offset, word)));
            }
        }
    }
    places
}

/// `NoBody` is two words, and none of them a pronoun.
fn is_pronoun(word: &str) -> bool {
    let inner_capital = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    !inner_capital && PRONOUNS.iter().any(|pronoun| pronoun.eq_ignore_ascii_case(word))
}

/// Doc comments whose whole text is one word (`/// Who.`), in `crates`; the last word of a longer comment is not one,
/// and descriptions of the OpenAPI documents do not count.
pub(crate) fn one_word(tree: &Tree<'_>) -> Figure {
    let mut places = Vec::new();
    for file in tree.sources.iter().filter(|file| file.path.starts_with("crates/")) {
        let published = published_lines(&file.tokens);
        for (line, text) in doc_comments(&file.tokens) {
            if text.split_whitespace().count() == 1 && !published.contains(&line) {
                places.push(file.place(line, text.trim()));
            }
        }
    }
    Figure::of_places("one-word", "doc comments of one word in `crates`", places).capped(0)
}

/// The doc comments with the line that each begins on; lines that follow each other make one comment.
fn doc_comments(tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut before: Option<(usize, &str)> = None;
    for token in tokens {
        let doc = (token.kind == Kind::Comment).then(|| doc_text(token.text)).flatten();
        let Some((mark, text)) = doc else {
            before = None;
            continue;
        };
        match found.last_mut() {
            Some((_, comment)) if before == Some((token.line.saturating_sub(1), mark)) => {
                comment.push(' ');
                comment.push_str(text);
            }
            _ => found.push((token.line, text.to_owned())),
        }
        before = Some((token.line, mark));
    }
    found
}

/// The mark and the text of a doc comment; `////` and `/***` are ordinary comments.
fn doc_text(comment: &str) -> Option<(&str, &str)> {
    for mark in ["///", "//!", "/**", "/*!"] {
        let Some(text) = comment.strip_prefix(mark) else { continue };
        let last = &mark[2..];
        if last != "!" && text.starts_with(last) {
            return None;
        }
        return Some((mark, text.strip_suffix("*/").unwrap_or(text)));
    }
    None
}

/// Lines of comments that are wider than what rustfmt allows for code, in all Rust sources. A line without a space
/// after the mark, such as an address, cannot be broken and does not count.
pub(crate) fn wide(tree: &Tree<'_>) -> Result<Figure, String> {
    let width = max_width(tree.rustfmt).ok_or("rustfmt.toml has no max_width")?;
    let mut places = Vec::new();
    for file in &tree.sources {
        let lines: Vec<&str> = file.text.lines().collect();
        for comment in file.tokens.iter().filter(|token| token.kind == Kind::Comment) {
            for (offset, part) in comment.text.lines().enumerate() {
                let line = comment.line + offset;
                let columns = lines.get(line - 1).map_or(0, |line| line.chars().count());
                let can_be_broken = part.trim_start_matches(['/', '!', '*', ' ']).contains(' ');
                // A block comment may end within a line of code; rustfmt watches over the rest of that line.
                let ends_the_line = lines.get(line - 1).is_some_and(|line| line.ends_with(part));
                if columns > width && can_be_broken && ends_the_line {
                    places.push(file.place(line, &format!("{columns} columns")));
                }
            }
        }
    }
    Ok(Figure::of_places("wide", format!("lines of comments wider than {width} columns"), places).capped(0))
}

fn max_width(rustfmt: &str) -> Option<usize> {
    rustfmt.lines().find_map(|line| line.strip_prefix("max_width = ")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    fn source(text: &str) -> Tree<'_> {
        tree(&[("crates/domain/src/lib.rs", text)])
    }

    #[test]
    fn pronouns_count_in_comments_and_as_names_and_apart_in_strings() {
        let tree = source("/// Whoever asks, nobody\n/// answers.\nHand::Nobody(nobody_asks, NoBody, \"everybody\")");
        let expected = ["Whoever", "nobody", "Nobody"];
        let found: Vec<String> = pronouns(&tree).places;
        assert!(found.iter().zip(expected).all(|(place, word)| place.ends_with(word)) && found.len() == 3, "{found:?}");
        assert_eq!(found[2], "crates/domain/src/lib.rs:3: Nobody");
        assert_eq!(published_pronouns(&tree).count, 1);
    }

    #[test]
    fn only_a_whole_comment_can_be_of_one_word() {
        let tree =
            source("//! Words.\n\n/// Who.\na: b,\n/// A longer\n/// comment.\nc: d, // one\n//// e\n/** f */ /***/");
        let lines: Vec<String> = one_word(&tree).places;
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert_eq!(lines[1], "crates/domain/src/lib.rs:3: Who.");
    }

    #[test]
    fn comments_of_two_kinds_are_two_comments() {
        assert_eq!(one_word(&source("//! Words.\n/// A sentence.")).count, 1);
    }

    #[test]
    fn a_comment_is_wide_beyond_the_width_of_rustfmt() {
        let fits = "// 4567890123456789012345678901234567 90";
        assert_eq!(wide(&source(fits)).unwrap().count, 0);
        assert_eq!(wide(&source(&format!("{fits}1"))).unwrap().count, 1);
        assert_eq!(wide(&source("//! https://example.org/a/very/long/address/of/a/page")).unwrap().count, 0);
        assert_eq!(wide(&source("let s = \"// a string that is as long as it wants to be\";")).unwrap().count, 0);
    }

    #[test]
    fn columns_are_characters_and_not_bytes() {
        assert_eq!(wide(&source(&format!("// ó {}", "ł".repeat(35)))).unwrap().count, 0);
    }

    #[test]
    fn every_line_of_a_block_comment_has_its_width() {
        let long = "b ".repeat(30);
        assert_eq!(
            wide(&source(&format!("/* a\n {long}\n c */"))).unwrap().places,
            ["crates/domain/src/lib.rs:2: 61 columns"]
        );
    }
}
