//! The words of names and cities in order, so that a search looks only at those who may fit.

use super::{Kept, ListKey};
use rpds::RedBlackTreeMapSync;
use smol_str::SmolStr;
use std::cmp::Reverse;
use std::ops::Bound;
use std::sync::Arc;

/// A word that more people share is no help: going through the list finds enough of them sooner.
const RARE: usize = 20_000;

/// Who has which words; a word comes before longer ones that begin with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WordIndex(RedBlackTreeMapSync<(SmolStr, Option<ListKey>), Arc<Kept>>);

impl WordIndex {
    pub(super) fn insert(&mut self, words: &[SmolStr], key: &ListKey, kept: &Arc<Kept>) {
        for word in words {
            self.0.insert_mut((word.clone(), Some(key.clone())), Arc::clone(kept));
        }
    }

    pub(super) fn remove(&mut self, words: &[SmolStr], key: &ListKey) {
        for word in words {
            self.0.remove_mut(&(word.clone(), Some(key.clone())));
        }
    }

    /// Those who have the rarest of these words as a whole word; nothing if even that one is common.
    pub(super) fn rarest_whole(&self, words: &[SmolStr]) -> Option<impl Iterator<Item = &Kept>> {
        self.rarest(words, |known, wanted| known == wanted)
    }

    /// Those of whom a word begins with the rarest of these; nothing if even that one is common.
    pub(super) fn rarest_beginning(&self, words: &[SmolStr]) -> Option<impl Iterator<Item = &Kept>> {
        self.rarest(words, |known, wanted| known.starts_with(wanted))
    }

    fn rarest(&self, words: &[SmolStr], fits: fn(&str, &str) -> bool) -> Option<impl Iterator<Item = &Kept>> {
        // The longest word is most likely rare, and the others need not be counted any further than it.
        let mut words: Vec<&SmolStr> = words.iter().collect();
        words.sort_by_key(|word| Reverse(word.len()));
        let mut best: Option<Vec<&Kept>> = None;
        for word in words {
            let most = best.as_ref().map_or(RARE, Vec::len);
            let from = (word.clone(), None);
            let range = self.0.range((Bound::Included(&from), Bound::Unbounded));
            let fitting = range.take_while(|((known, _), _)| fits(known, word)).map(|(_, kept)| kept.as_ref());
            let found: Vec<&Kept> = fitting.take(most + 1).collect();
            if found.len() <= most {
                best = Some(found);
            }
        }
        best.map(Vec::into_iter)
    }
}
