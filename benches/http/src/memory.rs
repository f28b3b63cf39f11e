//! The memory of the service: flat, however many requests there are and however large the bodies that it refuses.

mod bodies;
mod mixture;

use crate::kostka::Kostka;
use crate::process::resident_kilobytes;
use harness::bar::Bars;
use harness::slices::Failure;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Requests before memory is looked at: connections, caches and the pool of threads are there then.
const WARM_UP: usize = 10_000;
const REQUESTS: usize = 100_000;
/// How often somebody looks meanwhile.
const PARTS: usize = 10;
/// What counts as flat, as a part of what it was before.
const FLAT: f64 = 1.1;
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Measures and judges.
pub(crate) fn measure(kostka: &Kostka, token: &str, bars: &mut Bars) -> Result<(), Failure> {
    println!("\nMemory of the service, in megabytes");
    mixture::send(kostka, WARM_UP)?;
    let before = kostka.server().resident_kilobytes()?;
    println!("  after {WARM_UP} requests: {:.1}", megabytes(before));
    let mut seen = Vec::new();
    for part in 1..=PARTS {
        mixture::send(kostka, REQUESTS / PARTS)?;
        let now = kostka.server().resident_kilobytes()?;
        println!("  after {} more: {:.1}", part * REQUESTS / PARTS, megabytes(now));
        seen.push(now);
    }
    let most = seen.iter().copied().max().unwrap_or(before);
    let what = format!("memory over {REQUESTS} requests: the most / after {WARM_UP} requests");
    bars.at_most(&what, most as f64 / before as f64, FLAT);

    let before = kostka.server().resident_kilobytes()?;
    let (refused, most) = with_peak(kostka, || bodies::send(kostka, token))?;
    println!("  before bodies of a gigabyte: {:.1}, at the peak {:.1}", megabytes(before), megabytes(most));
    bars.holds("every body of a gigabyte is refused before a hundredth of it is sent", refused);
    bars.at_most("memory while they are sent: the peak / before", most as f64 / before as f64, FLAT);
    Ok(())
}

/// Does something, and tells the most memory that the service had meanwhile.
fn with_peak<T>(kostka: &Kostka, work: impl FnOnce() -> Result<T, Failure>) -> Result<(T, u64), Failure> {
    let (ended, most) = (AtomicBool::new(false), AtomicU64::new(0));
    let process = kostka.server().id();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::Acquire) {
                most.fetch_max(resident_kilobytes(process).unwrap_or(u64::MAX), Ordering::Relaxed);
                thread::sleep(LOOK_EVERY);
            }
        });
        let done = work();
        ended.store(true, Ordering::Release);
        done
    })
    .map(|done| (done, most.load(Ordering::Relaxed)))
}

fn megabytes(kilobytes: u64) -> f64 {
    kilobytes as f64 / 1024.0
}
