//! Points of the games of a sheet, and their sums by seat (R-GAME-02, R-GAME-03).

use crate::event::SheetGame;
use crate::game::Ending;
use crate::game::sheet::big_points;
use crate::rulebook::Rulebook;
use crate::values::points::{BigPoints, SmallPoints};

/// One game in seat order; a seat that did not play has nothing, and a game that was not played has no seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePoints {
    pub ending: Ending,
    pub small: Vec<Option<i32>>,
    pub big: Vec<Option<BigPoints>>,
}

/// What a seat has in all games of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatSum {
    pub small: SmallPoints,
    pub big: BigPoints,
}

pub fn game_points(games: &[SheetGame], rulebook: &Rulebook) -> Vec<GamePoints> {
    let points = |game: &SheetGame| {
        let small: Vec<Option<SmallPoints>> = game.small.iter().map(|small| small.map(small_points)).collect();
        GamePoints { ending: game.ending, small: game.small.clone(), big: big_points(game.ending, &small, rulebook) }
    };
    games.iter().map(points).collect()
}

/// The sums of a table with so many seats, in seat order.
pub fn seat_sums(games: &[GamePoints], seats: usize) -> Vec<SeatSum> {
    let sum = |seat: usize| SeatSum {
        small: games.iter().filter_map(|game| game.small.get(seat).copied().flatten()).map(small_points).sum(),
        big: games.iter().filter_map(|game| game.big.get(seat).copied().flatten()).sum(),
    };
    (0..seats).map(sum).collect()
}

fn small_points(small: i32) -> SmallPoints {
    SmallPoints(small.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(ending: Ending, small: &[Option<i32>]) -> SheetGame {
        SheetGame { ending, small: small.to_vec(), racks: None }
    }

    fn sums(games: &[SheetGame], seats: usize) -> Vec<(i64, u32)> {
        let games = game_points(games, &Rulebook::default());
        seat_sums(&games, seats).iter().map(|sum| (sum.small.0, sum.big.0)).collect()
    }

    #[test]
    fn given_two_games_when_summed_then_each_seat_has_the_points_of_both() {
        let games = [
            game(Ending::RackEmptied, &[Some(30), Some(-10), Some(-20)]),
            game(Ending::RackEmptied, &[Some(-5), Some(12), Some(-7)]),
        ];
        assert_eq!(sums(&games, 3), [(25, 1), (2, 1), (-27, 0)]);
    }

    #[test]
    fn given_a_shared_win_when_summed_then_each_winner_has_a_big_point() {
        let games = [game(Ending::TimeExpired, &[Some(10), Some(10), Some(-20)])];
        assert_eq!(sums(&games, 3), [(10, 1), (10, 1), (-20, 0)]);
    }

    #[test]
    fn given_a_seat_that_left_when_summed_then_it_keeps_only_the_games_it_played() {
        let games = [
            game(Ending::RackEmptied, &[Some(30), Some(-10), Some(-20)]),
            game(Ending::RackEmptied, &[None, Some(8), Some(-8)]),
        ];
        assert_eq!(sums(&games, 3), [(30, 1), (-2, 1), (-28, 0)]);
    }

    #[test]
    fn given_a_game_that_was_not_played_when_summed_then_it_adds_nothing() {
        let games = [game(Ending::NotPlayed, &[]), game(Ending::RackEmptied, &[Some(30), Some(-10), Some(-20)])];
        assert_eq!(sums(&games, 3), [(30, 1), (-10, 0), (-20, 0)]);
    }

    #[test]
    fn given_no_games_when_summed_then_every_seat_has_zero() {
        assert_eq!(sums(&[], 4), [(0, 0); 4]);
    }
}
