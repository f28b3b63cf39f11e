//! Decides on what the rules leave to a person about one event or season: whether a small attendance is accepted, and in which order
//! tied players stand (R-FMT-16, AMB-41, AMB-60).

mod kind;

pub use kind::DecisionKind;

use crate::calendar::Moment;
use crate::event::TieEvent;
use crate::ids::PlayerId;
use crate::tournament::ExceptionDecision;
use std::collections::BTreeSet;

/// What is known of a tournament that is over when its attendance is decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmallAttendance {
    /// When the tournament ended.
    pub ended_at: Moment,
    /// Whether the rules ask for a decision: so few players, and in one of the voivodeships that have the exception.
    pub needed: bool,
}

/// What somebody wants of the decision on a small attendance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionWish {
    /// Take it.
    Decide {
        /// Whether the tournament may give a qualification.
        granted: bool,
        /// When.
        at: Moment,
    },
    /// Take it back: it was recorded by mistake.
    Withdraw,
}

/// What comes of a wish about a small attendance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionOutcome {
    /// It is as it was.
    Unchanged,
    /// It was decided.
    Decided(ExceptionDecision),
    /// The decision was taken back.
    Withdrawn,
}

/// What is known of the ties for the qualifications of one event, or of the ranking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ties {
    /// Those who are tied, tie by tie, whether an order was set among them or not.
    pub tied: Vec<Vec<PlayerId>>,
    /// When they are final, if that is still to come.
    pub settles_at: Option<Moment>,
}

/// What somebody wants of the order among tied players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieWish {
    /// Set it.
    Decide {
        /// The players, the best first.
        order: Vec<PlayerId>,
        /// When.
        at: Moment,
    },
    /// Take it back: no order is set.
    Withdraw,
}

/// The rule that says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Nothing is decided about an event that has no result.
    #[error("the event is not over")]
    NotOver,
    /// The attendance gives a qualification without anybody's word, or none at all.
    #[error("the attendance needs no decision")]
    NoDecisionNeeded,
    /// Nobody is tied for a qualification.
    #[error("nobody is tied for a qualification")]
    NoTie,
    /// The ranking still changes on its day.
    #[error("the ranking is not final")]
    TooEarly,
    /// Somebody stands in the order twice.
    #[error("{player} stands in the order twice")]
    PlayerTwice {
        /// Who.
        player: PlayerId,
    },
    /// An order that leaves somebody out settles nothing.
    #[error("{player} is tied and not in the order")]
    PlayerMissing {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is in the order who is not tied.
    #[error("{player} is not tied")]
    NotTied {
        /// Who.
        player: PlayerId,
    },
}

impl Rejection {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOver => "not-over",
            Self::NoDecisionNeeded => "no-decision-needed",
            Self::NoTie => "no-tie",
            Self::TooEarly => "too-early",
            Self::PlayerTwice { .. } => "player-twice",
            Self::PlayerMissing { .. } => "player-missing",
            Self::NotTied { .. } => "not-tied",
        }
    }

    /// The rule behind it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NotOver | Self::NoDecisionNeeded => "REG I.6; R-FMT-16, AMB-14",
            Self::TooEarly => "REG I.13; R-AWR-01, AMB-58",
            Self::NoTie | Self::PlayerTwice { .. } | Self::PlayerMissing { .. } | Self::NotTied { .. } => {
                "REG I.28; AMB-41, AMB-60"
            }
        }
    }
}

/// What comes of the decision on a small attendance; `standing` is the one that was taken before.
pub fn decide_exception(
    standing: Option<ExceptionDecision>,
    attendance: SmallAttendance,
    wish: ExceptionWish,
) -> Result<ExceptionOutcome, Rejection> {
    match (wish, standing) {
        (ExceptionWish::Withdraw, None) => Ok(ExceptionOutcome::Unchanged),
        (ExceptionWish::Withdraw, Some(_)) => Ok(ExceptionOutcome::Withdrawn),
        (ExceptionWish::Decide { at, .. }, _) if at < attendance.ended_at => Err(Rejection::NotOver),
        (ExceptionWish::Decide { .. }, _) if !attendance.needed => Err(Rejection::NoDecisionNeeded),
        (ExceptionWish::Decide { granted, .. }, Some(known)) if known.granted == granted => {
            Ok(ExceptionOutcome::Unchanged)
        }
        (ExceptionWish::Decide { granted, at }, _) => {
            Ok(ExceptionOutcome::Decided(ExceptionDecision { granted, decided_at: at }))
        }
    }
}

/// What comes of an order among tied players; `standing` is the order that was set before.
///
/// One order holds for all ties of an event, so it names everybody who is tied there, and nobody else but those whom the standing
/// order names.
pub fn decide_tie(standing: Option<&[PlayerId]>, ties: &Ties, wish: &TieWish) -> Result<Option<TieEvent>, Rejection> {
    let TieWish::Decide { order, at } = wish else {
        return Ok(standing.map(|_| TieEvent::DecisionWithdrawn));
    };
    if standing == Some(order) {
        return Ok(None);
    }
    if ties.settles_at.is_some_and(|settles_at| *at <= settles_at) {
        return Err(Rejection::TooEarly);
    }
    let ordered_before: BTreeSet<&PlayerId> = standing.unwrap_or_default().iter().collect();
    let mut tied: BTreeSet<&PlayerId> = ties.tied.iter().flatten().collect();
    if tied.is_empty() {
        // The tie was settled and what it was about is given; only the order among the same players can change.
        tied.clone_from(&ordered_before);
    }
    if tied.is_empty() {
        return Err(Rejection::NoTie);
    }
    let mut named = BTreeSet::new();
    for player in order {
        if !tied.contains(player) && !ordered_before.contains(player) {
            return Err(Rejection::NotTied { player: player.clone() });
        }
        if !named.insert(player) {
            return Err(Rejection::PlayerTwice { player: player.clone() });
        }
    }
    if let Some(missing) = tied.iter().find(|player| !named.contains(**player)) {
        return Err(Rejection::PlayerMissing { player: (*missing).clone() });
    }
    Ok(Some(TieEvent::Decided { order: order.clone() }))
}

#[cfg(test)]
mod tests;
