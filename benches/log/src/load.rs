//! Loading a stream of 60 events into domain events.

use crate::forms::Form;
use crate::peer::Peer;
use crate::rows::{EVENTS_IN_A_STREAM, Row};
use crate::sqlite;
use events::envelope::{StreamName, Version};
use events::log::Log;
use events::stored;
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use rusqlite::Connection;
use std::hint::black_box;
use std::path::Path;

/// Streams that are loaded in turns: few enough that nobody has to go back to the file, as for tournaments under way.
/// The peer has the same number.
const HOT_STREAMS: usize = 32;

const OURS: &str = "load 60";
const BARE: &str = "bare load 60";
const PEER: &str = "cqrs-es load 60";

const COMPARISONS: [Comparison; 2] =
    [Comparison { case: OURS, base: BARE, at_least: 0.7 }, Comparison { case: OURS, base: PEER, at_least: 4.0 }];

const BARE_SELECT: &str =
    "SELECT version, recorded_at, header, type, actor, payload FROM events WHERE stream = ?1 ORDER BY version";

/// Measures and judges; the peer has been given the same rows.
pub(crate) fn measure(folder: &Path, rows: &[Row], peer: &Peer, bars: &mut Bars) -> Result<(), Failure> {
    let file = folder.join("load.db");
    let log = sqlite::open(&file)?;
    sqlite::fill(&*log, rows.iter().cloned())?;
    let bare = Connection::open(&file)?;
    let streams = rows.iter().filter(|row| row.version == Version(1)).map(|row| row.event.stream.clone());
    let streams: Vec<StreamName> = streams.take(HOT_STREAMS).collect();
    let (mut next, mut bare_next) = (0, 0);
    let cases = vec![
        Case::repeated(OURS, || {
            next = (next + 1) % streams.len();
            load(&*log, &streams[next])
        }),
        Case::repeated(BARE, || {
            bare_next = (bare_next + 1) % streams.len();
            bare_load(&bare, &streams[bare_next])
        }),
        peer.case(PEER, "load"),
    ];
    let slices = Slices::run(cases, &COMPARISONS, None)?;
    slices.print("Loading a stream of 60 events into typed events", "events");
    for comparison in &COMPARISONS {
        slices.judge(bars, comparison);
    }
    Ok(())
}

fn load(log: &dyn Log, stream: &StreamName) -> Result<u64, Failure> {
    let recorded = log.read_stream(stream, Version(0), EVENTS_IN_A_STREAM)?;
    let events = recorded.iter().map(|recorded| {
        let event = &recorded.event;
        stored::decode(&event.event_type, event.schema_version, &event.payload)
    });
    let events = black_box(events.collect::<Result<Vec<_>, _>>()?);
    complete(events.len())
}

/// The same columns in one statement, the payload parsed with serde_json where it lies.
fn bare_load(connection: &Connection, stream: &StreamName) -> Result<u64, Failure> {
    let mut statement = connection.prepare_cached(BARE_SELECT)?;
    let mut rows = statement.query([stream.as_str()])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        for column in 0..5 {
            black_box(row.get_ref(column)?);
        }
        events.push(Form::parse(row.get_ref(3)?.as_str()?, row.get_ref(5)?.as_blob()?)?);
    }
    complete(black_box(events).len())
}

fn complete(events: usize) -> Result<u64, Failure> {
    if events == EVENTS_IN_A_STREAM { Ok(events as u64) } else { Err(format!("a stream of {events} events").into()) }
}
