//! The log as auditors read it over HTTP: every form, every page, and proofs that a program of their own can check.

use crate::support::{register, revoke};
use api::testing::{Instance, Reply};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chrono::DateTime;
use domain::event::Role;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

struct Auditor<'a> {
    instance: &'a Instance,
    authorization: String,
}

impl<'a> Auditor<'a> {
    fn of(instance: &'a Instance) -> Self {
        Self { instance, authorization: instance.signed_in(Role::Auditor) }
    }

    fn get_as(&self, path: &str, accept: &str, language: &str) -> Reply {
        let authorization = self.authorization.as_str();
        let headers = [("Authorization", authorization), ("Accept", accept), ("Accept-Language", language)];
        self.instance.send("GET", path, &headers, None)
    }

    fn get(&self, path: &str) -> Reply {
        self.get_as(path, "application/json", "en")
    }

    fn json(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }
}

fn positions(items: &Value) -> Vec<u64> {
    items.as_array().unwrap().iter().map(|item| item["position"].as_u64().unwrap()).collect()
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn bytes_of(value: &Value) -> Vec<u8> {
    BASE64.decode(value.as_str().unwrap()).unwrap()
}

/// A line of `kostka-log/1`, from what the API says of an event.
fn export_line(event: &Value) -> Value {
    let microseconds =
        |field: &str| DateTime::parse_from_rfc3339(event[field].as_str().unwrap()).unwrap().timestamp_micros();
    let mut line = json!({
        "recorded_at": microseconds("recorded_at"),
        "occurred_at": microseconds("occurred_at"),
        "payload": String::from_utf8(bytes_of(&event["payload_base64"])).unwrap(),
    });
    for same in [
        "position",
        "version",
        "event_id",
        "stream",
        "type",
        "schema_version",
        "actor",
        "correlation",
        "causation",
        "nonce",
        "leaf",
    ] {
        line[same] = event[same].clone();
    }
    line
}

#[test]
fn an_outsider_checks_events_proofs_and_checkpoints_with_a_program_of_their_own() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    for surname in ["Kowalska", "Łęcka", "Żak", "Wójcik"] {
        register(&instance, surname);
    }
    // A checkpoint in the middle, signed because somebody wanted a proof.
    let first_proof = instance.get("/api/v1/log/events/3/proof").json();
    assert_eq!(first_proof["checkpoint"]["size"], first_proof["size"]);
    register(&instance, "Nowicka");
    register(&instance, "Mazur");

    let size = instance.position().0;
    let (mut of_inclusion, mut lines) = (Vec::new(), Vec::new());
    for position in 1..=size {
        let event = auditor.json(&format!("/api/v1/log/events/{position}"));
        let leaf = bytes_of(&event["leaf_base64"]);
        assert_eq!(sha256(&leaf), event["leaf"].as_str().unwrap(), "position {position}");
        assert_eq!(hex::encode(&leaf[25..]), sha256(&bytes_of(&event["content_base64"])), "position {position}");
        assert!(bytes_of(&event["content_base64"]).ends_with(&bytes_of(&event["payload_base64"])));
        lines.push(export_line(&event));
        let proof = instance.get(&format!("/api/v1/log/events/{position}/proof?size={size}")).json();
        assert_eq!(proof["checkpoint"]["root"], proof["root"], "{proof}");
        of_inclusion.push(json!({"index": position - 1, "size": size, "leaf": proof["leaf"], "proof": proof["hashes"], "root": proof["root"]}));
    }
    let of_consistency: Vec<Value> = (0..=size)
        .map(|old| {
            let proof = instance.get(&format!("/api/v1/log/consistency?from={old}&to={size}")).json();
            json!({"old": old, "new": size, "old_root": proof["from_root"], "new_root": proof["to_root"], "proof": proof["hashes"]})
        })
        .collect();

    let head = instance.get("/api/v1/log").json();
    assert_eq!((head["position"].as_u64(), head["checkpoint_size"].as_u64()), (Some(size), Some(size)));
    let header = json!({"format": "kostka-log/1", "log_id": head["log_id"], "epoch": head["epoch"], "events": head["position"], "verifier_key": head["verifier_key"]});
    let mut export = format!("{header}\n");
    let checkpoints = instance.get("/api/v1/log/checkpoints").json();
    for line in &lines {
        writeln!(export, "{line}").unwrap();
        let here = |entry: &&Value| entry["size"] == line["position"];
        for entry in checkpoints["items"].as_array().unwrap().iter().filter(here) {
            writeln!(export, "{}", json!({"checkpoint": entry["note"]})).unwrap();
        }
    }
    let proofs = json!({"inclusion": of_inclusion, "consistency": of_consistency}).to_string();
    assert_eq!(
        check(&export, &proofs),
        Ok(format!("{size} events, 2 checkpoints, root {}", head["root"].as_str().unwrap()))
    );
    // The check is worth something: a changed word does not pass.
    let changed = export.replacen("player.registered", "player.rectified_", 1);
    assert!(check(&changed, &proofs).unwrap_err().contains("row and leaf disagree"));
}

/// What the independent program says, in the first line.
fn check(export: &str, proofs: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let (export_file, proof_file) = (folder.path().join("log.ndjson"), folder.path().join("proofs.json"));
    std::fs::write(&export_file, export).unwrap();
    std::fs::write(&proof_file, proofs).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/proof/check.py");
    let output = Command::new("python3").arg("-B").arg(script).arg(export_file).arg(proof_file).output().unwrap();
    let first_line = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned();
    if output.status.success() { Ok(first_line(&output.stdout)) } else { Err(first_line(&output.stderr)) }
}

/// The guide for auditors, run as whoever reads it would.
struct Guide {
    scripts: Vec<String>,
    folder: tempfile::TempDir,
}

impl Guide {
    fn open() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/auditing.md");
        let text = std::fs::read_to_string(path).unwrap();
        let scripts = text.split("```python\n").skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned());
        Self { scripts: scripts.collect(), folder: tempfile::tempdir().unwrap() }
    }

    fn says(&self, script: usize, files: [(&str, &str); 2]) -> String {
        for (name, text) in files {
            std::fs::write(self.folder.path().join(name), text).unwrap();
        }
        let mut command = Command::new("python3");
        let output = command.args(["-c", &self.scripts[script]]).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

#[test]
fn the_script_of_the_guide_for_auditors_accepts_what_was_recorded_and_nothing_else() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    (0..11).for_each(|_| drop(register(&instance, "Kowalska")));
    let guide = Guide::open();
    let outcome = |event: &str, proof: &str| guide.says(0, [("event.json", event), ("proof.json", proof)]);
    for position in 1..=instance.position().0 {
        let event = auditor.get(&format!("/api/v1/log/events/{position}")).text();
        let proof = instance.get(&format!("/api/v1/log/events/{position}/proof")).text();
        assert_eq!(outcome(&event, &proof), "fits\n", "position {position}");
        let other = instance.get(&format!("/api/v1/log/events/{}/proof", position % 5 + 1)).text();
        if position % 5 + 1 != position {
            assert_eq!(outcome(&event, &other), "DOES NOT FIT\n", "position {position}");
        }
    }
}

#[test]
fn the_script_of_the_guide_names_every_readable_field_that_is_not_what_was_recorded() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    register(&instance, "Kowalska");
    let position = instance.position();
    let event = auditor.json(&format!("/api/v1/log/events/{position}"));
    let proof = instance.get(&format!("/api/v1/log/events/{position}/proof")).text();
    let guide = Guide::open();
    let outcome = |event: &Value| guide.says(0, [("event.json", &event.to_string()), ("proof.json", &proof)]);
    assert_eq!(outcome(&event), "fits\n");
    // The bytes in base64 stay as they are, only what people read is forged.
    for (field, forged) in [
        ("type", json!("player.rectified")),
        ("payload", json!({"surname": "Forged"})),
        ("stream", json!("player/somebody-else")),
        ("actor", json!("account/somebody-else")),
        ("recorded_at", json!("2020-01-01T00:00:00.000000Z")),
        ("occurred_at", json!("2020-01-01T00:00:00.000000Z")),
        ("version", json!(7)),
        ("position", json!(7)),
        ("event_id", json!("0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")),
        ("schema_version", json!(7)),
        ("correlation", json!("0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")),
        ("causation", json!("0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")),
        ("nonce", json!("00")),
        ("leaf", json!("00")),
    ] {
        let mut event = event.clone();
        event[field] = forged;
        let said = outcome(&event);
        assert!(said.starts_with(&format!("{field}: shown ")) && said.ends_with("\nDOES NOT FIT\n"), "{said}");
    }
    // Bytes that were forged together with the field lead to another leaf.
    let mut forged = event;
    let content = bytes_of(&forged["content_base64"]);
    let at = content.windows(17).position(|window| window == b"player.registered").unwrap();
    let content = [&content[..at], b"player.reg1stered", &content[at + 17..]].concat();
    forged["content_base64"] = json!(BASE64.encode(&content));
    forged["type"] = json!("player.reg1stered");
    assert_eq!(outcome(&forged), "DOES NOT FIT\n");
    let leaf = [&bytes_of(&forged["leaf_base64"])[..25], &Sha256::digest(&content)].concat();
    forged["leaf_base64"] = json!(BASE64.encode(&leaf));
    forged["leaf"] = json!(sha256(&leaf));
    assert_eq!(outcome(&forged), "DOES NOT FIT\n");
}

#[test]
fn the_script_of_the_guide_tells_a_log_that_extends_a_kept_checkpoint_from_one_that_does_not() {
    let instance = Instance::start();
    let guide = Guide::open();
    let mut kept = Vec::new();
    for position in 1..=9 {
        register(&instance, "Kowalska");
        let proof = instance.get(&format!("/api/v1/log/events/{position}/proof")).json();
        kept.push(proof["checkpoint"]["note"].as_str().unwrap().to_owned());
    }
    let size = instance.position().0;
    let answer = |from: u64| instance.get(&format!("/api/v1/log/consistency?from={from}")).text();
    let outcome = |note: &str, answer: &str| guide.says(1, [("kept.txt", note), ("consistency.json", answer)]);
    for (note, from) in kept.iter().zip(1..) {
        assert_eq!(outcome(note, &answer(from)), format!("extends: {from} events, now {size}\n"));
        let root = note.split('\n').nth(2).unwrap();
        let other = note.replace(root, &BASE64.encode([7; 32]));
        assert_eq!(outcome(&other, &answer(from)), "DOES NOT EXTEND\n", "from {from}");
        if from != size {
            assert_eq!(outcome(note, &answer(from % (size - 1) + 1)), "DOES NOT EXTEND\n", "from {from}");
        }
    }
    let longer = kept[8].replacen("\n9\n", "\n1000\n", 1);
    assert!(outcome(&longer, &answer(1000)).starts_with("NO PROOF: "));
    let (line, rest) = kept[3].split_once('\n').unwrap();
    let of_another_log = format!("kostka/another/1\n{rest}");
    assert_eq!(outcome(&of_another_log, &answer(4)), "DOES NOT EXTEND\n");
    let of_another_epoch = format!("{}/7\n{rest}", line.rsplit_once('/').unwrap().0);
    assert!(outcome(&of_another_epoch, &answer(4)).ends_with("epoch 7 has become 1: a loss was accepted in between\n"));
}

#[test]
fn pages_show_the_log_as_it_stood_when_the_first_was_read() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    for number in 0..12 {
        register(&instance, &format!("Nowak{}", (b'a' + number) as char));
    }
    let stood_at = instance.position().0;
    let mut path = "/api/v1/log/events?limit=5".to_owned();
    let mut seen = Vec::new();
    loop {
        let reply = auditor.get(&path);
        assert_eq!(reply.status, 200, "{}", reply.text());
        let page = reply.json();
        seen.extend(positions(&page["items"]));
        register(&instance, "Spóźniona");
        let Some(next) = page["next"].as_str() else {
            assert_eq!(reply.header("link"), "");
            break;
        };
        path = format!("/api/v1/log/events?limit=5&cursor={next}");
        assert_eq!(reply.header("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!(seen, (1..=stood_at).collect::<Vec<_>>());
}

#[test]
fn the_log_is_narrowed_to_a_stream_a_type_and_what_follows_a_position() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    let streams: Vec<String> = (0..4).map(|_| register(&instance, "Kowalska").1).collect();
    let list = |query: &str| auditor.json(&format!("/api/v1/log/events?{query}"))["items"].clone();

    let of_stream = list(&format!("stream={}", streams[2]));
    assert_eq!((of_stream.as_array().unwrap().len(), &of_stream[0]["stream"]), (1, &json!(streams[2])));
    let registered = list("type=player.registered");
    assert_eq!(positions(&registered).len(), 4);
    assert_eq!(positions(&list(&format!("type=player.registered&after={}", positions(&registered)[1]))).len(), 2);
    let position = positions(&of_stream)[0];
    assert_eq!(positions(&list(&format!("stream={}&after={}", streams[2], position - 1))), [position]);
    assert_eq!(list(&format!("stream={}&after={position}", streams[2])), json!([]));
    assert_eq!(list(&format!("stream={}&type=player.rectified", streams[2])), json!([]));
    assert_eq!(list("after=1000000"), json!([]));
    for narrowed in
        [format!("type=player.registered&stream={}", streams[0]), "after=3&type=player.registered".to_owned()]
    {
        let mut query = format!("limit=1&{narrowed}");
        let mut found = Vec::new();
        loop {
            let page = auditor.json(&format!("/api/v1/log/events?{query}"));
            found.extend(positions(&page["items"]));
            let Some(next) = page["next"].as_str() else { break };
            query = format!("limit=1&{narrowed}&cursor={next}");
        }
        assert_eq!(found, positions(&list(&narrowed)), "{narrowed}");
    }
}

#[test]
fn what_nobody_knows_is_refused_with_its_name() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    register(&instance, "Kowalska");
    let cursor = auditor.json("/api/v1/log/events?limit=1")["next"].as_str().unwrap().to_owned();
    for (query, accept, parameter) in [
        ("kind=player", "application/json", "kind"),
        ("type=player.invented", "application/json", "type"),
        ("stream=nonsense", "application/json", "stream"),
        ("stream=robot/1", "application/json", "stream"),
        ("after=-1", "application/json", "after"),
        ("limit=0", "application/json", "limit"),
        ("limit=201", "application/json", "limit"),
        ("limit=5", "application/x-ndjson", "limit"),
        ("limit=5", "text/event-stream", "limit"),
    ] {
        let reply = auditor.get_as(&format!("/api/v1/log/events?{query}"), accept, "en");
        assert_eq!(reply.status, 400, "{query}: {}", reply.text());
        assert_eq!(reply.json()["errors"][0]["parameter"], parameter, "{query}");
    }
    for (query, code) in [
        ("cursor=nonsense".to_owned(), "invalid-cursor"),
        (format!("cursor={cursor}&type=player.registered"), "invalid-cursor"),
    ] {
        assert_eq!(auditor.get(&format!("/api/v1/log/events?{query}")).json()["code"], code, "{query}");
    }
    assert_eq!(auditor.get_as("/api/v1/log/events", "image/png", "en").status, 406);
    for path in ["/api/v1/log?x=1", "/api/v1/log/checkpoints?x=1", "/api/v1/feed?x=1", "/api/v1/log/events/1/proof?x=1"]
    {
        assert_eq!(instance.get(path).status, 400, "{path}");
    }
    for (path, status) in [
        ("/api/v1/log/events/0", 404),
        ("/api/v1/log/events/99999999999999999999", 404),
        ("/api/v1/log/events/1000", 404),
        ("/api/v1/log/events/one", 404),
    ] {
        assert_eq!(auditor.get(path).status, status, "{path}");
    }
    for (path, status) in [
        ("/api/v1/log/events/1000/proof", 404),
        ("/api/v1/log/events/2/proof?size=1", 400),
        ("/api/v1/log/events/2/proof?size=1000", 400),
        ("/api/v1/log/consistency", 400),
        ("/api/v1/log/consistency?from=2&to=1", 400),
        ("/api/v1/log/consistency?from=1000", 400),
        ("/api/v1/log/checkpoints?cursor=x", 400),
    ] {
        assert_eq!(instance.get(path).status, status, "{path}");
    }
    let events = instance.log.head().unwrap().position.0;
    for path in [
        "/api/v1/log/events/2/proof?size=1000",
        "/api/v1/log/consistency?from=1000",
        "/api/v1/log/consistency?from=1&to=1000",
    ] {
        let reply = instance.send("GET", path, &[("Accept-Language", "en")], None);
        assert_eq!(reply.json()["errors"][0]["detail"], format!("the log has only {events} events"), "{path}");
    }
    let missing = instance.get("/api/v1/log/consistency").json();
    assert_eq!(missing["errors"][0]["detail"], "brakuje parametru „from”");
}

#[test]
fn an_event_is_told_as_a_sentence_in_the_language_of_the_reader() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    let (_, stream) = register(&instance, "Łęcka");
    let path = format!("/api/v1/log/events?stream={stream}&wait_for={}", instance.position());
    let sentence = |language| {
        let reply = auditor.get_as(&path, "application/json", language);
        reply.json()["items"][0]["sentence"].as_str().unwrap().to_owned()
    };
    let (polish, english) = (sentence("pl"), sentence("en"));
    assert!(polish.contains("Annamaria Łęcka") && english.contains("Annamaria Łęcka"), "{polish} {english}");
    assert_ne!(polish, english);
    // What is stored names nobody.
    let event = auditor.get(&path).json()["items"][0].clone();
    assert!(!event["payload"].to_string().contains("Łęcka"));
}

#[test]
fn an_auditor_gets_the_log_as_a_file_that_can_be_checked_and_nobody_else_does() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    register(&instance, "Przykładowa");
    let export = auditor.get_as("/api/v1/log/export", "application/x-ndjson", "en");
    assert_eq!((export.status, export.header("content-type")), (200, "application/x-ndjson"), "{}", export.text());
    let lines: Vec<Value> = export.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["format"], "kostka-log/1");
    assert_eq!(lines[0]["events"], instance.position().0);
    let events = lines.iter().filter(|line| line.get("position").is_some()).count() as u64;
    assert_eq!(events, instance.position().0);
    assert!(lines.last().unwrap()["checkpoint"].is_string());
    assert!(!export.text().contains("Przykładowa"), "names are not in it");
    let (text, mut progress) = (export.text(), events::verify::Progress::none());
    let report = events::verify::verify_export(&mut text.as_bytes(), None, None, &mut progress).unwrap();
    assert!(report.fits(), "{report:?}");
    assert_eq!(instance.get("/api/v1/log/export").status, 401);
}

#[test]
fn every_form_tells_the_same_events() {
    let instance = Instance::start();
    let auditor = Auditor::of(&instance);
    for surname in ["Kowalska", "Łęcka", "Żak"] {
        register(&instance, surname);
    }
    let items = auditor.json("/api/v1/log/events")["items"].clone();

    let ndjson = auditor.get_as("/api/v1/log/events", "application/x-ndjson", "en");
    assert_eq!(ndjson.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> = ndjson.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(positions(&json!(lines)), positions(&items));
    let rest = auditor.get_as("/api/v1/log/events?after=2&type=player.registered", "application/x-ndjson", "en");
    assert_eq!(rest.text().lines().count(), 3);

    let batch = auditor.get_as("/api/v1/log/events", "application/cloudevents-batch+json", "en");
    assert_eq!(batch.header("content-type"), "application/cloudevents-batch+json");
    assert_eq!(batch.json(), json!(lines));
    for (cloud, item) in lines.iter().zip(items.as_array().unwrap()) {
        assert_eq!(cloud["specversion"], "1.0");
        assert_eq!(cloud["id"], item["event_id"]);
        assert_eq!(cloud["subject"], item["stream"]);
        assert_eq!(cloud["time"], item["occurred_at"]);
        assert_eq!(cloud["recordedat"], item["recorded_at"]);
        assert_eq!(cloud["data"], item["payload"]);
        assert_eq!(cloud["type"], format!("kostka.{}.v{}", item["type"].as_str().unwrap(), item["schema_version"]));
        let plain = |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        assert!(cloud.as_object().unwrap().keys().all(plain), "{cloud}");
    }
    let ids: BTreeSet<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), lines.len());

    let csv = auditor.get_as("/api/v1/log/events?limit=2", "text/csv", "pl");
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.header("link").contains("cursor="));
    let text = csv.text();
    assert!(text.starts_with("position,recorded_at,"), "{text}");
    assert_eq!(text.lines().count(), 3);
    let excel = auditor.get_as("/api/v1/log/events?dialect=excel", "text/csv", "pl").text();
    assert!(excel.starts_with("\u{feff}position;"), "{excel}");
}

#[test]
fn the_events_are_for_those_who_may_read_the_log_and_hashes_are_for_everybody() {
    let instance = Instance::start();
    register(&instance, "Kowalska");
    let nobody = instance.signed_in(Role::Auditor);
    revoke(&instance, &nobody, Role::Auditor);
    for path in ["/api/v1/log/events", "/api/v1/log/events/1"] {
        assert_eq!(instance.get(path).status, 401, "{path}");
        let headers = [("Authorization", nobody.as_str())];
        assert_eq!(instance.send("GET", path, &headers, None).status, 403, "{path}");
        let streaming = [headers[0], ("Accept", "text/event-stream")];
        assert_eq!(instance.send("GET", path, &streaming, None).status, 403, "{path}");
    }
    for role in [Role::Admin, Role::Arbiter, Role::Auditor] {
        let authorization = instance.signed_in(role);
        let headers = [("Authorization", authorization.as_str())];
        assert_eq!(instance.send("GET", "/api/v1/log/events", &headers, None).status, 200);
    }
    for path in [
        "/api/v1/log",
        "/api/v1/log/events/1/proof",
        "/api/v1/log/checkpoints",
        "/api/v1/log/checkpoints/latest",
        "/api/v1/log/consistency?from=1",
    ] {
        let reply = instance.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert!(!reply.text().contains("Kowalska"));
    }
}

#[test]
fn the_last_checkpoint_is_signed_when_somebody_asks_and_comes_as_a_note() {
    let instance = Instance::start();
    assert_eq!(instance.get("/api/v1/log/checkpoints/latest").status, 404);
    assert_eq!(instance.get("/api/v1/log/consistency?from=0").json()["to"], 0);
    register(&instance, "Kowalska");
    let latest = instance.get("/api/v1/log/checkpoints/latest").json();
    assert_eq!((latest["size"].as_u64(), latest["epoch"].as_u64()), (Some(1), Some(1)));
    let note = instance.send("GET", "/api/v1/log/checkpoints/latest", &[("Accept", "text/plain")], None);
    assert_eq!(note.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(note.text(), latest["note"].as_str().unwrap());
    let key = instance.get("/api/v1/log").json()["verifier_key"].as_str().unwrap().to_owned();
    let key = events::proof::note::VerifierKey::parse(&key).unwrap();
    let checkpoint = events::proof::checkpoint::open(&note.text(), &key).unwrap();
    assert_eq!(hex::encode(checkpoint.root), latest["root"].as_str().unwrap());
}

#[test]
fn checkpoints_come_in_pages_the_smallest_first() {
    let instance = Instance::start();
    for position in 1..=5 {
        register(&instance, "Kowalska");
        assert_eq!(instance.get(&format!("/api/v1/log/events/{position}/proof")).json()["size"], position);
    }
    let mut sizes = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let page = instance.get(&format!("/api/v1/log/checkpoints?{query}")).json();
        sizes.extend(page["items"].as_array().unwrap().iter().map(|entry| entry["size"].as_u64().unwrap()));
        let Some(next) = page["next"].as_str() else { break };
        query = format!("limit=2&cursor={next}");
    }
    assert_eq!(sizes, [1, 2, 3, 4, 5]);
    let after = instance.get("/api/v1/log/checkpoints?after=3").json();
    assert_eq!(after["items"].as_array().unwrap().len(), 2);
}
