//! TOP stages: their sizes and seats (R-SEAT-12), and the way through them to the final.

mod selection;

pub use selection::{FINALISTS, InvalidTopResults, Selection, TopResult, advance, enter};

use crate::Choice;
use crate::rulebook::{Rulebook, Tables, parameters};
use crate::tournament::seating::{SeatLabel, SeatLetter};
use crate::values::choice::choices;

const SEATS: usize = 4;

choices! {
    /// A stage between the elimination and the final.
    "TOP stage" enum TopSize { Top8 = "top8", Top12 = "top12" }
}

impl TopSize {
    pub fn players(self) -> usize {
        match self {
            Self::Top8 => 8,
            Self::Top12 => 12,
        }
    }

    pub fn tables(self) -> usize {
        self.players() / SEATS
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTopSeating {
    #[error("rulebook parameter `{path}` does not seat each of the places 1 to {} at tables of {SEATS}", .size.players())]
    Tables { size: TopSize, path: &'static str },
    #[error("{size} has {} players, not {found}", .size.players())]
    EntrantCount { size: TopSize, found: usize },
}

/// The seats of a TOP stage; letters follow the places (R-SEAT-12).
///
/// The entrants stand in seating order, those who share a place in the order that the last round would have had
/// (AMB-26).
pub fn seat_top_stage<T: Clone>(
    size: TopSize,
    entrants: &[T],
    rulebook: &Rulebook,
) -> Result<Vec<(SeatLabel, T)>, InvalidTopSeating> {
    if entrants.len() != size.players() {
        return Err(InvalidTopSeating::EntrantCount { size, found: entrants.len() });
    }
    let mut seated = Vec::with_capacity(entrants.len());
    for (table, places) in (1..).zip(places_by_table(size, rulebook)?) {
        for (letter, place) in SeatLetter::ALL.iter().zip(places) {
            seated.push((SeatLabel { table, letter: *letter }, entrants[place as usize - 1].clone()));
        }
    }
    Ok(seated)
}

/// The places of each table in rising order, each place from 1 to the size of the stage once.
fn places_by_table(size: TopSize, rulebook: &Rulebook) -> Result<Vec<Vec<u32>>, InvalidTopSeating> {
    let param = match size {
        TopSize::Top8 => parameters::TOP_TOP8_TABLES,
        TopSize::Top12 => parameters::TOP_TOP12_TABLES,
    };
    let Tables(mut tables) = rulebook.get(param);
    let mut places = tables.concat();
    places.sort_unstable();
    let each_once = places.into_iter().eq(1..=size.players() as u32);
    if !each_once || tables.iter().any(|table| table.len() != SEATS) {
        return Err(InvalidTopSeating::Tables { size, path: param.parameter().path });
    }
    for table in &mut tables {
        table.sort_unstable();
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e16_strong_and_weak_places_are_mixed_at_each_table_and_letters_follow_places() {
        let seats = |size: TopSize| {
            let places: Vec<u32> = (1..=size.players() as u32).collect();
            let seated = seat_top_stage(size, &places, &Rulebook::default()).unwrap();
            let seats: Vec<String> = seated.iter().map(|(label, place)| format!("{label} {place}")).collect();
            seats.join(", ")
        };
        assert_eq!(seats(TopSize::Top8), "1A 1, 1B 4, 1C 5, 1D 8, 2A 2, 2B 3, 2C 6, 2D 7");
        assert_eq!(seats(TopSize::Top12), "1A 1, 1B 6, 1C 7, 1D 12, 2A 2, 2B 5, 2C 8, 2D 11, 3A 3, 3B 4, 3C 9, 3D 10");
    }

    #[test]
    fn tables_of_the_rulebook_must_seat_each_place_once() {
        let seat = |tables: &[&[u32]], entrants: u32| {
            let tables = Tables(tables.iter().map(|table| table.to_vec()).collect());
            let rulebook = Rulebook::default().with(parameters::TOP_TOP8_TABLES, tables);
            seat_top_stage(TopSize::Top8, &(1..=entrants).collect::<Vec<_>>(), &rulebook)
        };
        let letters_follow_places = seat(&[&[8, 2, 4, 6], &[1, 3, 5, 7]], 8).unwrap();
        assert_eq!(letters_follow_places[0].1, 2);
        for wrong in [
            &[&[1, 2, 3, 4][..], &[5, 6, 7, 7]][..],
            &[&[1, 2, 3, 4], &[5, 6, 7, 9]],
            &[&[1, 2, 3, 4], &[5, 6, 7]],
            &[&[1, 2, 3], &[4, 5, 6, 7, 8]],
            &[&[1, 2, 3, 4, 5, 6, 7, 8]],
            &[],
        ] {
            let refused = InvalidTopSeating::Tables { size: TopSize::Top8, path: "top.top8.tables" };
            assert_eq!(seat(wrong, 8), Err(refused), "{wrong:?}");
        }
        let refused = InvalidTopSeating::EntrantCount { size: TopSize::Top8, found: 7 };
        assert_eq!(seat(&[&[1, 2, 3, 4], &[5, 6, 7, 8]], 7), Err(refused));
    }
}
