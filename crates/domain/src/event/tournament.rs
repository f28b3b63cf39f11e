//! Events of a tournament.

use super::{Commitment, Correction, NumberedFact, TieEvent, WaiverEvent};
use crate::competitions::class::TournamentClass;
use crate::game::Ending;
use crate::tournament::result::ExceptionDecision;
use crate::values::calendar::Moment;
use crate::values::ids::PlayerId;
use crate::values::place::Place;
use crate::values::voivodeship::Voivodeship;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentEvent {
    /// An act while the tournament was prepared and played here.
    Act(NumberedFact),
    /// It was recorded with its outcome after it was over.
    Recorded(TournamentRecord),
    Corrected(Correction<TournamentRecord>),
    /// The main organiser decided on an attendance below the ordinary minimum (R-FMT-16).
    ExceptionDecided(ExceptionDecision),
    ExceptionDecisionWithdrawn,
    Waiver(WaiverEvent),
    Tie(TieEvent),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRecord {
    pub name: Commitment,
    pub ended_at: Moment,
    pub submitted_at: Moment,
    pub voivodeship: Voivodeship,
    pub class: TournamentClass,
    /// Games planned for each player in the elimination part.
    pub planned_games: u32,
    pub outcome: RecordedOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordedOutcome {
    Results(Vec<ResultLine>),
    Rounds { rounds: Vec<Vec<PlayedTable>>, final_table: Option<PlayedTable>, disqualified: Vec<PlayerId> },
}

impl RecordedOutcome {
    /// All players named; a player of several rounds occurs several times.
    pub fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::Results(lines) => lines.iter().map(|line| &line.player).collect(),
            Self::Rounds { rounds, final_table, .. } => {
                rounds.iter().flatten().chain(final_table).flat_map(|table| &table.seats).collect()
            }
        }
    }
}

/// Final result of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultLine {
    pub player: PlayerId,
    pub games_played: u32,
    pub finish: RecordedFinish,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordedFinish {
    Place(Place),
    /// A disqualification, and no place.
    Disqualified,
}

/// A table of a round, or the final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedTable {
    /// Players at A, B, C and D.
    pub seats: Vec<PlayerId>,
    pub games: Vec<RecordedGame>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    pub ending: Ending,
    /// The small points in the order of the seats; a game that was not played has none.
    pub small: Option<Vec<i32>>,
}
