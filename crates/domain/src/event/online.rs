//! What happens to an edition of an online event.

use super::{Commitment, Correction, NotedWaiver, PlacedPlayer, TieEvent, WaiverEvent};
use crate::calendar::{Moment, Window};
use crate::class::OnlineEvent;
use crate::ids::PlayerId;

/// Something that happened to an edition of an online event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineTableEvent {
    /// It was opened, to be run here.
    Opened(OnlineOpening),
    /// Its table was recorded; it takes the place of an earlier one.
    TableRecorded {
        /// The table.
        table: Vec<PlacedPlayer>,
    },
    /// The table does not hold: it was recorded by mistake.
    TableWithdrawn {
        /// Why; the text is in the vault.
        reason: Commitment,
    },
    /// Somebody gave up a qualification while it ran.
    WaiverNoted(NotedWaiver),
    /// That declaration does not hold.
    WaiverNoteWithdrawn {
        /// Whose.
        player: PlayerId,
    },
    /// It is over; its record follows.
    Closed {
        /// When it ended.
        ended_at: Moment,
    },
    /// It was recorded with its table after it was over.
    Recorded(OnlineTableRecord),
    /// Its record was corrected.
    Corrected(Correction<OnlineTableRecord>),
    /// Somebody gave up a qualification there, or took the declaration back.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// An edition of an online event that is to be run here; kind and edition are its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlineOpening {
    /// Which event it is.
    pub kind: OnlineEvent,
    /// Which edition of the season.
    pub edition: u32,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    /// The days on which it is planned.
    pub days: Window,
}

/// An edition of an online event that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlineTableRecord {
    /// Which event it is.
    pub kind: OnlineEvent,
    /// Which edition of the season.
    pub edition: u32,
    /// When it ended.
    pub ended_at: Moment,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    /// Its final table.
    pub table: Vec<PlacedPlayer>,
}

impl OnlineTableRecord {
    /// Everybody whom it names.
    pub fn players(&self) -> Vec<&PlayerId> {
        self.table.iter().map(|line| &line.player).collect()
    }
}
