//! Durable appends: one event, a hundred, and 64 callers at once.

use crate::bare::{Bare, sliced};
use crate::peer::Peer;
use crate::rows::{Row, Rows};
use crate::sqlite;
use events::append::{Append, AppendError, Expected};
use events::envelope::{StreamName, Version};
use events::log::Log;
use harness::bar::Bars;
use harness::disk::Disk;
use harness::slices::{Case, Comparison, Failure, Slices, Work};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const CALLERS: usize = 64;
/// More than a caller gets written in one slice.
const PREPARED: usize = 1500;
/// What a caller waits at most, all but one in a hundred, counted in syncs.
const SLOW_CALL_SYNCS: f64 = 8.0;

const ONE: &str = "append 1";
const HUNDRED: &str = "append 100";
const CONCURRENT: &str = "64 callers";
const THREADS: &str = "64 callers, a thread each";
const BARE_ONE: &str = "bare 1";
const BARE_HUNDRED: &str = "bare 100";
const PEER_ONE: &str = "cqrs-es 1";
const PEER_HUNDRED: &str = "cqrs-es 100";

const COMPARISONS: [Comparison; 4] = [
    Comparison { case: ONE, base: BARE_ONE, at_least: 0.85 },
    Comparison { case: HUNDRED, base: BARE_HUNDRED, at_least: 0.7 },
    Comparison { case: HUNDRED, base: PEER_HUNDRED, at_least: 1.5 },
    Comparison { case: CONCURRENT, base: BARE_HUNDRED, at_least: 0.5 },
];

/// Measures and judges.
pub(crate) fn measure(folder: &Path, peer: &Peer, bars: &mut Bars) -> Result<(), Failure> {
    let one = sqlite::open(&folder.join("append-1.db"))?;
    let hundred = sqlite::open(&folder.join("append-100.db"))?;
    let callers: Arc<dyn Log> = sqlite::open(&folder.join("callers.db"))?.into();
    let threads = sqlite::open(&folder.join("threads.db"))?;
    let mut bare_one = Bare::create(&folder.join("bare-1.db"))?;
    let mut bare_hundred = Bare::create(&folder.join("bare-100.db"))?;
    let mut tasks: Vec<Caller> = (0..CALLERS).map(Caller::new).collect();
    let mut on_threads: Vec<Caller> = (0..CALLERS).map(Caller::new).collect();
    // As many workers as the service has on a machine like this.
    let workers = thread::available_parallelism()?.get();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers).build()?;
    // Cases of a comparison stand next to each other, so that little time lies between their slices.
    let cases = vec![
        case(ONE, &*one, 1),
        Case::new(BARE_ONE, {
            let mut rows = Rows::new();
            move |length| sliced(length, 1, || rows.row(), |row| bare_one.append_one(&row))
        }),
        peer.case(PEER_ONE, "append-1"),
        peer.case(PEER_HUNDRED, "append-100"),
        case(HUNDRED, &*hundred, 100),
        Case::new(BARE_HUNDRED, {
            let mut rows = Rows::new();
            move |length| sliced(length, 100, || rows.take(100), |rows| bare_hundred.append_all(&rows))
        }),
        Case::new(CONCURRENT, |length| concurrent(&runtime, &callers, &mut tasks, length)),
        Case::new(THREADS, |length| concurrent_threads(&*threads, &mut on_threads, length)),
    ];
    let mut disk = Disk::in_folder(folder)?;
    let slices = Slices::run(cases, &COMPARISONS, Some(&mut disk))?;
    slices.print("Durable appends to SQLite", "events");
    for comparison in &COMPARISONS {
        slices.judge(bars, comparison);
    }
    slices.judge_slow_calls(bars, CONCURRENT, SLOW_CALL_SYNCS);
    Ok(())
}

/// A case of one caller that appends so many events at a time, to streams whose versions it knows.
pub(crate) fn case<'a>(name: &'static str, log: &'a dyn Log, count: usize) -> Case<'a> {
    let mut rows = Rows::new();
    Case::new(name, move |length| {
        let prepare = || append_of(rows.take(count));
        sliced(length, count as u64, prepare, |append| Ok(log.append(append).wait().map(drop)?))
    })
}

/// An append of rows that expects every stream to be where the rows go on.
pub(crate) fn append_of(rows: Vec<Row>) -> Append {
    let mut expected: Vec<(StreamName, Expected)> = Vec::new();
    for row in &rows {
        if !expected.iter().any(|(stream, _)| *stream == row.event.stream) {
            let before = match row.version.0 - 1 {
                0 => Expected::NoStream,
                version => Expected::Exact(Version(version)),
            };
            expected.push((row.event.stream.clone(), before));
        }
    }
    Append { expected, ..Append::of(rows.into_iter().map(|row| row.event).collect()) }
}

/// A caller with appends that are ready to be made.
struct Caller {
    rows: Rows,
    prepared: VecDeque<Append>,
}

impl Caller {
    fn new(number: usize) -> Self {
        Self { rows: Rows::of_one_stream(number as u64), prepared: VecDeque::new() }
    }

    fn prepare(&mut self) {
        while self.prepared.len() < PREPARED {
            self.prepared.push_back(append_of(self.rows.take(1)));
        }
    }

    /// Appends one event after the other, each after the acknowledgement of the last; how long each took.
    fn call(&mut self, log: &dyn Log, length: Duration) -> Result<Vec<Duration>, AppendError> {
        let mut waits = Vec::with_capacity(PREPARED);
        let begun = Instant::now();
        while begun.elapsed() < length {
            let Some(append) = self.prepared.pop_front() else { break };
            let called = Instant::now();
            log.append(append).wait()?;
            waits.push(called.elapsed());
        }
        Ok(waits)
    }

    /// The same without holding a thread.
    async fn call_as_task(&mut self, log: &dyn Log, length: Duration) -> Result<Vec<Duration>, AppendError> {
        let mut waits = Vec::with_capacity(PREPARED);
        let begun = Instant::now();
        while begun.elapsed() < length {
            let Some(append) = self.prepared.pop_front() else { break };
            let called = Instant::now();
            log.append(append).await?;
            waits.push(called.elapsed());
        }
        Ok(waits)
    }
}

/// All callers at once, each a task with a stream of its own, as the requests of the service are.
fn concurrent(
    runtime: &Runtime,
    log: &Arc<dyn Log>,
    callers: &mut Vec<Caller>,
    length: Duration,
) -> Result<Work, Failure> {
    callers.iter_mut().for_each(Caller::prepare);
    let begun = Instant::now();
    let calling: Vec<_> = callers
        .drain(..)
        .map(|mut caller| {
            let log = Arc::clone(log);
            runtime.spawn(async move {
                let waits = caller.call_as_task(&*log, length).await;
                (caller, waits)
            })
        })
        .collect();
    let mut outcomes = Vec::with_capacity(CALLERS);
    for calling in calling {
        let (caller, waits) = runtime.block_on(calling)?;
        callers.push(caller);
        outcomes.push(waits);
    }
    work_of(outcomes, begun.elapsed())
}

/// The same with a thread for each caller, which costs a switch of threads for each event.
fn concurrent_threads(log: &dyn Log, callers: &mut [Caller], length: Duration) -> Result<Work, Failure> {
    callers.iter_mut().for_each(Caller::prepare);
    let start = Barrier::new(callers.len() + 1);
    let (outcomes, elapsed) = thread::scope(|scope| {
        let calling = callers.iter_mut().map(|caller| {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                caller.call(log, length)
            })
        });
        let calling: Vec<_> = calling.collect();
        start.wait();
        let begun = Instant::now();
        let outcomes: Vec<_> = calling.into_iter().map(|caller| caller.join().expect("a caller that ends")).collect();
        (outcomes, begun.elapsed())
    });
    work_of(outcomes, elapsed)
}

fn work_of(outcomes: Vec<Result<Vec<Duration>, AppendError>>, elapsed: Duration) -> Result<Work, Failure> {
    let mut waits = outcomes.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    waits.sort_unstable();
    let slow = waits[waits.len() * 99 / 100].as_secs_f64();
    Ok(Work { slow_call_seconds: Some(slow), ..Work::new(waits.len() as u64, elapsed) })
}
