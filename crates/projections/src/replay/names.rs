//! Names beside a published list, checked against the commitments in its rows.

use domain::event::Commitment;
use events::vault::{PlayerName, Salt, verify_commitment};
use formats::list::CanonicalList;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The names that belong to an edition, without erased players.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Disclosure {
    pub list: String,
    pub edition: u32,
    pub names: Vec<DisclosedName>,
}

/// The name of a player, with the salt of the commitment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DisclosedName {
    pub player: String,
    pub first_name: String,
    pub surname: String,
    /// The salt in hexadecimal digits.
    pub salt: String,
}

#[derive(Debug, thiserror::Error)]
#[error("these are no names of an edition")]
pub struct UnreadableDisclosure(#[from] serde_json::Error);

impl Disclosure {
    /// Reads a disclosure as the service writes it.
    pub fn parse(text: &[u8]) -> Result<Self, UnreadableDisclosure> {
        Ok(serde_json::from_slice(text)?)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamesChecked {
    /// How many are those that the list commits to.
    pub verified: usize,
    /// How many people of the list have no name in the disclosure: they were erased, or go by another name by now.
    pub absent: usize,
    /// The ids of those whose name is not the one that the list commits to, who are not on the list, or who are named
    /// twice.
    pub wrong: Vec<String>,
}

/// Checks names against the commitments in the rows of a list.
pub fn check_names(list: &CanonicalList, disclosure: &Disclosure) -> NamesChecked {
    let row = |row: &formats::list::ListRow| Some((row.player.clone()?, row.name.clone()?));
    let mut expected: BTreeMap<String, String> = list.rows.iter().filter_map(row).collect();
    let mut checked = NamesChecked::default();
    for name in &disclosure.names {
        let commitment = expected.remove(&name.player);
        if commitment.is_some_and(|commitment| opens(name, &commitment)) {
            checked.verified += 1;
        } else {
            checked.wrong.push(name.player.clone());
        }
    }
    checked.absent = expected.len();
    checked
}

fn opens(name: &DisclosedName, commitment: &str) -> bool {
    let (Some(salt), Some(commitment)) = (bytes(&name.salt), bytes(commitment)) else { return false };
    let record = PlayerName { first_name: name.first_name.as_str().into(), surname: name.surname.as_str().into() };
    verify_commitment(&record, &Salt::from_bytes(salt), &Commitment(commitment))
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    text.parse().ok().map(|domain::values::digest::Digest(bytes)| bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::vault::commit;
    use formats::list::{ListHead, ListRow};

    const SALT: [u8; 32] = [7; 32];

    fn name(player: &str, surname: &str) -> DisclosedName {
        let salt = "07".repeat(32);
        DisclosedName { player: player.to_owned(), first_name: "Anna".to_owned(), surname: surname.to_owned(), salt }
    }

    fn list() -> CanonicalList {
        let record = PlayerName { first_name: "Anna".into(), surname: "Próbna".into() };
        let commitment = commit(&record, &Salt::from_bytes(SALT)).to_string();
        let row = |player: &str| ListRow {
            player: Some(player.to_owned()),
            name: Some(commitment.clone()),
            ..ListRow::default()
        };
        let (format, list) = ("list/1".to_owned(), "ranking:2025".to_owned());
        let head = ListHead { format, list, rulebook: "r".to_owned(), calculation: 1, rows: 2 };
        CanonicalList { head, rows: vec![row("p1"), row("p2")] }
    }

    fn checked(names: Vec<DisclosedName>) -> NamesChecked {
        check_names(&list(), &Disclosure { list: "ranking:2025".to_owned(), edition: 1, names })
    }

    #[test]
    fn the_right_names_are_verified_and_missing_ones_counted() {
        let found = checked(vec![name("p2", "Próbna")]);
        assert_eq!(found, NamesChecked { verified: 1, absent: 1, wrong: Vec::new() });
    }

    #[test]
    fn another_name_a_stranger_and_a_doubled_name_are_wrong() {
        let found = checked(vec![name("p1", "Inna"), name("p2", "Próbna"), name("p2", "Próbna"), name("p3", "Próbna")]);
        assert_eq!(found.wrong, ["p1", "p2", "p3"]);
        assert_eq!((found.verified, found.absent), (1, 0));
        let broken = DisclosedName { salt: "07".to_owned(), ..name("p1", "Próbna") };
        assert_eq!(checked(vec![broken]).wrong, ["p1"]);
    }
}
