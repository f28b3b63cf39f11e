//! Stored forms of Grand Prix events.

use super::form::{records, single_values};
use super::value::{AsText, Hex};
use domain::event::{GrandPrixOpening, GrandPrixRecord, RemovedTournament};
use domain::values::ids::{CompetitionId, RulebookId};

records! {
    Record of GrandPrixRecord { name: Hex, tournaments: Vec<AsText<CompetitionId>>, rulebook: AsText<RulebookId> }
    Opening of GrandPrixOpening { name: Hex, rulebook: AsText<RulebookId> }
    Removed of RemovedTournament { tournament: AsText<CompetitionId>, reason: Hex }
}

single_values! {
    Added { tournament: AsText<CompetitionId> = CompetitionId }
}
