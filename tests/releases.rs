//! Stores, exports and editions that earlier releases made: they open, verify, replay and are served unchanged.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::root;
use support::service::{RunningService, post};
use support::store::Folder;

const STORE: &str = "kostka.db";

/// As `tests/releases/make.py` served the store when it took the answers.
const SETTINGS: [&str; 4] =
    ["--set", "public_url=https://kostka.example", "--set", "sign_in.admins_need_second_factor=false"];

/// What one release left in `tests/releases`.
struct Release(PathBuf);

impl Release {
    /// Every release, the oldest first.
    fn all() -> Vec<Self> {
        let entries = fs::read_dir(root().join("tests/releases")).unwrap().map(|entry| entry.unwrap().path());
        let mut folders: Vec<PathBuf> = entries.filter(|path| path.join("store").is_dir()).collect();
        folders.sort();
        assert!(folders.iter().any(|folder| folder.ends_with("0.1.0")), "{folders:?}");
        folders.into_iter().map(Self).collect()
    }

    fn name(&self) -> String {
        self.0.file_name().unwrap().to_string_lossy().into_owned()
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap_or_else(|error| panic!("{} {file}: {error}", self.name()))
    }

    fn text(&self, file: &str) -> String {
        String::from_utf8(self.bytes(file)).unwrap()
    }

    fn json(&self, file: &str) -> Value {
        serde_json::from_slice(&self.bytes(file)).unwrap()
    }

    /// A copy of the store that a test may write to.
    fn store(&self) -> Folder {
        let folder = Folder::new();
        for entry in fs::read_dir(self.0.join("store")).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().to_string_lossy().into_owned();
            let (name, bytes) = match name.strip_suffix(".gz") {
                Some(name) => (name, unpacked(&entry.path())),
                None => (name.as_str(), fs::read(entry.path()).unwrap()),
            };
            fs::write(folder.file(name), bytes).unwrap();
        }
        // Git does not record this, and a key that others can read is refused.
        fs::set_permissions(folder.file(&format!("{STORE}.key")), Permissions::from_mode(0o600)).unwrap();
        folder
    }

    /// The machine of an auditor who has the export.
    fn auditor(&self) -> Folder {
        let folder = Folder::new();
        fs::write(folder.file("export.ndjson"), unpacked(&self.0.join("export.ndjson.gz"))).unwrap();
        folder
    }
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(file).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// An access token of an account of the release.
fn token(release: &Release, served: &RunningService, login: &str) -> String {
    let password = release.json("accounts.json")[login]["password"].clone();
    let url = format!("http://{}/api/v1/sessions", served.address);
    let session = post(&url, &[], &json!({ "login": login, "password": password }));
    assert!((200..300).contains(&session.status), "{login}: {}", session.body);
    session.json()["access_token"].as_str().unwrap().to_owned()
}

#[test]
fn a_store_of_an_earlier_release_verifies_and_gives_the_same_bundle() {
    for release in Release::all() {
        let folder = release.store();
        folder.done(&["migrate"]);
        folder.done(&["log", "verify"]);
        folder.done(&["doctor"]);
        let bundle = unpacked(&release.0.join("bundle.json.gz"));
        assert!(folder.done(&["export"]).as_bytes() == bundle, "{}: another bundle", release.name());
    }
}

#[test]
fn a_store_of_an_earlier_release_can_be_written_to() {
    for release in Release::all() {
        let folder = release.store();
        folder.done(&["migrate"]);
        folder.done(&["account", "create", "--login", "nowa", "--name", "Nowa Wzorowa", "--role", "admin"]);
        folder.done(&["log", "verify"]);
        let accounts = folder.done(&["account", "list"]);
        for login in release.json("accounts.json").as_object().unwrap().keys().map(String::as_str).chain(["nowa"]) {
            assert!(accounts.contains(&format!("{login}\t")), "{}: {accounts}", release.name());
        }
    }
}

#[test]
fn an_export_of_an_earlier_release_verifies_and_gives_every_edition_byte_for_byte() {
    for release in Release::all() {
        let auditor = release.auditor();
        auditor.done(&["verify", "export.ndjson"]);
        let editions = release.json("editions.json");
        assert!(!editions.as_array().unwrap().is_empty());
        for edition in editions.as_array().unwrap() {
            let file = |part: &str| release.0.join(edition[part].as_str().unwrap()).display().to_string();
            let (list, number) = (edition["list"].as_str().unwrap(), edition["edition"].to_string());
            let mut args = vec!["replay", "export.ndjson", "--list", list, "--edition", &number];
            let output = auditor.run(&args);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "{list}: {said}");
            let canonical = release.text(edition["canonical"].as_str().unwrap());
            assert!(String::from_utf8(output.stdout).unwrap() == canonical, "{}: {list} {number}", release.name());
            let (names, out) = (file("disclosure"), format!("{list}-{number}.list"));
            args.extend(["--names", &names, "--out", &out]);
            assert!(auditor.done(&args).contains(", 0 wrong"), "{list}");
            // A program that shares no code with this one agrees.
            let script = root().join("tests/proof/edition.py");
            let mut python = Command::new("python3");
            python.env("PYTHONDONTWRITEBYTECODE", "1").arg(script).args([file("proof"), file("canonical"), names]);
            let output = python.output().unwrap();
            assert!(output.status.success(), "{list}: {}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

/// Where two texts begin to differ, with a few characters of each.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.chars().zip(found.chars()).take_while(|(one, other)| one == other).count();
    let shown = |text: &str| text.chars().skip(same.saturating_sub(40)).take(120).collect::<String>();
    format!("expected …{}…\n  found …{}…", shown(expected), shown(found))
}

#[test]
fn a_store_of_an_earlier_release_is_served_with_the_same_answers() {
    for release in Release::all() {
        let folder = release.store();
        let served = RunningService::start(&folder, &SETTINGS, &[]).ready();
        let answers = release.json("answers.json");
        assert!(!answers.as_array().unwrap().is_empty());
        let mut other = Vec::new();
        for expected in answers.as_array().unwrap() {
            let path = expected["path"].as_str().unwrap();
            let token = expected["as"].as_str().map(|login| format!("Bearer {}", token(&release, &served, login)));
            let mut headers = vec![("Accept", expected["accept"].as_str().unwrap()), ("Accept-Language", "en")];
            headers.extend(token.as_deref().map(|token| ("Authorization", token)));
            let reply = served.get_with(path, &headers);
            let kind = reply.headers.get("content-type").and_then(|kind| kind.to_str().ok());
            let (head, wanted) = (json!([reply.status, kind]), json!([expected["status"], expected["type"]]));
            if head != wanted {
                other.push(format!("GET {path}\n  expected {wanted}\n  found {head}"));
            } else if let Some(body) = expected["body"].as_str().map(|file| release.text(file))
                && reply.body != body
            {
                other.push(format!("GET {path}\n  {}", difference(&body, &reply.body)));
            }
        }
        assert!(other.is_empty(), "{}: other answers: {}\n{}", release.name(), other.len(), other.join("\n"));
    }
}
