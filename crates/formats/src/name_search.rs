//! Finds a player by id or name; knows that `lukasz` means Łukasz.

use crate::directory::Directory;
use domain::season::Facts;
use domain::values::ids::PlayerKey;
use smol_str::SmolStr;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerMatch {
    One(PlayerKey),
    /// Several, in the order of their ids; at most [`MAX_CANDIDATES`].
    Ambiguous(Vec<PlayerKey>),
    NoMatch,
}

/// More candidates than this are not listed.
pub const MAX_CANDIDATES: usize = 20;

/// The player with this id; if there is none, those whose name and city hold every word.
pub fn find_player(facts: &Facts, directory: &Directory, query: &str) -> PlayerMatch {
    if let Some(player) = facts.player_key(query).or_else(|| facts.player_key(query.trim())) {
        return PlayerMatch::One(player);
    }
    let words = query_words(query);
    if words.is_empty() {
        return PlayerMatch::NoMatch;
    }
    let keys = || (0..facts.players.len() as u32).map(PlayerKey);
    let parts = |player: &PlayerKey| {
        let name = directory.player(*player);
        name_words([name.first_name.as_str(), name.surname.as_str(), name.city.as_str()])
    };
    // Whole words win over beginnings: a short surname must not hide behind longer ones.
    let whole = |player: &PlayerKey| {
        let parts = parts(player);
        words.iter().all(|word| parts.contains(word))
    };
    let begins = |player: &PlayerKey| {
        let parts = parts(player);
        words.iter().all(|word| parts.iter().any(|part| part.starts_with(word.as_str())))
    };
    let mut found: Vec<PlayerKey> = keys().filter(whole).take(MAX_CANDIDATES).collect();
    if found.is_empty() {
        found = keys().filter(begins).take(MAX_CANDIDATES).collect();
    }
    match found.as_slice() {
        [] => PlayerMatch::NoMatch,
        [one] => PlayerMatch::One(*one),
        _ => PlayerMatch::Ambiguous(found),
    }
}

/// The folded words of a query.
pub fn query_words(query: &str) -> Vec<SmolStr> {
    fold(query).replace(',', " ").split_whitespace().map(SmolStr::new).collect()
}

/// The folded words by which a name is found, each once; a double-barrelled name also by its later parts.
pub fn name_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<SmolStr> {
    let mut words = Vec::new();
    for text in texts {
        for word in fold(text).split_whitespace() {
            words.push(SmolStr::new(word));
            let parts = word.match_indices('-').map(|(at, _)| &word[at + 1..]);
            words.extend(parts.filter(|part| !part.is_empty()).map(SmolStr::new));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Lower case without marks; ł is a letter of its own to Unicode, so it is told apart from the marks.
pub fn fold(text: &str) -> String {
    text.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c == 'ł' { 'l' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_drops_case_and_marks_and_knows_l_with_stroke() {
        assert_eq!(fold("ŁUKASZ Żółć Ćwik"), "lukasz zolc cwik");
        assert_eq!(fold("Müller"), "muller");
    }

    #[test]
    fn a_double_barrelled_name_is_found_by_each_of_its_parts() {
        let words = name_words(["Łucja", "Wójcik-Żak", "Łódź"]);
        assert_eq!(words, ["lodz", "lucja", "wojcik-zak", "zak"]);
        assert_eq!(query_words("  Żak, ŁUCJA "), ["zak", "lucja"]);
    }
}
