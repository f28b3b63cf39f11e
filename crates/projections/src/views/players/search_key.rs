//! Sort key of a player among the results of a search.

use super::ListKey;

/// Compared, it gives the order of what was found: those of whom every word is a whole word first, each part as the
/// list is.
///
/// Like a [`ListKey`], it is kept for no longer than a page turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchKey {
    pub(super) part: MatchKind,
    pub(super) key: ListKey,
}

/// How the words that are wanted fit a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MatchKind {
    /// Each is a whole word.
    Whole,
    /// Each begins a word, and at least one is only a beginning.
    Beginning,
}

impl MatchKind {
    pub(super) const BOTH: [Self; 2] = [Self::Whole, Self::Beginning];
}

impl SearchKey {
    /// A key as it was given out; nothing if these bytes cannot be one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (first, key) = bytes.split_first()?;
        let part = match first {
            b'w' => MatchKind::Whole,
            b'b' => MatchKind::Beginning,
            _ => return None,
        };
        Some(Self { part, key: ListKey::from_bytes(key) })
    }

    /// The bytes, to be given out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = match self.part {
            MatchKind::Whole => b'w',
            MatchKind::Beginning => b'b',
        };
        [&[first], self.key.as_bytes()].concat()
    }
}
