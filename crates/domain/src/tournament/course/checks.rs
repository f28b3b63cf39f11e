//! Checks of a whole sheet, with three severities: errors refuse it, warnings need a reason, notes only inform.

use super::{GameEntry, GameScore, SeatedTable, SheetInput, TournamentState};
use crate::event::SheetGame;
use crate::game::plausibility::{SheetWarning, implausible_racks};
use crate::game::scoring::{InvalidRacks, score};
use crate::game::sheet::{SheetError, check_points, winners};
use crate::game::{Ending, SEATS};
use crate::rulebook::{Rulebook, Unplayed, parameters};
use crate::values::points::SmallPoints;
use crate::values::variant::Variant;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetCheck {
    /// The games with their small points, if there is no error.
    pub games: Vec<SheetGame>,
    pub errors: Vec<SheetProblem>,
    /// Warnings, which need a reason.
    pub warnings: Vec<SheetNote>,
    pub infos: Vec<SheetInfo>,
}

/// An error that keeps a sheet from being recorded; games count from 1, seats from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetProblem {
    /// More games than are planned.
    #[error("{found} games are written, {planned} are played")]
    TooManyGames { found: usize, planned: u32 },
    /// Points for more or fewer seats than the table has.
    #[error("game {game}: points for {found} seats are written, the table has {seats}")]
    OtherSeats { game: u32, found: usize, seats: usize },
    /// A player who is present has no points.
    #[error("game {game}: a player who is there has no points")]
    SeatWithoutPoints { game: u32, seat: usize },
    /// Fewer players than a table needs (R-SEAT-01, AMB-29).
    #[error("game {game}: {found} players cannot play")]
    TooFewPlayers { game: u32, found: usize },
    /// The points do not fit together; the seats of the error are those of the table.
    #[error("game {game}: {error}")]
    Points { game: u32, error: SheetError },
    /// The racks cannot be scored.
    #[error("game {game}: {error}")]
    Racks { game: u32, error: InvalidRacks },
    /// Games that were not played must be played again (AMB-27).
    #[error("game {game}: a game that was not played must be played")]
    MustBePlayed { game: u32 },
}

/// A warning about a sheet; games count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetNote {
    /// More points than the tiles have (R-GAME-22).
    Implausible { game: u32, warning: SheetWarning },
    /// A game that was not played after which another one was.
    PlayedAfterUnplayed { game: u32 },
    /// No game of the table was played.
    NothingPlayed,
    /// Two games, `game` the first of them, have exactly the same points: perhaps one was copied.
    SameTwice { game: u32 },
}

/// Information about a sheet; games count from 1, seats from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetInfo {
    /// Several players won a game and have a big point each (R-GAME-14).
    SharedWin { game: u32, winners: u32 },
    /// A game was not played: it gives no points (AMB-27).
    NotPlayed { game: u32 },
    /// A player who left or was disqualified has points: right if the game was played before.
    PointsOfAbsentPlayer { game: u32, seat: usize },
    /// The table goes on: so many games are to come.
    GamesLeft { games: u32 },
}

/// Checks a sheet for a table that is there.
pub fn check_sheet(
    state: &TournamentState,
    table: &SeatedTable,
    input: &SheetInput,
    rulebook: &Rulebook,
) -> SheetCheck {
    let variant = state.application.variant;
    let planned = state.planned_games(input.stage).unwrap_or_default();
    let mut check = SheetCheck::default();
    if input.games.len() > planned as usize {
        check.errors.push(SheetProblem::TooManyGames { found: input.games.len(), planned });
        return check;
    }
    let gone: Vec<bool> = table.seats.iter().map(|player| state.is_gone(player)).collect();
    for (game, entry) in (1..).zip(&input.games) {
        let seats = Seats { gone: &gone, two_allowed: table.two_allowed };
        check.game(game, entry, &seats, variant, rulebook);
    }
    check.whole(planned);
    check
}

struct Seats<'a> {
    gone: &'a [bool],
    two_allowed: bool,
}

impl SheetCheck {
    fn game(&mut self, game: u32, entry: &GameEntry, seats: &Seats<'_>, variant: Variant, rulebook: &Rulebook) {
        let ending = entry.ending;
        let small = match &entry.score {
            GameScore::Small(small) => small.clone(),
            GameScore::Racks(racks) if racks.len() != seats.gone.len() => {
                return self.error(SheetProblem::OtherSeats { game, found: racks.len(), seats: seats.gone.len() });
            }
            GameScore::Racks(racks) => match score(racks, ending, variant, rulebook) {
                Ok(scores) => {
                    let warnings = implausible_racks(racks, variant, rulebook);
                    self.warnings.extend(warnings.into_iter().map(|warning| SheetNote::Implausible { game, warning }));
                    scores.iter().map(|score| i32::try_from(score.small.0).ok()).collect()
                }
                Err(error) => return self.error(SheetProblem::Racks { game, error }),
            },
        };
        if ending == Ending::NotPlayed {
            return self.not_played(game, &small, rulebook);
        }
        if small.len() != seats.gone.len() {
            return self.error(SheetProblem::OtherSeats { game, found: small.len(), seats: seats.gone.len() });
        }
        let without = |seat: &usize| small[*seat].is_none() && !seats.gone[*seat];
        if let Some(seat) = (0..small.len()).find(without) {
            return self.error(SheetProblem::SeatWithoutPoints { game, seat });
        }
        let playing: Vec<usize> = (0..small.len()).filter(|seat| small[*seat].is_some()).collect();
        let enough = SEATS.contains(&playing.len()) || (playing.len() == 2 && seats.two_allowed);
        if !enough {
            return self.error(SheetProblem::TooFewPlayers { game, found: playing.len() });
        }
        let points: Vec<SmallPoints> = small.iter().flatten().map(|small| SmallPoints(i64::from(*small))).collect();
        let found = check_points(ending, &points, variant, rulebook);
        let from_racks = matches!(entry.score, GameScore::Racks(_));
        self.errors.extend(
            found.errors.into_iter().map(|error| SheetProblem::Points { game, error: error.at_seats(&playing) }),
        );
        if !from_racks {
            let warnings = found.warnings.into_iter().map(|warning| warning.at_seats(&playing));
            self.warnings.extend(warnings.map(|warning| SheetNote::Implausible { game, warning }));
        }
        let winners = winners(ending, &points, rulebook).count() as u32;
        if winners > 1 {
            self.infos.push(SheetInfo::SharedWin { game, winners });
        }
        let gone = playing.iter().copied().filter(|seat| seats.gone[*seat]);
        self.infos.extend(gone.map(|seat| SheetInfo::PointsOfAbsentPlayer { game, seat }));
        let racks = match &entry.score {
            GameScore::Racks(racks) => Some(racks.clone()),
            GameScore::Small(_) => None,
        };
        self.games.push(SheetGame { ending, small, racks });
    }

    fn not_played(&mut self, game: u32, small: &[Option<i32>], rulebook: &Rulebook) {
        if small.iter().any(Option::is_some) {
            return self.error(SheetProblem::Points { game, error: SheetError::PointsWithoutGame });
        }
        if rulebook.get(parameters::ROUND_TIMEOUT_UNPLAYED) == Unplayed::Replay {
            return self.error(SheetProblem::MustBePlayed { game });
        }
        self.infos.push(SheetInfo::NotPlayed { game });
        self.games.push(SheetGame { ending: Ending::NotPlayed, small: Vec::new(), racks: None });
    }

    /// Checks over all games together.
    fn whole(&mut self, planned: u32) {
        if !self.errors.is_empty() {
            self.games.clear();
            return;
        }
        let played = |game: &SheetGame| game.ending != Ending::NotPlayed;
        if !self.games.is_empty() && !self.games.iter().any(played) {
            self.warnings.push(SheetNote::NothingPlayed);
        }
        for (game, pair) in (1..).zip(self.games.windows(2)) {
            if !played(&pair[0]) && played(&pair[1]) {
                self.warnings.push(SheetNote::PlayedAfterUnplayed { game });
            }
            if played(&pair[0]) && pair[0].small == pair[1].small {
                self.warnings.push(SheetNote::SameTwice { game });
            }
        }
        let left = planned - self.games.len() as u32;
        if left > 0 {
            self.infos.push(SheetInfo::GamesLeft { games: left });
        }
    }

    fn error(&mut self, problem: SheetProblem) {
        self.errors.push(problem);
    }
}
