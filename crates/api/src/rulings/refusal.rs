//! Why the domain refuses a ruling, as a problem.

use crate::problem::{Problem, ProblemKind};
use crate::write::Refusal;
use domain::{ledger, ruling, waiver};
use formats::words::Message;
use std::fmt;

fn words(code: &str) -> Message<'static> {
    Message::new(format!("ruling-refusal-{code}"))
}

impl Refusal for ruling::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind: ProblemKind, words: Message<'static>| {
            Problem::new(kind).because(words).fact("reason", self.code()).fact("rule", self.rule())
        };
        match self {
            Self::NotOver | Self::NoDecisionNeeded | Self::NoTie | Self::TooEarly => {
                told(ProblemKind::Conflict, words(self.code()))
            }
            Self::PlayerTwice { player } | Self::PlayerMissing { player } | Self::NotTied { player } => {
                let words = words(self.code()).excerpt("player", player.to_string());
                told(ProblemKind::Unprocessable, words).fact("player", player.as_str())
            }
        }
    }
}

impl Refusal for waiver::Rejection {
    fn problem(&self) -> Problem {
        let told = |kind: ProblemKind| {
            Problem::new(kind).because(words(self.code())).fact("reason", self.code()).fact("rule", self.rule())
        };
        match self {
            Self::UnknownPlayer => ProblemKind::NotFound.into(),
            Self::Erased => ProblemKind::Gone.into(),
            Self::ToCome | Self::NoSeason => told(ProblemKind::Unprocessable),
            Self::AlreadyDeclared | Self::NothingDeclared => told(ProblemKind::Conflict),
        }
    }
}

/// Why a ledger takes no choice between championships or no nominee.
#[derive(Debug)]
pub(crate) struct LedgerRefusal(pub(crate) ledger::Rejection);

impl fmt::Display for LedgerRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Refusal for LedgerRefusal {
    fn problem(&self) -> Problem {
        use ledger::Rejection;
        let (code, rule) = (self.0.code(), self.0.rule());
        let told = |kind: ProblemKind, words: Message<'static>| {
            Problem::new(kind).because(words).fact("reason", code).fact("rule", rule)
        };
        match &self.0 {
            Rejection::NotQualified { player }
            | Rejection::NotProposed { player }
            | Rejection::NotEligible { player } => {
                let words = words(code).excerpt("player", player.to_string());
                told(ProblemKind::Unprocessable, words).fact("player", player.as_str())
            }
            Rejection::ReasonNeeded => told(ProblemKind::Unprocessable, words(code)),
            Rejection::NoCollision | Rejection::NoResults | Rejection::TieOpen | Rejection::NothingRecorded => {
                told(ProblemKind::Conflict, words(code))
            }
            // Nothing else is asked of a ledger here.
            _ => Problem::new(ProblemKind::Conflict).fact("reason", code).fact("rule", rule),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ids::PlayerId;
    use formats::words::Lang;

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
            waiver::Rejection::ToCome.problem(),
            waiver::Rejection::NoSeason.problem(),
            waiver::Rejection::AlreadyDeclared.problem(),
            waiver::Rejection::NothingDeclared.problem(),
            LedgerRefusal(ledger::Rejection::NotQualified { player: player() }).problem(),
            LedgerRefusal(ledger::Rejection::NotProposed { player: player() }).problem(),
            LedgerRefusal(ledger::Rejection::NotEligible { player: player() }).problem(),
            LedgerRefusal(ledger::Rejection::ReasonNeeded).problem(),
            LedgerRefusal(ledger::Rejection::NoCollision).problem(),
            LedgerRefusal(ledger::Rejection::NoResults).problem(),
            LedgerRefusal(ledger::Rejection::TieOpen).problem(),
            LedgerRefusal(ledger::Rejection::NothingRecorded).problem(),
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
