//! What happens to a stationary league.

use super::{Commitment, Correction, PlacedPlayer, TieEvent, WaiverEvent};
use crate::calendar::{Day, Moment};
use crate::ids::PlayerId;
use crate::voivodeship::Voivodeship;

/// Something that happened to a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueEvent {
    /// It was recorded with its table after it was over.
    Recorded(LeagueRecord),
    /// Its record was corrected.
    Corrected(Correction<LeagueRecord>),
    /// Somebody gave up a qualification there, or took the declaration back.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// A league that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueRecord {
    /// To the name.
    pub name: Commitment,
    /// Where it took place.
    pub voivodeship: Voivodeship,
    /// When it ended.
    pub ended_at: Moment,
    /// When its application was sent.
    pub submitted_at: Moment,
    /// Its meetings.
    pub meetings: Vec<RecordedMeeting>,
    /// Its final table.
    pub table: Vec<PlacedPlayer>,
}

/// One meeting of a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMeeting {
    /// When it took place.
    pub day: Day,
    /// Who was there.
    pub present: Vec<PlayerId>,
}
