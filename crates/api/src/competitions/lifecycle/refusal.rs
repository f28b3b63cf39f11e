//! Why the domain refuses something about a league, a Grand Prix cycle or an online event, as a problem.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::http::write::ToProblem;
use domain::competitions::lifecycle::{ImplausibleGame, Rejection};
use domain::game::plausibility::SheetWarning;
use formats::localization::{Message, sheet_message};

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let words = || Message::new(format!("running-refusal-{}", self.code()));
        let told = |kind| Problem::refusal(kind, self.code(), words()).by_rule(self.rule());
        match self {
            Self::UnknownCompetition | Self::UnknownMeeting { .. } | Self::TournamentNotInCycle { .. } => {
                ProblemKind::NotFound.into()
            }
            Self::NotAllowed | Self::ClosedToOrganisers => told(ProblemKind::Forbidden),
            Self::AlreadyOpen
            | Self::Closed
            | Self::StillRunning
            | Self::NoMeetings
            | Self::TableNeeded
            | Self::NoTournaments => told(ProblemKind::Conflict),
            Self::UnknownRulebook
            | Self::NoPlayerPresent
            | Self::InFuture
            | Self::EmptyTable
            | Self::Places(_)
            | Self::EndsTooEarly => told(ProblemKind::Unprocessable),
            Self::UnknownPlayer { player }
            | Self::ForeignPlayer { player }
            | Self::PlayerTwice { player }
            | Self::NotInEvent { player } => told(ProblemKind::Unprocessable).naming("player", player),
            Self::WaiverOutOfTime { player } => told(ProblemKind::Conflict).naming("player", player),
            Self::MeetingExists { number } | Self::GamesMissing { number } => told(ProblemKind::Conflict)
                .map_words(|words| words.number("number", *number))
                .with_extension("number", number),
            Self::WrongSeats { table } => {
                let field = FieldProblem::pointer(format!("/tables/{table}/seats"), self.code(), words());
                told(ProblemKind::Unprocessable).at(field)
            }
            Self::Sheet { table, game, error } => {
                let at = format!("/tables/{table}/games/{game}/small");
                told(ProblemKind::Unprocessable).at(FieldProblem::pointer(at, self.code(), sheet_message(error)))
            }
            Self::Implausible { games } => games.iter().map(suspicion).fold(told(ProblemKind::Conflict), Problem::at),
            Self::UnknownTournament { tournament }
            | Self::NotEliminatory { tournament }
            | Self::TournamentTwice { tournament } => told(ProblemKind::Unprocessable).naming("tournament", tournament),
            Self::TournamentRunning { tournament } => told(ProblemKind::Conflict).naming("tournament", tournament),
            Self::TooManyTournaments { max } => {
                told(ProblemKind::Conflict).map_words(|words| words.number("max", *max))
            }
            Self::EditionTaken { other } => told(ProblemKind::Conflict).naming("other", other),
            Self::TooManyEditions { editions } => {
                told(ProblemKind::Unprocessable).map_words(|words| words.number("editions", *editions))
            }
        }
    }
}

/// A game that looks wrong, at its place.
fn suspicion(suspicion: &ImplausibleGame) -> FieldProblem {
    let ImplausibleGame { table, game, warning } = suspicion;
    let words = match warning {
        SheetWarning::HeavyRack { points, limit, .. } => {
            Message::new("warning-heavy-rack").number("points", *points).number("limit", *limit)
        }
        SheetWarning::HeavyTable { points, limit } => {
            Message::new("warning-heavy-table").number("points", *points).number("limit", *limit)
        }
        SheetWarning::TooManyJokers { found } => Message::new("warning-jokers").count("found", *found),
    };
    FieldProblem::pointer(format!("/tables/{table}/games/{game}/small"), "implausible", words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::values::ids::{CompetitionId, PlayerId};
    use domain::values::place::{InvalidPlaces, Place};
    use domain::values::points::SmallPoints;

    fn all() -> Vec<Rejection> {
        let player = || PlayerId::parse("p1").unwrap();
        let tournament = || CompetitionId::parse("t1").unwrap();
        let error = domain::game::sheet::SheetError::LoserNotBelowZero { seat: 1, found: SmallPoints(3) };
        let warning = |warning| ImplausibleGame { table: 0, game: 1, warning };
        vec![
            Rejection::UnknownCompetition,
            Rejection::AlreadyOpen,
            Rejection::NotAllowed,
            Rejection::ClosedToOrganisers,
            Rejection::Closed,
            Rejection::StillRunning,
            Rejection::UnknownRulebook,
            Rejection::UnknownPlayer { player: player() },
            Rejection::ForeignPlayer { player: player() },
            Rejection::PlayerTwice { player: player() },
            Rejection::NoPlayerPresent,
            Rejection::InFuture,
            Rejection::UnknownMeeting { number: 3 },
            Rejection::MeetingExists { number: 3 },
            Rejection::WrongSeats { table: 0 },
            Rejection::Sheet { table: 0, game: 1, error },
            Rejection::Implausible {
                games: vec![
                    warning(SheetWarning::HeavyRack { seat: 0, points: 900, limit: 828 }),
                    warning(SheetWarning::HeavyTable { points: 900, limit: 828 }),
                    warning(SheetWarning::TooManyJokers { found: 3 }),
                ],
            },
            Rejection::EmptyTable,
            Rejection::Places(InvalidPlaces { found: Place::FIRST, expected: Place::FIRST }),
            Rejection::NotInEvent { player: player() },
            Rejection::WaiverOutOfTime { player: player() },
            Rejection::NoMeetings,
            Rejection::GamesMissing { number: 3 },
            Rejection::TableNeeded,
            Rejection::EndsTooEarly,
            Rejection::UnknownTournament { tournament: tournament() },
            Rejection::NotEliminatory { tournament: tournament() },
            Rejection::TournamentTwice { tournament: tournament() },
            Rejection::TooManyTournaments { max: 10 },
            Rejection::TournamentNotInCycle { tournament: tournament() },
            Rejection::NoTournaments,
            Rejection::TournamentRunning { tournament: tournament() },
            Rejection::EditionTaken { other: tournament() },
            Rejection::TooManyEditions { editions: 2 },
        ]
    }

    #[test]
    fn every_refusal_names_its_rule_and_has_words_in_both_languages() {
        for rejection in all() {
            let problem = rejection.problem();
            if problem.kind() != ProblemKind::NotFound {
                problem.assert_explained(rejection.code(), Some(rejection.rule()));
            }
        }
    }
}
