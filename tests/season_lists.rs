//! The real binary, from a bundle to lists over HTTP: what `import` records and `serve` shows is what `compute` prints.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use events::conformance::TemporaryDatabase;
use events::vault::MasterKey;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::root;
use support::service::RunningService;
use support::store::{Folder, example};

fn bundles() -> Vec<PathBuf> {
    let golden = fs::read_dir(root().join("tests/golden/season")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = golden.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    files.push(example().into());
    files.sort();
    assert!(files.len() > 10, "{}", files.len());
    files
}

/// What `compute` prints of a bundle in which everybody is called by the id that the service gives them: where ids
/// decide the order, those are the ones.
fn computed(folder: &Folder, key: &Path, bundle: &Path) -> Value {
    let key = MasterKey::parse(fs::read_to_string(key).unwrap().trim()).unwrap();
    let bundle: Value = serde_json::from_slice(&fs::read(bundle).unwrap()).unwrap();
    let ids = bundle["players"].as_array().into_iter().flatten().map(|player| player["id"].as_str().unwrap());
    let ids: BTreeMap<&str, String> = ids.map(|id| (id, opaque(&key, id))).collect();
    let file = folder.file("renamed.bundle.json");
    fs::write(&file, renamed(&bundle, &ids).to_string()).unwrap();
    serde_json::from_str(&folder.done(&["compute", file.to_str().unwrap()])).unwrap()
}

fn opaque(key: &MasterKey, alias: &str) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    key.pseudonym("player", alias)[..20].iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect()
}

fn renamed(value: &Value, ids: &BTreeMap<&str, String>) -> Value {
    match value {
        Value::String(text) => ids.get(text.as_str()).map_or_else(|| value.clone(), |id| json!(id)),
        Value::Array(items) => items.iter().map(|item| renamed(item, ids)).collect(),
        Value::Object(members) => members.iter().map(|(name, it)| (name.clone(), renamed(it, ids))).collect(),
        other => other.clone(),
    }
}

/// What the service shows, written as the results of a bundle.
struct ServiceLists<'a>(&'a RunningService);

impl ServiceLists<'_> {
    fn get(&self, path: &str) -> Value {
        let reply = self.0.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    fn results(&self, like: &Value) -> Value {
        let each = |list: &str, shown: &dyn Fn(&str) -> Value| -> Value {
            let known = like[list].as_array().unwrap().iter();
            known.map(|one| shown(one["id"].as_str().unwrap())).collect()
        };
        json!({
            "format": like["format"],
            "seasons": each("seasons", &|id| self.season(id)),
            "grand_prix": each("grand_prix", &|id| self.grand_prix(id)),
            "mw": each("mw", &|id| self.championship(id)),
        })
    }

    fn season(&self, id: &str) -> Value {
        let season = self.get(&address("seasons", id));
        let links = &season["links"];
        let qualifications = self.get(links["mp_qualifications"].as_str().unwrap());
        json!({
            "id": season["id"],
            "ranking": self.ranking(links["ranking"].as_str().unwrap()),
            "mp": rows(&qualifications["items"], &["player", "source", "event", "place"]),
            "pending": rows(&qualifications["pending"], &["source", "event", "open", "candidates"]),
        })
    }

    /// Every page of the ranking.
    fn ranking(&self, address: &str) -> Value {
        let mut items: Vec<Value> = Vec::new();
        let mut page = self.get(&format!("{address}?limit=500"));
        loop {
            items.extend(page["items"].as_array().unwrap().iter().cloned());
            let Some(next) = page["next"].as_str() else { break };
            page = self.get(&format!("{address}?limit=500&cursor={next}"));
        }
        let results =
            items.iter().map(|item| rows(&item["results"], &["event", "place", "points"])).collect::<Vec<_>>();
        let mut told = rows(&json!(items), &["place", "player", "points"]);
        for (row, results) in told.as_array_mut().unwrap().iter_mut().zip(results) {
            row["results"] = results;
        }
        told
    }

    fn grand_prix(&self, id: &str) -> Value {
        let grand_prix = self.get(&address("grand-prix", id));
        json!({
            "id": grand_prix["id"], "valid_events": grand_prix["valid_events"], "persons": grand_prix["persons"],
            "table": rows(&grand_prix["table"], &["place", "player", "points"]),
        })
    }

    fn championship(&self, id: &str) -> Value {
        let championship = self.get(&address("mw", id));
        json!({
            "id": championship["id"], "voivodeship": championship["voivodeship"],
            "qualified": rows(&championship["qualified"], &["player", "event", "place"]),
            "pending": rows(&championship["pending"], &["event", "open", "candidates"]),
            "wildcards": rows(&championship["wildcards"], &["player", "event", "place"]),
        })
    }
}

/// Rows with these fields only, called as in the results of a bundle.
fn rows(shown: &Value, fields: &[&str]) -> Value {
    let field = |row: &Value, name: &str| match name {
        "player" => row["player_id"].clone(),
        "event" => row["event_id"].clone(),
        "candidates" => {
            let candidates = row["candidates"].as_array().unwrap().iter();
            candidates.map(|candidate| candidate["player_id"].clone()).collect()
        }
        name => row[name].clone(),
    };
    let row = |row: &Value| -> Value {
        fields.iter().map(|name| ((*name).to_owned(), field(row, name))).collect::<Map<String, Value>>().into()
    };
    shown.as_array().unwrap().iter().map(row).collect()
}

fn address(collection: &str, id: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let written = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    format!("/api/v1/{collection}/{}", id.bytes().map(written).collect::<String>())
}

fn agrees(folder: &Folder, key: &Path, bundle: &Path) {
    folder.done(&["import", bundle.to_str().unwrap()]);
    let expected = computed(folder, key, bundle);
    let served = RunningService::start(folder, &[], &[]).ready();
    let shown = ServiceLists(&served).results(&expected);
    for list in ["seasons", "grand_prix", "mw"] {
        assert_eq!(shown[list], expected[list], "{}: {list}", bundle.display());
    }
    assert_eq!(shown, expected, "{}", bundle.display());
}

#[test]
fn every_list_of_every_golden_bundle_in_a_file_is_the_one_that_compute_prints() {
    for bundle in bundles() {
        let folder = Folder::new();
        agrees(&folder, &folder.file("kostka.db.key"), &bundle);
    }
}

#[test]
fn every_list_of_every_golden_bundle_in_a_database_is_the_one_that_compute_prints() {
    for bundle in bundles() {
        let Some(database) = TemporaryDatabase::create() else { return };
        let folder = Folder::with_store(&database.address());
        agrees(&folder, &folder.file(&format!("kostka-{}.key", database.name())), &bundle);
    }
}
