//! Stores from the command line: bundles in and out, keys, backups, erasures, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use support::bundles;
use support::store::{Folder, example};

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_golden_bundle_comes_back_with_the_same_results() {
    for bundle in bundles("tests/golden/season") {
        let folder = Folder::new();
        let path = bundle.to_str().unwrap();
        folder.done(&["import", path]);
        let again = folder.done(&["import", path]);
        assert!(again.starts_with("Nothing new"), "{path}: {again}");
        fs::write(folder.file("exported.json"), folder.done(&["export"])).unwrap();
        let results = json_of(&folder.done(&["compute", "exported.json"]));
        let golden = path.replace(".bundle.json", ".results.json");
        assert_eq!(results, json_of(&fs::read_to_string(golden).unwrap()), "{path}");
    }
}

#[test]
fn a_bundle_that_is_not_right_makes_no_store() {
    let folder = Folder::new();
    fs::write(folder.file("bad.json"), r#"{"format": "season-bundle/1", "rulebook": {"base": "x", "overrides": {}}}"#)
        .unwrap();
    folder.ends(2, &["import", "bad.json"]);
    folder.ends(2, &["import", "missing.json"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn other_content_under_the_same_id_ends_with_2_and_the_difference_or_becomes_a_correction() {
    let folder = Folder::with_example();
    let mut bundle: Value = json_of(&fs::read_to_string(example()).unwrap());
    let results = |event: &Value| event["results"].as_array().is_some_and(|results| results.len() > 30);
    let index = bundle["tournaments"].as_array().unwrap().iter().position(results).unwrap();
    let id = bundle["tournaments"][index]["id"].as_str().unwrap().to_owned();
    let rows = bundle["tournaments"][index]["results"].as_array_mut().unwrap();
    let (first, second) =
        (rows.iter().position(|row| row["place"] == 1), rows.iter().position(|row| row["place"] == 2));
    rows[first.unwrap()]["place"] = json!(2);
    rows[second.unwrap()]["place"] = json!(1);
    fs::write(folder.file("other.json"), bundle.to_string()).unwrap();
    let said = folder.ends(2, &["import", "other.json"]);
    assert!(
        said.contains(&id) && said.contains("place: recorded 1, in the bundle 2") && said.contains("--correct"),
        "{said}"
    );
    folder.ends(2, &["import", "other.json", "--reason", "without --correct"]);
    for empty in ["", "  "] {
        let said = folder.ends(2, &["import", "other.json", "--correct", "--reason", empty]);
        assert!(said.contains("--reason"), "{said}");
        let said = folder.ends(2, &["restore", "--accept-loss", "--reason", empty]);
        assert!(said.contains("empty"), "{said}");
    }
    let said = folder.done(&["import", "other.json", "--correct", "--reason", "the protest was upheld"]);
    assert!(said.starts_with("Recorded 1 event; corrected: 1"), "{said}");
    fs::write(folder.file("exported.json"), folder.done(&["export"])).unwrap();
    assert_eq!(folder.done(&["compute", "exported.json"]), folder.done(&["compute", "other.json"]));
    let log = folder.done(&["log", "export"]);
    assert!(!log.contains("the protest was upheld"), "a reason is free text and belongs to the vault");
    assert!(log.contains("tournament.corrected"));
}

#[test]
fn a_backup_restores_the_same_store_and_never_takes_the_place_of_a_file() {
    let folder = Folder::with_example();
    let exported = folder.done(&["export"]);
    let stats = |folder: &Folder| {
        folder.done(&["log", "stats"]).lines().find(|line| line.starts_with("Root")).unwrap().to_owned()
    };
    let root = stats(&folder);
    folder.done(&["backup", "backup.db"]);
    folder.ends(2, &["backup", "backup.db"]);
    assert_eq!(fs::metadata(folder.file("backup.db")).unwrap().permissions().mode() & 0o077, 0);
    // Another machine: the backup, the key and what was kept outside.
    let other = Folder::new();
    for file in ["backup.db", "kostka.db.key", "kostka.db.checkpoint"] {
        fs::copy(folder.file(file), other.file(file)).unwrap();
    }
    other.ends(3, &["export"]);
    other.done(&["restore", "backup.db"]);
    assert_eq!(other.done(&["export"]), exported);
    assert_eq!(stats(&other), root);
    other.done(&["doctor"]);
    assert!(other.done(&["log", "verify"]).contains("Everything checks out"));
}

#[test]
fn a_damaged_backup_is_refused_and_the_store_stays() {
    let folder = Folder::with_example();
    folder.done(&["backup", "backup.db"]);
    let mut bytes = fs::read(folder.file("backup.db")).unwrap();
    let marker = b"{\"name\":\"";
    let at = bytes.windows(marker.len()).rposition(|window| window == marker).unwrap();
    bytes[at + marker.len()] ^= 1;
    fs::write(folder.file("backup.db"), bytes).unwrap();
    let said = folder.ends(1, &["restore", "backup.db"]);
    assert!(said.contains("disagree"), "{said}");
    folder.done(&["log", "verify"]);
    assert!(!folder.file("kostka.db.restoring").exists());
}

#[test]
fn a_store_that_is_in_use_is_not_replaced() {
    let folder = Folder::with_example();
    folder.done(&["backup", "backup.db"]);
    let user = rusqlite::Connection::open(folder.file("kostka.db")).unwrap();
    user.query_row("SELECT count(*) FROM events", [], |_| Ok(())).unwrap();
    let said = folder.ends(3, &["restore", "backup.db"]);
    assert!(said.contains("in use"), "{said}");
    drop(user);
    folder.done(&["restore", "backup.db"]);
}

#[test]
fn an_erased_person_is_gone_from_files_exports_and_new_backups_and_results_stay() {
    let folder = Folder::with_example();
    let bundle: Value = json_of(&fs::read_to_string(example()).unwrap());
    let player = &bundle["players"][0];
    let (id, surname) = (player["id"].as_str().unwrap(), player["surname"].as_str().unwrap());
    folder.done(&["backup", "before.db"]);
    let said = folder.ends(2, &["erase", id]);
    assert!(said.contains(surname) && said.contains("--yes"), "{said}");
    let before = json_of(&folder.done(&["compute", &example()]));
    let said = folder.done(&["erase", id, "--yes"]);
    assert!(said.contains("nothing is left"), "{said}");
    folder.ends(2, &["erase", id, "--yes"]);
    let exported = folder.done(&["export"]);
    let opaque = said.trim().rsplit(' ').next().unwrap().trim_end_matches('.').to_owned();
    fs::write(folder.file("exported.json"), &exported).unwrap();
    let after = folder.done(&["compute", "exported.json"]);
    // Everybody's places are as they were, the erased person's under another id.
    let renamed = serde_json::to_string(&before).unwrap().replace(&format!("\"{id}\""), &format!("\"{opaque}\""));
    assert_eq!(
        json_of(&after)["seasons"][0]["ranking"].as_array().unwrap().len(),
        json_of(&renamed)["seasons"][0]["ranking"].as_array().unwrap().len()
    );
    assert!(exported.contains("usunięty") && !exported.contains(&format!("\"{id}\"")));
    folder.done(&["log", "verify"]);
    folder.done(&["doctor"]);
    folder.done(&["backup", "after.db"]);
    for file in ["kostka.db", "after.db", "kostka.db.erasures", "kostka.db.checkpoint"] {
        let bytes = fs::read(folder.file(file)).unwrap();
        assert!(!bytes.windows(surname.len()).any(|window| window == surname.as_bytes()), "{file}");
    }
    // The same bundle again does not bring the person back.
    let output = folder.run(&["import", &example()]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("Nothing new"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stay erased"));
    folder.done(&["import", &example(), "--correct"]);
    assert_eq!(folder.done(&["export"]), exported);
}

#[test]
fn an_older_file_in_place_of_the_store_never_shows_an_erased_person() {
    let folder = Folder::with_example();
    folder.done(&["backup", "before.db"]);
    folder.done(&["erase", "p007", "--yes"]);
    fs::copy(folder.file("before.db"), folder.file("kostka.db")).unwrap();
    // Read-only, because events are missing: nothing can be erased, and nothing is shown.
    let output = folder.run(&["export"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("read-only"));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("\"p007\""));
    assert_eq!(folder.run(&["doctor"]).status.code(), Some(1));
    // Without the checkpoint that tells of the loss it is writable, and erases at once.
    fs::remove_file(folder.file("kostka.db.checkpoint")).unwrap();
    let output = folder.run(&["export"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("Erased again: 1"));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("\"p007\""));
    folder.done(&["doctor"]);
}

#[test]
fn two_imports_at_once_enter_everybody_once() {
    let folder = Folder::with_example();
    let player = |number: u32| {
        json!({"id": format!("x{number}"), "first_name": "Zenon", "surname": format!("Próbny{number}"), "city": "Pcim",
               "voivodeship": "małopolskie", "country": "PL"})
    };
    let bundle = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "players": (0..3000).map(player).collect::<Vec<Value>>(),
    });
    fs::write(folder.file("more.json"), bundle.to_string()).unwrap();
    let imports: Vec<_> = (0..4)
        .map(|_| folder.command().args(["import", "more.json"]).stdout(Stdio::piped()).spawn().unwrap())
        .collect();
    let recorded = imports.into_iter().map(|import| {
        let output = import.wait_with_output().unwrap();
        assert!(output.status.success());
        let said = String::from_utf8(output.stdout).unwrap();
        said.strip_prefix("Recorded ").map_or(0, |rest| rest.split(' ').next().unwrap().parse::<u32>().unwrap())
    });
    assert_eq!(recorded.sum::<u32>(), 3000);
    fs::write(folder.file("exported.json"), folder.done(&["export"])).unwrap();
    folder.done(&["compute", "exported.json"]);
    assert!(folder.done(&["import", "more.json"]).starts_with("Nothing new"));
}

#[test]
fn a_restored_store_takes_nothing_over_from_files_that_another_left_behind() {
    let folder = Folder::with_example();
    folder.done(&["backup", "backup.db"]);
    // A service that crashed: its write-ahead log is there, its database is gone.
    let user = rusqlite::Connection::open(folder.file("kostka.db")).unwrap();
    user.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE more (id); INSERT INTO more VALUES (zeroblob(100000))")
        .unwrap();
    fs::copy(folder.file("kostka.db-wal"), folder.file("wal")).unwrap();
    drop(user);
    fs::remove_file(folder.file("kostka.db")).unwrap();
    fs::rename(folder.file("wal"), folder.file("kostka.db-wal")).unwrap();
    folder.done(&["restore", "backup.db"]);
    folder.done(&["log", "verify"]);
    folder.done(&["doctor"]);
}

#[test]
fn a_backup_that_is_not_of_this_store_never_takes_its_place() {
    let (folder, other) = (Folder::with_example(), Folder::with_example());
    other.done(&["backup", "other.db"]);
    fs::copy(other.file("other.db"), folder.file("other.db")).unwrap();
    let exported = folder.done(&["export"]);
    folder.ends(3, &["restore", "other.db"]);
    folder.ends(3, &["restore", "other.db", "--accept-loss", "--reason", "a mistake"]);
    assert_eq!(folder.done(&["export"]), exported);
    assert!(!folder.file("kostka.db.replaced-1").exists() && !folder.file("kostka.db.restoring").exists());
}

#[test]
fn keys_are_kept_from_others_and_a_store_without_its_key_says_so() {
    let folder = Folder::with_example();
    let key = folder.file("kostka.db.key");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(folder.file("kostka.db")).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let said = folder.ends(3, &["export"]);
    assert!(said.contains("chmod 600"), "{said}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let text = fs::read_to_string(&key).unwrap();
    fs::rename(&key, folder.file("elsewhere.key")).unwrap();
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("no master key"), "a new key for an old store would read nothing: {said}");
    folder.done(&["export", "--key-file", "elsewhere.key"]);
    let output = folder.command().args(["export"]).env("KOSTKA_MASTER_KEY", text.trim()).output().unwrap();
    assert!(output.status.success());
    // The key of another store opens nothing and breaks nothing.
    let other = Folder::with_example();
    fs::copy(other.file("kostka.db.key"), &key).unwrap();
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("read-only"), "{said}");
    fs::write(&key, "not a key").unwrap();
    folder.ends(3, &["export"]);
}

#[test]
fn a_password_on_the_command_line_is_refused_before_anything_is_tried() {
    let folder = Folder::new();
    let said = folder.ends(2, &["export", "--store", "postgres://anna:tajne@localhost:1/kostka"]);
    assert!(said.contains("KOSTKA_STORE") && !said.contains("tajne"), "{said}");
    let said = folder.ends(2, &["export", "--store", "postgres://anna:ta/jne@localhost:1/kostka"]);
    assert!(said.contains("KOSTKA_STORE") && !said.contains("jne"), "{said}");
    folder.ends(2, &["export", "--store", "postgres://localhost:port/kostka"]);
    folder.ends(2, &["export", "--store", "mysql://localhost/kostka"]);
    let output = folder
        .command()
        .args(["migrate"])
        .env("KOSTKA_STORE", "postgres://anna:tajne@localhost:1/kostka")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("tajne"));
}

#[test]
fn what_is_not_a_store_is_left_alone() {
    let folder = Folder::new();
    fs::write(folder.file("letter.txt"), "a letter, and not a store".repeat(100)).unwrap();
    for command in [&["export"][..], &["log", "verify"], &["doctor"], &["import", &example()], &["backup", "b.db"]] {
        let args = [command, &["--store", "letter.txt"]].concat();
        folder.ends(3, &args);
    }
    assert!(fs::read_to_string(folder.file("letter.txt")).unwrap().starts_with("a letter"));
    assert!(!folder.file("b.db").exists());
    folder.ends(3, &["log", "stats", "--store", "nothing.db"]);
    assert!(!folder.file("nothing.db").exists());
}

#[test]
fn seasons_of_different_rulebooks_live_in_one_store_and_are_exported_one_by_one() {
    let folder = Folder::with_example();
    let other = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {"wildcard.cap": 3}},
        "seasons": [{"id": "1998", "from": "1998-01-01", "to": "1998-12-01"}],
    });
    fs::write(folder.file("other.json"), other.to_string()).unwrap();
    folder.done(&["import", "other.json"]);
    let said = folder.ends(2, &["export"]);
    assert!(said.contains("--season") && said.contains("1998"), "{said}");
    let exported = json_of(&folder.done(&["export", "--season", "1998"]));
    assert_eq!(exported["rulebook"], other["rulebook"]);
    assert_eq!(exported["seasons"].as_array().unwrap().len(), 1);
    folder.ends(2, &["export", "--season", "1999"]);
}

#[test]
fn what_is_kept_outside_can_be_kept_on_another_disk() {
    let folder = Folder::new();
    fs::create_dir(folder.file("outside")).unwrap();
    folder.done(&["import", &example(), "--outside", "outside"]);
    assert!(folder.file("outside/kostka.db.checkpoint").exists() && !folder.file("kostka.db.checkpoint").exists());
    folder.done(&["log", "verify", "--outside", "outside"]);
    fs::remove_file(folder.file("kostka.db")).unwrap();
    let said = folder.ends(3, &["import", &example(), "--outside", "outside"]);
    assert!(said.contains("Restore a backup"), "{said}");
}
