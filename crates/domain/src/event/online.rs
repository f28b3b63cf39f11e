//! What happens to an edition of an online event.

use super::{Correction, PlacedPlayer, TieEvent, WaiverEvent};
use crate::calendar::Moment;
use crate::class::OnlineEvent;

/// Something that happened to an edition of an online event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineTableEvent {
    /// It was recorded with its table after it was over.
    Recorded(OnlineTableRecord),
    /// Its record was corrected.
    Corrected(Correction<OnlineTableRecord>),
    /// Somebody gave up a qualification there, or took the declaration back.
    Waiver(WaiverEvent),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
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
