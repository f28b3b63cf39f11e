//! The first edition of the list of qualifications: looked at, submitted, published by another person with a fresh
//! code.

use crate::world::{LIST, MP, Step, Who, World};
use api::testing::Instance;
use commands::CommandMetadata;
use domain::event::Grant;
use domain::values::ids::AccountId;
use serde_json::{Value, json};

/// What the first admin submits.
pub(crate) fn submit(world: &mut World, reason: Option<&str>) -> Value {
    let digest = world.preview()["digest"].clone();
    let body = json!({ "digest": digest, "reason": reason });
    world.post(Who::Anna, &format!("{LIST}/submission"), &body, 201);
    digest
}

/// What the second admin says that she has looked at.
pub(crate) fn publishing(world: &mut World, digest: &str) -> Value {
    let waiting = world.read(Who::Beata, &format!("{LIST}/preview"))["submitted"]["position"].clone();
    json!({ "digest": world.kept(digest), "submission": waiting })
}

/// The log for outsiders, written by the operator.
pub(crate) fn export(world: &World, name: &str) {
    let file = world.folder.file(name).display().to_string();
    world.folder.done(&["log", "export", "--output", &file]);
}

/// Nobody publishes what they submitted, nor rehearses it.
fn same_person(world: &mut World, who: Who) {
    let body = publishing(world, "digest-1");
    for path in [format!("{LIST}/editions"), format!("{LIST}/editions?dry_run=true")] {
        let problem = world.post(who, &path, &body, 403);
        assert_eq!(problem["code"], "same-person", "{problem}");
    }
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("the preview has everybody who is qualified, and nothing speaks against it", |w| {
            w.go_to("2025-09-15T10:00:00+02:00");
            let preview = w.preview();
            assert_eq!((&preview["edition"], &preview["warnings"]), (&json!(1), &json!([])), "{preview}");
            assert_eq!(preview["rows"].as_array().unwrap().len(), w.qualified().len());
        }),
        ("everybody else sees no preview", |w| {
            assert_eq!(w.send(Who::Public, "GET", &format!("{LIST}/preview"), None, &Value::Null).status, 401);
            assert_eq!(w.send(Who::Edek, "GET", &format!("{LIST}/preview"), None, &Value::Null).status, 403);
        }),
        ("another list than the one that was looked at cannot be submitted", |w| {
            let body = json!({ "digest": "0".repeat(64) });
            w.refused(Who::Anna, &format!("{LIST}/submission"), &body, 409, "stale-preview");
        }),
        ("the first admin submits what she has seen", |w| {
            let digest = submit(w, None);
            w.keep("digest-1", digest);
        }),
        ("neither the arbiter nor the auditor publishes it", |w| {
            let body = publishing(w, "digest-1");
            for who in [Who::Celina, Who::Dorota] {
                w.post(who, &format!("{LIST}/editions"), &body, 403);
            }
        }),
        ("S22: whoever submitted it does not publish it", |w| same_person(w, Who::Anna)),
        ("S22: without her role she does not, either", |w| {
            let path = format!("/api/v1/accounts/{}/grants/admin", w.account(Who::Anna));
            let revoked = w.send(Who::Beata, "DELETE", &path, None, &Value::Null);
            assert_eq!(revoked.status, 200, "{}", revoked.text());
            let body = publishing(w, "digest-1");
            let problem = w.post(Who::Anna, &format!("{LIST}/editions"), &body, 403);
            assert_eq!(problem["code"], "forbidden", "{problem}");
        }),
        ("S22: with another role and her own back she is still the same person", |w| {
            let path = format!("/api/v1/accounts/{}/grants", w.account(Who::Anna));
            w.step_up(Who::Beata);
            w.post(Who::Beata, &path, &json!({ "role": "arbiter" }), 200);
            // The operator gives it back: had the second admin done so, she would be no second person for a week.
            let (account, admin) = (AccountId::parse(&w.account(Who::Anna)).unwrap(), Grant::parse("admin").unwrap());
            w.instance.commands().grant_role(&CommandMetadata::by(Instance::operator()), &account, &admin).unwrap();
            same_person(w, Who::Anna);
        }),
        ("S8: the second admin has shown no code for six minutes and cannot publish", |w| {
            w.let_minutes_pass(Who::Beata, 6);
            let body = publishing(w, "digest-1");
            let problem = w.post(Who::Beata, &format!("{LIST}/editions"), &body, 403);
            assert_eq!(
                (&problem["code"], &problem["step_up"]),
                (&json!("step-up-needed"), &json!("/api/v1/me/step-up"))
            );
            assert!(w.get(LIST)["newest"].is_null());
        }),
        ("S8: she shows a code and publishes edition 1", |w| {
            w.step_up(Who::Beata);
            let body = publishing(w, "digest-1");
            let receipt = w.post(Who::Beata, &format!("{LIST}/editions"), &body, 201);
            assert_eq!(receipt["events"][0]["type"], "list.published");
            w.keep("published-1", receipt["position"].clone());
        }),
        ("edition 1 is what was looked at, and says who submitted and who published it", |w| {
            let edition = w.get(&format!("{LIST}/editions/1"));
            assert_eq!((&edition["digest"], &edition["erratum"]), (&w.kept("digest-1"), &json!(false)));
            assert_eq!(edition["rows"].as_array().unwrap().len(), w.qualified().len());
            let seen = w.read(Who::Dorota, &format!("{LIST}/editions/1"));
            assert_eq!(
                (&seen["submitted_by"], &seen["published_by"]),
                (&json!(w.account(Who::Anna)), &json!(w.account(Who::Beata)))
            );
            w.keep("edition-1", edition);
        }),
        ("edition 1 has not drifted, and cannot be published again", |w| {
            assert_eq!(w.get(&format!("{LIST}/drift"))["drifted"], false);
            let body = json!({ "digest": w.kept("digest-1"), "reason": "Jeszcze raz" });
            w.refused(Who::Anna, &format!("{LIST}/submission"), &body, 409, "unchanged");
        }),
        ("an export of the log is taken for the auditor", |w| {
            export(w, "first.ndjson");
            let disclosure = w.get(&format!("{LIST}/editions/1/disclosure"));
            w.keep("names-1", disclosure);
            w.keep("before-correction", w.position().into());
            let items = w.get(MP)["items"].clone();
            w.keep("list-before-correction", items);
        }),
    ]
}
