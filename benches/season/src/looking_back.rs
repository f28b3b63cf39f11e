//! A season as it was, against a replay from nothing up to the same event.

use crate::store::Store;
use events::envelope::Position;
use harness::bar::Bars;
use harness::rounds::{in_words, median};
use harness::slices::Failure;
use std::hint::black_box;
use std::time::Instant;

/// Positions that are asked for, spread over the log.
const ASKED: u64 = 15;
/// The share of a replay from nothing.
const SHARE: f64 = 0.2;
/// So many events are played on top of the season.
const EVENTS: u64 = 30_000;

/// Measures and judges.
pub(crate) fn measure(store: &Store, bars: &mut Bars) -> Result<(), Failure> {
    store.grow_to(EVENTS)?;
    let head = store.head()?.0;
    let projector = store.projector()?;
    println!("\nA season as it was at {ASKED} moments");
    let mut shares = Vec::new();
    for number in 1..=ASKED {
        // Not where a mark would stand by chance.
        let position = Position(head * number / (ASKED + 1) + number * 7 % 13);
        let begun = Instant::now();
        let views = projector.season_as_of(position)?;
        views.records.computed().compute_all();
        let looking_back = begun.elapsed().as_secs_f64();
        drop(black_box(views));
        let begun = Instant::now();
        let fresh = store.replay(position)?;
        fresh.records.computed().compute_all();
        let replay = begun.elapsed().as_secs_f64();
        drop(black_box(fresh));
        if number % 5 == 0 {
            println!("  at {}: {}, a replay {}", position.0, in_words(looking_back), in_words(replay));
        }
        shares.push(looking_back / replay);
    }
    bars.at_most("as of a moment / replay from nothing, median", median(shares.into_iter()), SHARE);
    Ok(())
}
