//! Stored forms of Grand Prix events.

use super::value::{AsText, Hex, as_texts, values};
use domain::event::{GrandPrixOpening, GrandPrixRecord, RemovedTournament};
use domain::values::ids::{CompetitionId, RulebookId};
use serde::{Deserialize, Serialize};

/// A Grand Prix cycle with its members.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    name: Hex,
    tournaments: Vec<AsText<CompetitionId>>,
    rulebook: AsText<RulebookId>,
}

impl From<&GrandPrixRecord> for Record {
    fn from(record: &GrandPrixRecord) -> Self {
        Self {
            name: record.name.into(),
            tournaments: as_texts(&record.tournaments),
            rulebook: AsText(record.rulebook.clone()),
        }
    }
}

impl From<Record> for GrandPrixRecord {
    fn from(form: Record) -> Self {
        Self { name: form.name.into(), tournaments: values(form.tournaments), rulebook: form.rulebook.0 }
    }
}

/// A cycle that was opened.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    name: Hex,
    rulebook: AsText<RulebookId>,
}

impl From<&GrandPrixOpening> for Opening {
    fn from(opening: &GrandPrixOpening) -> Self {
        Self { name: opening.name.into(), rulebook: AsText(opening.rulebook.clone()) }
    }
}

impl From<Opening> for GrandPrixOpening {
    fn from(form: Opening) -> Self {
        Self { name: form.name.into(), rulebook: form.rulebook.0 }
    }
}

/// A tournament that was added.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Added {
    tournament: AsText<CompetitionId>,
}

impl From<&CompetitionId> for Added {
    fn from(tournament: &CompetitionId) -> Self {
        Self { tournament: AsText(tournament.clone()) }
    }
}

impl From<Added> for CompetitionId {
    fn from(form: Added) -> Self {
        form.tournament.0
    }
}

/// A tournament that was removed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Removed {
    tournament: AsText<CompetitionId>,
    reason: Hex,
}

impl From<&RemovedTournament> for Removed {
    fn from(removed: &RemovedTournament) -> Self {
        Self { tournament: AsText(removed.tournament.clone()), reason: removed.reason.into() }
    }
}

impl From<Removed> for RemovedTournament {
    fn from(form: Removed) -> Self {
        Self { tournament: form.tournament.0, reason: form.reason.into() }
    }
}
