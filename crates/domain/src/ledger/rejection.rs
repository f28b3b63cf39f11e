//! Why an act on the ledger is refused.

use super::Awaited;
use crate::digest::Digest;
use crate::event::SeatOrigin;
use crate::ids::PlayerId;

/// The rule that says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The event gives no qualification to this championship.
    #[error("no qualification comes from there")]
    UnknownOrigin,
    /// What was looked at is not what is proposed now.
    #[error("the proposal has changed since it was looked at")]
    Stale {
        /// The proposal as it is now.
        current: Digest,
    },
    /// Earlier events are not closed or lack a decision, and nobody has said why it cannot wait (AMB-68).
    #[error("events that ended earlier are not closed or lack a decision")]
    EarlierEventsOpen {
        /// Which.
        events: Vec<Awaited>,
        /// Those of them that lack nothing but a decision.
        undecided: Vec<Awaited>,
    },
    /// The day of the decision has not come.
    #[error("it is decided later")]
    TooEarly,
    /// The rules propose somebody else, and nobody has said why not.
    #[error("{player} is not proposed")]
    NotProposed {
        /// Who.
        player: PlayerId,
    },
    /// Those who are tied are put in order first (AMB-41, AMB-60).
    #[error("the tie has not been decided")]
    TieOpen,
    /// Nothing is left to give.
    #[error("no qualification is left")]
    NothingLeft,
    /// The rules name nobody here: a person chooses, and says why.
    #[error("the rules name nobody here")]
    NobodyNamed,
    /// One qualification for each person (R-DEF-06).
    #[error("{player} holds a qualification already")]
    AlreadyHolds {
        /// Who.
        player: PlayerId,
        /// From where.
        from: SeatOrigin,
    },
    /// Somebody who declined is not granted what they declined.
    #[error("{player} has declined")]
    HasDeclined {
        /// Who.
        player: PlayerId,
    },
    /// There is no such grant, decline, nomination or choice.
    #[error("nothing of the kind is recorded")]
    NothingRecorded,
    /// What the rules would give anyway needs no review.
    #[error("the grant is in no doubt")]
    NothingToReview,
    /// A grant that passes on needs a reason, and so does whatever goes against a proposal.
    #[error("a reason is needed")]
    ReasonNeeded,
    /// Whoever put somebody forward does not grant it (S22).
    #[error("whoever put somebody forward may not grant it")]
    SamePerson,
    /// Nothing takes place on the same days, so nothing is to be chosen (R-MW-07).
    #[error("the championships are not on the same days")]
    NoCollision,
    /// Only who is qualified there can choose.
    #[error("{player} is not qualified")]
    NotQualified {
        /// Who.
        player: PlayerId,
    },
    /// The national championship is not over.
    #[error("the championship has no results")]
    NoResults,
    /// The rules bar this player from the world championship (R-WRC-01, R-WRC-02).
    #[error("{player} may not represent the country")]
    NotEligible {
        /// Who.
        player: PlayerId,
    },
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
            Self::NobodyNamed => "nobody-named",
            Self::AlreadyHolds { .. } => "already-holds",
            Self::HasDeclined { .. } => "has-declined",
            Self::NothingRecorded => "nothing-recorded",
            Self::NothingToReview => "nothing-to-review",
            Self::ReasonNeeded => "reason-needed",
            Self::SamePerson => "same-person",
            Self::NoCollision => "no-collision",
            Self::NotQualified { .. } => "not-qualified",
            Self::NoResults => "no-results",
            Self::NotEligible { .. } => "not-eligible",
        }
    }

    /// The rule behind it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownOrigin | Self::NothingLeft | Self::NotProposed { .. } => "R-DEF-06, R-AW-01",
            Self::Stale { .. } => "AMB-90",
            // A decline that passes on, to either championship, or something against a proposal.
            Self::ReasonNeeded => "AMB-67, AMB-85, AMB-90",
            Self::EarlierEventsOpen { .. } | Self::NothingToReview | Self::NothingRecorded => "AMB-68",
            Self::TooEarly => "R-AWR-01, AMB-58, AMB-81",
            Self::TieOpen => "AMB-41, AMB-60",
            Self::NobodyNamed => "AMB-65, AMB-71",
            Self::AlreadyHolds { .. } => "R-DEF-06, REG I.9",
            Self::HasDeclined { .. } => "AMB-67",
            Self::SamePerson => "S22",
            Self::NoCollision | Self::NotQualified { .. } => "R-MW-07, REG I.21",
            Self::NoResults | Self::NotEligible { .. } => "R-WRC-01, R-WRC-02",
        }
    }
}
