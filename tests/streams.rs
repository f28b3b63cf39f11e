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
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;
use support::service::Served;
use support::store::Folder;

const WATCHERS: usize = 500;
/// Events that are recorded before the service is stopped, while it is, and after.
const EVENTS: u64 = 60;
/// Longer than anything takes that does not hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the service is, and how many are connected to it.
#[derive(Default)]
struct Scene {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    address: Option<SocketAddr>,
    connected: usize,
}

impl Scene {
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    /// Waits until the state is as wanted.
    fn wait_until<T>(&self, mut wanted: impl FnMut(&State) -> Option<T>) -> T {
        let state = self.state.lock().unwrap();
        let (state, timeout) =
            self.changed.wait_timeout_while(state, PATIENCE, |state| wanted(state).is_none()).unwrap();
        assert!(!timeout.timed_out(), "{} watchers are connected", state.connected);
        wanted(&state).unwrap()
    }
}

/// Watches until a position, through every interruption; what it missed or saw twice, if anything.
fn watch(scene: &Scene, from: u64, until: u64) -> Result<(), String> {
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

/// Records events one after the other, from a process that is not the service.
fn record(log: &dyn Log, environment: &dyn Environment, count: u64) {
    let record = PlayerRecord { name: Commitment([1; 32]), profile: Commitment([2; 32]), foreign: false };
    let form = stored::encode(&Event::Player(PlayerEvent::Registered(record)));
    for _ in 0..count {
        let event_id = EventId::new(environment);
        let event = NewEvent {
            event_id,
            stream: StreamName::new(StreamKind::Player, &event_id.to_string()).unwrap(),
            event_type: form.event_type.into(),
            schema_version: form.schema_version,
            occurred_at: environment.now(),
            actor: Actor::operator(),
            correlation: None,
            causation: None,
            nonce: [3; 16],
            payload: form.payload.clone(),
        };
        log.append(Append { events: vec![event], ..Append::default() }).wait().unwrap();
    }
}

fn start(folder: &Folder, scene: &Scene) -> Served {
    let served = Served::start(folder, &[], &[]).ready();
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
    allow_many_files();
    let folder = Folder::new();
    let scene = Arc::new(Scene::default());
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
