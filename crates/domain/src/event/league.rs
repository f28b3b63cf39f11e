//! Events of a stationary league.

use super::{Commitment, Correction, NotedWaiver, PlacedPlayer, PlayedTable, RulebookRecord, TieEvent, WaiverEvent};
use crate::values::calendar::{Day, Moment, Window};
use crate::values::ids::{PlayerId, RulebookId};
use crate::values::voivodeship::Voivodeship;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueEvent {
    /// It was opened, to be run here.
    Opened(LeagueOpening),
    MeetingRecorded(HeldMeeting),
    /// The content of a meeting was corrected.
    MeetingCorrected(Correction<HeldMeeting>),
    /// A meeting does not hold: it was recorded by mistake.
    MeetingWithdrawn(WithdrawnMeeting),
    /// Its table was taken over from elsewhere and is not computed from games (AMB-62).
    TableImported {
        table: Vec<PlacedPlayer>,
    },
    /// The imported table does not hold.
    TableWithdrawn {
        reason: Commitment,
    },
    /// A player waived the qualification while the league ran; whether in time is known at closing (R-WAV-02).
    WaiverNoted(NotedWaiver),
    /// That declaration does not hold.
    WaiverNoteWithdrawn {
        player: PlayerId,
    },
    /// It is over; its record follows.
    Closed {
        /// When it ended: on the day of its final.
        ended_at: Moment,
    },
    /// It was recorded with its table after it was over.
    Recorded(LeagueRecord),
    Corrected(Correction<LeagueRecord>),
    /// A player waived the qualification, or withdrew the waiver.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueOpening {
    pub name: Commitment,
    /// Where it takes place; for several places, where most meetings are (AMB-84).
    pub voivodeship: Voivodeship,
    pub submitted_at: Moment,
    /// The days on which it is planned.
    pub days: Window,
    pub planned_meetings: Option<u32>,
    pub rulebook: RulebookId,
    /// Content of the rulebook when the league was opened; later versions change nothing here.
    pub rules: RulebookRecord,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMeeting {
    /// Its number in the league, from 1.
    pub number: u32,
    pub day: Day,
    pub present: Vec<PlayerId>,
    /// The games, table by table; none if only the attendance is known.
    pub tables: Vec<PlayedTable>,
    /// Reason for accepting games that look wrong (R-GAME-22).
    pub accepted: Option<Commitment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawnMeeting {
    pub number: u32,
    pub reason: Commitment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueRecord {
    pub name: Commitment,
    pub voivodeship: Voivodeship,
    pub ended_at: Moment,
    pub submitted_at: Moment,
    pub meetings: Vec<RecordedMeeting>,
    pub table: Vec<PlacedPlayer>,
}

impl LeagueRecord {
    /// All players named; a player of several meetings occurs several times.
    pub fn players(&self) -> Vec<&PlayerId> {
        let placed = self.table.iter().map(|line| &line.player);
        placed.chain(self.meetings.iter().flat_map(|meeting| &meeting.present)).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMeeting {
    pub day: Day,
    pub present: Vec<PlayerId>,
}
