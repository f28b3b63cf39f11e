//! Answers that are asked for again and again, found without a lock.

use super::Answer;
use crate::http::problem::Problem;
use arc_swap::ArcSwap;
use events::envelope::Position;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Arc;

/// The most answers that are kept; a client that makes up addresses cannot fill the memory with them.
const MAX_ANSWERS: usize = 256;

/// Which answer: an address and the form of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    address: &'static str,
    /// What it is about, if the address names something.
    id: SmolStr,
    form: u64,
}

impl AnswerKey {
    /// Of an address that names something; an id of ordinary length is copied without taking memory.
    pub(crate) fn about(address: &'static str, id: &str, form: u64) -> Self {
        Self { address, id: SmolStr::new(id), form }
    }
}

impl From<(&'static str, u64)> for AnswerKey {
    fn from((address, form): (&'static str, u64)) -> Self {
        Self { address, id: SmolStr::default(), form }
    }
}

/// Answers by what they answer; reading takes no lock, and a new answer replaces that of an older state.
pub(crate) struct AnswerCache<K = AnswerKey, S = Position> {
    answers: ArcSwap<FxHashMap<K, CacheEntry<S>>>,
    capacity: usize,
}

impl<K, S> Default for AnswerCache<K, S> {
    fn default() -> Self {
        Self::with_capacity(MAX_ANSWERS)
    }
}

/// An answer with the state that it shows, and when it was put there: each is put there after all that have a smaller
/// number.
#[derive(Clone)]
struct CacheEntry<S> {
    answer: Arc<Answer>,
    state: S,
    since: u64,
}

/// Makes room for one more if the cache is full, by what was put there first; gives the number of the one that comes.
fn evict_oldest<K: Hash + Eq + Clone, S>(answers: &mut FxHashMap<K, CacheEntry<S>>, capacity: usize, key: &K) -> u64 {
    if answers.len() >= capacity && !answers.contains_key(key) {
        let oldest = answers.iter().min_by_key(|(_, kept)| kept.since).map(|(key, _)| key.clone());
        oldest.and_then(|oldest| answers.remove(&oldest));
    }
    answers.values().map(|kept| kept.since + 1).max().unwrap_or_default()
}

impl<K, S> AnswerCache<K, S> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { answers: ArcSwap::default(), capacity }
    }
}

impl<K: Hash + Eq + Clone, S: Copy + Ord> AnswerCache<K, S> {
    /// The answer for this state, if it is there.
    pub(crate) fn find<Q: Hash + Eq + ?Sized>(&self, key: &Q, state: S) -> Option<Arc<Answer>>
    where
        K: Borrow<Q>,
    {
        let answers = self.answers.load();
        answers.get(key).filter(|kept| kept.state == state).map(|kept| Arc::clone(&kept.answer))
    }

    /// An answer for this state or a newer one, if it is there.
    pub(crate) fn find_since<Q: Hash + Eq + ?Sized>(&self, key: &Q, state: S) -> Option<Arc<Answer>>
    where
        K: Borrow<Q>,
    {
        let answers = self.answers.load();
        answers.get(key).filter(|kept| kept.state >= state).map(|kept| Arc::clone(&kept.answer))
    }

    /// Stores an answer unless one of the same state was stored meanwhile; returns the one to use.
    pub(crate) fn keep(&self, key: &K, state: S, built: &Arc<Answer>) -> Arc<Answer> {
        let mut to_be_used = Arc::clone(built);
        self.answers.rcu(|answers| {
            let mut answers = FxHashMap::clone(answers);
            to_be_used = Arc::clone(built);
            match answers.get(key) {
                Some(kept) if kept.state == state => to_be_used = Arc::clone(&kept.answer),
                // Another request has seen a newer state meanwhile.
                Some(kept) if kept.state > state => {}
                _ => {
                    let since = evict_oldest(&mut answers, self.capacity, key);
                    answers.insert(key.clone(), CacheEntry { answer: Arc::clone(built), state, since });
                }
            }
            answers
        });
        to_be_used
    }
}

impl AnswerCache {
    /// The answer for this state; built if there is none, or one of another state.
    ///
    /// Two who build the same at once do the same work twice; what is costly, the encodings, is made once.
    pub(crate) fn answer(
        &self,
        key: impl Into<AnswerKey>,
        state: Position,
        build: impl FnOnce() -> Result<Answer, Problem>,
    ) -> Result<Arc<Answer>, Problem> {
        let key = key.into();
        match self.find(&key, state) {
            Some(answer) => Ok(answer),
            None => Ok(self.keep(&key, state, &Arc::new(build()?))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::answer::Audience;

    #[test]
    fn what_was_put_on_a_full_cache_first_makes_room_and_all_else_stays() {
        let cache = AnswerCache::default();
        let built = |form: u64| {
            let mut built = false;
            let answer = || {
                built = true;
                Answer::json(Position(1), Audience::Public, &form)
            };
            cache.answer(("forms", form), Position(1), answer).ok().unwrap();
            built
        };
        let capacity = MAX_ANSWERS as u64;
        assert!((0..capacity).all(built));
        assert!(built(capacity), "one more than fits");
        assert!((1..=capacity).all(|form| !built(form)));
        assert!(built(0), "the first has made room");
    }
}
