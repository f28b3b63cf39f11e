//! Grand Prix: valid members, the table, and how far down the qualification may pass (R-AWG).

pub mod decider;

use crate::rulebook::{GpCount, GpFormats, HalfRuleScope, Rulebook, parameters};
use crate::season::Facts;
use crate::season::ranking::{CountedResult, PointsTable, RankingRules, tournament_points};
use crate::season::ranking_points::PointsScale;
use crate::tournament::result::ClosedTournament;
use crate::tournament::status::{MpStatus, TournamentSize};
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionKey, PlayerKey};
use rustc_hash::FxHashSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedGrandPrix {
    pub competition: CompetitionKey,
    /// Its members, as positions in the tournaments of the facts; at least one.
    pub members: Vec<usize>,
}

#[derive(Debug, Clone)]
pub struct GrandPrixStandings {
    pub competition: CompetitionKey,
    /// When the last member ended.
    pub ended_at: Moment,
    pub members: u32,
    pub valid_events: u32,
    /// Distinct participants of all members, valid or not.
    pub persons: u32,
    pub attendances: u32,
    pub table: PointsTable,
}

/// Whether a tournament is valid as an eliminatory one: by its size, or by a granted decision whenever it was taken.
pub fn valid_eliminatory(tournament: &ClosedTournament, rulebook: &Rulebook) -> bool {
    match TournamentSize::of(tournament, rulebook).mp_status(rulebook) {
        MpStatus::Yes => true,
        MpStatus::NeedsDecision => tournament.exception.is_some_and(|decision| decision.granted),
        MpStatus::NotEliminatory | MpStatus::WrongLength { .. } | MpStatus::TooFewParticipants { .. } => false,
    }
}

/// Every Standard format has this many games, and no other eliminatory format has.
const STANDARD_GAMES: u32 = 12;

/// Whether a Grand Prix takes tournaments of this format (AMB-19).
fn format_allowed(tournament: &ClosedTournament, rulebook: &Rulebook) -> bool {
    match rulebook.get(parameters::AWANS_GP_ALLOWED_FORMATS) {
        GpFormats::Eliminatory => true,
        GpFormats::StandardOnly => tournament.planned_games == STANDARD_GAMES,
    }
}

/// Whether a member of a Grand Prix gives points.
pub fn valid_member(tournament: &ClosedTournament, rulebook: &Rulebook) -> bool {
    valid_eliminatory(tournament, rulebook) && format_allowed(tournament, rulebook)
}

/// The standings of a Grand Prix; `None` for a Grand Prix without members.
pub fn grand_prix_standings(facts: &Facts, grand_prix: &ClosedGrandPrix) -> Option<GrandPrixStandings> {
    let rulebook = &facts.rulebook;
    let scale = PointsScale::new(rulebook);
    let members: Vec<&ClosedTournament> = grand_prix.members.iter().map(|index| &*facts.tournaments[*index]).collect();
    let mut persons: FxHashSet<PlayerKey> = FxHashSet::default();
    let mut attendances = 0;
    let mut counted: Vec<CountedResult> = Vec::new();
    let mut valid_events = 0;
    for member in &members {
        for participant in member.participating(rulebook) {
            persons.insert(participant.player);
            attendances += 1;
        }
        if valid_member(member, rulebook) {
            valid_events += 1;
            counted.extend(tournament_points(member, HalfRuleScope::GrandPrix, rulebook, &scale));
        }
    }
    Some(GrandPrixStandings {
        competition: grand_prix.competition,
        ended_at: members.iter().map(|member| member.ended_at).max()?,
        members: members.len() as u32,
        valid_events,
        persons: persons.len() as u32,
        attendances,
        table: PointsTable::build(RankingRules::grand_prix(rulebook), facts.players.len(), &counted),
    })
}

impl GrandPrixStandings {
    /// Whether the Grand Prix has enough valid members and not too many (R-AWG-01, AMB-71).
    pub fn complete(&self, rulebook: &Rulebook) -> bool {
        let allowed = rulebook.get(parameters::AWANS_GP_EVENTS);
        self.valid_events >= allowed.min && self.members <= allowed.max
    }

    /// Whether enough people took part for the deeper limit (R-AWG-03, AMB-70).
    pub fn large(&self, rulebook: &Rulebook) -> bool {
        let counted = match rulebook.get(parameters::AWANS_GP_COUNT) {
            GpCount::Distinct => self.persons,
            GpCount::Attendances => self.attendances,
        };
        counted >= rulebook.get(parameters::AWANS_GP_THRESHOLD)
    }

    /// The last place to which the qualification may pass.
    pub fn depth(&self, rulebook: &Rulebook) -> u32 {
        rulebook.get(if self.large(rulebook) {
            parameters::AWANS_GP_DEPTH_HIGH
        } else {
            parameters::AWANS_GP_DEPTH_LOW
        })
    }
}

#[cfg(test)]
mod tests;
