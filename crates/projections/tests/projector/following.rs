//! How the projector follows: races, other processes, older positions, rebuilding, and events in its way.

use crate::store::{Store, TIMEOUT, World, player_id, wait_for_health};
use events::append::Append;
use events::envelope::{Actor, EventId, NewEvent, Position, StreamName};
use events::environment::Environment;
use events::vault::{MasterKey, Vault};
use projections::projector::{Health, NotReached, Projector, RebuildError, ViewsAtError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const WHO: (&str, &str, &str) = ("Jan", "Wilk", "Opole");

#[test]
fn whoever_waits_for_what_was_written_finds_it_shown() {
    let store = Store::new();
    let projector = store.projector();
    thread::scope(|scope| {
        for writer in 0..4 {
            let (store, projector) = (&store, &projector);
            scope.spawn(move || {
                for number in 0..50 {
                    let id = format!("p{writer}-{number}");
                    let position = store.register(&id, WHO);
                    projector.wait_for_blocking(position, TIMEOUT).unwrap();
                    let views = projector.views();
                    assert!(views.position >= position);
                    assert_eq!(views.players.get(&player_id(&id)).unwrap().etag, position);
                }
            });
        }
    });
    assert_eq!(projector.views().players.len(), 200);
    assert_eq!(projector.health(), Health::Live);
}

#[test]
fn waiting_for_what_is_not_recorded_ends_when_patience_does() {
    let store = Store::new();
    let projector = store.caught_up();
    let late = projector.wait_for_blocking(Position(1), Duration::from_millis(1));
    assert_eq!(late, Err(NotReached::TooLate { position: Position::START }));
}

#[test]
fn whoever_waits_is_told_when_the_projector_stops() {
    let store = Store::new();
    let projector = store.caught_up();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| projector.wait_for_blocking(Position(5), TIMEOUT));
        projector.stop();
        assert!(matches!(waiting.join().unwrap(), Err(NotReached::Stopped { .. })));
    });
    assert!(matches!(projector.rebuild(), Err(RebuildError::Fold(_) | RebuildError::Ended)));
    projector.stop();
}

#[test]
fn what_another_process_appends_is_shown() {
    let store = Store::new();
    let projector = store.caught_up();
    let other = store.beside(store.second_log());
    for number in 0..20 {
        let position = other.register(&format!("p{number}"), WHO);
        projector.wait_for_blocking(position, TIMEOUT).unwrap();
    }
    assert_eq!(projector.views().players.len(), 20);
}

fn unreadable(stream: &str, event_type: &str) -> NewEvent {
    NewEvent {
        event_id: EventId::new(&World),
        stream: StreamName::parse(stream).unwrap(),
        event_type: event_type.into(),
        schema_version: 99,
        occurred_at: World.now(),
        actor: Actor::operator(),
        correlation: None,
        causation: None,
        nonce: [7; 16],
        payload: b"{}".to_vec(),
    }
}

#[test]
fn an_event_that_cannot_be_understood_stops_the_projector_loudly_and_the_last_views_stay() {
    let store = Store::new();
    store.register("p1", WHO);
    store.log.append(Append::of(vec![unreadable("player/p2", "player.registered")])).wait().unwrap();
    store.register("p3", WHO);
    let projector = store.projector();
    let health = wait_for_health(&projector, |health| matches!(health, Health::Stopped { .. }));
    let Health::Stopped { position, problem } = health else { unreachable!() };
    assert_eq!(position, Position(1));
    assert!(problem.contains("position 2") && problem.contains("version 99"), "{problem}");
    assert!(projector.views().players.get(&player_id("p1")).is_some());
    assert_eq!(projector.wait_for_blocking(Position(1), TIMEOUT), Ok(()));
    assert!(matches!(projector.wait_for_blocking(Position(3), TIMEOUT), Err(NotReached::Stopped { .. })));
    assert_eq!(projector.views_at(Position(1)).unwrap().position, Position(1));
    assert!(matches!(projector.views_at(Position(3)), Err(ViewsAtError::Fold(_))));
    // Building anew meets the same event; it neither helps nor harms.
    assert!(matches!(projector.rebuild(), Err(RebuildError::Fold(_))));
    assert_eq!(projector.position(), Position(1));
}

#[test]
fn an_event_that_does_not_fit_what_came_before_stops_the_projector() {
    let store = Store::new();
    store.register("p1", WHO);
    store.rectify("p2", WHO);
    let projector = store.projector();
    let health = wait_for_health(&projector, |health| matches!(health, Health::Stopped { .. }));
    assert!(matches!(&health, Health::Stopped { problem, .. } if problem.contains("player/p2")), "{health:?}");
}

#[test]
fn a_vault_that_the_key_does_not_open_stops_the_projector_and_nothing_is_shown_without_names() {
    let store = Store::new();
    store.register("p1", WHO);
    let stranger = Arc::new(Vault::new(MasterKey::generate(&World), Arc::new(World)));
    let projector = Projector::start(Arc::clone(&store.log), stranger);
    let health = wait_for_health(&projector, |health| matches!(health, Health::Stopped { .. }));
    assert!(matches!(&health, Health::Stopped { problem, .. } if problem.contains("position 1")), "{health:?}");
    assert_eq!(projector.position(), Position::START);
}

#[test]
fn a_closed_log_ends_the_projector() {
    let store = Store::new();
    let projector = store.caught_up();
    store.log.close();
    wait_for_health(&projector, |health| matches!(health, Health::Stopped { .. }));
}

#[test]
fn every_older_position_can_be_seen_and_none_beyond_the_end() {
    let store = Store::new();
    let projector = store.projector();
    for number in 1..=20 {
        store.register(&format!("p{number}"), WHO);
    }
    projector.wait_for_blocking(Position(20), TIMEOUT).unwrap();
    for position in [20, 1, 7, 13, 7, 19, 2, 0, 12] {
        let views = projector.views_at(Position(position)).unwrap();
        assert_eq!((views.position.0, views.players.len() as u64), (position, position));
    }
    let beyond = projector.views_at(Position(21));
    assert!(matches!(beyond, Err(ViewsAtError::Beyond { head: Position(20) })));
    // Seeing the past does not move the present.
    assert_eq!(projector.position(), Position(20));
}

#[test]
fn a_reader_does_not_notice_a_rebuild() {
    let store = Store::new();
    for number in 0..50 {
        store.register(&format!("p{number}"), WHO);
    }
    let projector = store.caught_up();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut last = Position::START;
            let mut looks = 0_u64;
            while !done.load(Ordering::Acquire) {
                let views = projector.views();
                assert!(views.position >= last, "the views went back");
                assert_eq!(views.players.len() as u64, views.position.0);
                last = views.position;
                looks += 1;
            }
            looks
        });
        for round in 0..5 {
            let rebuilt = scope.spawn(|| projector.rebuild().unwrap());
            for number in 0..10 {
                store.register(&format!("q{round}-{number}"), WHO);
            }
            assert!(rebuilt.join().unwrap() >= Position(50));
        }
        projector.wait_for_blocking(store.head(), TIMEOUT).unwrap();
        done.store(true, Ordering::Release);
        assert!(reader.join().unwrap() > 0);
    });
    assert_eq!(projector.views().players.len(), 100);
    assert_eq!(projector.views(), store.caught_up().views());
}

#[test]
fn a_log_longer_than_a_page_is_taken_in_to_its_end() {
    let store = Store::new();
    let projector = store.projector();
    for number in 0..1100 {
        store.register(&format!("p{number}"), WHO);
    }
    projector.wait_for_blocking(Position(1100), TIMEOUT).unwrap();
    let late = store.caught_up();
    assert_eq!(late.views(), projector.views());
    assert_eq!(late.views_at(Position(999)).unwrap().players.len(), 999);
}
