//! Seating: how players are split into tables of four and three, which seat each one gets, and who starts a game
//! (R-SEAT).

use crate::Choice;
use crate::values::choice::choices;
use std::fmt;

pub const MAX_PLAYERS: usize = 100_000;

const TILES: u32 = 106;
const TILES_PER_PLAYER: u32 = 14;

choices! {
    /// The letter of a seat; A is the best placed at the table (R-SEAT-05).
    "seat letter" enum SeatLetter { A = "A", B = "B", C = "C", D = "D" }
}

/// A seat, written like `1A` (R-SEAT-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatLabel {
    /// The table, from 1.
    pub table: u32,
    pub letter: SeatLetter,
}

impl fmt::Display for SeatLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.table, self.letter)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unseatable {
    /// Tables have 3 or 4 players, nothing else (R-SEAT-01).
    #[error("{players} players cannot be split into tables of 4 and 3")]
    NoSplit { players: usize },
    #[error("{players} players are more than the {MAX_PLAYERS} that can be seated")]
    TooMany { players: usize },
}

/// How many tables of each size a round has; the three-seat tables come last (R-SEAT-02), also in the first round
/// (AMB-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSplit {
    four_seat: u32,
    three_seat: u32,
}

impl TableSplit {
    /// The split with the fewest three-seat tables; no tables for no players.
    pub fn of(players: usize) -> Result<Self, Unseatable> {
        if players > MAX_PLAYERS {
            return Err(Unseatable::TooMany { players });
        }
        let three_seat = (4 - players % 4) % 4;
        let at_four_seat = players.checked_sub(3 * three_seat).ok_or(Unseatable::NoSplit { players })?;
        Ok(Self { four_seat: (at_four_seat / 4) as u32, three_seat: three_seat as u32 })
    }

    pub fn four_seat(self) -> u32 {
        self.four_seat
    }

    pub fn three_seat(self) -> u32 {
        self.three_seat
    }

    pub fn tables(self) -> u32 {
        self.four_seat + self.three_seat
    }

    pub fn players(self) -> u32 {
        4 * self.four_seat + 3 * self.three_seat
    }

    /// The seat at this position in the seating order, from 1 (R-SEAT-04, R-SEAT-05).
    ///
    /// Positions are not shared: players with one place have been put in an order before (AMB-26).
    pub fn seat(self, position: u32) -> Option<SeatLabel> {
        let index = position.checked_sub(1).filter(|_| position <= self.players())?;
        let (table, letter) = match index.checked_sub(4 * self.four_seat) {
            None => (index / 4, index % 4),
            Some(behind) => (self.four_seat + behind / 3, behind % 3),
        };
        Some(SeatLabel { table: table + 1, letter: SeatLetter::ALL[letter as usize] })
    }

    /// Every seat in order: 1A 1B 1C 1D 2A … (R-SEAT-03).
    pub fn labels(self) -> impl Iterator<Item = SeatLabel> {
        (1..=self.players()).filter_map(move |position| self.seat(position))
    }
}

/// Gives out the seats in order: that of the draw in the first round, that of the standing later (R-SEAT-03,
/// R-SEAT-04).
pub fn seat_in_order<T: Clone>(order: &[T]) -> Result<Vec<(SeatLabel, T)>, Unseatable> {
    let split = TableSplit::of(order.len())?;
    Ok(split.labels().zip(order.iter().cloned()).collect())
}

/// Who starts a game of a round, games counted from 1: A, B, C, D and again A (R-SEAT-08, AMB-25).
///
/// A table that goes on with two players by a ruling (AMB-29) keeps the cycle; other sizes have no starter.
pub fn starter(game: u32, seats: u32) -> Option<SeatLetter> {
    let index = game.checked_sub(1)? % playable(seats)?;
    Some(SeatLetter::ALL[index as usize])
}

/// How many tiles stay in the pool after each player took 14 (R-SEAT-10).
pub fn pool_tiles(seats: u32) -> Option<u32> {
    Some(TILES - TILES_PER_PLAYER * playable(seats)?)
}

fn playable(seats: u32) -> Option<u32> {
    (2..=4).contains(&seats).then_some(seats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(players: usize) -> (u32, u32) {
        let split = TableSplit::of(players).unwrap();
        (split.four_seat(), split.three_seat())
    }

    fn labels(players: usize) -> Vec<String> {
        let labels = TableSplit::of(players).unwrap().labels();
        labels.map(|label| label.to_string()).collect()
    }

    #[test]
    fn e06_players_are_split_into_tables_of_four_and_at_most_three_of_three() {
        let expected = [
            (12, (3, 0)),
            (16, (4, 0)),
            (17, (2, 3)),
            (18, (3, 2)),
            (19, (4, 1)),
            (27, (6, 1)),
            (28, (7, 0)),
            (29, (5, 3)),
            (30, (6, 2)),
            (31, (7, 1)),
            (79, (19, 1)),
            (80, (20, 0)),
            (81, (18, 3)),
            (6, (0, 2)),
            (9, (0, 3)),
        ];
        for (players, tables) in expected {
            assert_eq!(split(players), tables, "{players}");
        }
        for players in [1, 2, 5] {
            assert_eq!(TableSplit::of(players), Err(Unseatable::NoSplit { players }));
        }
    }

    #[test]
    fn nobody_needs_no_tables_and_a_crowd_beyond_the_limit_is_refused() {
        assert_eq!(split(0), (0, 0));
        assert_eq!(seat_in_order::<u8>(&[]), Ok(vec![]));
        assert!(TableSplit::of(MAX_PLAYERS).is_ok());
        let players = MAX_PLAYERS + 1;
        assert_eq!(TableSplit::of(players), Err(Unseatable::TooMany { players }));
        assert!(TableSplit::of(usize::MAX).is_err());
    }

    #[test]
    fn e07_labels_name_the_table_and_the_letter() {
        assert_eq!(labels(10).join(" "), "1A 1B 1C 1D 2A 2B 2C 3A 3B 3C");
        assert_eq!(labels(18)[12..].join(" "), "4A 4B 4C 5A 5B 5C");
    }

    #[test]
    fn e08_the_best_sit_together_at_the_first_table_in_letter_order() {
        let seats = |players: usize, positions: &[u32]| {
            let split = TableSplit::of(players).unwrap();
            let seat = |position: &u32| split.seat(*position).unwrap().to_string();
            positions.iter().map(seat).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(seats(30, &[1, 4, 5, 24, 25, 27, 28, 30]), "1A 1D 2A 6D 7A 7C 8A 8C");
        assert_eq!(seats(29, &[20, 21, 23, 24, 29]), "5D 6A 6C 7A 8C");
        let split = TableSplit::of(30).unwrap();
        assert_eq!((split.seat(0), split.seat(31), split.seat(u32::MAX)), (None, None, None));
    }

    #[test]
    fn e09_the_starter_goes_round_the_table_and_each_round_begins_with_a() {
        let starters = |seats, games| {
            let letter = |game| starter(game, seats).unwrap().to_string();
            (1..=games).map(letter).collect::<String>()
        };
        assert_eq!(starters(4, 4), "ABCD");
        assert_eq!(starters(4, 3), "ABC");
        assert_eq!(starters(3, 4), "ABCA");
        assert_eq!(starters(4, 6), "ABCDAB");
        assert_eq!((starter(0, 4), starter(1, 0), starter(1, 5)), (None, None, None));
    }

    #[test]
    fn the_pool_has_what_the_players_did_not_take() {
        assert_eq!((pool_tiles(4), pool_tiles(3)), (Some(50), Some(64)));
        assert_eq!((pool_tiles(0), pool_tiles(9)), (None, None));
    }

    proptest! {
        #[test]
        fn invariant_3_everybody_has_one_seat_and_three_seat_tables_come_last(players in 6_usize..400) {
            let (four_seat, three_seat) = split(players);
            prop_assert_eq!(4 * four_seat + 3 * three_seat, players as u32);
            prop_assert!(three_seat <= 3);

            let order: Vec<usize> = (0..players).collect();
            let seated = seat_in_order(&order).unwrap();
            prop_assert_eq!(seated.iter().map(|(_, player)| *player).collect::<Vec<_>>(), order);
            prop_assert!(seated.is_sorted_by(|a, b| a.0 < b.0), "a seat is given twice");

            let sizes: Vec<usize> = seated.chunk_by(|a, b| a.0.table == b.0.table).map(<[_]>::len).collect();
            prop_assert_eq!(sizes.len() as u32, four_seat + three_seat);
            prop_assert!(sizes.iter().all(|size| [3, 4].contains(size)));
            prop_assert!(sizes.is_sorted_by(|a, b| a >= b));
        }
    }
}
