//! All read models from nothing, against decoding the same events and nothing else, and against a replay by cqrs-es.

use crate::peer::Peer;
use crate::store::Store;
use events::envelope::Position;
use events::stored;
use harness::bar::Bars;
use harness::rounds::median;
use harness::slices::Failure;
use std::fs;
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a process that does nothing is watched.
const QUIET: Duration = Duration::from_millis(100);
/// A rebuild takes seconds, so there are few rounds.
const ROUNDS: usize = 5;
/// Half as fast as decoding alone.
const OF_DECODING: f64 = 0.5;
/// Times as fast as the peer.
const OF_PEER: f64 = 5.0;

/// Measures and judges.
pub(crate) fn measure(store: &Store, peer: &Peer, bars: &mut Bars) -> Result<(), Failure> {
    let events = store.head()?.0;
    let projector = store.projector()?;
    println!("\nRebuilding all read models from {events} events, {ROUNDS} rounds");
    let (mut of_decoding, mut of_peer) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        settle()?;
        let begun = Instant::now();
        decode(store)?;
        let decoding = events as f64 / begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        projector.rebuild()?;
        let rebuilding = events as f64 / begun.elapsed().as_secs_f64();
        settle()?;
        let answer = peer.ask("slice replay 400")?;
        let (replayed, seconds) = answer.split_once(' ').ok_or("the child answered something else")?;
        let replaying = replayed.parse::<f64>()? / seconds.parse::<f64>()?;
        println!(
            "  {round}: rebuild {rebuilding:.0}, decoding {decoding:.0}, cqrs-es {replaying:.0} events in a second"
        );
        of_decoding.push(rebuilding / decoding);
        of_peer.push(rebuilding / replaying);
    }
    bars.at_least("rebuild / decoding alone, median", median(of_decoding.into_iter()), OF_DECODING);
    bars.at_least("rebuild / replay by cqrs-es, median", median(of_peer.into_iter()), OF_PEER);
    Ok(())
}

/// Waits until this process does nothing: the views before are taken apart on a thread of their own, which nobody else
/// is to pay for.
fn settle() -> Result<(), Failure> {
    let mut before = ticks()?;
    loop {
        sleep(QUIET);
        let after = ticks()?;
        if after <= before + 1 {
            return Ok(());
        }
        before = after;
    }
}

/// The time of the processor that this process has taken, in ticks of 10 ms.
fn ticks() -> Result<u64, Failure> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name before it may have blanks.
    let (_, fields) = stat.rsplit_once(')').ok_or("the system tells no times")?;
    let times = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    Ok(times.sum::<Result<u64, _>>()?)
}

/// Reads and decodes every event.
fn decode(store: &Store) -> Result<(), Failure> {
    let mut problem = None;
    store.log.scan(Position::START, store.head()?, &mut |row| match stored::decode(
        row.event_type,
        row.schema_version,
        row.payload,
    ) {
        Ok(event) => {
            std::hint::black_box(event);
            ControlFlow::Continue(())
        }
        Err(error) => {
            problem = Some(error);
            ControlFlow::Break(())
        }
    })?;
    problem.map_or(Ok(()), |problem| Err(problem.into()))
}
