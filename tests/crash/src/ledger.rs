//! What is known from outside about appends: which were acknowledged, and which nobody knows the outcome of.

use crate::line::{Acknowledged, Line, Name};
use events::envelope::Hash;
use std::collections::{BTreeMap, BTreeSet};

/// What a store that fails may answer; its load has no conflicts.
const EXPECTED_ERRORS: [&str; 4] = ["failed", "unknown", "overloaded", "read-only"];

/// Everything that was heard over all rounds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger {
    pub(crate) acknowledged: BTreeMap<Name, Acknowledged>,
    /// Notes whose signatures were good, and the roots in them; the same note needs no second look.
    pub(crate) opened: BTreeMap<String, Hash>,
    /// Sizes of checkpoints that were said to be kept.
    pub(crate) checkpoints: BTreeSet<u64>,
    /// Appends with an idempotency key that were handed over and not answered.
    open: BTreeSet<Name>,
    /// Answers that contradict each other or that no append should get.
    pub(crate) contradictions: Vec<String>,
}

impl Ledger {
    /// Takes up what a program has said.
    pub(crate) fn take(&mut self, lines: &[Line]) {
        for line in lines {
            match line {
                Line::Asked(name) => {
                    self.open.insert(*name);
                }
                Line::Acknowledged(name, new) => {
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
                Line::Refused(name, kind, text) if !EXPECTED_ERRORS.contains(&kind.as_str()) => {
                    self.contradictions.push(format!("append {name} was refused: {text}"));
                }
                Line::Unsound(problem) => self.contradictions.push(problem.clone()),
                Line::Checkpoint(size) => {
                    self.checkpoints.insert(*size);
                }
                _ => {}
            }
        }
    }

    /// Appends to be made again, so that their outcome is known; each is given once.
    pub(crate) fn take_open(&mut self) -> Vec<Name> {
        std::mem::take(&mut self.open).into_iter().collect()
    }

    /// The events under all acknowledgements.
    pub(crate) fn events(&self) -> u64 {
        self.acknowledged.values().map(|acknowledged| acknowledged.count).sum()
    }
}
