//! Refusals of acts about qualifications as problems: each names its rule.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::http::write::ToProblem;
use domain::event::SeatOrigin;
use domain::qualification::ledger::{Prerequisite, Rejection};
use domain::values::ids::RESERVED_RANKING_ID;
use formats::localization::Message;
use serde_json::{Value, json};

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let kind = match self {
            Self::SamePerson => ProblemKind::SamePerson,
            Self::UnknownOrigin
            | Self::NotProposed { .. }
            | Self::ReasonMissing
            | Self::CandidateMissing
            | Self::NotQualified { .. }
            | Self::NotEligible { .. } => ProblemKind::Unprocessable,
            Self::Stale { .. }
            | Self::EarlierEventsOpen { .. }
            | Self::TooEarly
            | Self::TieOpen
            | Self::NothingLeft
            | Self::AlreadyHolds { .. }
            | Self::HasDeclined { .. }
            | Self::NothingRecorded
            | Self::NothingToReview
            | Self::NoCollision
            | Self::NoResults => ProblemKind::Conflict,
        };
        let problem = Problem::new(kind)
            .because(words(self))
            .with_extension("reason", self.code())
            .with_extension("rule", self.rule());
        with_facts(problem, self)
    }
}

fn words(rejection: &Rejection) -> Message<'static> {
    let message = Message::new(format!("ledger-{}", rejection.code()));
    match rejection {
        Rejection::EarlierEventsOpen { events, undecided } => {
            let open = events.len() - undecided.len().min(events.len());
            message.number("open", open as i64).number("undecided", undecided.len() as i64)
        }
        Rejection::UnknownOrigin
        | Rejection::Stale { .. }
        | Rejection::CandidateMissing
        | Rejection::TooEarly
        | Rejection::NotProposed { .. }
        | Rejection::TieOpen
        | Rejection::NothingLeft
        | Rejection::AlreadyHolds { .. }
        | Rejection::HasDeclined { .. }
        | Rejection::NothingRecorded
        | Rejection::NothingToReview
        | Rejection::ReasonMissing
        | Rejection::SamePerson
        | Rejection::NoCollision
        | Rejection::NotQualified { .. }
        | Rejection::NoResults
        | Rejection::NotEligible { .. } => message,
    }
}

/// What a program needs to go on.
fn with_facts(problem: Problem, rejection: &Rejection) -> Problem {
    match rejection {
        Rejection::Stale { current } => problem.with_extension("proposal", current.to_string()),
        Rejection::EarlierEventsOpen { events, undecided } => {
            let ids = |events: &[Prerequisite]| events.iter().map(ToString::to_string).collect::<Vec<_>>();
            problem.with_extension("events", ids(events)).with_extension("undecided", ids(undecided))
        }
        Rejection::CandidateMissing => {
            problem.at(FieldProblem::pointer("/players", "missing", Message::new("field-players-needed")))
        }
        Rejection::AlreadyHolds { player, from } => {
            problem.with_extension("player_id", player.as_str()).with_extension("from", origin_fact(from))
        }
        Rejection::NotProposed { player }
        | Rejection::HasDeclined { player }
        | Rejection::NotQualified { player }
        | Rejection::NotEligible { player } => problem.with_extension("player_id", player.as_str()),
        Rejection::UnknownOrigin => {
            problem.at(FieldProblem::pointer("/event_id", "unknown-event", Message::new("field-seat-event")))
        }
        Rejection::ReasonMissing => {
            problem.at(FieldProblem::pointer("/reason", "missing", Message::new("field-reason-needed")))
        }
        Rejection::TooEarly
        | Rejection::TieOpen
        | Rejection::NothingLeft
        | Rejection::NothingRecorded
        | Rejection::NothingToReview
        | Rejection::SamePerson
        | Rejection::NoCollision
        | Rejection::NoResults => problem,
    }
}

fn origin_fact(origin: &SeatOrigin) -> Value {
    let event = origin.event.as_ref().map_or(RESERVED_RANKING_ID, |event| event.as_str());
    json!({ "source": origin.source.to_string(), "event_id": event })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::qualification::Source;
    use domain::values::digest::Digest;
    use domain::values::ids::PlayerId;
    use formats::localization::Lang;

    fn all() -> Vec<Rejection> {
        let player = || PlayerId::parse("p1").unwrap();
        let event = domain::values::ids::CompetitionId::parse("t1").unwrap();
        vec![
            Rejection::UnknownOrigin,
            Rejection::Stale { current: Digest::of(b"now") },
            Rejection::EarlierEventsOpen { events: vec![Prerequisite::Event(event.clone())], undecided: vec![] },
            Rejection::EarlierEventsOpen {
                events: vec![Prerequisite::Ranking],
                undecided: vec![Prerequisite::Ranking],
            },
            Rejection::CandidateMissing,
            Rejection::TooEarly,
            Rejection::NotProposed { player: player() },
            Rejection::TieOpen,
            Rejection::NothingLeft,
            Rejection::AlreadyHolds {
                player: player(),
                from: SeatOrigin { source: Source::Tournament, event: Some(event) },
            },
            Rejection::HasDeclined { player: player() },
            Rejection::NothingRecorded,
            Rejection::NothingToReview,
            Rejection::ReasonMissing,
            Rejection::SamePerson,
            Rejection::NoCollision,
            Rejection::NotQualified { player: player() },
            Rejection::NoResults,
            Rejection::NotEligible { player: player() },
        ]
    }

    #[test]
    fn every_refusal_has_words_in_both_languages_and_names_its_rule() {
        for rejection in all() {
            let problem = rejection.problem();
            for lang in [Lang::Pl, Lang::En] {
                let document = problem.document(lang, "1");
                assert!(!document.to_string().contains(['⟨']), "{} in {lang:?}: {document}", rejection.code());
                assert_eq!(document["reason"], rejection.code());
                assert_eq!(document["rule"], rejection.rule());
            }
        }
    }

    #[test]
    fn a_stale_proposal_is_told_with_the_newest_one() {
        let current = Digest::of(b"now");
        let document = Rejection::Stale { current }.problem().document(Lang::En, "1");
        assert_eq!(document["proposal"], current.to_string());
        assert_eq!(document["status"], 409);
    }
}
