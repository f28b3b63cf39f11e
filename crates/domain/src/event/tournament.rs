//! What happens to a tournament.

use super::{Commitment, Correction, TieEvent, TournamentAct, WaiverEvent};
use crate::calendar::Moment;
use crate::class::TournamentClass;
use crate::game::Ending;
use crate::ids::PlayerId;
use crate::place::Place;
use crate::tournament::ExceptionDecision;
use crate::voivodeship::Voivodeship;

/// Something that happened to a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentEvent {
    /// Somebody did something while it was prepared and played here.
    Act(TournamentAct),
    /// It was recorded with its outcome after it was over.
    Recorded(TournamentRecord),
    /// Its record was corrected.
    Corrected(Correction<TournamentRecord>),
    /// The main organiser decided on an attendance below the ordinary minimum (R-FMT-16).
    ExceptionDecided(ExceptionDecision),
    /// That decision does not hold: it was recorded by mistake.
    ExceptionDecisionWithdrawn,
    /// Somebody gave up a qualification there, or took the declaration back.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// A tournament that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRecord {
    /// To the name.
    pub name: Commitment,
    /// When it ended.
    pub ended_at: Moment,
    /// When its application was sent.
    pub submitted_at: Moment,
    /// Where it took place.
    pub voivodeship: Voivodeship,
    /// Its declared class.
    pub class: TournamentClass,
    /// Games planned for each player in the elimination part.
    pub planned_games: u32,
    /// What came of it.
    pub outcome: RecordedOutcome,
}

/// The outcome of a tournament as it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordedOutcome {
    /// How everybody finished.
    Results(Vec<ResultLine>),
    /// Every game.
    Rounds {
        /// The tables of each elimination round.
        rounds: Vec<Vec<PlayedTable>>,
        /// The final, if there was one.
        final_table: Option<PlayedTable>,
        /// Who was disqualified.
        disqualified: Vec<PlayerId>,
    },
}

impl RecordedOutcome {
    /// Everybody whom it names; who played in several rounds, as often.
    pub fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::Results(lines) => lines.iter().map(|line| &line.player).collect(),
            Self::Rounds { rounds, final_table, .. } => {
                rounds.iter().flatten().chain(final_table).flat_map(|table| &table.seats).collect()
            }
        }
    }
}

/// How one player finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultLine {
    /// The player.
    pub player: PlayerId,
    /// Games played in the elimination part.
    pub games_played: u32,
    /// With what.
    pub finish: RecordedFinish,
}

/// With what a player finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordedFinish {
    /// A place in the whole tournament.
    Place(Place),
    /// A disqualification, and no place.
    Disqualified,
}

/// A table of a round, or the final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedTable {
    /// Who sat at A, B, C and D.
    pub seats: Vec<PlayerId>,
    /// The games in their order.
    pub games: Vec<RecordedGame>,
}

/// One game at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// How it ended.
    pub ending: Ending,
    /// The small points in the order of the seats; a game that was not played has none.
    pub small: Option<Vec<i32>>,
}
