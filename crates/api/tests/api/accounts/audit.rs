//! The audit: what it records, and what it must not record.

use super::staff::{PASSWORD, Session, Staff, code};
use domain::event::Role;
use events::append::Append;
use events::mutable_store::RecordKind;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The lines of the audit, once there are enough of them: notes of reads are written a little later.
fn lines(staff: &Staff, session: &Session, enough: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let page = staff.get("/api/v1/audit?limit=200", session);
        assert_eq!(page.status, 200, "{}", page.text());
        let items = page.json()["items"].as_array().unwrap().clone();
        if enough(&items) {
            return items;
        }
        assert!(Instant::now() < deadline, "{items:#?}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

fn find<'a>(lines: &'a [Value], action: &str, outcome: &str) -> Option<&'a Value> {
    lines.iter().find(|line| line["action"] == action && line["outcome"] == outcome)
}

#[test]
fn s21_signing_in_failing_being_refused_looking_and_writing_leave_a_line_each() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[Role::Auditor]);
    staff.try_sign_in("zofia", "not my password", None);
    let session = staff.sign_in(&zofia);
    assert_eq!(staff.get("/api/v1/accounts", &session).status, 403);
    let shown = format!("/api/v1/accounts/{}", zofia.id);
    assert_eq!(staff.get(&shown, &admin).status, 200);
    let disabled = staff.send("POST", &format!("{shown}/disable"), &admin, Some(&json!({})));
    assert_eq!(disabled.status, 200);
    assert_eq!(staff.get("/api/v1/me", &session).status, 401);

    let found = lines(&staff, &admin, |lines| {
        find(lines, "ask", "denied").is_some()
            && find(lines, "read_private", "done").is_some()
            && lines.iter().any(|line| line["reason"] == "unauthenticated")
    });
    let of_zofia = |line: &&Value| line["account"] == zofia.id.as_str();
    let failed = find(&found, "sign_in", "denied").unwrap();
    assert_eq!(
        (failed["account"].as_str(), failed["reason"].as_str()),
        (Some(zofia.id.as_str()), Some("wrong-password"))
    );
    assert_eq!(failed["operation"], "POST /api/v1/sessions");
    assert!(found.iter().filter(of_zofia).any(|line| line["action"] == "sign_in" && line["outcome"] == "done"));
    let denied = find(&found, "ask", "denied").unwrap();
    assert_eq!(
        (denied["reason"].as_str(), denied["operation"].as_str()),
        (Some("forbidden"), Some("GET /api/v1/accounts"))
    );
    let looked = find(&found, "read_private", "done").unwrap();
    assert_eq!(looked["resource"], format!("account/{}", zofia.id));
    let wrote = find(&found, "write", "done").unwrap();
    assert_eq!(wrote["operation"], "POST /api/v1/accounts/{id}/disable");
    assert_eq!(wrote["resource"], format!("account/{}", zofia.id));
    assert_eq!(wrote["request_id"], disabled.header("request-id"));
    assert!(found.iter().all(|line| line["at"].as_str().unwrap().ends_with('Z')));
    let times: Vec<&str> = found.iter().map(|line| line["at"].as_str().unwrap()).collect();
    assert!(times.is_sorted());
}

#[test]
fn s21_the_audit_holds_no_password_no_login_no_name_and_no_address() {
    let staff = Staff::start();
    let admin = staff.admin();
    let body = json!({ "login": "zofia.kanarek", "name": "Zofia Kanarek" });
    assert_eq!(staff.send("POST", "/api/v1/accounts", &admin, Some(&body)).status, 201);
    staff.try_sign_in("zofia.kanarek", "hasło-kanarek-1", None);
    staff.try_sign_in("kanarek@example.org", "hasło-kanarek-2", None);
    staff.get("/api/v1/accounts/kanarek", &admin);
    let records = staff.instance.log.mutable_records_after(RecordKind::Audit, None, 1000).unwrap();
    assert!(records.len() >= 4);
    for record in records {
        let text = String::from_utf8(record.value).unwrap();
        for secret in ["anarek", "example.org", PASSWORD, "127.0.0.1"] {
            assert!(!text.contains(secret) && !record.owner.contains(secret), "{secret} in {text}");
        }
    }
}

#[test]
fn s21_a_write_is_recorded_with_its_line_or_not_at_all() {
    let staff = Staff::start();
    let admin = staff.admin();
    let missing = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&missing);
    let is_audited =
        |append: &Append| append.mutable_writes.iter().any(|write| write.record_kind() == RecordKind::Audit);
    let without_line = move |append: &Append| !append.events.is_empty() && !is_audited(append);
    staff.instance.interrupt(without_line, move |_| seen.store(true, Ordering::SeqCst));
    let writes = || {
        let records = staff.instance.log.mutable_records_after(RecordKind::Audit, None, 1000).unwrap();
        let notes = records.iter().map(|record| serde_json::from_slice::<Value>(&record.value).unwrap());
        notes.filter(|note| note["action"] == "write").collect::<Vec<_>>()
    };
    let key = [("Idempotency-Key", "same-key")];
    let body = json!({ "login": "zofia", "name": "Zofia Lewandowska" });
    let open = |path: &str| staff.send_with("POST", path, &admin, &key, Some(&body));
    assert_eq!(open("/api/v1/accounts?dry_run=true").status, 200);
    assert_eq!(writes().len(), 0, "a rehearsal leaves no line");
    let opened = open("/api/v1/accounts");
    assert_eq!(opened.status, 201, "{}", opened.text());
    let lines = writes();
    assert_eq!((lines.len(), &lines[0]["operation"]), (1, &json!("POST /api/v1/accounts")));
    assert_eq!(lines[0]["resource"], format!("account/{}", opened.json()["id"].as_str().unwrap()));
    assert_eq!(lines[0]["request_id"], opened.header("request-id"));
    assert_eq!(open("/api/v1/accounts").header("idempotency-replayed"), "true");
    assert_eq!(writes().len(), 1, "nor does a retry");
    assert!(!missing.load(Ordering::SeqCst), "events were appended without a line");
}

#[test]
fn s21_a_right_password_without_the_code_that_is_needed_leaves_a_line() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[]);
    let session = staff.sign_in(&zofia);
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
    let first = json!({ "code": code(begun["secret"].as_str().unwrap(), staff.seconds()) });
    assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&first)).status, 200);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).json()["code"], "second-factor-needed");
    let found = lines(&staff, &admin, |_| true);
    let line = found.iter().find(|line| line["reason"] == "second-factor-needed").unwrap();
    assert_eq!((&line["outcome"], &line["account"]), (&json!("denied"), &json!(zofia.id)));
}

#[test]
fn s21_nobody_can_take_a_line_away_and_lines_are_forgotten_in_time() {
    let staff = Staff::start_with(|settings| settings.audit_kept_for = Duration::from_hours(24));
    let admin = staff.admin();
    for method in ["DELETE", "PUT", "POST", "PATCH"] {
        assert_eq!(staff.send(method, "/api/v1/audit", &admin, None).status, 405, "{method}");
    }
    let records = staff.instance.log.mutable_records_after(RecordKind::Audit, None, 10).unwrap();
    let day = 24 * 3600 * 1_000_000;
    for record in records {
        let made = u64::from_be_bytes(record.key[..8].try_into().unwrap());
        assert_eq!(record.expires_at.unwrap().0 as u64 - made, day);
    }
}

#[test]
fn the_audit_is_read_in_pages_and_from_a_time_on() {
    let staff = Staff::start();
    let admin = staff.admin();
    for _ in 0..3 {
        staff.try_sign_in("nobody", "not my password", None);
    }
    let first = staff.get("/api/v1/audit?limit=2", &admin);
    assert_eq!(first.json()["items"].as_array().unwrap().len(), 2);
    let next = first.json()["next"].as_str().unwrap().to_owned();
    assert!(first.header("link").contains(&next));
    let second = staff.get(&format!("/api/v1/audit?limit=2&cursor={next}"), &admin);
    assert_eq!(second.json()["items"].as_array().unwrap().len(), 2);
    assert_ne!(first.json()["items"], second.json()["items"]);
    let later = staff.get("/api/v1/audit?since=2999-01-01T00:00:00Z", &admin);
    assert_eq!((later.status, later.json()["items"].clone()), (200, json!([])));
    let wrong = staff.get("/api/v1/audit?since=yesterday", &admin);
    assert_eq!((wrong.status, wrong.json()["errors"][0]["parameter"].as_str()), (400, Some("since")));
}
