//! Decider of a rulebook: its adoption.

use super::Preset;
use crate::Choice;
use crate::event::{RulebookEvent, RulebookRecord};
use crate::values::ids::RulebookId;

#[cfg(test)]
mod tests;

/// Separates preset and digest in the id of a rulebook that came with a season bundle.
const DIGEST_SIGN: char = '+';

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Adoption {
    #[default]
    Unknown,
    Adopted(RulebookRecord),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Put it in force; it takes the place of what stands under this id.
    Adopt { id: RulebookId, record: RulebookRecord },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The name of a preset always stands for that preset without differences.
    #[error("the id is the name of a preset and can stand only for that preset without differences")]
    PresetName,
    /// Ids with this sign are made of what the rulebook says.
    #[error("the id of a rulebook that somebody adopts cannot have the sign {DIGEST_SIGN}")]
    DigestId,
}

impl Rejection {
    /// A stable name of the rule.
    pub fn code(self) -> &'static str {
        match self {
            Self::PresetName => "preset-name",
            Self::DigestId => "digest-id",
        }
    }
}

pub fn decide(state: &Adoption, command: &Command) -> Result<Vec<RulebookEvent>, Rejection> {
    match (state, command) {
        (Adoption::Adopted(known), Command::Adopt { record, .. }) if known == record => Ok(vec![]),
        (Adoption::Unknown | Adoption::Adopted(_), Command::Adopt { id, record }) => {
            let preset = Preset::parse(id.as_str()).ok();
            if preset.is_some_and(|preset| preset != record.base || !record.overrides.is_empty()) {
                return Err(Rejection::PresetName);
            }
            if id.as_str().contains(DIGEST_SIGN) {
                return Err(Rejection::DigestId);
            }
            Ok(vec![RulebookEvent::Adopted(record.clone())])
        }
    }
}

/// The rulebook after an event; every adoption can follow every other.
pub fn evolve(_: Adoption, event: &RulebookEvent) -> Adoption {
    match event {
        RulebookEvent::Adopted(record) => Adoption::Adopted(record.clone()),
    }
}
