//! A closed tournament: finishes and participants.

use crate::competitions::class::TournamentClass;
use crate::rulebook::{DsqPlacement, ParticipantBasis, Rulebook, parameters};
use crate::tournament::final_stage::whole_tournament;
use crate::tournament::half_rule;
use crate::tournament::standings::{Standing, Table, standings, tallies};
use crate::values::calendar::{Day, Moment};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::voivodeship::Voivodeship;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finish {
    pub player: PlayerKey,
    /// The place; a disqualified player has none, unless the rulebook leaves it to them (AMB-48).
    pub place: Option<Place>,
    /// Whether the player was disqualified: no points, no qualification, no wildcard.
    pub disqualified: bool,
    /// Games of the elimination part that the player played.
    pub games_played: u32,
    /// Games of the elimination part that the player sat down for but that were not played; 0 where unknown.
    pub games_unplayed: u32,
}

impl Finish {
    /// The place that may give points, a qualification or a wildcard: none without a game or after a disqualification.
    pub fn standing_place(&self) -> Option<Place> {
        self.place.filter(|_| self.took_part() && !self.disqualified)
    }

    /// The place that results show: none after a disqualification, wherever the rulebook puts the player (AMB-48).
    pub fn shown_place(&self) -> Option<Place> {
        self.place.filter(|_| !self.disqualified)
    }

    /// Whether the player played at least one game of the elimination part.
    pub fn took_part(&self) -> bool {
        self.games_played > 0
    }
}

/// The decision of the main organiser on a competition with fewer players than the ordinary minimum (R-FMT-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionDecision {
    pub granted: bool,
    pub decided_at: Moment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedTournament {
    pub competition: CompetitionKey,
    pub ended_at: Moment,
    pub submitted_at: Moment,
    pub voivodeship: Voivodeship,
    pub class: TournamentClass,
    pub planned_games: u32,
    pub finishes: Vec<Finish>,
    /// Players who waived the qualification (R-WAV-01).
    pub waivers: Vec<PlayerKey>,
    /// The decision for 24 to 27 players, if one was taken.
    pub exception: Option<ExceptionDecision>,
}

impl ClosedTournament {
    /// The day that decides to which season it belongs.
    pub fn day(&self) -> Day {
        self.ended_at.day()
    }

    /// The finishes as results show them: by place, then by id; disqualified players last.
    pub fn shown_finishes(&self) -> Vec<Finish> {
        let mut finishes = self.finishes.clone();
        finishes.sort_by_key(|finish| (finish.shown_place().is_none(), finish.shown_place(), finish.player));
        finishes
    }

    /// Those in the first place, by id; several if they share it.
    pub fn winners(&self) -> Vec<PlayerKey> {
        let finishes = self.shown_finishes().into_iter();
        finishes.filter(|finish| finish.shown_place() == Some(Place::FIRST)).map(|finish| finish.player).collect()
    }

    /// The number of participants, which drives every threshold (R-STD-06, AMB-11).
    pub fn participants(&self, rulebook: &Rulebook) -> u32 {
        self.participating(rulebook).count() as u32
    }

    /// Those who count as participants (AMB-11, AMB-48).
    pub fn participating(&self, rulebook: &Rulebook) -> impl Iterator<Item = &Finish> {
        let basis = rulebook.get(parameters::EVENT_PARTICIPANT_BASIS);
        let counts_disqualified = rulebook.get(parameters::DSQ_COUNTS_AS_PARTICIPANT);
        let half = half_rule::HalfRule::new(rulebook, self);
        self.finishes.iter().filter(move |finish| {
            (counts_disqualified || !finish.disqualified)
                && match basis {
                    ParticipantBasis::Listed => true,
                    ParticipantBasis::PlayedAny => finish.took_part(),
                    ParticipantBasis::PlayedHalf => half.met_by(finish),
                }
        })
    }
}

/// All finishes, computed from the tables of every elimination round, those of a TOP stage, the final table and the
/// disqualified players.
///
/// The order of the answer is by place, then by id; disqualified players without place come last.
pub fn finishes_from_rounds(
    tables: &[Table],
    top_tables: &[Table],
    final_table: Option<&Table>,
    disqualified: &[PlayerKey],
    rulebook: &Rulebook,
) -> Vec<Finish> {
    let disqualified: FxHashSet<PlayerKey> = disqualified.iter().copied().collect();
    let placement = rulebook.get(parameters::DSQ_PLACEMENT);
    let tallies = tallies(tables);
    let placed = tallies
        .iter()
        .filter(|(player, _)| placement == DsqPlacement::KeepNoPoints || !disqualified.contains(player))
        .copied();
    let elimination: Vec<Standing> = standings(placed, rulebook);
    let mut places: FxHashMap<PlayerKey, Place> = match final_table {
        Some(final_table) => whole_tournament(&elimination, top_tables, final_table, rulebook).into_iter().collect(),
        None => elimination.iter().map(|line| (line.player, line.place)).collect(),
    };
    if placement == DsqPlacement::Last {
        let last_place = Place::behind(places.len());
        places.extend(disqualified.iter().map(|player| (*player, last_place)));
    }
    let mut finishes: Vec<Finish> = tallies
        .iter()
        .map(|(player, tally)| Finish {
            player: *player,
            place: places.get(player).copied(),
            disqualified: disqualified.contains(player),
            games_played: tally.games_played,
            games_unplayed: tally.games_unplayed,
        })
        .collect();
    finishes.sort_unstable_by_key(|finish| (finish.place.is_none(), finish.place, finish.player));
    finishes
}

#[cfg(test)]
mod tests;
