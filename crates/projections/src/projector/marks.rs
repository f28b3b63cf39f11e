//! Season parts of the views along the whole log, so that any moment is a short way from one of them.

use crate::views::{Spacing, Views};
use events::envelope::{Position, StreamName};
use std::collections::{BTreeMap, BTreeSet};

/// The most that are kept; when there are more, every second one goes.
const MOST: usize = 64;
/// How far the first ones are apart.
const FIRST_SPACING: u64 = 64;

/// Season parts of the views at regular distances; people and computed lists are not in them.
pub(super) struct Marks {
    spacing: Spacing,
    at: BTreeMap<Position, Views>,
}

impl Default for Marks {
    fn default() -> Self {
        Self { spacing: Spacing(FIRST_SPACING), at: BTreeMap::new() }
    }
}

impl Marks {
    /// How far they are apart at the moment.
    pub(super) fn spacing(&self) -> Spacing {
        self.spacing
    }

    /// Takes in what was kept on the way.
    pub(super) fn take(&mut self, marks: impl IntoIterator<Item = Views>) {
        for mark in marks {
            if mark.position.0.is_multiple_of(self.spacing.0) {
                self.at.insert(mark.position, mark);
            }
            if self.at.len() > MOST {
                let spacing = self.spacing.0 * 2;
                self.spacing = Spacing(spacing);
                self.at.retain(|position, _| position.0.is_multiple_of(spacing));
            }
        }
    }

    /// The last one at or before a position.
    pub(super) fn nearest(&self, position: Position) -> Option<&Views> {
        self.at.range(..=position).next_back().map(|(_, mark)| mark)
    }

    /// Calls events as newer views do.
    pub(super) fn rename(&mut self, streams: &BTreeSet<StreamName>, newer: &Views) {
        for mark in self.at.values_mut() {
            for stream in streams {
                mark.rename(stream, newer);
            }
        }
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = &Views> {
        self.at.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(until: u64) -> Marks {
        let mut marks = Marks::default();
        for position in 1..=until {
            if position.is_multiple_of(marks.spacing().0) {
                marks.take([Views { position: Position(position), ..Views::default() }]);
            }
        }
        marks
    }

    #[test]
    fn there_are_never_more_than_so_many_and_none_is_further_away_than_a_thirtieth_of_the_log() {
        for until in [1, 63, 64, 4_096, 4_160, 4_161, 100_000, 1_000_000] {
            let marks = passed(until);
            assert!(marks.all().len() <= MOST, "{} at {until}", marks.all().len());
            for position in (1..=until).step_by(97) {
                let nearest = marks.nearest(Position(position)).map_or(0, |mark| mark.position.0);
                assert!(nearest <= position);
                let way = position - nearest;
                assert!(way < FIRST_SPACING || way * 30 <= until, "{way} from {nearest} to {position} of {until}");
            }
        }
    }

    #[test]
    fn marks_that_were_set_closer_together_are_thinned_as_they_come() {
        let mut marks = passed(5_000);
        assert_eq!(marks.spacing(), Spacing(2 * FIRST_SPACING));
        let late = (79..=82).map(|number| Views { position: Position(number * FIRST_SPACING), ..Views::default() });
        marks.take(late);
        assert!(marks.at.keys().all(|position| position.0.is_multiple_of(2 * FIRST_SPACING)));
        assert_eq!(marks.nearest(Position(u64::MAX)).unwrap().position, Position(82 * FIRST_SPACING));
    }
}
