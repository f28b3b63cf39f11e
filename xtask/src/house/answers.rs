//! Figures of answers: types in `pages` that repeat one, and how many shapes a player has.

use super::figure::Figure;
use super::tokens::Token;
use super::tree::Tree;
use std::collections::{BTreeMap, HashSet};

/// What takes a type out of a request.
const EXTRACTORS: [&str; 4] = ["Query", "Form", "Path", "Json"];

/// Types of `pages` that derive `Deserialize` and are not given to an extractor (`Query<Filter>`) in the same file.
/// What pages read and is no request is an answer of the API.
pub(crate) fn mirrors(tree: &Tree<'_>) -> Figure {
    let mut places = Vec::new();
    for file in tree.crate_sources().filter(|file| file.crate_name() == "pages") {
        let extracted = extracted(&file.code);
        let read = file.declarations.iter().filter(|declared| declared.derives.contains(&"Deserialize"));
        let mirrors = read.filter(|declared| !extracted.contains(declared.name));
        places.extend(
            mirrors.map(|declared| file.place(declared.line, &format!("{} {}", declared.keyword, declared.name))),
        );
    }
    Figure::of_places("mirrors", "types in `pages` that mirror an answer of the API", places).capped(0)
}

/// The types between the angle brackets of extractors.
fn extracted<'t>(code: &[Token<'t>]) -> HashSet<&'t str> {
    let mut found = HashSet::new();
    for (at, token) in code.iter().enumerate() {
        let opened = code.get(at + 1).is_some_and(|next| next.is("<"));
        if opened && EXTRACTORS.iter().any(|extractor| token.is(extractor)) {
            let inner = code[at + 2..].iter().take_while(|token| !token.is(">"));
            found.extend(inner.filter(|token| token.is_word()).map(|token| token.text));
        }
    }
    found
}

/// The fields by which an answer says who a player is.
const PLAYER_FIELDS: [&str; 8] = ["id", "player", "player_id", "name", "first_name", "surname", "city", "voivodeship"];

/// Different sets of fields by which answers of `api` and `wire` name a player: of every type that derives `Serialize`
/// and has a field `surname`, or `name` beside `player` or `player_id`. Two types with the same fields are one shape.
pub(crate) fn player_shapes(tree: &Tree<'_>) -> Figure {
    let mut shapes: BTreeMap<Vec<&str>, Vec<String>> = BTreeMap::new();
    for file in tree.crate_sources().filter(|file| ["api", "wire"].contains(&file.crate_name()) && !file.is_test()) {
        for declared in file.declarations.iter().filter(|declared| declared.derives.contains(&"Serialize")) {
            let fields: Vec<&str> = PLAYER_FIELDS.into_iter().filter(|field| declared.fields.contains(field)).collect();
            if names_a_player(&fields) {
                shapes.entry(fields).or_default().push(file.place(declared.line, declared.name));
            }
        }
    }
    let places = shapes.iter().map(|(fields, types)| format!("{}\n  {}", fields.join(", "), types.join("\n  ")));
    Figure::of_places("player-shapes", "shapes of a player in an answer", places.collect())
}

fn names_a_player(fields: &[&str]) -> bool {
    let has = |name: &str| fields.contains(&name);
    has("surname") || has("name") && (has("player") || has("player_id"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    #[test]
    fn what_pages_read_is_a_mirror_unless_it_is_taken_from_a_request() {
        let text = "
            #[derive(Deserialize)] struct Standing { place: u32 }
            #[derive(Deserialize)] struct Filter { q: String }
            #[derive(Serialize)] struct Shown { place: u32 }
            async fn show(path: web::Path<(String, String)>, filter: Query<Filter>) {}";
        let tree = tree(&[("crates/pages/src/ranking.rs", text), ("crates/api/src/ranking.rs", text)]);
        assert_eq!(mirrors(&tree).places, ["crates/pages/src/ranking.rs:2: struct Standing"]);
    }

    #[test]
    fn a_query_of_another_file_excuses_nothing() {
        let declared = ("crates/pages/src/a.rs", "#[derive(Deserialize)] struct Filter { q: String }");
        let tree = tree(&[declared, ("crates/pages/src/b.rs", "fn show(filter: Query<Filter>) {}")]);
        assert_eq!(mirrors(&tree).count, 1);
    }

    #[test]
    fn a_player_has_a_name_and_is_sent() {
        let text = "
            #[derive(Serialize)] struct Named { player: String, name: Option<String> }
            #[derive(Serialize)] struct Listed { id: String, surname: String }
            #[derive(Serialize)] struct Invited { surname: String, id: String, since: u32 }
            #[derive(Serialize)] struct Row { place: u32, player: Named }
            #[derive(Serialize)] struct Club { id: String, name: String }
            #[derive(Deserialize)] struct NewPlayer { surname: String }";
        let shapes = player_shapes(&tree(&[("crates/wire/src/players.rs", text)]));
        let listed = "id, surname\n  crates/wire/src/players.rs:3: Listed\n  crates/wire/src/players.rs:4: Invited";
        assert_eq!((shapes.count, shapes.places[0].as_str(), shapes.cap), (2, listed, None));
    }
}
