//! Ids: the written ones that people and files use, and the dense keys that the calculations use.

use smol_str::SmolStr;
use std::fmt;
use std::str::FromStr;

/// The id that stands for the national ranking where a competition id is expected; no thing may be called so.
pub const RESERVED_RANKING_ID: &str = "ranking";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    #[error("an id cannot be empty")]
    Empty,
    #[error("the id `{RESERVED_RANKING_ID}` is reserved")]
    Reserved,
}

macro_rules! text_ids {
    ($( $(#[$meta:meta])* $name:ident ),+ $(,)?) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(SmolStr);

        impl $name {
            /// Accepts any text that is not empty and not reserved; ids are compared exactly.
            #[inline]
            pub fn parse(text: &str) -> Result<Self, InvalidId> {
                match text {
                    "" => Err(InvalidId::Empty),
                    RESERVED_RANKING_ID => Err(InvalidId::Reserved),
                    _ => Ok(Self(SmolStr::new(text))),
                }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;
            #[inline]
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                Self::parse(text)
            }
        }
    )+ };
}

text_ids! {
    PlayerId,
    /// The written id of a tournament, league, Grand Prix or online competition.
    CompetitionId,
    SeasonId,
    /// The written id of a voivodeship championship.
    ChampionshipId,
    RulebookId,
    AccountId,
}

/// A player inside one calculation.
///
/// Keys are given in the code point order of the written ids, so comparing keys compares ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerKey(pub u32);

/// A competition inside one calculation; ordered like the written ids, as [`PlayerKey`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompetitionKey(pub u32);

macro_rules! keys {
    ($($name:ident),+) => { $(
        impl $name {
            /// The position of the key in tables that have a slot for each key.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+ };
}
keys!(PlayerKey, CompetitionKey);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_any_text_but_the_empty_and_the_reserved_one() {
        assert_eq!(PlayerId::parse(""), Err(InvalidId::Empty));
        assert_eq!(CompetitionId::parse("ranking"), Err(InvalidId::Reserved));
        assert_eq!(PlayerId::parse("Ranking").map(|id| id.to_string()), Ok("Ranking".to_owned()));
    }

    #[test]
    fn ids_order_by_code_point() {
        let mut ids = ["ź", "😀", "a", "\u{ffee}", "Z"].map(|text| PlayerId::parse(text).unwrap());
        ids.sort();
        assert_eq!(ids.map(|id| id.to_string()), ["Z", "a", "ź", "\u{ffee}", "😀"]);
    }
}
