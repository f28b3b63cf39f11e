//! Index of the words of names and cities, for searches by prefix.

use super::{IndexedPlayer, ListKey};
use rpds::RedBlackTreeMapSync;
use smol_str::SmolStr;
use std::cmp::Reverse;
use std::ops::Bound;
use std::sync::Arc;

/// Who has which words; a word comes before longer ones that begin with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WordIndex(RedBlackTreeMapSync<(SmolStr, Option<ListKey>), Arc<IndexedPlayer>>);

impl WordIndex {
    pub(super) fn insert(&mut self, words: &[SmolStr], key: &ListKey, indexed: &Arc<IndexedPlayer>) {
        for word in words {
            self.0.insert_mut((word.clone(), Some(key.clone())), Arc::clone(indexed));
        }
    }

    pub(super) fn remove(&mut self, words: &[SmolStr], key: &ListKey) {
        for word in words {
            self.0.remove_mut(&(word.clone(), Some(key.clone())));
        }
    }

    /// At most `limit` who have this word as a whole word, in the order of the list.
    pub(super) fn whole(&self, word: SmolStr, limit: usize) -> Vec<&IndexedPlayer> {
        let from = (word, None);
        let range = self.0.range((Bound::Included(&from), Bound::Unbounded));
        let whole = range.take_while(|((known, _), _)| *known == from.0);
        whole.map(|(_, indexed)| indexed.as_ref()).take(limit).collect()
    }

    /// Those who have the rarest of these words as a whole word; nothing if more than `rare` have even that one.
    pub(super) fn rarest_whole(&self, words: &[SmolStr], rare: usize) -> Option<Vec<&IndexedPlayer>> {
        self.rarest(words, rare, |known, wanted| known == wanted)
    }

    /// Those of whom a word begins with the rarest of these; nothing if more than `rare` have even that one.
    pub(super) fn rarest_beginning(&self, words: &[SmolStr], rare: usize) -> Option<Vec<&IndexedPlayer>> {
        self.rarest(words, rare, |known, wanted| known.starts_with(wanted))
    }

    /// No word is counted further than it matters.
    fn rarest(&self, words: &[SmolStr], rare: usize, fits: fn(&str, &str) -> bool) -> Option<Vec<&IndexedPlayer>> {
        // The longest word is most likely the rarest.
        let mut words: Vec<&SmolStr> = words.iter().collect();
        words.sort_by_key(|word| Reverse(word.len()));
        let mut best: Option<Vec<&IndexedPlayer>> = None;
        for word in words {
            let most = best.as_ref().map_or(rare, Vec::len);
            let from = (word.clone(), None);
            let range = self.0.range((Bound::Included(&from), Bound::Unbounded));
            let fitting = range.take_while(|((known, _), _)| fits(known, word)).map(|(_, indexed)| indexed.as_ref());
            let found: Vec<&IndexedPlayer> = fitting.take(most + 1).collect();
            if found.len() <= most {
                best = Some(found);
            }
        }
        best
    }
}
