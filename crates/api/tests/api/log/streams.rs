//! Live streams: every position once and in order, for permitted readers, until the stream ends.

use crate::event_stream::EventStream;
use crate::support::{register, revoke, sign_out};
use api::testing::Instance;
use domain::event::{Commitment, Event, PlayerEvent, PlayerRecord, Role};
use events::append::Append;
use events::envelope::{Actor, EventId, NewEvent, StreamKind, StreamName};
use events::environment::Environment;
use events::stored;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Many players at once, of whom the vault knows nothing.
fn register_many(instance: &Instance, numbers: Range<u64>) {
    let clock = &*instance.clock;
    let record = PlayerRecord { name: Commitment([1; 32]), profile: Commitment([2; 32]), foreign: false };
    let form = stored::encode(&Event::Player(PlayerEvent::Registered(record)));
    let events = numbers.map(|number| NewEvent {
        event_id: EventId::new(clock),
        stream: StreamName::new(StreamKind::Player, &format!("many{number}")).unwrap(),
        event_type: form.event_type.into(),
        schema_version: form.schema_version,
        occurred_at: clock.now(),
        actor: Actor::operator(),
        correlation: None,
        causation: None,
        nonce: [3; 16],
        payload: form.payload.clone(),
    });
    instance.log.append(Append { events: events.collect(), ..Append::default() }).wait().unwrap();
}

fn feed(instance: &Instance, headers: &[(&str, &str)]) -> EventStream {
    let stream = EventStream::open(instance.address, "/api/v1/feed", headers).unwrap();
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream
}

fn feed_after(instance: &Instance, position: u64) -> EventStream {
    feed(instance, &[("Last-Event-ID", &position.to_string())])
}

fn data(message: &crate::event_stream::Message) -> Value {
    serde_json::from_str(message.data.as_deref().unwrap_or("null")).unwrap()
}

fn ids(stream: &mut EventStream, count: usize) -> Vec<u64> {
    (0..count).map(|_| stream.next_id().unwrap().id.unwrap()).collect()
}

fn watch_log(address: SocketAddr, reader: &str, path: &str, after: u64) -> EventStream {
    let after = after.to_string();
    let headers = [("Authorization", reader), ("Last-Event-ID", after.as_str())];
    let stream = EventStream::open(address, path, &headers).unwrap();
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream
}

#[test]
fn the_feed_begins_at_the_head_and_tells_what_happens_to_what() {
    let instance = Instance::start();
    let (before, _) = register(&instance, "Kowalska");
    let mut stream = feed(&instance, &[]);
    for header in [
        "content-type: text/event-stream",
        "cache-control: no-store",
        "x-accel-buffering: no",
        "transfer-encoding: chunked",
    ] {
        assert!(stream.head.contains(header), "{}", stream.head);
    }
    assert!(!stream.head.contains("content-encoding"), "{}", stream.head);
    let greeting = stream.next_message().unwrap();
    assert_eq!((greeting.id, greeting.data), (Some(before), None));
    assert!(greeting.retry.is_some());

    let (position, player) = register(&instance, "Łęcka");
    let told = stream.next_message().unwrap();
    assert_eq!(told.id, Some(position));
    assert_eq!(data(&told), json!({"position": position, "type": "player.registered", "stream": player}));
}

#[test]
fn of_an_account_the_feed_tells_the_position_only() {
    let instance = Instance::start();
    instance.signed_in(Role::Auditor);
    let (position, _) = register(&instance, "Kowalska");
    let mut stream = feed_after(&instance, 0);
    for expected in 1..position {
        let mark = stream.next_id().unwrap();
        assert_eq!((mark.id, mark.data, mark.event), (Some(expected), None, None));
    }
    assert_eq!(data(&stream.next_id().unwrap())["position"], position);
}

#[test]
fn a_watcher_goes_on_exactly_after_what_it_saw_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(api::testing::MovableClock::default());
    let key = events::vault::MasterKey::generate(&*clock).to_text();
    let master = || events::vault::MasterKey::parse(&key).unwrap();
    let mut instance = Instance::start_at(folder.path(), master(), Arc::clone(&clock), |_| ());
    for _ in 0..5 {
        register(&instance, "Kowalska");
    }
    assert_eq!(ids(&mut feed_after(&instance, 2), 3), [3, 4, 5]);
    let by_parameter = EventStream::open(instance.address, "/api/v1/feed?last_event_id=3", &[]);
    assert_eq!(ids(&mut by_parameter.unwrap(), 2), [4, 5]);
    // The address of a browser stays as it was; what it saw last is in the header.
    let reconnected = EventStream::open(instance.address, "/api/v1/feed?after=1", &[("Last-Event-ID", "4")]);
    assert_eq!(ids(&mut reconnected.unwrap(), 1), [5]);
    instance.stop();

    let instance = Instance::start_at(folder.path(), master(), clock, |_| ());
    let mut resumed = feed_after(&instance, 1);
    register(&instance, "Łęcka");
    assert_eq!(ids(&mut resumed, 5), [2, 3, 4, 5, 6]);
}

#[test]
fn a_position_that_the_log_has_not_reached_begins_anew_and_says_so() {
    let instance = Instance::start();
    register(&instance, "Kowalska");
    let mut stream = feed_after(&instance, 40);
    let reset = stream.next_id().unwrap();
    assert_eq!((reset.id, reset.event.as_deref()), (Some(1), Some("reset")));
    assert_eq!(data(&reset), json!({"asked": 40, "head": 1}));
    register(&instance, "Łęcka");
    assert_eq!(ids(&mut stream, 1), [2]);
    for wrong in ["x", "-1", "1.5", "99999999999999999999", ""] {
        let refused = EventStream::open(instance.address, "/api/v1/feed", &[("Last-Event-ID", wrong)]).unwrap();
        assert_eq!(refused.status, 400, "{wrong:?}");
    }
}

#[test]
fn what_is_older_than_the_ring_is_read_from_the_log_without_a_gap() {
    const COUNT: u64 = 5_000;
    let instance = Instance::start();
    register_many(&instance, 0..COUNT);
    let mut streams: Vec<EventStream> = [0, 1, 900, 904, 905, 4_999].map(|after| feed_after(&instance, after)).into();
    let (last, _) = register(&instance, "Kowalska");
    for (stream, after) in streams.iter_mut().zip([0, 1, 900, 904, 905, 4_999]) {
        assert!(ids(stream, (last - after) as usize).into_iter().eq(after + 1..=last), "after {after}");
    }
}

#[test]
fn readers_of_the_log_get_whole_events_and_only_the_position_of_those_they_did_not_ask_for() {
    let instance = Instance::start();
    let reader = instance.signed_in(Role::Auditor);
    let (first, _) = register(&instance, "Kowalska");
    let (second, stream_name) = register(&instance, "Łęcka");
    let mut all = watch_log(instance.address, &reader, "/api/v1/log/events", first - 1);
    let event = all.next_id().unwrap();
    let cloud = data(&event);
    assert_eq!((event.id, cloud["position"].as_u64()), (Some(first), Some(first)));
    assert_eq!(
        (cloud["specversion"].as_str(), cloud["type"].as_str()),
        (Some("1.0"), Some("kostka.player.registered.v1"))
    );

    let path = format!("/api/v1/log/events?stream={stream_name}");
    let mut one = watch_log(instance.address, &reader, &path, first - 1);
    let mark = one.next_id().unwrap();
    assert_eq!((mark.id, mark.data), (Some(first), None));
    let wanted = one.next_id().unwrap();
    assert_eq!((wanted.id, data(&wanted)["subject"].as_str()), (Some(second), Some(stream_name.as_str())));
}

/// How long until a stream has ended.
fn ended_after(mut stream: EventStream) -> Duration {
    let started = Instant::now();
    while stream.next_message().is_some() {}
    started.elapsed()
}

#[test]
fn whoever_is_signed_out_or_loses_the_role_is_cut_off_within_seconds() {
    let instance = Instance::start();
    let head = || instance.position().0;
    let (signed_out, demoted) = (instance.signed_in(Role::Auditor), instance.signed_in(Role::Arbiter));
    let stays = instance.signed_in(Role::Auditor);
    let open = |reader: &str| watch_log(instance.address, reader, "/api/v1/log/events", head());
    let (first, second, mut third) = (open(&signed_out), open(&demoted), open(&stays));
    sign_out(&instance, &signed_out);
    revoke(&instance, &demoted, Role::Arbiter);
    assert!(ended_after(first) < Duration::from_secs(8));
    assert!(ended_after(second) < Duration::from_secs(8));
    let (position, _) = register(&instance, "Kowalska");
    while third.next_id().unwrap().id < Some(position) {}
}

#[test]
fn s18_streams_are_limited_and_a_client_that_goes_gives_back_its_place() {
    let instance = Instance::start_with(|settings| settings.limits.streams_per_client = 2);
    let open = || EventStream::open(instance.address, "/api/v1/feed", &[]).unwrap();
    let (first, second) = (open(), open());
    assert_eq!((first.status, second.status), (200, 200));
    let refused = open();
    assert_eq!(refused.status, 429);
    assert!(refused.head.contains("retry-after: 10"), "{}", refused.head);
    // Asking for the headers takes no place.
    assert_eq!(instance.send("HEAD", "/api/v1/feed", &[], None).header("content-type"), "text/event-stream");
    drop(first);
    let deadline = Instant::now() + Duration::from_secs(5);
    while open().status != 200 {
        assert!(Instant::now() < deadline, "the place of a client that has gone is not given back");
        std::thread::yield_now();
    }
}

#[test]
fn a_silent_stream_is_kept_alive_by_comments() {
    let instance = Instance::start();
    let mut stream = feed(&instance, &[]);
    stream.next_message().unwrap();
    let started = Instant::now();
    let comment = stream.next_message().unwrap();
    assert!(comment.comment && comment.id.is_none());
    assert!(started.elapsed() < Duration::from_secs(17), "{:?}", started.elapsed());
}

#[test]
fn the_service_stops_at_once_with_streams_open_and_readers_that_do_not_read() {
    let mut instance = Instance::start();
    for from in [0, 10_000] {
        register_many(&instance, from..from + 10_000);
    }
    let reader = instance.signed_in(Role::Auditor);
    let idle: Vec<EventStream> = (0..50).map(|_| feed(&instance, &[])).collect();
    // These are sent far more than they take in.
    let slow: Vec<EventStream> =
        (0..5).map(|_| watch_log(instance.address, &reader, "/api/v1/log/events", 0)).collect();
    let started = Instant::now();
    instance.stop();
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    for mut stream in idle {
        while stream.next_message().is_some() {}
    }
    drop(slow);
}
