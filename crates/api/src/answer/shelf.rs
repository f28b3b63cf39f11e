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
#[derive(Default)]
pub(crate) struct Shelf(ArcSwap<FxHashMap<Key, Arc<Answer>>>);

impl Shelf {
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
        if let Some(answer) = self.0.load().get(&key).filter(|answer| answer.state() == state) {
            return Ok(Arc::clone(answer));
        }
        let built = Arc::new(build()?);
        let mut kept = Arc::clone(&built);
        self.0.rcu(|answers| {
            let mut answers = FxHashMap::clone(answers);
            match answers.get(&key) {
                Some(answer) if answer.state() == state => kept = Arc::clone(answer),
                // Somebody has seen a newer state meanwhile.
                Some(answer) if answer.state() > state => kept = Arc::clone(&built),
                _ => {
                    kept = Arc::clone(&built);
                    if answers.len() >= MAX_ANSWERS {
                        answers.clear();
                    }
                    answers.insert(key.clone(), Arc::clone(&built));
                }
            }
            answers
        });
        Ok(kept)
    }
}
