//! Durable writes: twenty clients that register players at once.

use crate::client::Connection;
use crate::kostka::{Kostka, registration};
use harness::bar::Bars;
use harness::disk::Disk;
use harness::slices::{Case, Failure, Slices, Work};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const WRITERS: usize = 20;
const REGISTER: &str = "20 writers register players";
/// What a writer waits at most, all but one in a hundred, counted in syncs.
const SLOW_WRITE_SYNCS: f64 = 8.0;
/// The first number of a player who is not there yet.
const FIRST: u64 = 1_000_000;

/// Measures and judges.
pub(crate) fn measure(folder: &Path, kostka: &Kostka, token: &str, bars: &mut Bars) -> Result<(), Failure> {
    let numbers = AtomicU64::new(FIRST);
    let mut connections = (0..WRITERS).map(|_| kostka.connect()).collect::<Result<Vec<_>, _>>()?;
    let case = Case::new(REGISTER, |length| {
        let begun = Instant::now();
        let waits: Vec<Result<Vec<Duration>, String>> = thread::scope(|scope| {
            let writing = connections.iter_mut().map(|connection| {
                let numbers = &numbers;
                scope.spawn(move || write(connection, token, numbers, length).map_err(|error| error.to_string()))
            });
            let writing: Vec<_> = writing.collect();
            writing.into_iter().map(|writer| writer.join().expect("a writer that ends")).collect()
        });
        let mut waits = waits.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        waits.sort_unstable();
        let slow = waits[waits.len() * 99 / 100].as_secs_f64();
        Ok(Work { slow_call_seconds: Some(slow), ..Work::new(waits.len() as u64, begun.elapsed()) })
    });
    let mut disk = Disk::in_folder(folder)?;
    let slices = Slices::run(vec![case], &[], Some(&mut disk))?;
    slices.print("Durable writes through HTTP", "registrations");
    slices.judge_slow_calls(bars, REGISTER, SLOW_WRITE_SYNCS);
    Ok(())
}

/// One registration after the other, each after the answer to the last; how long each took.
fn write(
    connection: &mut Connection,
    token: &str,
    numbers: &AtomicU64,
    length: Duration,
) -> Result<Vec<Duration>, Failure> {
    let mut waits = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < length {
        let request = registration(token, numbers.fetch_add(1, Ordering::Relaxed));
        let sent = Instant::now();
        connection.send(&request)?.expect(201, "registering a player")?;
        waits.push(sent.elapsed());
    }
    Ok(waits)
}
