//! Answers that are asked for again and again, found without a lock.

use super::Answer;
use crate::problem::Problem;
use arc_swap::ArcSwap;
use events::envelope::Position;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::Arc;

/// The most answers that are kept; a client that makes up addresses cannot fill the memory with them.
const MAX_ANSWERS: usize = 256;

/// Which answer: an address and the form of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    address: &'static str,
    /// What it is about, if the address names something.
    id: SmolStr,
    form: u64,
}

impl Key {
    /// Of an address that names something; an id of ordinary length is copied without taking memory.
    pub(crate) fn about(address: &'static str, id: &str, form: u64) -> Self {
        Self { address, id: SmolStr::new(id), form }
    }
}

impl From<(&'static str, u64)> for Key {
    fn from((address, form): (&'static str, u64)) -> Self {
        Self { address, id: SmolStr::default(), form }
    }
}

/// Answers by what they answer; reading takes no lock, and a new answer replaces that of an older state.
pub(crate) struct Shelf {
    answers: ArcSwap<FxHashMap<Key, Kept>>,
    most: usize,
}

impl Default for Shelf {
    fn default() -> Self {
        Self::holding(MAX_ANSWERS)
    }
}

/// An answer, and when it was put there: each is put there after all that have a smaller number.
#[derive(Clone)]
struct Kept {
    answer: Arc<Answer>,
    since: u64,
}

/// Puts an answer on the shelf; if it is full, that which was put there first makes room.
fn put(answers: &mut FxHashMap<Key, Kept>, most: usize, key: Key, answer: Arc<Answer>) {
    if answers.len() >= most && !answers.contains_key(&key) {
        let oldest = answers.iter().min_by_key(|(_, kept)| kept.since).map(|(key, _)| key.clone());
        oldest.and_then(|oldest| answers.remove(&oldest));
    }
    let since = answers.values().map(|kept| kept.since + 1).max().unwrap_or_default();
    answers.insert(key, Kept { answer, since });
}

impl Shelf {
    /// A shelf for so many answers.
    pub(crate) fn holding(most: usize) -> Self {
        Self { answers: ArcSwap::default(), most }
    }

    /// The answer for this state, if it is there.
    pub(crate) fn find(&self, key: &Key, state: Position) -> Option<Arc<Answer>> {
        let answers = self.answers.load();
        answers.get(key).map(|kept| &kept.answer).filter(|answer| answer.state() == state).map(Arc::clone)
    }

    /// The answer for this state; built if there is none, or one of another state.
    ///
    /// Two who build the same at once do the same work twice; what is costly, the encodings, is made once.
    pub(crate) fn answer(
        &self,
        key: impl Into<Key>,
        state: Position,
        build: impl FnOnce() -> Result<Answer, Problem>,
    ) -> Result<Arc<Answer>, Problem> {
        let key = key.into();
        match self.find(&key, state) {
            Some(answer) => Ok(answer),
            None => Ok(self.keep(&key, &Arc::new(build()?))),
        }
    }

    /// Puts an answer there, unless somebody has put one of the same state meanwhile; gives the one to be used.
    pub(crate) fn keep(&self, key: &Key, built: &Arc<Answer>) -> Arc<Answer> {
        let mut kept = Arc::clone(built);
        self.answers.rcu(|answers| {
            let mut answers = FxHashMap::clone(answers);
            kept = Arc::clone(built);
            match answers.get(key).map(|kept| &kept.answer) {
                Some(answer) if answer.state() == built.state() => kept = Arc::clone(answer),
                // Somebody has seen a newer state meanwhile.
                Some(answer) if answer.state() > built.state() => {}
                _ => put(&mut answers, self.most, key.clone(), Arc::clone(built)),
            }
            answers
        });
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Audience;

    #[test]
    fn what_was_put_on_a_full_shelf_first_makes_room_and_all_else_stays() {
        let shelf = Shelf::default();
        let built = |form: u64| {
            let mut built = false;
            let answer = || {
                built = true;
                Answer::json(Position(1), Audience::Public, &form)
            };
            shelf.answer(("forms", form), Position(1), answer).ok().unwrap();
            built
        };
        let most = MAX_ANSWERS as u64;
        assert!((0..most).all(built));
        assert!(built(most), "one more than fits");
        assert!((1..=most).all(|form| !built(form)));
        assert!(built(0), "the first has made room");
    }
}
