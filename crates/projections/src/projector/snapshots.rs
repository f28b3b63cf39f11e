//! Snapshots of the season part of the views along the log, so that any position is close to one of them.

use crate::views::{SnapshotInterval, Views};
use events::envelope::{Position, StreamName};
use std::collections::{BTreeMap, BTreeSet};

/// The most that are kept; when there are more, every second one goes.
const MAX_SNAPSHOTS: usize = 64;
/// How far the first ones are apart.
const FIRST_INTERVAL: u64 = 64;

/// Season parts of the views at regular distances; people and computed lists are not in them.
pub(super) struct Snapshots {
    interval: SnapshotInterval,
    at: BTreeMap<Position, Views>,
}

impl Default for Snapshots {
    fn default() -> Self {
        Self { interval: SnapshotInterval(FIRST_INTERVAL), at: BTreeMap::new() }
    }
}

impl Snapshots {
    /// How far they are apart at the moment.
    pub(super) fn interval(&self) -> SnapshotInterval {
        self.interval
    }

    /// Takes in what was kept on the way.
    pub(super) fn take(&mut self, snapshots: impl IntoIterator<Item = Views>) {
        for snapshot in snapshots {
            if snapshot.position.0.is_multiple_of(self.interval.0) {
                self.at.insert(snapshot.position, snapshot);
            }
            if self.at.len() > MAX_SNAPSHOTS {
                let interval = self.interval.0 * 2;
                self.interval = SnapshotInterval(interval);
                self.at.retain(|position, _| position.0.is_multiple_of(interval));
            }
        }
    }

    /// The last one at or before a position.
    pub(super) fn nearest(&self, position: Position) -> Option<&Views> {
        self.at.range(..=position).next_back().map(|(_, snapshot)| snapshot)
    }

    /// Calls events as newer views do.
    pub(super) fn rename(&mut self, streams: &BTreeSet<StreamName>, newer: &Views) {
        for snapshot in self.at.values_mut() {
            for stream in streams {
                snapshot.rename(stream, newer);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = &Views> {
        self.at.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(until: u64) -> Snapshots {
        let mut snapshots = Snapshots::default();
        for position in 1..=until {
            if position.is_multiple_of(snapshots.interval().0) {
                snapshots.take([Views { position: Position(position), ..Views::default() }]);
            }
        }
        snapshots
    }

    #[test]
    fn there_are_never_more_than_so_many_and_none_is_further_away_than_a_thirtieth_of_the_log() {
        for until in [1, 63, 64, 4_096, 4_160, 4_161, 100_000, 1_000_000] {
            let snapshots = passed(until);
            assert!(snapshots.all().len() <= MAX_SNAPSHOTS, "{} at {until}", snapshots.all().len());
            for position in (1..=until).step_by(97) {
                let nearest = snapshots.nearest(Position(position)).map_or(0, |snapshot| snapshot.position.0);
                assert!(nearest <= position);
                let way = position - nearest;
                assert!(way < FIRST_INTERVAL || way * 30 <= until, "{way} from {nearest} to {position} of {until}");
            }
        }
    }

    #[test]
    fn marks_that_were_set_closer_together_are_thinned_as_they_come() {
        let mut snapshots = passed(5_000);
        assert_eq!(snapshots.interval(), SnapshotInterval(2 * FIRST_INTERVAL));
        let late = (79..=82).map(|number| Views { position: Position(number * FIRST_INTERVAL), ..Views::default() });
        snapshots.take(late);
        assert!(snapshots.at.keys().all(|position| position.0.is_multiple_of(2 * FIRST_INTERVAL)));
        assert_eq!(snapshots.nearest(Position(u64::MAX)).unwrap().position, Position(82 * FIRST_INTERVAL));
    }
}
