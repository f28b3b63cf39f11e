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
        said.contains(&format!("tournament “{id}”"))
            && said.contains("place: recorded 1, in the bundle 2")
            && said.contains("--correct"),
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
    let output = other.run(&["restore", "backup.db"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("no journal of erasures kostka.db.erasures"), "{said}");
    assert_eq!(other.done(&["export"]), exported);
    assert_eq!(stats(&other), root);
    other.done(&["doctor"]);
    assert!(other.done(&["log", "verify"]).contains("Everything checks out"));
}

#[test]
fn a_backup_older_than_the_last_checkpoint_is_refused_with_the_command_that_takes_it() {
    let folder = Folder::with_example();
    folder.done(&["backup", "old copy.db"]);
    folder.done(&["log", "verify", "--store", "old copy.db", "--key-file", "kostka.db.key"]);
    folder.done(&["erase", "p007", "--yes"]);
    let said = folder.ends(3, &["restore", "old copy.db"]);
    assert!(said.contains("kostka restore 'old copy.db' --accept-loss --reason"), "{said}");
    let output = folder.run(&["restore", "old copy.db", "--accept-loss", "--reason", "the disk broke"]);
    let (printed, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{said}");
    assert!(printed.contains("loss of events 320–320") && printed.contains("The store is ready"), "{printed}");
    assert!(!said.contains("read-only"), "what was accepted alarms nobody: {said}");
    for ending in ["-wal", "-shm"] {
        assert!(!folder.file(&format!("old copy.db{ending}")).exists(), "{ending} stays beside the backup");
    }
    folder.done(&["doctor"]);
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
    assert!(said.contains("This backup is damaged") && said.contains("disagree"), "{said}");
    let bytes = fs::read(folder.file("backup.db")).unwrap();
    fs::write(folder.file("cut.db"), &bytes[..20_000]).unwrap();
    let said = folder.ends(1, &["restore", "cut.db"]);
    assert!(said.contains("This backup is damaged") && said.contains("cut off"), "{said}");
    let said = folder.ends(3, &["export", "--store", "cut.db", "--key-file", "kostka.db.key"]);
    assert!(said.contains("cut.db is damaged"), "{said}");
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
    let opaque = said.trim().rsplit(' ').next().unwrap().trim_end_matches('.').to_owned();
    for known_as in [id, opaque.as_str()] {
        let said = folder.ends(2, &["erase", known_as, "--yes"]);
        assert!(said.contains("erased before") && said.contains(&opaque), "{said}");
    }
    assert!(folder.ends(2, &["erase", "nobody", "--yes"]).contains("There is no player"));
    let exported = folder.done(&["export"]);
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
    assert!(said.contains("read-only") && said.contains("--key-file") && !said.contains("--accept-loss"), "{said}");
    fs::remove_file(folder.file("kostka.db.checkpoint")).unwrap();
    fs::write(&key, "not a key").unwrap();
    folder.ends(3, &["export"]);
    fs::remove_file(&key).unwrap();
    fs::create_dir(&key).unwrap();
    let said = folder.ends(3, &["export"]);
    assert!(said.contains("does not hold a master key"), "{said}");
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

#[test]
fn a_store_that_is_gone_is_not_made_anew_beside_its_checkpoint() {
    let folder = Folder::with_example();
    fs::remove_file(folder.file("kostka.db")).unwrap();
    for command in [&["migrate"][..], &["import", &example()], &["export"], &["doctor"], &["log", "verify"]] {
        let said = folder.ends(3, command);
        assert!(said.contains("though its checkpoint kostka.db.checkpoint is there"), "{command:?}: {said}");
    }
    assert!(!folder.file("kostka.db").exists());
}

#[test]
fn a_lost_journal_of_erasures_is_missed() {
    let folder = Folder::with_example();
    folder.done(&["erase", "p007", "--yes"]);
    folder.done(&["doctor"]);
    fs::remove_file(folder.file("kostka.db.erasures")).unwrap();
    let output = folder.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("erasures that the journal lacks: 1"), "{said}");
}

#[test]
fn a_folder_that_is_not_there_is_refused_before_anything_is_made() {
    let folder = Folder::new();
    for command in [&["import", &example()][..], &["migrate"], &["restore", "backup.db"], &["export"]] {
        let said = folder.ends(2, &[command, &["--outside", "elsewhere"]].concat());
        assert!(said.contains("There is no folder elsewhere"), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let said = folder.ends(3, &["import", &example(), "--store", "nowhere/kostka.db"]);
    assert!(said.contains("There is no folder nowhere"), "{said}");
}

#[test]
fn what_is_not_there_or_a_folder_is_called_so() {
    let folder = Folder::with_example();
    let said = folder.ends(2, &["restore", "nope.db"]);
    assert!(said.contains("There is no backup nope.db"), "{said}");
    fs::create_dir(folder.file("folder")).unwrap();
    for command in [&["export"][..], &["import", &example()], &["migrate"]] {
        let said = folder.ends(3, &[command, &["--store", "folder"]].concat());
        assert!(said.contains("folder is a folder, not a store"), "{command:?}: {said}");
    }
    let said = folder.ends(2, &["log", "export", "--output", "folder/none/log.ndjson"]);
    assert!(said.contains("there is no such file") && !said.contains("os error"), "{said}");
    let said = folder.ends(2, &["backup", "none/backup.db"]);
    assert!(said.contains("none/backup.db cannot be written: there is no such file"), "{said}");
    fs::remove_file(folder.file("kostka.db.checkpoint")).unwrap();
    fs::create_dir(folder.file("kostka.db.checkpoint")).unwrap();
    let said = folder.ends(3, &["export"]);
    assert!(said.contains("kostka.db.checkpoint cannot be used: this is a folder"), "{said}");
}

#[test]
fn polish_messages_hold_no_english() {
    let folder = Folder::with_example();
    let said = |args: &[&str]| {
        let output = folder.command_in_polish().args(args).output().unwrap();
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    fs::write(folder.file("letter.txt"), "a letter\n").unwrap();
    assert!(said(&["verify", "letter.txt"]).contains("to nie jest eksport dziennika"));
    folder.done(&["log", "export", "--output", "log.ndjson"]);
    let export = fs::read(folder.file("log.ndjson")).unwrap();
    fs::write(folder.file("cut.ndjson"), &export[..export.len() - 10]).unwrap();
    assert!(said(&["verify", "cut.ndjson"]).contains("się urywa"));
    assert!(said(&["verify", "log.ndjson", "--key", "klucz"]).contains("nazwa+id+klucz"));
    fs::write(folder.file("note"), "punkt").unwrap();
    assert!(said(&["verify", "log.ndjson", "--checkpoint", "note"]).contains("nie ma podpisu"));
    let bundle = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "seasons": [{"id": "x".repeat(2000), "from": "1998-01-01", "to": "1998-12-01"}],
    });
    fs::write(folder.file("long.json"), bundle.to_string()).unwrap();
    assert!(said(&["import", "long.json"]).contains("jest za długi, by go zapisać; najwyżej 1024 B"));
    let help = folder.command_in_polish().args(["verify", "--help"]).output().unwrap();
    assert!(String::from_utf8(help.stdout).unwrap().contains("<EKSPORT>"));
    fs::write(folder.file("kostka.db.checkpoint"), "punkt").unwrap();
    let said = said(&["import", &example()]);
    assert!(said.contains("punkt kontrolny jest nieważny: nie ma podpisu"), "{said}");
    assert!(said.contains("Nic nie zapisano") && said.contains("odłożyć na bok"), "{said}");
}

#[test]
fn the_key_of_another_store_is_called_so_also_without_a_checkpoint() {
    let (folder, other) = (Folder::with_example(), Folder::with_example());
    fs::copy(other.file("kostka.db.key"), folder.file("kostka.db.key")).unwrap();
    fs::remove_file(folder.file("kostka.db.checkpoint")).unwrap();
    let connection = rusqlite::Connection::open(folder.file("kostka.db")).unwrap();
    connection.execute_batch("DROP TRIGGER checkpoints_are_not_deleted; DELETE FROM checkpoints").unwrap();
    drop(connection);
    let said = folder.ends(3, &["export"]);
    assert!(said.contains("sealed under another master key"), "{said}");
}

#[test]
fn a_long_import_is_signed_while_it_goes_on() {
    let folder = Folder::new();
    let player = |number: u32| {
        json!({"id": format!("x{number}"), "first_name": "Zenon", "surname": format!("Próbny{number}"), "city": "Pcim",
               "voivodeship": "małopolskie", "country": "PL"})
    };
    let bundle = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "players": (0..6000).map(player).collect::<Vec<Value>>(),
    });
    fs::write(folder.file("many.json"), bundle.to_string()).unwrap();
    folder.done(&["import", "many.json"]);
    let connection = rusqlite::Connection::open(folder.file("kostka.db")).unwrap();
    let mut statement = connection.prepare("SELECT size FROM checkpoints ORDER BY size").unwrap();
    let sizes: Vec<i64> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert!(matches!(sizes[..], [5000..6000, 6001]), "{sizes:?}");
}

#[test]
fn a_parameter_that_is_not_overridden_is_told_with_its_default() {
    let folder = Folder::with_example();
    let mut bundle: Value = json_of(&fs::read_to_string(example()).unwrap());
    bundle["rulebook"]["overrides"]["wildcard.cap"] = json!(3);
    fs::write(folder.file("other.json"), bundle.to_string()).unwrap();
    let said = folder.ends(2, &["import", "other.json"]);
    assert!(said.contains("season “") && said.contains("wildcard.cap: recorded default "), "{said}");
}

#[test]
fn what_does_not_go_together_is_told_by_ids() {
    let folder = Folder::with_example();
    let season = json_of(&fs::read_to_string(example()).unwrap())["seasons"][0].clone();
    let bundle = json!({
        "format": "season-bundle/1",
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "seasons": [{"id": "another", "from": season["from"], "to": season["to"]}],
    });
    fs::write(folder.file("other.json"), bundle.to_string()).unwrap();
    let said = folder.ends(2, &["import", "other.json"]);
    assert!(said.contains("seasons \"another\""), "{said}");
}
