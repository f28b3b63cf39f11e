//! The figure of the glossary: identifiers that it lists and no source has.

use super::figure::Figure;
use super::tokens::{Kind, Token};
use super::tree::Tree;
use std::collections::HashSet;

/// Identifiers of the second column of the glossary that are no name in the code of `crates/*/src`, and no part of a
/// string without spaces there: names that are stored or sent stand in such strings. Comments do not count.
pub(crate) fn unused_identifiers(tree: &Tree<'_>) -> Figure {
    let used: HashSet<&str> = tree.crate_sources().flat_map(|file| names(&file.tokens)).collect();
    let missing = identifiers(tree.glossary).into_iter().filter(|(_, identifier)| !used.contains(identifier));
    let places = missing.map(|(line, identifier)| format!("docs/rules/glossary.md:{line}: {identifier}")).collect();
    Figure::of_places("glossary", "identifiers of the glossary that occur nowhere in `crates/*/src`", places).capped(0)
}

/// What stands in backquotes in the second column of each table, with its line; of `TopStage(size)` only the name.
fn identifiers(glossary: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (index, line) in glossary.lines().enumerate() {
        let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split(" | ").nth(1)) else { continue };
        let quoted = cell.split('`').skip(1).step_by(2);
        let names = quoted.filter_map(|quoted| quoted.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        found.extend(names.map(|name| (index + 1, name)));
    }
    found
}

fn names<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let mut names = Vec::new();
    for token in tokens {
        match token.kind {
            Kind::Word => names.push(token.text),
            Kind::Text if !token.text.contains(char::is_whitespace) => {
                names.extend(token.text.split(|c: char| !c.is_alphanumeric() && c != '_'));
            }
            Kind::Text | Kind::Symbol | Kind::Number | Kind::Lifetime | Kind::Comment => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    const GLOSSARY: &str = "\
| Polish | identifier | meaning |
| --- | --- | --- |
| gra | `Game` | a single `game` |
| runda | `Round`; `TopStage(size)` | a block |
| klasa | class `ordinary`, `swiss` | a class |
";

    fn unused(source: &str) -> Vec<String> {
        let mut tree = tree(&[("crates/domain/src/lib.rs", source)]);
        tree.glossary = GLOSSARY;
        unused_identifiers(&tree).places
    }

    #[test]
    fn identifiers_are_read_from_the_second_column() {
        let names: Vec<&str> = identifiers(GLOSSARY).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["Game", "Round", "TopStage", "ordinary", "swiss"]);
    }

    #[test]
    fn names_and_words_that_are_stored_are_used_and_prose_is_not() {
        let source = "struct Game; fn f(r: Round, t: TopStage) { \"class/ordinary\"; } // swiss";
        assert_eq!(unused(source), ["docs/rules/glossary.md:5: swiss"]);
        assert_eq!(unused("let s = \"the swiss system\";").len(), 5);
    }
}
