//! Changes of the past are detected: by the row, or by the first checkpoint that does not fit.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use events::envelope::{EventId, Position, RecordedRef, Timestamp, Version};
use events::proof::tree::Frontier;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::fs;
use support::store::{Folder, example};

/// The event that is changed.
const VICTIM: i64 = 100;

/// A store with checkpoints at three sizes, and those sizes.
fn store() -> (Folder, Vec<u64>) {
    let folder = Folder::with_example();
    folder.done(&["erase", "p007", "--yes"]);
    let more = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "players": (0..300).map(|number| json!({
            "id": format!("x{number}"), "first_name": "Zenon", "surname": format!("Próbny{number}"),
            "city": "Pcim", "voivodeship": "małopolskie", "country": "PL",
        })).collect::<Vec<Value>>(),
    });
    fs::write(folder.file("more.json"), more.to_string()).unwrap();
    folder.done(&["import", "more.json"]);
    let connection = Connection::open(folder.file("kostka.db")).unwrap();
    let mut statement = connection.prepare("SELECT size FROM checkpoints ORDER BY size").unwrap();
    let sizes: Vec<i64> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(sizes.len(), 3, "{sizes:?}");
    (folder, sizes.into_iter().map(|size| size as u64).collect())
}

/// Somebody with the file in their hands, for whom triggers are no obstacle.
fn forge(folder: &Folder, forge: impl FnOnce(&Connection)) {
    let connection = Connection::open(folder.file("kostka.db")).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    for (name, _) in &triggers {
        connection.execute(&format!("DROP TRIGGER {name}"), []).unwrap();
    }
    forge(&connection);
    for (_, sql) in &triggers {
        connection.execute(sql, []).unwrap();
    }
}

fn sql(statement: &'static str) -> impl FnOnce(&Connection) {
    move |connection| {
        assert!(connection.execute(statement, []).unwrap() > 0, "{statement}");
    }
}

/// What `log verify` says of a store that was tampered with.
fn verdict(change: impl FnOnce(&Connection)) -> String {
    let (folder, _) = store();
    assert!(folder.done(&["log", "verify"]).contains("Everything checks out"));
    forge(&folder, change);
    folder.ends(1, &["log", "verify"])
}

#[test]
fn s26_a_changed_value_of_any_column_is_found_at_its_position() {
    for change in [
        "UPDATE events SET payload = cast(replace(cast(payload AS TEXT), 'false', 'true ') AS BLOB) WHERE position = 100",
        "UPDATE events SET stream = 'player/somebodyelse' WHERE position = 100",
        "UPDATE events SET type = 'player.erased' WHERE position = 100",
        "UPDATE events SET actor = 'account:1' WHERE position = 100",
        "UPDATE events SET recorded_at = recorded_at + 1 WHERE position = 100",
        // One byte of each field of the header: id, schema version, time, correlation, causation, nonce.
        "UPDATE events SET header = cast(x'00' || substr(header, 2) AS BLOB) WHERE position = 100",
        "UPDATE events SET header = cast(substr(header, 1, 19) || x'07' || substr(header, 21) AS BLOB) WHERE position = 100",
        "UPDATE events SET header = cast(substr(header, 1, 20) || x'07' || substr(header, 22) AS BLOB) WHERE position = 100",
        "UPDATE events SET header = cast(substr(header, 1, 28) || zeroblob(16) || substr(header, 45) AS BLOB)
         WHERE position = 100",
        "UPDATE events SET header = cast(substr(header, 1, 44) || x'07' || substr(header, 46) AS BLOB) WHERE position = 100",
        "UPDATE events SET header = cast(substr(header, 1, 60) || zeroblob(16) AS BLOB) WHERE position = 100",
        "UPDATE events SET leaf = zeroblob(32) WHERE position = 100",
    ] {
        let said = verdict(sql(change));
        assert!(said.contains("row and leaf disagree at position 100\n"), "{change}: {said}");
    }
}

#[test]
fn a_deleted_row_is_found_at_its_position() {
    let said = verdict(sql("DELETE FROM events WHERE position = 100"));
    assert!(said.contains("position 100 was expected, found 101"), "{said}");
}

#[test]
fn swapped_rows_are_found_at_the_first_of_them() {
    let said = verdict(|connection| {
        for (from, to) in [(100, -1), (103, 100), (-1, 103)] {
            connection.execute("UPDATE events SET position = ?2 WHERE position = ?1", [from, to]).unwrap();
        }
    });
    assert!(said.contains("row and leaf disagree at position 100\n"), "{said}");
}

#[test]
fn a_row_replaced_by_another_is_found_at_its_position() {
    let said = verdict(sql(
        "INSERT OR REPLACE INTO events SELECT 100, leaf, stream, version, recorded_at, header, type, actor, x'7b7d'
         FROM events WHERE position = 100",
    ));
    assert!(said.contains("row and leaf disagree at position 100\n"), "{said}");
}

#[test]
fn s26_a_cut_off_end_makes_the_store_read_only_and_is_found_by_the_checkpoint() {
    let (folder, sizes) = store();
    forge(&folder, sql("DELETE FROM events WHERE position > 300"));
    let last = *sizes.last().unwrap();
    let said = folder.ends(1, &["log", "verify"]);
    assert!(said.contains(&format!("the log has 300 events, but {last} were signed")), "{said}");
    assert!(said.contains(&format!("a checkpoint covers {last} events, but there are 300")), "{said}");
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("read-only") && said.contains("--accept-loss"), "{said}");
    assert!(folder.done(&["export"]).contains("season-bundle/1"), "it can still be read");
    assert!(folder.run(&["doctor"]).status.code() == Some(1));
    // The store keeps larger checkpoints of the epoch before, so only the one outside vouches for the loss.
    let said = folder.done(&["restore", "--accept-loss", "--reason", "the disk broke"]);
    assert!(said.contains(&format!("loss of events 301–{last}")), "{said}");
    assert!(folder.done(&["log", "verify"]).contains("Epoch 2"));
    folder.done(&["log", "export", "--output", "log.ndjson"]);
    folder.done(&["verify", "log.ndjson"]);
    folder.done(&["backup", "backup.db"]);
    folder.done(&["restore", "backup.db"]);
}

#[test]
fn an_old_backup_in_place_of_the_store_is_noticed() {
    let folder = Folder::with_example();
    folder.done(&["backup", "old.db"]);
    folder.done(&["erase", "p007", "--yes"]);
    fs::copy(folder.file("old.db"), folder.file("kostka.db")).unwrap();
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("the log has 319 events, but 320 were signed"), "{said}");
    folder.ends(1, &["log", "verify"]);
    // The way out, said aloud and recorded.
    folder.ends(2, &["restore", "--accept-loss"]);
    let output = folder.run(&["restore", "--accept-loss", "--reason", "the disk broke"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("loss of events 320–320") && said.contains("epoch 2"), "{said}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Erased again: 1"), "the erasure that was lost is carried out again: {said}");
    assert!(folder.done(&["log", "verify"]).contains("Epoch 2"), "the loss stays visible");
    assert!(folder.run(&["doctor"]).status.success());
}

/// Recomputes leaf and kept subtrees after a change, as a forger would who knows the format.
fn recompute(connection: &Connection) {
    let mut frontier = Frontier::new();
    let mut completed = Vec::new();
    let mut leaves = Vec::new();
    {
        let mut statement = connection.prepare("SELECT * FROM events ORDER BY position").unwrap();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let header: [u8; 76] = row.get(5).unwrap();
            let id = |from: usize| EventId(header[from..from + 16].try_into().unwrap());
            let (stream, event_type): (String, String) = (row.get(2).unwrap(), row.get(6).unwrap());
            let (actor, payload): (String, Vec<u8>) = (row.get(7).unwrap(), row.get(8).unwrap());
            let event = RecordedRef {
                position: Position(row.get::<_, i64>(0).unwrap() as u64),
                leaf: [0; 32],
                stream: &stream,
                version: Version(row.get::<_, i64>(3).unwrap() as u64),
                recorded_at: Timestamp(row.get(4).unwrap()),
                event_id: id(0),
                schema_version: u32::from_be_bytes(header[16..20].try_into().unwrap()),
                occurred_at: Timestamp(i64::from_be_bytes(header[20..28].try_into().unwrap())),
                correlation: Some(id(28)),
                causation: None,
                nonce: header[60..].try_into().unwrap(),
                event_type: &event_type,
                actor: &actor,
                payload: &payload,
            };
            leaves.push(event.expected_leaf());
        }
    }
    for (index, leaf) in leaves.iter().enumerate() {
        frontier.push(*leaf, &mut completed);
        connection.execute("UPDATE events SET leaf = ?2 WHERE position = ?1", params![index as i64 + 1, leaf]).unwrap();
    }
    connection.execute("DELETE FROM subtrees", []).unwrap();
    for subtree in completed {
        let values = params![subtree.level, subtree.index as i64, subtree.root];
        connection.execute("INSERT INTO subtrees VALUES (?1, ?2, ?3)", values).unwrap();
    }
}

fn forged_and_recomputed(folder: &Folder, position: i64) {
    forge(folder, |connection| {
        let changed =
            connection.execute("UPDATE events SET actor = 'account:1' WHERE position = ?1", [position]).unwrap();
        assert_eq!(changed, 1);
        recompute(connection);
    });
}

#[test]
fn a_tree_that_the_forger_recomputed_does_not_fit_the_first_checkpoint_over_the_change() {
    let (folder, sizes) = store();
    forged_and_recomputed(&folder, VICTIM);
    let said = folder.ends(1, &["log", "verify"]);
    assert!(said.contains(&format!("first checkpoint that does not fit: {} events", sizes[0])), "{said}");
    assert!(!said.contains("row and leaf disagree"), "{said}");
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("are not those that were signed"), "{said}");
    assert!(said.contains("kostka log verify") && !said.contains("--accept-loss"), "a changed past is no loss: {said}");

    let (folder, sizes) = store();
    forged_and_recomputed(&folder, 400);
    let said = folder.ends(1, &["log", "verify"]);
    assert!(said.contains(&format!("first checkpoint that does not fit: {} events", sizes[2])), "{said}");
}

#[test]
fn a_forger_who_also_removes_the_checkpoints_is_caught_by_the_one_outside_the_store() {
    let (folder, sizes) = store();
    forged_and_recomputed(&folder, VICTIM);
    forge(&folder, sql("DELETE FROM checkpoints"));
    let said = folder.ends(1, &["log", "verify"]);
    assert!(said.contains(&format!("first checkpoint that does not fit: {} events", sizes[2])), "{said}");
}

/// Replaces the last row by one that records a loss, and changes the past that the loss should excuse.
fn forged_loss(folder: &Folder, payload: &str) -> i64 {
    let mut last = 0;
    forge(folder, |connection| {
        last = connection.query_row("SELECT max(position) FROM events", [], |row| row.get(0)).unwrap();
        let payload = payload.replace("LAST", &last.to_string());
        let replaced = connection
            .execute(
                "UPDATE events SET stream = 'log/epochs', version = 1, type = 'log.loss_accepted', payload = ?2
                 WHERE position = ?1",
                params![last, payload.as_bytes()],
            )
            .unwrap();
        assert_eq!(replaced, 1);
    });
    forged_and_recomputed(folder, 400);
    last
}

#[test]
fn a_loss_that_a_forger_accepted_is_named_and_excuses_nothing() {
    let root = "00".repeat(32);
    let payload = |from: &str, until: &str, epoch: u32| {
        format!(r#"{{"lost_from":{from},"lost_until":{until},"lost_root":"{root}","epoch":{epoch},"reason":"{root}"}}"#)
    };
    let everything = u64::MAX.to_string();
    let unsigned = |last: i64| format!("no checkpoint signs the accepted loss at position {last}\n");
    let impossible = |last: i64| format!("the accepted loss at position {last} does not fit its place in the log\n");
    let cases: [(String, &dyn Fn(i64) -> String); 4] = [
        (payload("LAST", &everything, 2), &unsigned),
        (payload("LAST", "LAST", 2), &unsigned),
        (payload("1", &everything, 2), &impossible),
        (payload("LAST", "LAST", 1), &impossible),
    ];
    for (payload, expected) in cases {
        for without_checkpoints in [false, true] {
            let (folder, _) = store();
            let last = forged_loss(&folder, &payload);
            if without_checkpoints {
                forge(&folder, sql("DELETE FROM checkpoints"));
            }
            let said = folder.ends(1, &["log", "verify"]);
            assert!(said.contains(&expected(last)), "{payload}: {said}");
            let said = folder.ends(3, &["import", &example()]);
            assert!(said.contains("read-only") && said.contains(&format!("position {last}")), "{payload}: {said}");
            assert_eq!(folder.run(&["doctor"]).status.code(), Some(1), "{payload}");
            folder.ends(1, &["log", "export", "--output", "forged.ndjson"]);
            let said = folder.ends(1, &["verify", "forged.ndjson"]);
            assert!(said.contains(&expected(last)), "{payload}: {said}");
        }
    }
}

#[test]
fn a_forged_loss_is_not_signed_by_accepting_it_either() {
    let (folder, sizes) = store();
    let payload = format!(r#"{{"lost_from":LAST,"lost_until":{},"epoch":2}}"#, u64::MAX);
    forged_loss(&folder, &payload);
    forge(&folder, sql("DELETE FROM checkpoints"));
    let said = folder.ends(3, &["restore", "--accept-loss", "--reason", "somebody said so"]);
    assert!(said.contains(&format!("but what was signed ends at {}", sizes[2])), "{said}");
    folder.ends(1, &["log", "verify"]);
}

#[test]
fn a_loss_that_was_recorded_but_not_signed_before_a_crash_is_signed_by_accepting_it_again() {
    let folder = Folder::with_example();
    folder.done(&["backup", "old.db"]);
    let more = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "players": [{
            "id": "x", "first_name": "Zenon", "surname": "Próbny", "city": "Pcim", "voivodeship": "małopolskie",
            "country": "PL",
        }],
    });
    fs::write(folder.file("more.json"), more.to_string()).unwrap();
    folder.done(&["import", "more.json"]);
    fs::copy(folder.file("old.db"), folder.file("kostka.db")).unwrap();
    let before = fs::read(folder.file("kostka.db.checkpoint")).unwrap();
    folder.done(&["restore", "--accept-loss", "--reason", "the disk broke"]);
    // Back to the moment of the crash.
    forge(&folder, sql("DELETE FROM checkpoints WHERE size >= 320"));
    fs::write(folder.file("kostka.db.checkpoint"), before).unwrap();
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("no checkpoint signs the loss that is recorded at position 320"), "{said}");
    let said = folder.done(&["restore", "--accept-loss", "--reason", "the disk broke"]);
    assert!(said.contains("Signed the loss of events 320–320") && said.contains("epoch 2"), "{said}");
    let said = folder.done(&["log", "verify"]);
    assert!(said.contains("Epoch 2: the loss of events 320–320") && !said.contains("Epoch 3"), "{said}");
    assert!(said.contains("Extends the checkpoint from outside"), "{said}");
    assert!(folder.run(&["doctor"]).status.success());
}

#[test]
fn a_flipped_bit_anywhere_in_an_export_is_noticed_offline() {
    let (folder, _) = store();
    folder.done(&["log", "export", "--output", "log.ndjson"]);
    folder.done(&["verify", "log.ndjson"]);
    let said = folder.done(&["verify", "log.ndjson", "--checkpoint", "kostka.db.checkpoint"]);
    assert!(said.contains("Extends the given checkpoint"), "{said}");
    let export = fs::read(folder.file("log.ndjson")).unwrap();
    let key = String::from_utf8_lossy(&export)
        .split("\"verifier_key\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let step = export.len() / 97;
    for at in (0..export.len()).step_by(step) {
        let mut forged = export.clone();
        forged[at] ^= 1;
        fs::write(folder.file("forged.ndjson"), &forged).unwrap();
        let code = folder.run(&["verify", "forged.ndjson", "--key", &key]).status.code();
        assert!(matches!(code, Some(1 | 2)), "byte {at}: {code:?}");
    }
    // Cut off at a line: what is left is whole, but not all of it.
    let lines: Vec<&[u8]> = export.split_inclusive(|byte| *byte == b'\n').collect();
    fs::write(folder.file("forged.ndjson"), lines[..300].concat()).unwrap();
    folder.ends(1, &["verify", "forged.ndjson"]);
    // Cut off inside a line: no export at all.
    fs::write(folder.file("forged.ndjson"), &export[..export.len() / 2]).unwrap();
    folder.ends(2, &["verify", "forged.ndjson"]);
    fs::write(folder.file("forged.ndjson"), b"").unwrap();
    folder.ends(2, &["verify", "forged.ndjson"]);
}

/// What `doctor` says, which must find something.
fn sick(folder: &Folder) -> String {
    let output = folder.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_old_record_put_back_into_the_vault_is_found_by_its_commitment() {
    let folder = Folder::with_example();
    let sealed = |folder: &Folder| -> Vec<(i64, String, Vec<u8>)> {
        let connection = Connection::open(folder.file("kostka.db")).unwrap();
        let mut statement = connection
            .prepare("SELECT number, name, sealed FROM vault_records WHERE live = 1 ORDER BY record")
            .unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let before = sealed(&folder);
    let mut bundle: Value = serde_json::from_str(&fs::read_to_string(example()).unwrap()).unwrap();
    bundle["players"][3]["city"] = json!("Pcim");
    fs::write(folder.file("moved.json"), bundle.to_string()).unwrap();
    folder.done(&["import", "moved.json", "--correct"]);
    folder.done(&["doctor"]);
    let after = sealed(&folder);
    let mut put_back = 0;
    forge(&folder, |connection| {
        for (number, name, sealed) in &before {
            if name == "profile" && !after.iter().any(|(_, _, other)| other == sealed) {
                put_back += connection
                    .execute(
                        "UPDATE vault_records SET sealed = ?3 WHERE number = ?1 AND name = ?2 AND live = 1",
                        params![number, name, sealed],
                    )
                    .unwrap();
            }
        }
    });
    assert_eq!(put_back, 1);
    let said = sick(&folder);
    assert!(said.contains("at odds with the log: 1") && said.contains("“profile” is not the one"), "{said}");
    folder.done(&["log", "verify"]);
}

#[test]
fn a_person_who_was_taken_out_of_the_vault_without_an_erasure_is_missed() {
    let folder = Folder::with_example();
    forge(&folder, |connection| {
        connection.execute("DELETE FROM vault_records WHERE number = 2", []).unwrap();
        connection.execute("DELETE FROM vault_subjects WHERE number = 1", []).unwrap();
    });
    let said = sick(&folder);
    assert!(said.contains("at odds with the log: 3") && said.contains("“name” is not there"), "{said}");
}

#[test]
fn guards_that_were_taken_out_of_the_file_are_missed() {
    let folder = Folder::with_example();
    let connection = Connection::open(folder.file("kostka.db")).unwrap();
    connection.execute("DROP TRIGGER events_are_not_updated", []).unwrap();
    drop(connection);
    let said = sick(&folder);
    assert!(said.contains("events_are_not_updated is missing"), "{said}");
}

#[test]
fn events_that_nobody_has_signed_yet_are_told() {
    let (folder, sizes) = store();
    assert!(!folder.done(&["log", "verify"]).contains("Unsigned"));
    forge(&folder, |connection| {
        connection.execute("DELETE FROM checkpoints WHERE size = ?1", [sizes[2] as i64]).unwrap();
    });
    fs::remove_file(folder.file("kostka.db.checkpoint")).unwrap();
    let said = folder.done(&["log", "verify"]);
    assert!(said.contains(&format!("Unsigned events at the end: {}", sizes[2] - sizes[1])), "{said}");
}
