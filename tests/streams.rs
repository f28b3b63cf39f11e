//! Hundreds of watchers of the real service, while events are recorded and the service is stopped and started again.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "support/event_stream.rs"]
mod event_stream;
mod support;

use domain::event::{Commitment, Event, PlayerEvent, PlayerRecord};
use event_stream::EventStream;
use events::append::Append;
use events::conformance::TestEnvironment;
use events::envelope::{Actor, EventId, NewEvent, StreamKind, StreamName};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::stored;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use support::service::RunningService;
use support::store::Folder;

const WATCHERS: usize = 500;
/// Events that are recorded before the service is stopped, while it is, and after.
const EVENTS: u64 = 60;
/// Longer than anything takes that does not hang.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Held by whoever measures: the other test would be in the way.
static ALONE: Mutex<()> = Mutex::new(());

/// Where the service is, and how many are connected to it.
#[derive(Default)]
struct ServiceState {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    address: Option<SocketAddr>,
    connected: usize,
}

impl ServiceState {
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    /// Waits until the state is as wanted.
    fn wait_until<T>(&self, mut wanted: impl FnMut(&State) -> Option<T>) -> T {
        let state = self.state.lock().unwrap();
        let (state, timeout) =
            self.changed.wait_timeout_while(state, TIMEOUT, |state| wanted(state).is_none()).unwrap();
        assert!(!timeout.timed_out(), "{} watchers are connected", state.connected);
        wanted(&state).unwrap()
    }
}

/// Watches until a position, through every interruption; what it missed or saw twice, if anything.
fn watch(scene: &ServiceState, from: u64, until: u64) -> Result<(), String> {
    let mut last = from;
    let mut left = None;
    loop {
        // A service that has ended is not asked again; the next one is at another address.
        let address = scene.wait_until(|state| state.address.filter(|address| Some(*address) != left));
        left = Some(address);
        let Ok(mut stream) = EventStream::open(address, "/api/v1/feed", &[("Last-Event-ID", &last.to_string())]) else {
            continue;
        };
        if stream.status != 200 {
            return Err(format!("refused: {}", stream.head));
        }
        if stream.next_message().is_none() {
            continue;
        }
        scene.change(|state| state.connected += 1);
        while let Some(message) = stream.next_id() {
            if message.event.is_some() || message.id != Some(last + 1) {
                return Err(format!("after {last} came {message:?}"));
            }
            last += 1;
            if last == until {
                return Ok(());
            }
        }
        scene.change(|state| state.connected -= 1);
    }
}

/// A player who is registered, and of whom the vault knows nothing.
fn registered(environment: &dyn Environment) -> NewEvent {
    let record = PlayerRecord { name: Commitment([1; 32]), profile: Commitment([2; 32]), foreign: false };
    let form = stored::encode(&Event::Player(PlayerEvent::Registered(record)));
    let event_id = EventId::new(environment);
    NewEvent {
        event_id,
        stream: StreamName::new(StreamKind::Player, &event_id.to_string()).unwrap(),
        event_type: form.event_type.into(),
        schema_version: form.schema_version,
        occurred_at: environment.now(),
        actor: Actor::operator(),
        correlation: None,
        causation: None,
        nonce: [3; 16],
        payload: form.payload,
    }
}

fn append(log: &dyn Log, events: Vec<NewEvent>) {
    log.append(Append { events, ..Append::default() }).wait().unwrap();
}

/// Records events one after the other, from a process that is not the service.
fn record(log: &dyn Log, environment: &dyn Environment, count: u64) {
    for _ in 0..count {
        append(log, vec![registered(environment)]);
    }
}

fn start(folder: &Folder, scene: &ServiceState) -> RunningService {
    let served = RunningService::start(folder, &[], &[]).ready();
    let address = served.address.parse().unwrap();
    scene.change(|state| state.address = Some(address));
    served
}

/// Each watcher has a connection, and so has the service, which inherits the limit.
fn allow_many_files() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
}

#[test]
fn five_hundred_watchers_miss_and_repeat_nothing_across_a_restart_and_hold_nobody_up() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    allow_many_files();
    let folder = Folder::new();
    let scene = Arc::new(ServiceState::default());
    let mut served = start(&folder, &scene);
    let environment = TestEnvironment::new(1);
    let log = SqliteLog::open(&folder.file("kostka.db"), environment.clone(), SqliteOptions::default()).unwrap();

    let watchers: Vec<_> = (0..WATCHERS)
        .map(|_| {
            let scene = Arc::clone(&scene);
            let watcher = thread::Builder::new().stack_size(256 << 10);
            watcher.spawn(move || watch(&scene, 0, 3 * EVENTS)).unwrap()
        })
        .collect();
    let all_connected = |state: &State| (state.connected == WATCHERS).then_some(());
    scene.wait_until(all_connected);
    record(&log, &*environment, EVENTS);

    thread::scope(|scope| {
        // It goes on while the service ends.
        let recording = scope.spawn(|| record(&log, &*environment, EVENTS));
        scene.wait_until(all_connected);
        let (status, took) = served.terminate();
        assert!(status.success(), "{status}: {:?}", served.log);
        assert!(took < Duration::from_secs(2), "{took:?} with {WATCHERS} streams");
        recording.join().unwrap();
    });

    let _served = start(&folder, &scene);
    record(&log, &*environment, EVENTS);
    let outcomes: Vec<_> = watchers.into_iter().map(|watcher| watcher.join().unwrap()).collect();
    let wrong: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} of {WATCHERS}: {:?}", wrong.len(), wrong.first());
    log.close();
}

/// The memory of a process in bytes.
fn memory(pid: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

#[test]
fn readers_that_do_not_read_cost_little_memory_and_hold_up_nobody() {
    const SLOW: usize = 50;
    const PAGES: usize = 6;
    const PAGE: usize = 10_000;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    allow_many_files();
    let folder = Folder::new();
    let scene = ServiceState::default();
    let served = start(&folder, &scene);
    let environment = TestEnvironment::new(1);
    let log = SqliteLog::open(&folder.file("kostka.db"), environment.clone(), SqliteOptions::default()).unwrap();
    for _ in 0..PAGES {
        append(&log, (0..PAGE).map(|_| registered(&*environment)).collect());
    }
    let served = served.ready();
    let address = scene.wait_until(|state| state.address);
    let from_the_beginning = || EventStream::open(address, "/api/v1/feed?after=0", &[]).unwrap();
    let whole = |mut stream: EventStream| {
        let ids = (0..PAGES * PAGE).map(|_| stream.next_id().unwrap().id.unwrap());
        assert!(ids.eq(1..=(PAGES * PAGE) as u64));
    };
    whole(from_the_beginning());
    let before = memory(served.pid());
    let slow: Vec<EventStream> = (0..SLOW).map(|_| from_the_beginning()).collect();
    whole(from_the_beginning());
    // All events for each of them would be a quarter of a gigabyte.
    let grown = memory(served.pid()).saturating_sub(before);
    assert!(grown < 64 << 20, "{SLOW} readers cost {grown} bytes");
    drop(slow);
    log.close();
}
