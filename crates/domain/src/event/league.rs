//! What happens to a stationary league.

use super::{Commitment, Correction, NotedWaiver, PlacedPlayer, PlayedTable, RulebookRecord, TieEvent, WaiverEvent};
use crate::calendar::{Day, Moment, Window};
use crate::ids::{PlayerId, RulebookId};
use crate::voivodeship::Voivodeship;

/// Something that happened to a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueEvent {
    /// It was opened, to be run here.
    Opened(LeagueOpening),
    /// One of its meetings was held.
    MeetingRecorded(HeldMeeting),
    /// What is recorded of a meeting was put right.
    MeetingCorrected(Correction<HeldMeeting>),
    /// A meeting does not hold: it was recorded by mistake.
    MeetingWithdrawn(WithdrawnMeeting),
    /// Its table was taken over from elsewhere and is not computed from games (AMB-62).
    TableImported {
        /// The table.
        table: Vec<PlacedPlayer>,
    },
    /// The imported table does not hold.
    TableWithdrawn {
        /// Why; the text is in the vault.
        reason: Commitment,
    },
    /// Somebody gave up a qualification while it ran; whether in time is known when it is closed (R-WAV-02).
    WaiverNoted(NotedWaiver),
    /// That declaration does not hold.
    WaiverNoteWithdrawn {
        /// Whose.
        player: PlayerId,
    },
    /// It is over; its record follows.
    Closed {
        /// When it ended: on the day of its final.
        ended_at: Moment,
    },
    /// It was recorded with its table after it was over.
    Recorded(LeagueRecord),
    /// Its record was corrected.
    Corrected(Correction<LeagueRecord>),
    /// Somebody gave up a qualification there, or took the declaration back.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// A league that is to be run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueOpening {
    /// To the name.
    pub name: Commitment,
    /// Where it takes place; for several places, where most meetings are (AMB-84).
    pub voivodeship: Voivodeship,
    /// When its application was sent.
    pub submitted_at: Moment,
    /// The days on which it is planned.
    pub days: Window,
    /// How many meetings are planned.
    pub planned_meetings: Option<u32>,
    /// The rulebook that its games are checked with.
    pub rulebook: RulebookId,
    /// What that rulebook said when the league was opened; a later version changes nothing here.
    pub rules: RulebookRecord,
}

/// A meeting of a league that is run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMeeting {
    /// Its number in the league, from 1.
    pub number: u32,
    /// When it took place.
    pub day: Day,
    /// Who was there.
    pub present: Vec<PlayerId>,
    /// The games, table by table; none if only the attendance is known.
    pub tables: Vec<PlayedTable>,
    /// Why games were accepted that look wrong (R-GAME-22); the text is in the vault.
    pub accepted: Option<Commitment>,
}

/// A meeting that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawnMeeting {
    /// Its number.
    pub number: u32,
    /// Why; the text is in the vault.
    pub reason: Commitment,
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

impl LeagueRecord {
    /// Everybody whom it names; who came to several meetings, as often.
    pub fn players(&self) -> Vec<&PlayerId> {
        let placed = self.table.iter().map(|line| &line.player);
        placed.chain(self.meetings.iter().flat_map(|meeting| &meeting.present)).collect()
    }
}

/// One meeting of a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMeeting {
    /// When it took place.
    pub day: Day,
    /// Who was there.
    pub present: Vec<PlayerId>,
}
