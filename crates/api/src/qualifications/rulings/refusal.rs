//! Why the domain refuses a ruling, as a problem.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use crate::http::problem::{Problem, ProblemKind};
use crate::http::write::ToProblem;
use domain::qualification::{ruling, waiver};
use formats::localization::Message;

fn words(code: &str) -> Message<'static> {
    Message::new(format!("ruling-refusal-{code}"))
}

impl ToProblem for ruling::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind: ProblemKind, words: Message<'static>| {
            Problem::new(kind).because(words).with_extension("reason", self.code()).with_extension("rule", self.rule())
        };
        match self {
            Self::NotOver | Self::NoDecisionNeeded | Self::NoTie | Self::TooEarly => {
                told(ProblemKind::Conflict, words(self.code()))
            }
            Self::PlayerTwice { player } | Self::PlayerMissing { player } | Self::NotTied { player } => {
                let words = words(self.code()).excerpt("player", player.to_string());
                told(ProblemKind::Unprocessable, words).with_extension("player", player.as_str())
            }
        }
    }
}

impl ToProblem for waiver::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind: ProblemKind| {
            Problem::new(kind)
                .because(words(self.code()))
                .with_extension("reason", self.code())
                .with_extension("rule", self.rule())
        };
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
    use formats::localization::Lang;

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let player = || PlayerId::parse("p1").unwrap();
        let problems = [
            ruling::Rejection::NotOver.problem(),
            ruling::Rejection::NoDecisionNeeded.problem(),
            ruling::Rejection::NoTie.problem(),
            ruling::Rejection::TooEarly.problem(),
            ruling::Rejection::PlayerTwice { player: player() }.problem(),
            ruling::Rejection::PlayerMissing { player: player() }.problem(),
            ruling::Rejection::NotTied { player: player() }.problem(),
            waiver::Rejection::InFuture.problem(),
            waiver::Rejection::NoSeason.problem(),
            waiver::Rejection::AlreadyDeclared.problem(),
            waiver::Rejection::NothingDeclared.problem(),
        ];
        for problem in problems {
            let documents = [Lang::Pl, Lang::En].map(|lang| problem.document(lang, "1"));
            for document in &documents {
                assert!(!document.to_string().contains(['⟨', '⟩']), "{document}");
                assert!(!document["detail"].as_str().unwrap().contains(['{', '}']), "{document}");
            }
            assert_ne!(documents[0]["detail"], documents[1]["detail"]);
        }
    }
}
