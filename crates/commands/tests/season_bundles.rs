//! Season bundles through the log and back: what is folded is what was told.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use commands::bundle_import::{ImportError, ImportOptions, Imported, import, opaque_id};
use commands::erasure::erase;
use commands::event_writer::EventWriter;
use domain::event::{Event, PlayerEvent};
use domain::season::lists::lists;
use events::envelope::{Actor, Position, StreamKind, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::stored;
use events::vault::{ErasureJournal, MasterKey, Reason, Vault};
use formats::bundle::{self, Bundle};
use formats::results;
use projections::names::Names;
use projections::season_bundle::export;
use projections::vault_check::check_vault;
use projections::views::replay_records;
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

/// A store of its own that goes away with the test.
struct Store {
    log: SqliteLog,
    vault: Vault,
    folder: tempfile::TempDir,
}

impl Store {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        let log = SqliteLog::open_or_create(&folder.path().join("kostka.db"), Arc::new(World), options).unwrap();
        Self { log, vault: Vault::new(MasterKey::generate(&World), Arc::new(World)), folder }
    }

    fn import(&self, bundle: &Value) -> Result<Imported, ImportError> {
        self.import_with(bundle, &ImportOptions::default())
    }

    fn correct(&self, bundle: &Value) -> Imported {
        let options = ImportOptions { correct: true, reason: Some("protest uznany".to_owned()) };
        self.import_with(bundle, &options).unwrap()
    }

    fn import_with(&self, bundle: &Value, options: &ImportOptions) -> Result<Imported, ImportError> {
        import(&self.log, &self.vault, &World, &read(bundle), options, &mut |_, _| ())
    }

    fn export(&self) -> Value {
        let views = replay_records(&self.log).unwrap();
        let names = Names::load(&self.log, &self.vault).unwrap();
        serde_json::to_value(export(&views.records, &names, None).unwrap()).unwrap()
    }

    fn payloads(&self) -> Vec<u8> {
        let mut all = Vec::new();
        let mut take = |event: &events::envelope::RecordedRef<'_>| {
            all.extend_from_slice(event.payload);
            all.extend_from_slice(event.stream.as_bytes());
            ControlFlow::Continue(())
        };
        self.log.scan(Position::START, Position(u64::MAX), &mut take).unwrap();
        all
    }
}

fn read(bundle: &Value) -> Bundle {
    bundle::read(bundle.to_string().as_bytes()).unwrap()
}

fn computed(bundle: &Value) -> Value {
    let checked = bundle::check(read(bundle), None).unwrap();
    let mut out = Vec::new();
    results::write(&checked.facts, &lists(&checked.facts), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bundles() -> Vec<(String, Value)> {
    let golden = fs::read_dir(root().join("tests/golden/season")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = golden.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    files.push(root().join("examples/season-2025.bundle.json"));
    files.sort();
    let read = |path: PathBuf| (path.display().to_string(), serde_json::from_slice(&fs::read(&path).unwrap()).unwrap());
    files.into_iter().map(read).collect()
}

fn example() -> Value {
    serde_json::from_slice(&fs::read(root().join("examples/season-2025.bundle.json")).unwrap()).unwrap()
}

#[test]
fn what_the_store_folds_to_equals_what_compute_says_of_the_bundle() {
    let bundles = bundles();
    assert!(bundles.len() > 10, "{}", bundles.len());
    for (name, bundle) in bundles {
        let store = Store::new();
        store.import(&bundle).unwrap_or_else(|error| panic!("{name}: {error}"));
        let exported = store.export();
        assert_eq!(computed(&exported), computed(&bundle), "{name}");
        // The export can be imported in turn.
        let second = Store::new();
        second.import(&exported).unwrap();
        assert_eq!(computed(&second.export()), computed(&bundle), "{name}");
    }
}

#[test]
fn an_export_says_what_the_bundle_said() {
    for (name, bundle) in bundles() {
        let store = Store::new();
        store.import(&bundle).unwrap();
        let exported = store.export();
        for list in ["seasons", "players", "tournaments", "leagues", "grand_prix", "online", "mw"] {
            let reported = bundle.get(list).cloned().unwrap_or(Value::Array(Vec::new()));
            let reported = without_empty_lists(reported);
            assert_eq!(without_empty_lists(exported[list].clone()), reported, "{name}: {list}");
        }
    }
}

/// An empty list of waivers or disqualified players is the same as none.
fn without_empty_lists(mut list: Value) -> Value {
    for thing in list.as_array_mut().unwrap() {
        thing.as_object_mut().unwrap().retain(|field, value| {
            !(["waivers", "disqualified"].contains(&field.as_str()) && value.as_array().is_some_and(Vec::is_empty))
        });
    }
    list
}

#[test]
fn importing_twice_is_the_same_as_once() {
    for (name, bundle) in bundles() {
        let store = Store::new();
        let first = store.import(&bundle).unwrap();
        let second = store.import(&bundle).unwrap();
        assert_eq!((second.events, second.corrected, second.position), (0, 0, first.position), "{name}");
        assert_eq!(store.correct(&bundle).events, 0, "{name}");
    }
}

#[test]
fn an_import_that_was_interrupted_goes_on_where_it_stopped() {
    let bundle = example();
    let mut part = bundle.clone();
    part["tournaments"].as_array_mut().unwrap().truncate(3);
    for list in ["leagues", "grand_prix", "online", "mw", "waivers", "tie_decisions"] {
        part.as_object_mut().unwrap().remove(list);
    }
    let (store, whole) = (Store::new(), Store::new());
    store.import(&part).unwrap();
    store.import(&bundle).unwrap();
    whole.import(&bundle).unwrap();
    assert_eq!(computed(&store.export()), computed(&whole.export()));
}

#[test]
fn other_content_under_the_same_id_is_refused_with_the_difference_and_nothing_is_recorded() {
    let bundle = example();
    let store = Store::new();
    let position = store.import(&bundle).unwrap().position;
    let mut other = bundle.clone();
    other["tournaments"][0]["name"] = "Turniej pod inną nazwą".into();
    other["tournaments"][0]["planned_games"] = 15.into();
    other["players"][0]["city"] = "Pcim".into();
    other["seasons"][0]["mp_first_day"] = "2025-12-01".into();
    let id = bundle["tournaments"][0]["id"].as_str().unwrap();
    let Err(ImportError::Differs(differences)) = store.import(&other) else { panic!("it was imported") };
    let reported: Vec<(&str, &str)> =
        differences.reported.iter().map(|difference| (difference.list, difference.path.as_str())).collect();
    assert_eq!(
        reported,
        [("players", "city"), ("seasons", "mp_first_day"), ("tournaments", "name"), ("tournaments", "planned_games")]
    );
    assert_eq!(differences.reported[3].id, id);
    assert_eq!(differences.reported[0].given.as_deref(), Some("Pcim"));
    assert_eq!(store.log.head().unwrap().position, position);
    assert_eq!(store.export(), {
        store.import(&bundle).unwrap();
        store.export()
    });
}

#[test]
fn differing_content_can_be_recorded_as_corrections() {
    let bundle = example();
    let store = Store::new();
    store.import(&bundle).unwrap();
    let mut other = bundle.clone();
    let results = |tournament: &Value| tournament["results"].as_array().is_some_and(|results| results.len() > 30);
    let index = bundle["tournaments"].as_array().unwrap().iter().position(results).unwrap();
    let rows = other["tournaments"][index]["results"].as_array_mut().unwrap();
    let first = rows.iter().position(|row| row["place"] == 1).unwrap();
    let second = rows.iter().position(|row| row["place"] == 2).unwrap();
    rows[first]["place"] = 2.into();
    rows[second]["place"] = 1.into();
    other["tournaments"][index]["waivers"] = vec![rows[first]["player"].clone()].into();
    other["players"][3]["surname"] = "Nowakowska-Żyła".into();
    other["rulebook"]["overrides"]["wildcard.cap"] = 3.into();
    let corrected = store.correct(&other);
    assert!(corrected.events >= 4, "{corrected:?}");
    assert_eq!(computed(&store.export()), computed(&other));
    assert_eq!(store.correct(&other).events, 0);
    // And back again: a correction is undone by a correction.
    store.correct(&bundle);
    assert_eq!(computed(&store.export()), computed(&bundle));
}

#[test]
fn whoever_rectifies_a_player_leaves_the_reason_in_the_vault_and_its_commitment_in_the_log() {
    let bundle = example();
    let store = Store::new();
    store.import(&bundle).unwrap();
    let mut other = bundle.clone();
    other["players"][3]["surname"] = "Nowakowska-Żyła".into();
    assert_eq!(store.correct(&other).events, 1);
    let log: &dyn Log = &store.log;
    let last = log.read(Position(log.head().unwrap().position.0 - 1), 1).unwrap().remove(0).event;
    let event = stored::decode(&last.event_type, last.schema_version, &last.payload).unwrap();
    let Event::Player(PlayerEvent::Rectified(correction)) = event else { panic!("{event:?}") };
    let sealed = log.sealed(&last.stream).unwrap().unwrap();
    let reason = store.vault.open(&sealed).unwrap().record_for::<Reason>(last.event_id).unwrap().unwrap();
    assert_eq!(reason.record.text.as_str(), "protest uznany");
    assert!(reason.opens(&correction.reason.unwrap()));
}

#[test]
fn a_vault_is_as_the_log_says_after_imports_corrections_and_erasures() {
    let bundle = example();
    let store = Store::new();
    store.import(&bundle).unwrap();
    let mut other = bundle.clone();
    other["players"][3]["surname"] = "Nowakowska-Żyła".into();
    other["tournaments"][0]["name"] = "Turniej pod inną nazwą".into();
    other["seasons"][0]["mp_first_day"] = "2025-12-01".into();
    store.correct(&other);
    let check = || check_vault(&store.log, &store.vault).unwrap();
    let before = check();
    assert_eq!(before.problems, []);
    let event_writer = EventWriter::new(&store.log, &store.vault, &World, Actor::operator());
    let id = opaque_id(&store.vault, bundle["players"][3]["id"].as_str().unwrap()).unwrap();
    let player = StreamName::new(StreamKind::Player, id.as_str()).unwrap();
    erase(&event_writer, &ErasureJournal::at(store.folder.path().join("journal")), &player).unwrap();
    let after = check();
    assert_eq!((after.problem_count, after.opened), (0, before.opened - 1));
    // The vault of another store holds other people.
    let stranger = Vault::new(MasterKey::generate(&World), Arc::new(World));
    assert_eq!(check_vault(&store.log, &stranger).unwrap().problem_count, after.opened);
}

#[test]
fn what_does_not_go_together_with_the_recorded_seasons_is_refused() {
    let bundle = example();
    let store = Store::new();
    let position = store.import(&bundle).unwrap().position;
    let overlapping = serde_json::json!({
        "format": "season-bundle/1",
        "rulebook": bundle["rulebook"],
        "seasons": [{"id": "another", "from": bundle["seasons"][0]["from"], "to": bundle["seasons"][0]["to"]}],
    });
    let Err(ImportError::Inconsistent(problems)) = store.import(&overlapping) else { panic!("it was imported") };
    assert_eq!(problems[0].path, "seasons \"another\"");
    let same_id_of_another_kind = serde_json::json!({
        "format": "season-bundle/1",
        "rulebook": bundle["rulebook"],
        "mw": [{"id": bundle["tournaments"][0]["id"], "voivodeship": "opolskie", "from": "2030-01-01", "to": "2030-02-01"}],
    });
    assert!(matches!(store.import(&same_id_of_another_kind), Err(ImportError::Inconsistent(_))));
    assert_eq!(store.log.head().unwrap().position, position);
}

#[test]
fn no_personal_value_stands_in_the_log() {
    let bundle = example();
    let store = Store::new();
    store.import(&bundle).unwrap();
    let log = store.payloads();
    let text = String::from_utf8_lossy(&log);
    let mut searched = 0;
    for player in bundle["players"].as_array().unwrap() {
        for field in ["id", "first_name", "surname", "city"] {
            let value = player[field].as_str().unwrap();
            // As a value of its own: ids of events may hold the letters of a city.
            assert!(!text.contains(&format!("\"{value}\"")), "{field} {value}");
            searched += 1;
            if field == "surname" {
                assert!(!text.contains(value), "{value}");
            }
        }
    }
    for event in bundle["tournaments"].as_array().unwrap() {
        assert!(!text.contains(event["name"].as_str().unwrap()));
    }
    assert!(searched > 400);
    // The same for the files of the store: what is personal is sealed there.
    store.log.purge_erased().unwrap();
    let bytes = fs::read(store.folder.path().join("kostka.db")).unwrap();
    for player in bundle["players"].as_array().unwrap().iter().take(40) {
        let surname = player["surname"].as_str().unwrap().as_bytes();
        assert!(!bytes.windows(surname.len()).any(|window| window == surname));
    }
}
