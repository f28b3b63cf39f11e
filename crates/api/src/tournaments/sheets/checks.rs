//! What the rules find on a sheet, in three grades, each with its place, its code, its rule and its words.

use crate::problem::{FieldProblem, Problem};
use domain::course::{SheetCheck, SheetInfo, SheetNote, SheetProblem};
use domain::game::plausibility::SheetWarning;
use domain::game::scoring::InvalidRacks;
use domain::game::sheet::SheetError;
use formats::words::{Lang, Message};
use serde::Serialize;
use utoipa::ToSchema;

/// Something that the rules say of a sheet.
pub(in crate::tournaments) struct Found {
    pointer: String,
    code: &'static str,
    rule: &'static str,
    words: Message<'static>,
}

/// Something that the rules say of a sheet, in the language of the client.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Finding {
    /// A JSON pointer to the game or the seat.
    #[schema(max_length = 100, example = "/games/0/small/0")]
    pointer: String,
    /// What it is, for programs.
    #[schema(max_length = 100, pattern = "^[a-z0-9-]+$", example = "wrong-winner-points")]
    code: &'static str,
    /// The rule behind it.
    #[schema(max_length = 100, example = "R-GAME-16")]
    rule: &'static str,
    /// What it is, in words.
    #[schema(max_length = 1000, example = "Miejsce A: zwycięzca zapisuje 85, a nie 84.")]
    detail: String,
}

impl Found {
    fn new(pointer: String, code: &'static str, rule: &'static str) -> Self {
        Self { pointer, code, rule, words: Message::new(format!("finding-{code}")) }
    }

    /// With a number in its words.
    fn number(mut self, name: &'static str, number: impl Into<i64>) -> Self {
        self.words = self.words.number(name, number);
        self
    }

    /// With the letter of a seat in its words.
    fn seat(mut self, seat: usize) -> Self {
        self.words = self.words.with("seat", letter(seat));
        self
    }

    pub(in crate::tournaments) fn said(&self, lang: Lang) -> Finding {
        Finding { pointer: self.pointer.clone(), code: self.code, rule: self.rule, detail: lang.say(&self.words) }
    }

    fn field(self) -> FieldProblem {
        FieldProblem::pointer(self.pointer, self.code, self.words).by_rule(self.rule)
    }
}

/// The letter of a seat, counted from 0.
pub(super) fn letter(seat: usize) -> &'static str {
    ["A", "B", "C", "D"].get(seat).copied().unwrap_or("?")
}

/// A problem with every place that the rules object to.
pub(in crate::tournaments) fn with_errors(problem: Problem, errors: &[SheetProblem]) -> Problem {
    errors.iter().map(|error| error_found(error).field()).fold(problem, Problem::at)
}

/// A problem with every place that must be confirmed.
pub(in crate::tournaments) fn with_warnings(problem: Problem, warnings: &[SheetNote]) -> Problem {
    warnings.iter().map(|warning| warning_found(warning).field()).fold(problem, Problem::at)
}

/// The three grades in a language.
pub(super) struct Grades {
    pub(super) errors: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
    pub(super) infos: Vec<Finding>,
}

impl Grades {
    pub(super) fn of(check: &SheetCheck, lang: Lang) -> Self {
        Self {
            errors: check.errors.iter().map(|error| error_found(error).said(lang)).collect(),
            warnings: check.warnings.iter().map(|warning| warning_found(warning).said(lang)).collect(),
            infos: check.infos.iter().map(|info| info_found(info).said(lang)).collect(),
        }
    }
}

/// The place of a game, counted from 1.
fn at_game(game: u32) -> String {
    format!("/games/{}", game.saturating_sub(1))
}

fn error_found(problem: &SheetProblem) -> Found {
    match problem {
        SheetProblem::TooManyGames { found, planned } => {
            Found::new(format!("/games/{planned}"), "too-many-games", "R-FMT-07")
                .number("found", *found as i64)
                .number("planned", *planned)
        }
        SheetProblem::OtherSeats { game, found, seats } => Found::new(at_game(*game), "other-seats", "R-SEAT-01")
            .number("game", *game)
            .number("found", *found as i64)
            .number("seats", *seats as i64),
        SheetProblem::SeatWithoutPoints { game, seat } => {
            Found::new(format!("{}/small/{seat}", at_game(*game)), "seat-without-points", "AMB-29")
                .number("game", *game)
                .seat(*seat)
        }
        SheetProblem::TooFewPlayers { game, found } => {
            Found::new(at_game(*game), "too-few-players", "R-SEAT-01, AMB-29")
                .number("game", *game)
                .number("found", *found as i64)
        }
        SheetProblem::Points { game, error } => points_found(*game, error),
        SheetProblem::Racks { game, error } => racks_found(&at_game(*game), error).number("game", *game),
        SheetProblem::MustBePlayed { game } => {
            Found::new(at_game(*game), "must-be-played", "AMB-27").number("game", *game)
        }
    }
}

fn points_found(game: u32, error: &SheetError) -> Found {
    let whole = || at_game(game);
    let at_seat = |seat: &usize| format!("{}/small/{seat}", at_game(game));
    let found = match error {
        SheetError::WrongSeats { found } => {
            Found::new(whole(), "wrong-seats", "R-SEAT-01").number("found", *found as i64)
        }
        SheetError::PointsWithoutGame => Found::new(whole(), "points-without-game", "AMB-27"),
        SheetError::SeveralWinners { found } => {
            Found::new(whole(), "several-winners", "R-GAME-02, R-GAME-16").number("found", *found as i64)
        }
        SheetError::LoserNotBelowZero { seat, found } => {
            Found::new(at_seat(seat), "loser-not-below-zero", "R-GAME-16").seat(*seat).number("found", found.0)
        }
        SheetError::WrongWinnerPoints { seat, found, expected } => {
            Found::new(at_seat(seat), "wrong-winner-points", "R-GAME-16, AMB-33")
                .seat(*seat)
                .number("found", found.0)
                .number("expected", expected.0)
        }
        SheetError::BigPointsForOtherSeats { found, seats } => {
            Found::new(whole(), "big-points-for-other-seats", "R-GAME-03")
                .number("found", *found as i64)
                .number("seats", *seats as i64)
        }
        SheetError::WrongBigPoints { seat, found, expected } => {
            Found::new(whole(), "wrong-big-points", "R-GAME-03, R-GAME-14")
                .seat(*seat)
                .number("found", found.0)
                .number("expected", expected.0)
        }
    };
    found.number("game", game)
}

/// Why racks cannot be scored; `at` is the place of what holds them.
pub(in crate::tournaments) fn racks_found(at: &str, error: &InvalidRacks) -> Found {
    let whole = || at.to_owned();
    let at_seat = |seat: &usize| format!("{at}/racks/{seat}");
    match error {
        InvalidRacks::WrongSeats { found } => {
            Found::new(whole(), "wrong-seats", "R-SEAT-01").number("found", *found as i64)
        }
        InvalidRacks::NotPlayed => Found::new(whole(), "racks-not-played", "AMB-27"),
        InvalidRacks::NoEmptyRack => Found::new(whole(), "no-empty-rack", "R-GAME-02"),
        InvalidRacks::SeveralEmptyRacks { found } => {
            Found::new(whole(), "several-empty-racks", "R-GAME-02, R-GAME-12").number("found", *found as i64)
        }
        InvalidRacks::EmptyWithoutFirstMeld { seat } => {
            Found::new(at_seat(seat), "empty-without-first-meld", "R-GAME-10").seat(*seat)
        }
        InvalidRacks::NobodyCanWin => Found::new(whole(), "nobody-can-win", "R-GAME-13, R-GAME-15"),
        InvalidRacks::NoLoss { seat } => Found::new(at_seat(seat), "no-loss", "R-GAME-16").seat(*seat),
    }
}

/// The same as a place of a request that is wrong.
pub(in crate::tournaments) fn racks_field(at: &str, error: &InvalidRacks) -> FieldProblem {
    racks_found(at, error).field()
}

fn warning_found(warning: &SheetNote) -> Found {
    match warning {
        SheetNote::Implausible { game, warning } => plausibility_found(&at_game(*game), warning).number("game", *game),
        SheetNote::PlayedAfterUnplayed { game } => {
            Found::new(at_game(*game), "played-after-unplayed", "AMB-27").number("game", *game)
        }
        SheetNote::NothingPlayed => Found::new("/games".to_owned(), "nothing-played", "AMB-27"),
        SheetNote::SameTwice { game } => {
            Found::new(at_game(game + 1), "same-twice", "R-GAME-22").number("game", *game).number("next", game + 1)
        }
    }
}

/// What cannot have happened with the tiles of one game.
pub(in crate::tournaments) fn plausibility_found(at: &str, warning: &SheetWarning) -> Found {
    const RULE: &str = "R-GAME-22";
    match warning {
        SheetWarning::HeavyRack { seat, points, limit } => {
            Found::new(at.to_owned(), "heavy-rack", RULE).seat(*seat).number("points", *points).number("limit", *limit)
        }
        SheetWarning::HeavyTable { points, limit } => {
            Found::new(at.to_owned(), "heavy-table", RULE).number("points", *points).number("limit", *limit)
        }
        SheetWarning::TooManyJokers { found } => Found::new(at.to_owned(), "too-many-jokers", RULE)
            .number("found", i64::try_from(*found).unwrap_or(i64::MAX)),
    }
}

fn info_found(info: &SheetInfo) -> Found {
    match info {
        SheetInfo::SharedWin { game, winners } => {
            Found::new(at_game(*game), "shared-win", "R-GAME-14").number("game", *game).number("winners", *winners)
        }
        SheetInfo::NotPlayed { game } => Found::new(at_game(*game), "not-played", "AMB-27").number("game", *game),
        SheetInfo::PointsOfSomebodyGone { game, seat } => {
            Found::new(format!("{}/small/{seat}", at_game(*game)), "points-of-somebody-gone", "AMB-29")
                .number("game", *game)
                .seat(*seat)
        }
        SheetInfo::GamesLeft { games } => {
            Found::new("/games".to_owned(), "games-left", "R-FMT-07").number("games", *games)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::points::{BigPoints, SmallPoints};

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
            rack(InvalidRacks::NobodyCanWin),
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
            SheetInfo::PointsOfSomebodyGone { game: 1, seat },
            SheetInfo::GamesLeft { games: 2 },
        ];
        let found = errors.iter().map(error_found).chain(warnings.iter().map(warning_found));
        for found in found.chain(infos.iter().map(info_found)) {
            for lang in [Lang::Pl, Lang::En] {
                let said = found.said(lang);
                assert!(!said.detail.contains(['⟨', '{']), "{}", said.detail);
                assert!(said.pointer.starts_with("/games") && !said.rule.is_empty());
            }
        }
    }
}
