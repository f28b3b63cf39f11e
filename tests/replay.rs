//! An auditor with an export and the binary, and nothing else, gets every published list byte for byte.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use commands::{CommandHandler, CommandMetadata, Lookup};
use domain::publication::ListId;
use domain::values::digest::Digest;
use domain::values::ids::AccountId;
use domain::values::text::StatedReason;
use events::envelope::{Actor, StreamKind, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{MasterKey, PlayerName, Vault};
use formats::list::CanonicalList;
use projections::projector::Projector;
use projections::season_lists::canonical;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use support::store::{Folder, example};

const RANKING: &str = "ranking:2025";

struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

/// The store of a folder, opened beside the binary.
struct OpenStore {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    projector: Projector,
}

impl OpenStore {
    fn new(folder: &Folder) -> Self {
        let key = MasterKey::parse(fs::read_to_string(folder.file("kostka.db.key")).unwrap().trim()).unwrap();
        let options = SqliteOptions::default();
        let log: Arc<dyn Log> =
            Arc::new(SqliteLog::open(&folder.file("kostka.db"), Arc::new(SystemEnvironment), options).unwrap());
        let vault = Arc::new(Vault::new(key, Arc::new(SystemEnvironment)));
        let projector = Projector::start(Arc::clone(&log), Arc::clone(&vault));
        Self { log, vault, projector }
    }

    /// Publishes a list by two people; its canonical bytes.
    fn publish(&self, list: &str, reason: Option<&str>) -> String {
        let list: ListId = list.parse().unwrap();
        self.projector.catch_up(self.log.head().unwrap().position).unwrap();
        let bytes = canonical(&self.projector.views().records, &list).unwrap().list.bytes();
        let digest = Digest::of(bytes.as_bytes());
        let commands = CommandHandler::new(Arc::clone(&self.log), Arc::clone(&self.vault), Arc::new(SystemEnvironment));
        let metadata = CommandMetadata::by(Actor::parse("system").unwrap());
        let [first, second] = ["7k3m9q0x2v4b8n000001", "7k3m9q0x2v4b8n000002"].map(|id| AccountId::parse(id).unwrap());
        let reason = reason.map(|text| StatedReason::parse(text).unwrap());
        let submitted =
            commands.submit_list(&metadata, &self.projector, (&list, &first), digest, reason.as_ref()).unwrap();
        let submission = submitted.events[0].position.unwrap();
        commands.publish_list(&metadata, &self.projector, (&list, &second), digest, submission).unwrap();
        bytes
    }

    /// The names of a published list with their salts, as the service discloses them.
    fn disclosure(&self, bytes: &str, edition: u32) -> Value {
        let list = CanonicalList::parse(bytes).unwrap();
        let names = list.rows.iter().filter_map(|row| row.player.as_deref()).filter_map(|player| {
            let subject = StreamName::new(StreamKind::Player, player).unwrap();
            let sealed = self.log.sealed(&subject).unwrap()?;
            let name = self.vault.open(&sealed).unwrap().record::<PlayerName>().unwrap()?;
            let salt = Digest(*name.salt.as_bytes()).to_string();
            let (first_name, surname) = (name.record.first_name.as_str(), name.record.surname.as_str());
            Some(json!({ "player": player, "first_name": first_name, "surname": surname, "salt": salt }))
        });
        json!({ "list": list.head.list, "edition": edition, "names": names.collect::<Vec<Value>>() })
    }
}

/// The example season in which the winner of a tournament was mistaken for the second.
fn corrected(folder: &Folder) -> PathBuf {
    let mut bundle: Value = serde_json::from_str(&fs::read_to_string(example()).unwrap()).unwrap();
    let results = bundle["tournaments"][0]["results"].as_array_mut().unwrap();
    let (first, second) = (results[0]["player"].clone(), results[1]["player"].clone());
    results[0]["player"] = second;
    results[1]["player"] = first;
    let path = folder.file("corrected.json");
    fs::write(&path, bundle.to_string()).unwrap();
    path
}

/// A season with two editions of its ranking and one of some other lists, and the machine of an auditor with the export
/// of it.
struct Season {
    auditor: Folder,
    editions: Vec<String>,
    others: Vec<(&'static str, String)>,
    names: Value,
}

const OTHERS: [&str; 6] = [
    "ranking-snapshot:2025",
    "mp:2025",
    "mp-start:2025",
    "mw:mw-2025-slaskie",
    "wildcards:mw-2025-slaskie",
    "grand-prix:gp-slask-2025",
];

fn season() -> Season {
    let commands = Folder::with_example();
    let opened = OpenStore::new(&commands);
    let first = opened.publish(RANKING, None);
    let names = opened.disclosure(&first, 1);
    let others = OTHERS.iter().map(|list| (*list, opened.publish(list, None))).collect();
    drop(opened);
    let correction = corrected(&commands).display().to_string();
    commands.done(&["import", &correction, "--correct", "--reason", "Zamienione miejsca"]);
    let second = OpenStore::new(&commands).publish(RANKING, Some("Zamienione miejsca"));
    assert_ne!(first, second);
    let auditor = Folder::new();
    let export = auditor.file("export.ndjson").display().to_string();
    commands.done(&["log", "export", "--output", &export]);
    Season { auditor, editions: vec![first, second], others, names }
}

#[test]
fn an_auditor_reproduces_every_edition_from_an_export_alone() {
    let season = season();
    let auditor = &season.auditor;
    for (number, expected) in season.editions.iter().enumerate() {
        let edition = (number + 1).to_string();
        let output = auditor.run(&["replay", "export.ndjson", "--list", RANKING, "--edition", &edition]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), *expected);
        assert!(said.contains(&format!("Byte for byte edition {edition}")), "{said}");
        assert!(said.contains("under the signed checkpoint of"), "{said}");
    }
    // Nobody said which, so it is the newest.
    assert_eq!(auditor.done(&["replay", "export.ndjson", "--list", RANKING]), season.editions[1]);
    for (list, expected) in &season.others {
        assert_eq!(auditor.done(&["replay", "export.ndjson", "--list", list, "--edition", "1"]), *expected, "{list}");
    }
    let left: Vec<_> = fs::read_dir(auditor.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["export.ndjson"]);
}

#[test]
fn lists_and_editions_are_named_and_reports_are_for_programs_too() {
    let season = season();
    let auditor = &season.auditor;
    let said = auditor.done(&["replay", "export.ndjson"]);
    assert!(said.contains("ranking:2025 (editions: 2)") && said.contains("mp:2026 (editions: 0)"), "{said}");
    assert!(said.contains("grand-prix:gp-wielkopolska-2025 (editions: 0)"), "{said}");
    let all: Value = serde_json::from_str(&auditor.done(&["replay", "export.ndjson", "--format", "json"])).unwrap();
    let ranking = all["lists"].as_array().unwrap().iter().find(|list| list["list"] == RANKING).unwrap();
    let first = &ranking["editions"][0];
    assert_eq!(first["digest"], Digest::of(season.editions[0].as_bytes()).to_string());

    let args =
        ["replay", "export.ndjson", "--list", RANKING, "--edition", "1", "--format", "json", "--out", "one.list"];
    let report: Value = serde_json::from_str(&auditor.done(&args)).unwrap();
    assert_eq!(fs::read_to_string(auditor.file("one.list")).unwrap(), season.editions[0]);
    assert_eq!(report["edition"]["matches"], true);
    assert_eq!(report["root"], first["root"]);
    assert_eq!(report["same_as_editions"], json!([1]));
    assert!(report["checkpoint"].as_u64().unwrap() >= first["position"].as_u64().unwrap());
    assert!(report["publication_checkpoint"].as_u64().unwrap() >= first["published"].as_u64().unwrap());
    // What is there is not written over.
    auditor.ends(2, &args);

    let at = first["position"].to_string();
    let then: Value = serde_json::from_str(&auditor.done(&[
        "replay",
        "export.ndjson",
        "--list",
        RANKING,
        "--at",
        &at,
        "--format",
        "json",
    ]))
    .unwrap();
    assert_eq!((&then["digest"], &then["edition"]), (&first["digest"], &Value::Null));
    assert_eq!(then["same_as_editions"], json!([1]));
}

#[test]
fn names_are_checked_against_what_was_published() {
    let season = season();
    let auditor = &season.auditor;
    let args = ["replay", "export.ndjson", "--list", RANKING, "--edition", "1", "--names", "names.json", "--out"];
    let with = |names: &Value, out: &'static str| {
        fs::write(auditor.file("names.json"), names.to_string()).unwrap();
        [&args[..], &[out]].concat()
    };
    let count = season.names["names"].as_array().unwrap().len();
    let said = auditor.done(&with(&season.names, "1.list"));
    assert!(said.contains(&format!("Names: {count} verified, 0 absent")), "{said}");

    // Another program, which shares no code with this one, says the same.
    let script = support::root().join("tests/proof/exported_edition.py").display().to_string();
    let independent = |canonical: &str, names: &str| {
        let args = [script.as_str(), "export.ndjson", RANKING, "1", canonical, names];
        std::process::Command::new("python3").args(args).current_dir(auditor.path()).status().unwrap().code()
    };
    assert_eq!(independent("1.list", "names.json"), Some(0));
    fs::write(auditor.file("other.list"), &season.editions[1]).unwrap();
    assert_eq!(independent("other.list", "names.json"), Some(1));

    let mut erased = season.names.clone();
    erased["names"].as_array_mut().unwrap().remove(0);
    let said = auditor.done(&with(&erased, "2.list"));
    assert!(said.contains(&format!("Names: {} verified, 1 absent", count - 1)), "{said}");

    let mut forged = season.names.clone();
    forged["names"][3]["surname"] = json!("Podmieniona");
    let player = forged["names"][3]["player"].as_str().unwrap().to_owned();
    let said = auditor.ends(1, &with(&forged, "3.list"));
    assert_eq!(independent("1.list", "names.json"), Some(1));
    assert!(said.contains(&player), "{said}");

    let mut other = season.names.clone();
    other["edition"] = json!(2);
    auditor.ends(2, &with(&other, "4.list"));
    auditor.ends(2, &with(&json!({ "names": 3 }), "5.list"));
}

#[test]
fn a_changed_export_is_found_out_and_gives_no_list() {
    let season = season();
    let auditor = &season.auditor;
    let export = fs::read_to_string(auditor.file("export.ndjson")).unwrap();
    let changed = export.replacen(r#"\"foreign\":false"#, r#"\"foreign\":true"#, 1);
    assert!(changed != export);
    fs::write(auditor.file("changed.ndjson"), changed).unwrap();
    let output = auditor.run(&["replay", "changed.ndjson", "--list", RANKING]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("row and leaf disagree"));

    fs::write(auditor.file("cut.ndjson"), &export[..export.len() - 10]).unwrap();
    auditor.ends(2, &["replay", "cut.ndjson", "--list", RANKING]);
    let key = "kostka/019a0000-0000-7000-8000-000000000000/1+00000000+AAAA";
    auditor.ends(2, &["replay", "export.ndjson", "--list", RANKING, "--key", key]);
}

#[test]
fn what_there_is_not_is_bad_input() {
    let season = season();
    let auditor = &season.auditor;
    for args in [
        &["--list", "ranking"][..],
        &["--list", "ranking:1999"],
        &["--list", RANKING, "--edition", "3"],
        &["--list", RANKING, "--at", "999999"],
        &["--list", RANKING, "--at", "1"],
        &["--list", RANKING, "--at", "1", "--edition", "1"],
        &["--edition", "1"],
        &["--list", RANKING, "--names", "nowhere.json"],
    ] {
        let output = auditor.run(&[&["replay", "export.ndjson"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    auditor.ends(2, &["replay", "-", "--list", RANKING]);
    auditor.ends(2, &["replay", "nowhere.ndjson"]);
}
