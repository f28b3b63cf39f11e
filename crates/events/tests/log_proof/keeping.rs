//! Checkpoints are made when the log grew, never over something else, and tell at the start whether the log was set
//! back.

use crate::store::{Store, recompute_tree};
use events::envelope::EventId;
use events::log::{Identity, StoredCheckpoint};
use events::proof::checkpoint::{self, Signer};
use events::proof::checkpoint_file;
use events::proof::checkpoint_status::{self, CheckpointLocation, CheckpointStatus};
use events::proof::checkpointer::{CheckpointError, Checkpointer, SignLossError};
use events::proof::tree::root_at;
use events::sqlite::SqliteLog;
use events::verify::Problem;
use std::fs;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

const HOUR: Duration = Duration::from_hours(1);

#[test]
fn a_checkpoint_is_made_only_when_the_log_grew() {
    let store = Store::new();
    let checkpointer = store.checkpointer();
    assert_eq!(checkpointer.checkpoint_now().unwrap(), None, "of an empty log");
    store.record(3);
    let made = checkpointer.checkpoint_now().unwrap().unwrap();
    assert_eq!((made.size, made.root), (3, root_at(&*store.log, 3).unwrap()));
    assert_eq!(checkpointer.checkpoint_now().unwrap(), None);
    assert_eq!(store.checkpointer().checkpoint_now().unwrap(), None, "by another keeper");
    store.record(1);
    assert_eq!(checkpointer.checkpoint_now().unwrap().unwrap().size, 4);
    let kept = store.log.checkpoints(0, 10).unwrap();
    assert_eq!(kept.iter().map(|kept| kept.size).collect::<Vec<_>>(), [3, 4]);
    let note = checkpoint_file::read(&store.outside()).unwrap().unwrap();
    assert_eq!(note, kept[1].note);
    assert_eq!(checkpoint::open(&note, store.signer().verifier_key()).unwrap().size, 4);
}

#[test]
fn a_lost_outside_file_is_written_again() {
    let store = Store::with_events(3);
    store.checkpoint();
    fs::remove_file(store.outside()).unwrap();
    store.checkpoint();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 3 });
    assert!(store.outside().exists());
    assert_eq!(store.log.checkpoints(0, 10).unwrap().len(), 1);
}

#[test]
fn a_checkpoint_of_another_process_is_not_set_back() {
    let store = Store::with_events(100);
    let key = store.signer();
    let smaller = key.sign(100, root_at(&*store.log, 100).unwrap());
    store.record(20);
    store.checkpoint();
    let larger = checkpoint_file::read(&store.outside()).unwrap().unwrap();
    assert_eq!(checkpoint_file::advance(&store.outside(), &smaller, key.verifier_key()).unwrap(), larger);
    assert_eq!(checkpoint_file::read(&store.outside()).unwrap().unwrap(), larger);
    // A keeper believes what is there, not what it meant to keep.
    let checkpointer = store.checkpointer();
    store.record(1);
    store.checkpoint();
    assert_eq!(checkpointer.checkpoint_now().unwrap(), None, "the other one was faster");
    store.record(1);
    store.log.store_checkpoint(&StoredCheckpoint { size: 900, note: "kept by nobody".to_owned() }).unwrap();
    assert_eq!(checkpointer.checkpoint_now().unwrap().unwrap().size, 122);
    assert_eq!(checkpointer.checkpoint_now().unwrap(), None, "the store takes none, the file outside has it");
}

#[test]
fn a_log_that_takes_no_events_is_not_signed() {
    let store = Store::with_events(3);
    store.log.set_read_only("a test");
    assert_eq!(store.checkpointer().checkpoint_now().unwrap(), None);
    assert!(!store.outside().exists());
}

#[test]
fn a_log_that_was_set_back_is_noticed_and_not_signed() {
    let store = Store::with_events(300);
    let backup = store.folder.path().join("backup.db");
    SqliteLog::copy(&store.path(), &backup).unwrap();
    store.record(10);
    store.checkpoint();
    let store = store.set_back_to(&backup);
    let behind = CheckpointStatus::Behind { store_size: 300, checkpoint_size: 310 };
    assert_eq!(store.checkpoint_status(), behind);
    assert!(!behind.is_sound());
    let evidence = fs::read(store.outside()).unwrap();
    assert!(
        matches!(store.checkpointer().checkpoint_now(), Err(CheckpointError::Unsound(checkpoint_status)) if checkpoint_status == behind)
    );
    store.record(10);
    let diverged = CheckpointStatus::Diverged { size: 310 };
    assert_eq!(store.checkpoint_status(), diverged);
    assert!(
        matches!(store.checkpointer().checkpoint_now(), Err(CheckpointError::Unsound(checkpoint_status)) if checkpoint_status == diverged)
    );
    assert_eq!(fs::read(store.outside()).unwrap(), evidence);
}

#[test]
fn a_log_that_was_written_anew_is_noticed_without_the_outside_file_too() {
    let store = Store::with_events(300);
    store.checkpoint();
    fs::remove_file(store.outside()).unwrap();
    let store = store.tamper(|connection| {
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE position = 5", []).unwrap();
    });
    let store = recompute_tree(store);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Diverged { size: 300 });
}

#[test]
fn a_new_log_has_no_checkpoint_and_an_extended_one_fits() {
    let store = Store::with_events(300);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::NoCheckpointYet);
    assert!(store.checkpoint_status().is_sound());
    store.checkpoint();
    store.record(300);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 300 });
    assert!(store.checkpoint_status().is_sound());
}

#[test]
fn a_checkpoint_by_somebody_else_is_no_checkpoint() {
    let store = Store::with_events(3);
    store.checkpoint();
    let own = store.log.identity().unwrap();
    let root = root_at(&*store.log, 3).unwrap();
    let forged = Signer::new(&[99; 32], &own).sign(3, root);
    let of_another_log = Identity { log_id: EventId([1; 16]), epoch: 1 };
    for note in [forged, Signer::new(&[11; 32], &of_another_log).sign(3, root), "nothing".to_owned()] {
        checkpoint_file::write(&store.outside(), &note).unwrap();
        assert!(
            matches!(
                store.checkpoint_status(),
                CheckpointStatus::BadCheckpoint { kept: CheckpointLocation::Outside, .. }
            ),
            "{note}"
        );
    }
}

#[test]
fn an_accepted_loss_frees_the_log_from_what_was_signed_above_it() {
    let store = Store::with_events(300);
    store.checkpoint();
    store.record(10);
    store.checkpoint();
    let store = store.tamper(|connection| {
        connection
            .execute_batch("DELETE FROM events WHERE position > 305; DELETE FROM checkpoints WHERE size > 305")
            .unwrap();
    });
    let behind = CheckpointStatus::Behind { store_size: 305, checkpoint_size: 310 };
    assert_eq!(store.checkpoint_status(), behind);
    store.accept_loss(306, 310, 2);
    assert_eq!(store.log.identity().unwrap().epoch, 2);
    assert_eq!(store.verify().lost_checkpoints, 1, "the one outside");
    store.sign_loss().unwrap();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 306 });
    store.record(20);
    store.checkpoint();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 326 });
    let report = store.verify();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!((report.covered, report.lost_checkpoints, report.losses.len()), (326, 0, 1));
}

#[test]
fn more_than_the_accepted_loss_is_not_forgiven() {
    let store = Store::with_events(20);
    store.checkpoint();
    let store = store.tamper(|connection| {
        connection.execute_batch("DELETE FROM events WHERE position > 10; DELETE FROM checkpoints").unwrap();
    });
    let epoch_2 = Identity { epoch: 2, ..store.log.identity().unwrap() };
    store.accept_loss(11, 15, 2);
    let refused = store.sign_loss();
    assert!(matches!(refused, Err(SignLossError::DoesNotFit(Problem::Behind { size: 20, events: 11 }))), "{refused:?}");
    // Not even if somebody with the key signs it.
    let note = Signer::new(&[11; 32], &epoch_2).sign(11, root_at(&*store.log, 11).unwrap());
    store.log.store_checkpoint(&StoredCheckpoint { size: 11, note }).unwrap();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Behind { store_size: 11, checkpoint_size: 20 });
}

#[test]
fn a_log_from_before_an_epoch_is_noticed() {
    let store = Store::with_events(20);
    let later = Identity { epoch: 2, ..store.log.identity().unwrap() };
    let note = Signer::new(&[11; 32], &later).sign(20, root_at(&*store.log, 20).unwrap());
    checkpoint_file::write(&store.outside(), &note).unwrap();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::OlderEpoch { store_epoch: 1, checkpoint_epoch: 2 });
}

#[test]
fn the_clock_makes_checkpoints_while_the_log_grows() {
    let store = Store::with_events(3);
    let timer = store.checkpointer().start(Duration::from_millis(1), |error| panic!("{error}")).unwrap();
    let deadline = Instant::now() + Duration::from_mins(1);
    for size in [3, 5] {
        while store.log.last_checkpoint().unwrap().is_none_or(|kept| kept.size != size) {
            assert!(Instant::now() < deadline, "no checkpoint of {size} events");
            thread::yield_now();
        }
        store.record(2);
    }
    drop(timer);
}

#[test]
fn a_stopped_clock_makes_a_last_checkpoint_and_waits_for_nothing() {
    let store = Store::with_events(3);
    let timer = store.checkpointer().start(HOUR, |error| panic!("{error}")).unwrap();
    store.record(2);
    timer.stop();
    assert_eq!(store.log.last_checkpoint().unwrap().unwrap().size, 5);
    drop(store.checkpointer().start(HOUR, |error| panic!("{error}")).unwrap());
}

#[test]
fn what_the_clock_cannot_do_is_reported() {
    let store = Store::with_events(3);
    let nowhere = store.folder.path().join("no such folder").join("checkpoint");
    let checkpointer = Arc::new(Checkpointer::new(Arc::clone(&store.log), store.signer(), nowhere));
    let (report, reported) = mpsc::channel();
    let timer = checkpointer.start(HOUR, move |error| report.send(error).unwrap()).unwrap();
    assert!(matches!(reported.recv().unwrap(), CheckpointError::File(_)));
    drop(timer);
}

#[test]
fn an_unreadable_outside_file_is_an_error_not_a_fresh_start() {
    let store = Store::with_events(3);
    fs::create_dir(store.outside()).unwrap();
    let examined =
        checkpoint_status::compare_with_checkpoints(&*store.log, store.signer().verifier_key(), &store.outside());
    assert!(matches!(examined, Err(checkpoint_status::CheckpointCheckError::File(_))));
}
