//! Figures of type names: words for a command, and metaphors.

use super::figure::Figure;
use super::tree::Tree;

/// Words that stood for a command before it was called `Command`.
const COMMAND_WORDS: [&str; 7] = ["Order", "Wish", "Ask", "Act", "Deed", "Doing", "Acting"];

/// Types in whose names an order is a sequence, and no command.
const SEQUENCES: [&str; 8] = [
    "DecisionOrder",
    "PlayerOrder",
    "RowOrder",
    "SameEventOrder",
    "SeatingTieOrder",
    "StepOrder",
    "TieOrder",
    "TurnOrder",
];

/// Names that say what a thing is like, and not what it is.
const METAPHORS: [&str; 22] = [
    "Beside",
    "Cabinet",
    "Costly",
    "Drawer",
    "Happening",
    "Ink",
    "Inside",
    "Kept",
    "Kostka",
    "Ladder",
    "Lens",
    "Looking",
    "Office",
    "Rung",
    "Scribe",
    "Seen",
    "Shelf",
    "Sight",
    "Stood",
    "Told",
    "Tongue",
    "Wanted",
];

/// Types whose name is one of the words, or ends with one (`LeagueWish`).
pub(crate) fn command_words(tree: &Tree<'_>) -> Figure {
    let is_one =
        |name: &str| !SEQUENCES.contains(&name) && last_part(name).is_some_and(|part| COMMAND_WORDS.contains(&part));
    let point = format!("types named {}", COMMAND_WORDS.join(", "));
    Figure::of_places("command-words", point, types(tree, is_one)).capped(0)
}

/// Types whose whole name is a metaphor.
pub(crate) fn metaphors(tree: &Tree<'_>) -> Figure {
    let places = types(tree, |name| METAPHORS.contains(&name));
    Figure::of_places("metaphors", "types named by a metaphor (`Office`, `Ladder`, `Kept` …)", places).capped(0)
}

fn types(tree: &Tree<'_>, is_one: impl Fn(&str) -> bool) -> Vec<String> {
    let mut places = Vec::new();
    for file in tree.crate_sources() {
        let found = file.declarations.iter().filter(|declared| is_one(declared.name));
        places.extend(
            found.map(|declared| file.place(declared.line, &format!("{} {}", declared.keyword, declared.name))),
        );
    }
    places
}

/// The last word of a name in camel case.
fn last_part(name: &str) -> Option<&str> {
    name.rfind(char::is_uppercase).map(|begin| &name[begin..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    fn sources(text: &str) -> Tree<'_> {
        tree(&[("crates/domain/src/lib.rs", text), ("xtask/src/main.rs", "struct Office; enum Wish {}")])
    }

    #[test]
    fn words_for_a_command_count_as_a_name_and_as_its_end() {
        let found = command_words(&sources("enum Wish {} struct LeagueWish; trait Deed {} struct Task; struct Fact;"));
        assert_eq!(found.count, 3);
        assert_eq!(found.places[1], "crates/domain/src/lib.rs:1: struct LeagueWish");
        assert_eq!(command_words(&sources("struct ActLine; struct WishList;")).count, 0);
    }

    #[test]
    fn an_order_of_rows_is_no_command() {
        assert_eq!(command_words(&sources("enum RowOrder {} enum LeagueOrder {}")).count, 1);
    }

    #[test]
    fn a_metaphor_counts_as_a_whole_name_only() {
        assert_eq!(
            metaphors(&sources("struct Office; type Seen = u8; struct OfficeHours; enum A { Office }")).count,
            2
        );
    }
}
