//! An accepted loss counts only if it is signed: without the key none can be forged.

use crate::store::Store;
use events::envelope::Position;
use events::export;
use events::log::ReadError;
use events::proof::checkpoint_file;
use events::proof::checkpoint_status::CheckpointStatus;
use events::proof::checkpointer::{CheckpointError, SignLossError};
use events::verify::{Problem, Progress, verify_export};
use std::fs;

const FORGED: &str = r#"{"lost_from":600,"lost_until":18446744073709551615,"epoch":2}"#;

/// 600 events, checkpoints at 300, 500 and 600.
fn store() -> Store {
    let store = Store::with_events(300);
    store.checkpoint();
    store.record(200);
    store.checkpoint();
    store.record(100);
    store.checkpoint();
    store
}

/// A store whose past was changed, with a loss at its end that should excuse it.
fn forged(payload: &str, checkpoints: &str) -> Store {
    let changed = store().tamper(|connection| {
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE position = 421", []).unwrap();
        connection.execute_batch(checkpoints).unwrap();
    });
    changed.forge_loss(payload)
}

/// 305 events of 310 that were signed.
fn set_back() -> Store {
    let store = Store::with_events(300);
    store.checkpoint();
    store.record(10);
    store.checkpoint();
    store.tamper(|connection| {
        connection
            .execute_batch("DELETE FROM events WHERE position > 305; DELETE FROM checkpoints WHERE size > 305")
            .unwrap();
    })
}

#[test]
fn a_forged_loss_excuses_nothing() {
    let unsigned = CheckpointStatus::UnsignedLoss { position: Position(600) };
    let store = forged(FORGED, "DELETE FROM checkpoints");
    assert_eq!(store.verify().problems, [Problem::UnsignedLoss(Position(600))]);
    assert_eq!(store.checkpoint_status(), unsigned);
    assert!(!unsigned.is_sound());
    assert!(
        matches!(store.checkpointer().checkpoint_now(), Err(CheckpointError::Unsound(checkpoint_status)) if checkpoint_status == unsigned)
    );
    let refused = store.sign_loss();
    assert!(matches!(refused, Err(SignLossError::OtherLoss { signed_until: 600, .. })), "{refused:?}");

    let store = forged(FORGED, "DELETE FROM checkpoints WHERE size > 500");
    assert_eq!(store.verify().problems, [Problem::Checkpoint(500), Problem::UnsignedLoss(Position(600))]);
    let plausible = forged(&FORGED.replace("18446744073709551615", "600"), "");
    assert_eq!(plausible.verify().problems, [Problem::Checkpoint(500), Problem::UnsignedLoss(Position(600))]);
    let refused = plausible.sign_loss();
    assert!(matches!(refused, Err(SignLossError::DoesNotFit(Problem::Checkpoint(500)))), "{refused:?}");
    assert!(plausible.log.checkpoints(600, 1).unwrap().is_empty());
}

#[test]
fn a_forged_loss_is_exported_but_not_signed() {
    let store = forged(FORGED, "DELETE FROM checkpoints");
    let mut out = Vec::new();
    let exported = export::export(&*store.log, &store.signer(), None, &mut out, &mut Progress::none()).unwrap();
    assert!(!exported.signed);
    assert_eq!(exported.report.problems, [Problem::UnsignedLoss(Position(600))]);
    let report = verify_export(&mut out.as_slice(), None, None, &mut Progress::none()).unwrap();
    assert_eq!(report.problems, [Problem::UnsignedLoss(Position(600))]);
}

#[test]
fn a_loss_that_cannot_have_been_recorded_there_is_named() {
    let impossible = [
        r#"{"lost_from":1,"lost_until":18446744073709551615,"epoch":2}"#,
        r#"{"lost_from":600,"lost_until":599,"epoch":2}"#,
        r#"{"lost_from":600,"lost_until":600,"epoch":1}"#,
    ];
    for payload in impossible {
        let store = forged(payload, "DELETE FROM checkpoints");
        let problems = store.verify().problems;
        assert!(problems.contains(&Problem::ImpossibleLoss(Position(600))), "{payload}: {problems:?}");
        assert_eq!(
            store.checkpoint_status(),
            CheckpointStatus::ImpossibleLoss { position: Position(600) },
            "{payload}"
        );
        assert!(store.sign_loss().is_err());
        assert!(matches!(store.checkpointer().checkpoint_now(), Err(CheckpointError::Unsound(_))), "{payload}");
    }
}

#[test]
fn a_loss_that_cannot_be_read_is_named_and_no_first_epoch() {
    let store = store();
    let key = store.signer();
    let store = store.forge_loss("{}");
    let error = store.log.identity().unwrap_err();
    assert!(matches!(error, ReadError::Corrupt { position: Position(600), .. }), "{error}");
    let report = events::verify::verify_store(&*store.log, key.verifier_key(), None, &mut Progress::none()).unwrap();
    assert_eq!(report.problems, [Problem::Loss(Position(600)), Problem::Checkpoint(600)]);
}

#[test]
fn a_loss_in_another_stream_is_none() {
    let store = store().forge_loss(FORGED).tamper(|connection| {
        connection.execute("UPDATE events SET stream = 'log/others' WHERE position = 600", []).unwrap();
    });
    let store = crate::store::recompute_tree(store);
    assert_eq!(store.log.identity().unwrap().epoch, 1);
    assert_eq!(store.verify().problems, [Problem::Checkpoint(600)]);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Diverged { size: 600 });
}

#[test]
fn a_loss_is_signed_after_a_crash_between_recording_and_signing() {
    let store = set_back();
    store.accept_loss(306, 310, 2);
    let unsigned = CheckpointStatus::UnsignedLoss { position: Position(306) };
    assert_eq!(store.checkpoint_status(), unsigned);
    assert_eq!(store.verify().problems, [Problem::UnsignedLoss(Position(306))]);
    let checkpointer = store.checkpointer();
    assert!(
        matches!(checkpointer.checkpoint_now(), Err(CheckpointError::Unsound(checkpoint_status)) if checkpoint_status == unsigned)
    );
    // Also on a log that is read-only because of it.
    store.log.set_read_only("a test");
    let loss = store.sign_loss().unwrap();
    assert_eq!((loss.position, loss.lost_from, loss.lost_until, loss.epoch), (Position(306), 306, 310, 2));
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 306 });
    assert_eq!(store.sign_loss().unwrap(), loss, "a second time changes nothing");
    assert!(store.verify().fits() && store.verify().extends_external_checkpoint);

    let store = store.tamper(|_| {});
    store.record(5);
    store.checkpoint();
    assert!(store.verify().fits());
}

#[test]
fn a_loss_is_signed_by_either_of_the_two_checkpoints() {
    let store = set_back();
    let older = fs::read_to_string(store.outside()).unwrap();
    store.accept_loss(306, 310, 2);
    store.sign_loss().unwrap();
    let newer = fs::read_to_string(store.outside()).unwrap();
    // A crash after the store took it, and before the file outside did.
    checkpoint_file::write(&store.outside(), &older).unwrap();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 306 });
    let report = store.verify();
    assert!(report.fits(), "{:?}", report.problems);
    assert!(!report.extends_external_checkpoint, "the one outside covers what is lost");
    store.checkpoint();
    assert_eq!(fs::read_to_string(store.outside()).unwrap(), newer);
    // And the other way round.
    let store = store.tamper(|connection| {
        connection.execute("DELETE FROM checkpoints WHERE size > 300", []).unwrap();
    });
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 306 });
    assert!(store.verify().fits());
    fs::remove_file(store.outside()).unwrap();
    assert_eq!(store.checkpoint_status(), CheckpointStatus::UnsignedLoss { position: Position(306) });
}

#[test]
fn a_keeper_of_an_older_epoch_signs_no_more() {
    let store = set_back();
    fs::remove_file(store.outside()).unwrap();
    let checkpointer = store.checkpointer();
    store.accept_loss(306, 310, 2);
    let refused = checkpointer.checkpoint_now();
    assert!(matches!(refused, Err(CheckpointError::OtherEpoch { signer: 1, log: 2 })), "{refused:?}");
    let refused = checkpointer.sign_accepted_loss(&mut Progress::none());
    assert!(matches!(refused, Err(SignLossError::Keep(CheckpointError::OtherEpoch { .. }))), "{refused:?}");
}

#[test]
fn a_loss_without_anything_that_was_lost_is_not_signed() {
    let store = Store::with_events(20);
    assert!(matches!(store.sign_loss(), Err(SignLossError::NoLoss)));
    store.checkpoint();
    store.accept_loss(21, 30, 2);
    let refused = store.sign_loss();
    assert!(matches!(refused, Err(SignLossError::OtherLoss { signed_until: 20, .. })), "{refused:?}");
}

#[test]
fn a_second_loss_does_not_hide_that_the_first_was_never_signed() {
    let store = set_back();
    store.accept_loss(306, 310, 2);
    store.accept_loss(307, 310, 3);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::UnsignedLoss { position: Position(306) });
    let refused = store.sign_loss();
    let first = Problem::UnsignedLoss(Position(306));
    assert!(matches!(&refused, Err(SignLossError::DoesNotFit(problem)) if *problem == first), "{refused:?}");
}

#[test]
fn a_loss_after_a_signed_loss_is_signed_too() {
    let store = set_back();
    store.accept_loss(306, 310, 2);
    store.sign_loss().unwrap();
    store.record(20);
    store.checkpoint();
    let store = store.tamper(|connection| {
        connection
            .execute_batch("DELETE FROM events WHERE position > 320; DELETE FROM checkpoints WHERE size > 320")
            .unwrap();
    });
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Behind { store_size: 320, checkpoint_size: 326 });
    store.accept_loss(321, 326, 3);
    store.sign_loss().unwrap();
    let report = store.verify();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!(report.losses.iter().map(|loss| loss.epoch).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(store.checkpoint_status(), CheckpointStatus::Extends { size: 321 });
}

#[test]
fn the_checkpoint_outside_is_extended_only_if_it_was_compared() {
    let store = Store::with_events(10);
    assert!(!store.verify().extends_external_checkpoint, "there is none");
    store.checkpoint();
    assert!(store.verify().extends_external_checkpoint);
    let split = store.signer().sign(10, [0; 32]);
    checkpoint_file::write(&store.outside(), &split).unwrap();
    assert!(!store.verify().extends_external_checkpoint, "it does not fit");
}
