//! Events of an edition of an online competition.

use super::{Commitment, Correction, NotedWaiver, PlacedPlayer, TieEvent, WaiverEvent};
use crate::competitions::class::OnlineEvent;
use crate::values::calendar::{Moment, Window};
use crate::values::ids::PlayerId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineTableEvent {
    /// It was opened, to be run here.
    Opened(OnlineOpening),
    /// Its table was recorded; it takes the place of an earlier one.
    TableRecorded { table: Vec<PlacedPlayer> },
    /// The table does not hold: it was recorded by mistake.
    TableWithdrawn { reason: Commitment },
    /// A player waived the qualification while it ran.
    WaiverNoted(NotedWaiver),
    /// That declaration does not hold.
    WaiverNoteWithdrawn { player: PlayerId },
    /// It is over; its record follows.
    Closed { ended_at: Moment },
    /// It was recorded with its table after it was over.
    Recorded(OnlineTableRecord),
    /// Its record was corrected.
    Corrected(Correction<OnlineTableRecord>),
    /// A player waived the qualification, or withdrew the waiver.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// An edition of an online competition that is to be run here; kind and edition are its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnlineOpening {
    pub kind: OnlineEvent,
    pub edition: u32,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    /// The days on which it is planned.
    pub days: Window,
}

/// An edition of an online competition that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlineTableRecord {
    pub kind: OnlineEvent,
    pub edition: u32,
    pub ended_at: Moment,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    pub table: Vec<PlacedPlayer>,
}

impl OnlineTableRecord {
    /// All players named.
    pub fn players(&self) -> Vec<&PlayerId> {
        self.table.iter().map(|line| &line.player).collect()
    }
}
