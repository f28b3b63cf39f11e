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
        let told = |kind| {
            let words = Message::new(format!("ledger-{}", self.code()));
            Problem::refusal(kind, self.code(), words).by_rule(self.rule())
        };
        let conflict = || told(ProblemKind::Conflict);
        let invalid = || told(ProblemKind::Unprocessable);
        let field = |pointer: &'static str, code: &'static str, words: &'static str| {
            invalid().at(FieldProblem::pointer(pointer, code, Message::new(words)))
        };
        match self {
            Self::SamePerson => told(ProblemKind::SamePerson),
            Self::UnknownOrigin => field("/event_id", "unknown-event", "field-seat-event"),
            Self::ReasonMissing => field("/reason", "missing", "field-reason-needed"),
            Self::CandidateMissing => field("/players", "missing", "field-players-needed"),
            Self::NotProposed { player } | Self::NotQualified { player } | Self::NotEligible { player } => {
                invalid().with_extension("player_id", player.as_str())
            }
            Self::Stale { current } => conflict().with_extension("proposal", current.to_string()),
            Self::EarlierEventsOpen { events, undecided } => {
                let open = events.len() - undecided.len().min(events.len());
                let ids = |events: &[Prerequisite]| events.iter().map(ToString::to_string).collect::<Vec<_>>();
                conflict()
                    .map_words(|words| words.number("open", open as i64).number("undecided", undecided.len() as i64))
                    .with_extension("events", ids(events))
                    .with_extension("undecided", ids(undecided))
            }
            Self::AlreadyHolds { player, from } => {
                conflict().with_extension("player_id", player.as_str()).with_extension("from", origin_fact(from))
            }
            Self::HasDeclined { player } => conflict().with_extension("player_id", player.as_str()),
            Self::TooEarly
            | Self::TieOpen
            | Self::NothingLeft
            | Self::NothingRecorded
            | Self::NothingToReview
            | Self::NoCollision
            | Self::NoResults => conflict(),
        }
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
            rejection.problem().assert_explained(rejection.code(), Some(rejection.rule()));
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
