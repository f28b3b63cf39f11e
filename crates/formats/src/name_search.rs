//! Finds a player by id or name; knows that `lukasz` means Łukasz.

use crate::directory::Directory;
use domain::ids::PlayerKey;
use domain::season::Facts;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Exactly one player.
    One(PlayerKey),
    /// Several, in the order of their ids; at most [`MAX_CANDIDATES`].
    Several(Vec<PlayerKey>),
    /// Nobody.
    Nobody,
}

/// More candidates than this are not listed.
pub const MAX_CANDIDATES: usize = 20;

/// The player with this id; if there is none, those whose name and city hold every word.
pub fn find_player(facts: &Facts, directory: &Directory, wanted: &str) -> Found {
    if let Some(player) = facts.player_key(wanted).or_else(|| facts.player_key(wanted.trim())) {
        return Found::One(player);
    }
    let folded = fold(wanted).replace(',', " ");
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.is_empty() {
        return Found::Nobody;
    }
    let keys = || (0..facts.players.len() as u32).map(PlayerKey);
    let parts = |player: &PlayerKey| {
        let name = directory.player(*player);
        fold(&format!("{} {} {}", name.first_name, name.surname, name.city))
    };
    // Whole words win over beginnings: a short surname must not hide behind longer ones.
    let whole = |player: &PlayerKey| {
        let parts = parts(player);
        words.iter().all(|word| parts.split_whitespace().any(|part| part == *word))
    };
    let begins = |player: &PlayerKey| {
        let parts = parts(player);
        words.iter().all(|word| parts.split_whitespace().any(|part| part.starts_with(word)))
    };
    let mut found: Vec<PlayerKey> = keys().filter(whole).take(MAX_CANDIDATES).collect();
    if found.is_empty() {
        found = keys().filter(begins).take(MAX_CANDIDATES).collect();
    }
    match found.as_slice() {
        [] => Found::Nobody,
        [one] => Found::One(*one),
        _ => Found::Several(found),
    }
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
}
