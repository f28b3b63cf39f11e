//! What is known from outside about appends: acknowledged, or of unknown outcome.

use crate::line::{Acknowledged, AppendId, ChildMessage};
use events::envelope::Hash;
use std::collections::{BTreeMap, BTreeSet};

/// What a store that fails may answer; its load has no conflicts.
const EXPECTED_ERRORS: [&str; 4] = ["failed", "unknown", "overloaded", "read-only"];

/// Everything that was heard over all rounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Observations {
    pub(crate) acknowledged: BTreeMap<AppendId, Acknowledged>,
    /// Notes whose signatures were good, and the roots in them; the same note needs no second look.
    pub(crate) opened: BTreeMap<String, Hash>,
    /// Sizes of checkpoints that were said to be kept.
    pub(crate) checkpoints: BTreeSet<u64>,
    /// Appends with an idempotency key that were handed over and not answered.
    open: BTreeSet<AppendId>,
    /// Answers that contradict each other or that no append should get.
    pub(crate) contradictions: Vec<String>,
}

impl Observations {
    /// Takes up what a program has said.
    pub(crate) fn take(&mut self, lines: &[ChildMessage]) {
        for line in lines {
            match line {
                ChildMessage::Asked(name) => {
                    self.open.insert(*name);
                }
                ChildMessage::Acknowledged(name, new) => {
                    self.open.remove(name);
                    match self.acknowledged.get(name) {
                        Some(old) if (old.after, old.count) != (new.after, new.count) => self.contradictions.push(
                            format!("append {name} was acknowledged after {} and after {}", old.after, new.after),
                        ),
                        _ => {
                            self.acknowledged.insert(*name, new.clone());
                        }
                    }
                }
                ChildMessage::Refused(name, kind, text) if !EXPECTED_ERRORS.contains(&kind.as_str()) => {
                    self.contradictions.push(format!("append {name} was refused: {text}"));
                }
                ChildMessage::Unsound(problem) => self.contradictions.push(problem.clone()),
                ChildMessage::Checkpoint(size) => {
                    self.checkpoints.insert(*size);
                }
                _ => {}
            }
        }
    }

    /// Appends to be made again, so that their outcome is known; each is given once.
    pub(crate) fn take_open(&mut self) -> Vec<AppendId> {
        std::mem::take(&mut self.open).into_iter().collect()
    }

    /// The events under all acknowledgements.
    pub(crate) fn events(&self) -> u64 {
        self.acknowledged.values().map(|acknowledged| acknowledged.count).sum()
    }
}
