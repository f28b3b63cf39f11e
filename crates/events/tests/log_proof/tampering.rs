//! Every change of a store leaves a trace that the verification names.

use crate::store::{Store, SystemEnvironment, recompute_tree};
use events::envelope::{Position, Version};
use events::log::StoredCheckpoint;
use events::sqlite::{OpenError, SqliteLog, SqliteOptions};
use events::verify::{KeySource, Problem};
use rusqlite::Connection;
use std::sync::Arc;

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

fn tampered(sql: &str) -> Store {
    store().tamper(|connection| execute(connection, sql))
}

fn execute(connection: &Connection, sql: &str) {
    connection.execute_batch(sql).unwrap();
    assert!(connection.changes() > 0, "{sql} changed nothing");
}

#[test]
fn an_untouched_store_fits() {
    let report = store().verify();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!((report.events, report.first, report.last), (600, Some(Position(1)), Some(Position(600))));
    // Three in the store, and the last one again outside it.
    assert_eq!((report.checkpoints, report.covered, report.key_source), (4, 600, KeySource::Given));
    assert!(Store::new().verify().fits());
}

#[test]
fn every_changed_column_is_named_with_its_position() {
    let changes = [
        "payload = x'7b7d'",
        "stream = stream || 'x'",
        "version = 900",
        "recorded_at = recorded_at + 1",
        "header = cast(zeroblob(16) || substr(header, 17) AS BLOB)",
        "header = cast(substr(header, 1, 19) || x'02' || substr(header, 21) AS BLOB)",
        "header = cast(substr(header, 1, 20) || x'07' || substr(header, 22) AS BLOB)",
        "header = cast(substr(header, 1, 28) || zeroblob(16) || substr(header, 45) AS BLOB)",
        "header = cast(substr(header, 1, 44) || substr(header, 1, 16) || substr(header, 61) AS BLOB)",
        "header = cast(substr(header, 1, 60) || zeroblob(16) AS BLOB)",
        "type = 'player.erased'",
        "actor = 'operator'",
        "leaf = zeroblob(32)",
    ];
    let mut store = store();
    for change in changes {
        let copy = "CREATE TABLE copy AS SELECT * FROM events WHERE position = 421";
        store = store.tamper(|connection| {
            execute(connection, &format!("{copy}; UPDATE events SET {change} WHERE position = 421"));
        });
        let problems = store.verify().problems;
        assert!(problems.contains(&Problem::Leaf(Position(421))), "{change}: {problems:?}");
        store = store.tamper(|connection| {
            connection
                .execute_batch(
                    "DELETE FROM events WHERE position = 421; INSERT INTO events SELECT * FROM copy; DROP TABLE copy",
                )
                .unwrap();
        });
    }
    assert!(store.verify().fits());
}

#[test]
fn a_row_that_no_log_writes_is_named() {
    let report = tampered("UPDATE events SET header = x'00' WHERE position = 421").verify();
    assert!(matches!(&report.problems[..], [Problem::Corrupt { position: Position(421), .. }]), "{report:?}");
}

#[test]
fn a_deleted_row_is_named() {
    let problems = tampered("DELETE FROM events WHERE position = 421").verify().problems;
    assert_eq!(problems[0], Problem::Gap { expected: Position(421), found: Position(422) });
    assert!(problems.iter().any(|problem| matches!(problem, Problem::StreamGap { .. })), "{problems:?}");
    assert!(problems.contains(&Problem::Checkpoint(500)), "{problems:?}");
}

#[test]
fn swapped_rows_are_named() {
    let swap =
        "UPDATE events SET position = -1 WHERE position = 10; UPDATE events SET position = 10 WHERE position = 11;
                UPDATE events SET position = 11 WHERE position = -1";
    let problems = tampered(swap).verify().problems;
    assert_eq!(problems[..2], [Problem::Leaf(Position(10)), Problem::Leaf(Position(11))]);
}

#[test]
fn a_replaced_row_is_named() {
    let replace = "INSERT OR REPLACE INTO events SELECT 421, leaf, stream, version + 900, recorded_at, header, type, actor, payload
                   FROM events WHERE position = 400";
    let problems = tampered(replace).verify().problems;
    assert!(problems.contains(&Problem::Leaf(Position(421))), "{problems:?}");
}

#[test]
fn a_cut_off_tail_is_noticed_by_the_checkpoints() {
    let problems = tampered("DELETE FROM events WHERE position > 550").verify().problems;
    assert_eq!(problems[0], Problem::Behind { size: 600, events: 550 });
    let only_outside = tampered("DELETE FROM checkpoints WHERE size > 550; DELETE FROM events WHERE position > 550");
    assert_eq!(only_outside.verify().problems, [Problem::Behind { size: 600, events: 550 }]);
}

#[test]
fn a_tree_recomputed_by_the_forger_is_noticed_by_the_first_checkpoint_that_does_not_fit() {
    let forged = recompute_tree(tampered("UPDATE events SET payload = x'7b7d' WHERE position = 421"));
    assert_eq!(forged.verify().problems, [Problem::Checkpoint(500)]);
    let without_kept =
        recompute_tree(tampered("DELETE FROM checkpoints; UPDATE events SET payload = x'7b7d' WHERE position = 421"));
    assert_eq!(without_kept.verify().problems, [Problem::Checkpoint(600)], "the one outside");
}

#[test]
fn a_changed_subtree_is_named() {
    let problems = tampered("UPDATE subtrees SET root = zeroblob(32) WHERE number = 1").verify().problems;
    assert_eq!(problems, [Problem::Subtree { level: 1, index: 1 }]);
}

#[test]
fn subtrees_that_lag_behind_are_no_problem() {
    assert!(tampered("DELETE FROM subtrees WHERE number = 1").verify().fits());
}

#[test]
fn a_forged_checkpoint_is_named() {
    let problems =
        tampered("UPDATE checkpoints SET note = replace(note, '500', '501') WHERE size = 500").verify().problems;
    assert!(matches!(&problems[..], [Problem::InvalidCheckpoint(_)]), "{problems:?}");
    let moved = tampered("UPDATE checkpoints SET size = 501 WHERE size = 500").verify().problems;
    assert_eq!(moved, [Problem::Misplaced(500)]);
}

#[test]
fn a_store_whose_last_row_stands_far_behind_the_others_says_what_is_missing() {
    let far = "UPDATE events SET position = 9223372036854775807 WHERE position = 600";
    let folder = store().tampered_file(|connection| execute(connection, far));
    let opened =
        SqliteLog::open(&folder.path().join("kostka.db"), Arc::new(SystemEnvironment), SqliteOptions::default());
    let Err(OpenError::Damaged(problem)) = opened else { panic!("a damaged store was opened") };
    assert!(problem.contains("no leaf at position 600"), "{problem}");
}

#[test]
fn a_time_that_goes_back_is_named() {
    let store = tampered("UPDATE events SET recorded_at = recorded_at + 3600000000 WHERE position = 421");
    let problems = recompute_tree(store).verify().problems;
    assert!(matches!(problems[0], Problem::TimeGoesBack { position: Position(422), .. }), "{problems:?}");
}

#[test]
fn an_event_in_another_stream_leaves_two_gaps() {
    let store = tampered("UPDATE events SET stream = 'player/other', version = 1 WHERE position = 300");
    let problems = recompute_tree(store).verify().problems;
    let gap = |problem: &&Problem| matches!(problem, Problem::StreamGap { position: Position(307), .. });
    let Some(Problem::StreamGap { expected, found, .. }) = problems.iter().find(gap) else { panic!("{problems:?}") };
    assert_eq!((*expected, *found), (Version(43), Version(44)));
}

#[test]
fn many_problems_are_counted_and_the_first_ones_listed() {
    let report = tampered("UPDATE events SET leaf = zeroblob(32)").verify();
    assert_eq!(report.problems.len(), events::verify::MAX_PROBLEMS);
    assert_eq!(report.problem_count, 600);
}

#[test]
fn what_is_signed_while_the_store_is_read_is_no_problem() {
    let store = store();
    store.record(5);
    let key = store.signer();
    let note = key.sign(605, events::proof::tree::root_at(&*store.log, 605).unwrap());
    store.log.store_checkpoint(&StoredCheckpoint { size: 605, note }).unwrap();
    assert!(store.verify().fits());
}
