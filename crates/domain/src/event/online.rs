//! Events of an edition of an online competition.

use super::{Commitment, Correction, NotedWaiver, PlacedPlayer, TieEvent, WaiverEvent};
use crate::competitions::class::OnlineEvent;
use crate::values::calendar::{Moment, Window};
use crate::values::ids::PlayerId;

/// One that is run here begins with `Opened`, and its `Recorded` follows `Closed`; others begin with `Recorded`.
/// A table takes the place of an earlier one, and is withdrawn if it was recorded by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineCompetitionEvent {
    Opened(OnlineOpening),
    TableRecorded { table: Vec<PlacedPlayer> },
    TableWithdrawn { reason: Commitment },
    WaiverNoted(NotedWaiver),
    WaiverNoteWithdrawn { player: PlayerId },
    Closed { ended_at: Moment },
    Recorded(OnlineTableRecord),
    Corrected(Correction<OnlineTableRecord>),
    Waiver(WaiverEvent),
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
    pub fn players(&self) -> Vec<&PlayerId> {
        self.table.iter().map(|line| &line.player).collect()
    }
}
