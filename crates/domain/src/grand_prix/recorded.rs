//! The standings of a cycle from what is recorded of its tournaments so far, by written ids.

use super::{GrandPrixCycle, grand_prix_standings, valid_eliminatory};
use crate::event::{RecordedOutcome, TournamentRecord};
use crate::ids::{EventId, EventKey, PlayerId, PlayerKey};
use crate::place::Place;
use crate::points::RankingPoints;
use crate::qualification::Settled;
use crate::recorded;
use crate::rulebook::Rulebook;
use crate::season::{Facts, Player, TieDecisions};
use crate::tournament::{ExceptionDecision, Tournament};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A tournament of a cycle that is over.
#[derive(Debug, Clone, Copy)]
pub struct RecordedMember<'a> {
    /// Its id.
    pub id: &'a EventId,
    /// Its record after all corrections.
    pub record: &'a TournamentRecord,
    /// The decision on a low attendance.
    pub exception: Option<ExceptionDecision>,
}

/// What a cycle comes to so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsSoFar {
    /// Everybody with points, the best first.
    pub rows: Vec<CycleRow>,
    /// The members that give points.
    pub valid: Vec<EventId>,
    /// Distinct participants of all members.
    pub persons: u32,
    /// Whether the cycle has enough valid members and not too many (R-AWG-01, AMB-71).
    pub complete: bool,
    /// The last place to which the qualification may pass (R-AWG-03).
    pub depth: u32,
}

/// Where somebody stands in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleRow {
    /// Who.
    pub player: PlayerId,
    /// The place.
    pub place: Place,
    /// The sum.
    pub points: RankingPoints,
    /// In how many members points were earned.
    pub results: u32,
    /// The best place in a member.
    pub best: Option<Place>,
}

/// The standings of a cycle with these members; nothing while there is none.
pub fn standings_so_far(members: &[RecordedMember<'_>], rulebook: &Rulebook) -> Option<StandingsSoFar> {
    let players: BTreeSet<&PlayerId> = members.iter().flat_map(|member| everybody(&member.record.outcome)).collect();
    let players: Vec<&PlayerId> = players.into_iter().collect();
    let mut events: Vec<EventId> = members.iter().map(|member| member.id.clone()).collect();
    events.sort();
    let player = |id: &PlayerId| PlayerKey(players.binary_search(&id).unwrap_or_default() as u32);
    let tournament = |member: &RecordedMember<'_>| {
        let event = EventKey(events.binary_search(member.id).unwrap_or_default() as u32);
        let decided = recorded::Beside { exception: member.exception, ..recorded::Beside::default() };
        Arc::new(recorded::tournament(member.record, event, &decided, &player, rulebook))
    };
    let tournaments: Vec<Arc<Tournament>> = members.iter().map(tournament).collect();
    let valid = members.iter().zip(&tournaments).filter(|(_, tournament)| valid_eliminatory(tournament, rulebook));
    let valid: Vec<EventId> = valid.map(|(member, _)| member.id.clone()).collect();
    let facts = Facts {
        rulebook: rulebook.clone(),
        // Where somebody comes from matters for qualifications, not here.
        players: Arc::new(players.iter().map(|id| Player { id: (*id).clone(), foreign: false }).collect()),
        events: Arc::new(events),
        seasons: Vec::new(),
        tournaments,
        leagues: Vec::new(),
        grand_prix: Vec::new(),
        online: Vec::new(),
        waivers: Vec::new(),
        championships: Vec::new(),
        tie_decisions: TieDecisions::default(),
        settled: Settled::default(),
    };
    let cycle = GrandPrixCycle { event: EventKey(0), members: (0..members.len()).collect() };
    let standings = grand_prix_standings(&facts, &cycle)?;
    let row = |row: crate::ranking::Row<'_>| CycleRow {
        player: facts.player_id(row.player).clone(),
        place: row.place,
        points: row.points,
        results: row.results.len() as u32,
        best: row.results.iter().map(|result| result.place).min(),
    };
    Some(StandingsSoFar {
        rows: standings.table.rows().map(row).collect(),
        valid,
        persons: standings.persons,
        complete: standings.complete(rulebook),
        depth: standings.depth(rulebook),
    })
}

/// Everybody who is told of in an outcome.
fn everybody(outcome: &RecordedOutcome) -> Vec<&PlayerId> {
    match outcome {
        RecordedOutcome::Results(lines) => lines.iter().map(|line| &line.player).collect(),
        RecordedOutcome::Rounds { rounds, final_table, disqualified } => {
            let tables = rounds.iter().flatten().chain(final_table);
            tables.flat_map(|table| &table.seats).chain(disqualified).collect()
        }
    }
}

#[cfg(test)]
mod tests;
