//! Why the domain refuses a ruling, as a problem.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use crate::http::problem::{Problem, ProblemKind};
use crate::http::write::ToProblem;
use domain::qualification::{ruling, waiver};
use formats::localization::Message;

fn told(kind: ProblemKind, reason: &'static str, rule: &'static str) -> Problem {
    Problem::refusal(kind, reason, Message::new(format!("ruling-refusal-{reason}"))).by_rule(rule)
}

impl ToProblem for ruling::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind| told(kind, self.code(), self.rule());
        match self {
            Self::NotOver | Self::NoDecisionNeeded | Self::NoTie | Self::TooEarly => told(ProblemKind::Conflict),
            Self::PlayerTwice { player } | Self::PlayerMissing { player } | Self::NotTied { player } => {
                told(ProblemKind::Unprocessable).naming("player", player)
            }
        }
    }
}

impl ToProblem for waiver::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind| told(kind, self.code(), self.rule());
        match self {
            Self::UnknownPlayer => ProblemKind::NotFound.into(),
            Self::Erased => ProblemKind::Gone.into(),
            Self::InFuture | Self::NoSeason => told(ProblemKind::Unprocessable),
            Self::AlreadyDeclared | Self::NothingDeclared => told(ProblemKind::Conflict),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::values::ids::PlayerId;

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let player = || PlayerId::parse("p1").unwrap();
        for rejection in [
            ruling::Rejection::NotOver,
            ruling::Rejection::NoDecisionNeeded,
            ruling::Rejection::NoTie,
            ruling::Rejection::TooEarly,
            ruling::Rejection::PlayerTwice { player: player() },
            ruling::Rejection::PlayerMissing { player: player() },
            ruling::Rejection::NotTied { player: player() },
        ] {
            rejection.problem().assert_explained(rejection.code(), Some(rejection.rule()));
        }
        for rejection in [
            waiver::Rejection::InFuture,
            waiver::Rejection::NoSeason,
            waiver::Rejection::AlreadyDeclared,
            waiver::Rejection::NothingDeclared,
        ] {
            rejection.problem().assert_explained(rejection.code(), Some(rejection.rule()));
        }
    }
}
