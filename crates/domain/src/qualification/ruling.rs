//! Decider of rulings that the rules leave to a person: whether a small attendance is accepted, and the order of tied
//! players (R-FMT-16, AMB-41, AMB-60).

mod kind;

pub use kind::DecisionKind;

use crate::event::TieEvent;
use crate::tournament::result::ExceptionDecision;
use crate::values::calendar::Moment;
use crate::values::ids::PlayerId;
use std::collections::BTreeSet;

/// Facts about a closed tournament whose attendance is decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmallAttendance {
    pub ended_at: Moment,
    /// Whether the rules ask for a decision: so few players, and in one of the voivodeships that have the exception.
    pub needed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionAction {
    Decide {
        /// Whether the tournament may give a qualification.
        granted: bool,
        at: Moment,
    },
    Withdraw,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionOutcome {
    Unchanged,
    Decided(ExceptionDecision),
    Withdrawn,
}

/// Ties for the qualifications of one competition, or of the ranking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ties {
    /// Those who are tied, tie by tie, whether an order was set among them or not.
    pub tied: Vec<Vec<PlayerId>>,
    /// When they are final, if that is still to come.
    pub settles_at: Option<Moment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieAction {
    Decide {
        /// The players, the best first.
        order: Vec<PlayerId>,
        at: Moment,
    },
    Withdraw,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("the event is not over")]
    NotOver,
    /// The attendance gives a qualification without a decision, or none at all.
    #[error("the attendance needs no decision")]
    NoDecisionNeeded,
    #[error("nobody is tied for a qualification")]
    NoTie,
    #[error("the ranking is not final")]
    TooEarly,
    #[error("{player} stands in the order twice")]
    PlayerTwice { player: PlayerId },
    #[error("{player} is tied and not in the order")]
    PlayerMissing { player: PlayerId },
    #[error("{player} is not tied")]
    NotTied { player: PlayerId },
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

/// Decides on a small attendance; `standing` is the earlier decision.
pub fn decide_exception(
    standing: Option<ExceptionDecision>,
    attendance: SmallAttendance,
    action: ExceptionAction,
) -> Result<ExceptionOutcome, Rejection> {
    match (action, standing) {
        (ExceptionAction::Withdraw, None) => Ok(ExceptionOutcome::Unchanged),
        (ExceptionAction::Withdraw, Some(_)) => Ok(ExceptionOutcome::Withdrawn),
        (ExceptionAction::Decide { at, .. }, _) if at < attendance.ended_at => Err(Rejection::NotOver),
        (ExceptionAction::Decide { .. }, _) if !attendance.needed => Err(Rejection::NoDecisionNeeded),
        (ExceptionAction::Decide { granted, .. }, Some(known)) if known.granted == granted => {
            Ok(ExceptionOutcome::Unchanged)
        }
        (ExceptionAction::Decide { granted, at }, _) => {
            Ok(ExceptionOutcome::Decided(ExceptionDecision { granted, decided_at: at }))
        }
    }
}

/// Decides on an order among tied players; `standing` is the order set before.
///
/// One order holds for all ties of a competition, so it names all tied players there, and besides them only players of
/// the standing order.
pub fn decide_tie(
    standing: Option<&[PlayerId]>,
    ties: &Ties,
    action: &TieAction,
) -> Result<Option<TieEvent>, Rejection> {
    let TieAction::Decide { order, at } = action else {
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
