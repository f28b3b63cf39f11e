//! Places in a competition or a table, written 1-2-2-4 when shared.

use std::fmt;
use std::num::NonZeroU32;

/// A place: 1 is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(NonZeroU32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a place: places are whole numbers from 1")]
pub struct InvalidPlace(pub i64);

impl Place {
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// Accepts 1 and above.
    pub fn new(number: u32) -> Result<Self, InvalidPlace> {
        NonZeroU32::new(number).map(Self).ok_or(InvalidPlace(number.into()))
    }

    /// The place of a player with this many players strictly ahead.
    pub fn behind(ahead: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(ahead as u32))
    }

    pub fn number(self) -> u32 {
        self.0.get()
    }
}

impl From<NonZeroU32> for Place {
    fn from(number: NonZeroU32) -> Self {
        Self(number)
    }
}

impl From<Place> for NonZeroU32 {
    fn from(place: Place) -> Self {
        place.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Gives each element of a sorted slice its place: equal neighbours share one, and the next place is skipped (1-2-2-4).
pub fn shared_places<T>(sorted: &[T], tied: impl Fn(&T, &T) -> bool) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(sorted.len());
    for (index, item) in sorted.iter().enumerate() {
        let place = match index.checked_sub(1) {
            Some(above) if tied(&sorted[above], item) => places[above],
            _ => Place::behind(index),
        };
        places.push(place);
    }
    places
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("places are not 1-2-2-4: {found} stands where {expected} is expected")]
pub struct InvalidPlaces {
    /// The first place that does not fit, in ascending order.
    pub found: Place,
    pub expected: Place,
}

/// Accepts places that could have been shared out 1-2-2-4, in any order.
pub fn check_shared_places(places: impl IntoIterator<Item = Place>) -> Result<(), InvalidPlaces> {
    let mut sorted: Vec<Place> = places.into_iter().collect();
    sorted.sort_unstable();
    let expected = shared_places(&sorted, |a, b| a == b);
    match sorted.into_iter().zip(expected).find(|(found, expected)| found != expected) {
        Some((found, expected)) => Err(InvalidPlaces { found, expected }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(numbers: &[u32]) -> Vec<Place> {
        numbers.iter().map(|number| Place::new(*number).unwrap()).collect()
    }

    #[test]
    fn equal_neighbours_share_a_place_and_the_next_one_is_skipped() {
        assert_eq!(shared_places(&[9, 7, 7, 3], |a, b| a == b), places(&[1, 2, 2, 4]));
        assert_eq!(shared_places::<u8>(&[], |a, b| a == b), []);
    }

    #[test]
    fn places_must_be_written_1_2_2_4() {
        assert_eq!(check_shared_places(places(&[4, 2, 1, 2])), Ok(()));
        assert_eq!(check_shared_places([]), Ok(()));
        let gap = check_shared_places(places(&[1, 2, 2, 3])).unwrap_err();
        assert_eq!((gap.found.number(), gap.expected.number()), (3, 4));
        assert!(check_shared_places(places(&[2, 3])).is_err());
        assert!(Place::new(0).is_err());
    }
}
