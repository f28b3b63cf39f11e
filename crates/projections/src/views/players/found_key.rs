//! Where a player stands among those whom a search has found.

use super::ListKey;

/// Compared, it gives the order of what was found: those of whom every word is a whole word first, each part as the list is.
///
/// Like a [`ListKey`], it is kept for no longer than a page turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FoundKey {
    pub(super) part: Part,
    pub(super) key: ListKey,
}

/// How the words that are wanted fit a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// Each is a whole word.
    Whole,
    /// Each begins a word, and at least one is only a beginning.
    Beginning,
}

impl Part {
    pub(super) const BOTH: [Self; 2] = [Self::Whole, Self::Beginning];
}

impl FoundKey {
    /// A key as it was given out; nothing if these bytes cannot be one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (first, key) = bytes.split_first()?;
        let part = match first {
            b'w' => Part::Whole,
            b'b' => Part::Beginning,
            _ => return None,
        };
        Some(Self { part, key: ListKey::from_bytes(key) })
    }

    /// The bytes, to be given out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = match self.part {
            Part::Whole => b'w',
            Part::Beginning => b'b',
        };
        [&[first], self.key.as_bytes()].concat()
    }
}
