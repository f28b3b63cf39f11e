//! Rejections of the ledger.

use super::Prerequisite;
use crate::event::SeatOrigin;
use crate::values::digest::Digest;
use crate::values::ids::PlayerId;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("the origin gives no qualifications")]
    UnknownOrigin,
    #[error("the proposal has changed since it was read")]
    Stale { current: Digest },
    /// Earlier competitions are not closed or lack a decision, and no reason was given (AMB-68).
    #[error("events that ended earlier are not closed or lack a decision")]
    EarlierEventsOpen {
        events: Vec<Prerequisite>,
        /// Those of them that lack nothing but a decision.
        undecided: Vec<Prerequisite>,
    },
    #[error("the date of the decision has not come")]
    TooEarly,
    /// The rules propose another player, and no reason was given.
    #[error("{player} is not proposed")]
    NotProposed { player: PlayerId },
    /// The order of the tied players must be decided first (AMB-41, AMB-60).
    #[error("the tie has not been decided")]
    TieOpen,
    #[error("no qualification is left")]
    NothingLeft,
    /// The rules name no candidate: a person chooses and gives a reason.
    #[error("the rules name no candidate")]
    CandidateMissing,
    /// One qualification for each person (R-DEF-06).
    #[error("{player} holds a qualification already")]
    AlreadyHolds { player: PlayerId, from: SeatOrigin },
    #[error("{player} has declined")]
    HasDeclined { player: PlayerId },
    /// There is no such grant, decline, nomination or choice.
    #[error("there is no such record")]
    NothingRecorded,
    #[error("the grant is not under review")]
    NothingToReview,
    /// A grant that passes on needs a reason, and so does whatever goes against a proposal.
    #[error("a reason is needed")]
    ReasonMissing,
    /// The nominating person does not grant the wildcard (S22).
    #[error("the person who nominated may not grant the wildcard")]
    SamePerson,
    /// The championships do not overlap, so the player need not choose (R-MW-07).
    #[error("the championships are not on the same days")]
    NoCollision,
    #[error("{player} is not qualified")]
    NotQualified { player: PlayerId },
    #[error("the championship has no results")]
    NoResults,
    /// The rules bar this player from the world championship (R-WRC-01, R-WRC-02).
    #[error("{player} may not represent the country")]
    NotEligible { player: PlayerId },
}

impl Rejection {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownOrigin => "unknown-origin",
            Self::Stale { .. } => "stale-proposal",
            Self::EarlierEventsOpen { .. } => "earlier-events-open",
            Self::TooEarly => "too-early",
            Self::NotProposed { .. } => "not-proposed",
            Self::TieOpen => "tie-open",
            Self::NothingLeft => "nothing-left",
            Self::CandidateMissing => "nobody-named",
            Self::AlreadyHolds { .. } => "already-holds",
            Self::HasDeclined { .. } => "has-declined",
            Self::NothingRecorded => "nothing-recorded",
            Self::NothingToReview => "nothing-to-review",
            Self::ReasonMissing => "reason-needed",
            Self::SamePerson => "same-person",
            Self::NoCollision => "no-collision",
            Self::NotQualified { .. } => "not-qualified",
            Self::NoResults => "no-results",
            Self::NotEligible { .. } => "not-eligible",
        }
    }

    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownOrigin | Self::NothingLeft | Self::NotProposed { .. } => "R-DEF-06, R-AW-01",
            Self::Stale { .. } => "AMB-90",
            // A decline that passes on, to either championship, or something against a proposal.
            Self::ReasonMissing => "AMB-67, AMB-85, AMB-90",
            Self::EarlierEventsOpen { .. } | Self::NothingToReview | Self::NothingRecorded => "AMB-68",
            Self::TooEarly => "R-AWR-01, AMB-58, AMB-81",
            Self::TieOpen => "AMB-41, AMB-60",
            Self::CandidateMissing => "AMB-65, AMB-71",
            Self::AlreadyHolds { .. } => "R-DEF-06, REG I.9",
            Self::HasDeclined { .. } => "AMB-67",
            Self::SamePerson => "S22",
            Self::NoCollision | Self::NotQualified { .. } => "R-MW-07, REG I.21",
            Self::NoResults | Self::NotEligible { .. } => "R-WRC-01, R-WRC-02",
        }
    }
}
