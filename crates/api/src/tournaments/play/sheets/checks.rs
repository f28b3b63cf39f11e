//! Findings of the rules on a sheet: errors, warnings and infos, each with pointer, code, rule and localized text.

use crate::http::problem::{FieldProblem, Problem};
use domain::game::plausibility::SheetWarning;
use domain::game::scoring::InvalidRacks;
use domain::game::sheet::SheetError;
use domain::tournament::course::{SheetCheck, SheetInfo, SheetNote, SheetProblem};
use formats::localization::{Lang, Message};
use wire::tournaments::play::Finding;

pub(crate) struct SheetFinding {
    pointer: String,
    code: &'static str,
    rule: &'static str,
    words: Message<'static>,
}

impl SheetFinding {
    fn new(pointer: String, code: &'static str, rule: &'static str) -> Self {
        Self { pointer, code, rule, words: Message::new(format!("finding-{code}")) }
    }

    fn number(mut self, name: &'static str, number: impl Into<i64>) -> Self {
        self.words = self.words.number(name, number);
        self
    }

    fn seat(mut self, seat: usize) -> Self {
        self.words = self.words.with("seat", letter(seat));
        self
    }

    pub(crate) fn localized(&self, lang: Lang) -> Finding {
        Finding {
            pointer: self.pointer.clone(),
            code: self.code.to_owned(),
            rule: self.rule.to_owned(),
            detail: lang.render(&self.words),
        }
    }

    fn field(self) -> FieldProblem {
        FieldProblem::pointer(self.pointer, self.code, self.words).by_rule(self.rule)
    }
}

/// The letter of a seat, counted from 0.
pub(crate) fn letter(seat: usize) -> &'static str {
    ["A", "B", "C", "D"].get(seat).copied().unwrap_or("?")
}

pub(crate) fn with_errors(problem: Problem, errors: &[SheetProblem]) -> Problem {
    errors.iter().map(|error| error_finding(error).field()).fold(problem, Problem::at)
}

pub(crate) fn with_warnings(problem: Problem, warnings: &[SheetNote]) -> Problem {
    warnings.iter().map(|warning| warning_finding(warning).field()).fold(problem, Problem::at)
}

/// The findings of a check, rendered in one language.
pub(crate) struct LocalizedFindings {
    pub(crate) errors: Vec<Finding>,
    pub(crate) warnings: Vec<Finding>,
    pub(crate) infos: Vec<Finding>,
}

impl LocalizedFindings {
    pub(crate) fn of(check: &SheetCheck, lang: Lang) -> Self {
        Self {
            errors: check.errors.iter().map(|error| error_finding(error).localized(lang)).collect(),
            warnings: check.warnings.iter().map(|warning| warning_finding(warning).localized(lang)).collect(),
            infos: check.infos.iter().map(|info| info_finding(info).localized(lang)).collect(),
        }
    }
}

/// JSON pointer to a game, which is counted from 1.
fn at_game(game: u32) -> String {
    format!("/games/{}", game.saturating_sub(1))
}

fn error_finding(problem: &SheetProblem) -> SheetFinding {
    match problem {
        SheetProblem::TooManyGames { found, planned } => {
            SheetFinding::new(format!("/games/{planned}"), "too-many-games", "R-FMT-07")
                .number("found", *found as i64)
                .number("planned", *planned)
        }
        SheetProblem::OtherSeats { game, found, seats } => {
            SheetFinding::new(at_game(*game), "other-seats", "R-SEAT-01")
                .number("game", *game)
                .number("found", *found as i64)
                .number("seats", *seats as i64)
        }
        SheetProblem::SeatWithoutPoints { game, seat } => {
            SheetFinding::new(format!("{}/small/{seat}", at_game(*game)), "seat-without-points", "AMB-29")
                .number("game", *game)
                .seat(*seat)
        }
        SheetProblem::TooFewPlayers { game, found } => {
            SheetFinding::new(at_game(*game), "too-few-players", "R-SEAT-01, AMB-29")
                .number("game", *game)
                .number("found", *found as i64)
        }
        SheetProblem::Points { game, error } => points_finding(*game, error),
        SheetProblem::Racks { game, error } => racks_finding(&at_game(*game), error).number("game", *game),
        SheetProblem::MustBePlayed { game } => {
            SheetFinding::new(at_game(*game), "must-be-played", "AMB-27").number("game", *game)
        }
    }
}

fn points_finding(game: u32, error: &SheetError) -> SheetFinding {
    let whole = || at_game(game);
    let at_seat = |seat: &usize| format!("{}/small/{seat}", at_game(game));
    let found = match error {
        SheetError::WrongSeats { found } => {
            SheetFinding::new(whole(), "wrong-seats", "R-SEAT-01").number("found", *found as i64)
        }
        SheetError::PointsWithoutGame => SheetFinding::new(whole(), "points-without-game", "AMB-27"),
        SheetError::SeveralWinners { found } => {
            SheetFinding::new(whole(), "several-winners", "R-GAME-02, R-GAME-16").number("found", *found as i64)
        }
        SheetError::LoserNotBelowZero { seat, found } => {
            SheetFinding::new(at_seat(seat), "loser-not-below-zero", "R-GAME-16").seat(*seat).number("found", found.0)
        }
        SheetError::WrongWinnerPoints { seat, found, expected } => {
            SheetFinding::new(at_seat(seat), "wrong-winner-points", "R-GAME-16, AMB-33")
                .seat(*seat)
                .number("found", found.0)
                .number("expected", expected.0)
        }
        SheetError::BigPointsForOtherSeats { found, seats } => {
            SheetFinding::new(whole(), "big-points-for-other-seats", "R-GAME-03")
                .number("found", *found as i64)
                .number("seats", *seats as i64)
        }
        SheetError::WrongBigPoints { seat, found, expected } => {
            SheetFinding::new(whole(), "wrong-big-points", "R-GAME-03, R-GAME-14")
                .seat(*seat)
                .number("found", found.0)
                .number("expected", expected.0)
        }
    };
    found.number("game", game)
}

/// Why racks cannot be scored; `at` is the JSON pointer to the object that has them.
pub(crate) fn racks_finding(at: &str, error: &InvalidRacks) -> SheetFinding {
    let whole = || at.to_owned();
    let at_seat = |seat: &usize| format!("{at}/racks/{seat}");
    match error {
        InvalidRacks::WrongSeats { found } => {
            SheetFinding::new(whole(), "wrong-seats", "R-SEAT-01").number("found", *found as i64)
        }
        InvalidRacks::NotPlayed => SheetFinding::new(whole(), "racks-not-played", "AMB-27"),
        InvalidRacks::NoEmptyRack => SheetFinding::new(whole(), "no-empty-rack", "R-GAME-02"),
        InvalidRacks::SeveralEmptyRacks { found } => {
            SheetFinding::new(whole(), "several-empty-racks", "R-GAME-02, R-GAME-12").number("found", *found as i64)
        }
        InvalidRacks::EmptyWithoutFirstMeld { seat } => {
            SheetFinding::new(at_seat(seat), "empty-without-first-meld", "R-GAME-10").seat(*seat)
        }
        InvalidRacks::NoPossibleWinner => SheetFinding::new(whole(), "nobody-can-win", "R-GAME-13, R-GAME-15"),
        InvalidRacks::NoLoss { seat } => SheetFinding::new(at_seat(seat), "no-loss", "R-GAME-16").seat(*seat),
    }
}

pub(crate) fn racks_field(at: &str, error: &InvalidRacks) -> FieldProblem {
    racks_finding(at, error).field()
}

fn warning_finding(warning: &SheetNote) -> SheetFinding {
    match warning {
        SheetNote::Implausible { game, warning } => {
            plausibility_finding(&at_game(*game), warning).number("game", *game)
        }
        SheetNote::PlayedAfterUnplayed { game } => {
            SheetFinding::new(at_game(*game), "played-after-unplayed", "AMB-27").number("game", *game)
        }
        SheetNote::NothingPlayed => SheetFinding::new("/games".to_owned(), "nothing-played", "AMB-27"),
        SheetNote::SameTwice { game } => SheetFinding::new(at_game(game + 1), "same-twice", "R-GAME-22")
            .number("game", *game)
            .number("next", game + 1),
    }
}

/// Points that are implausible with the tiles of one game.
pub(crate) fn plausibility_finding(at: &str, warning: &SheetWarning) -> SheetFinding {
    const RULE: &str = "R-GAME-22";
    match warning {
        SheetWarning::HeavyRack { seat, points, limit } => SheetFinding::new(at.to_owned(), "heavy-rack", RULE)
            .seat(*seat)
            .number("points", *points)
            .number("limit", *limit),
        SheetWarning::HeavyTable { points, limit } => {
            SheetFinding::new(at.to_owned(), "heavy-table", RULE).number("points", *points).number("limit", *limit)
        }
        SheetWarning::TooManyJokers { found } => SheetFinding::new(at.to_owned(), "too-many-jokers", RULE)
            .number("found", i64::try_from(*found).unwrap_or(i64::MAX)),
    }
}

fn info_finding(info: &SheetInfo) -> SheetFinding {
    match info {
        SheetInfo::SharedWin { game, winners } => SheetFinding::new(at_game(*game), "shared-win", "R-GAME-14")
            .number("game", *game)
            .number("winners", *winners),
        SheetInfo::NotPlayed { game } => {
            SheetFinding::new(at_game(*game), "not-played", "AMB-27").number("game", *game)
        }
        SheetInfo::PointsOfAbsentPlayer { game, seat } => {
            SheetFinding::new(format!("{}/small/{seat}", at_game(*game)), "points-of-somebody-gone", "AMB-29")
                .number("game", *game)
                .seat(*seat)
        }
        SheetInfo::GamesLeft { games } => {
            SheetFinding::new("/games".to_owned(), "games-left", "R-FMT-07").number("games", *games)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::values::points::{BigPoints, SmallPoints};

    #[test]
    fn everything_that_is_found_has_words_in_both_languages_a_rule_and_a_place() {
        let point = |error| SheetProblem::Points { game: 2, error };
        let rack = |error| SheetProblem::Racks { game: 2, error };
        let odd = |warning| SheetNote::Implausible { game: 1, warning };
        let (seat, found) = (1, SmallPoints(5));
        let errors = [
            SheetProblem::TooManyGames { found: 5, planned: 4 },
            SheetProblem::OtherSeats { game: 1, found: 3, seats: 4 },
            SheetProblem::SeatWithoutPoints { game: 1, seat },
            SheetProblem::TooFewPlayers { game: 1, found: 2 },
            SheetProblem::MustBePlayed { game: 1 },
            point(SheetError::WrongSeats { found: 2 }),
            point(SheetError::PointsWithoutGame),
            point(SheetError::SeveralWinners { found: 2 }),
            point(SheetError::LoserNotBelowZero { seat, found }),
            point(SheetError::WrongWinnerPoints { seat, found, expected: SmallPoints(7) }),
            point(SheetError::BigPointsForOtherSeats { found: 2, seats: 4 }),
            point(SheetError::WrongBigPoints { seat, found: BigPoints(2), expected: BigPoints(1) }),
            rack(InvalidRacks::WrongSeats { found: 2 }),
            rack(InvalidRacks::NotPlayed),
            rack(InvalidRacks::NoEmptyRack),
            rack(InvalidRacks::SeveralEmptyRacks { found: 2 }),
            rack(InvalidRacks::EmptyWithoutFirstMeld { seat }),
            rack(InvalidRacks::NoPossibleWinner),
            rack(InvalidRacks::NoLoss { seat }),
        ];
        let warnings = [
            odd(SheetWarning::HeavyRack { seat, points: 900, limit: 828 }),
            odd(SheetWarning::HeavyTable { points: 900, limit: 828 }),
            odd(SheetWarning::TooManyJokers { found: 3 }),
            SheetNote::PlayedAfterUnplayed { game: 1 },
            SheetNote::NothingPlayed,
            SheetNote::SameTwice { game: 1 },
        ];
        let infos = [
            SheetInfo::SharedWin { game: 1, winners: 2 },
            SheetInfo::NotPlayed { game: 1 },
            SheetInfo::PointsOfAbsentPlayer { game: 1, seat },
            SheetInfo::GamesLeft { games: 2 },
        ];
        let found = errors.iter().map(error_finding).chain(warnings.iter().map(warning_finding));
        for found in found.chain(infos.iter().map(info_finding)) {
            for lang in [Lang::Pl, Lang::En] {
                let localized = found.localized(lang);
                assert!(!localized.detail.contains(['⟨', '{']), "{}", localized.detail);
                assert!(localized.pointer.starts_with("/games") && !localized.rule.is_empty());
            }
        }
    }
}
