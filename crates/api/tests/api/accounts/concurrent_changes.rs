//! Changes between the check of a request and its effect.

use super::staff::{Member, PASSWORD, Session, Staff, code};
use events::append::Append;
use events::log::Log;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use serde_json::{Value, json};
use std::time::Duration;

fn write(log: &dyn Log, write: MutableWrite) {
    log.append(Append { mutable_writes: vec![write], ..Append::default() }).wait().unwrap();
}

fn put_again(record: &MutableRecord) -> MutableWrite {
    let MutableRecord { record_kind, key, owner, value, expires_at, .. } = record.clone();
    MutableWrite::Put { record_kind, key, owner, value, expires_at }
}

fn writes_to(record_kind: RecordKind) -> impl Fn(&Append) -> bool + Send + 'static {
    move |append| append.mutable_writes.iter().any(|write| write.record_kind() == record_kind)
}

/// Sets up a second factor; gives its secret.
fn with_second_factor(staff: &Staff, session: &Session) -> String {
    let begun = staff.send("POST", "/api/v1/me/second-factor", session, None).json();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let first = json!({ "code": code(&secret, staff.seconds()) });
    assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", session, Some(&first)).status, 200);
    staff.clock.advance(Duration::from_mins(1));
    secret
}

/// Takes the second factor out of the mutable store, for a test that puts it back.
fn take_second_factor(staff: &Staff, member: &Member) -> MutableRecord {
    let log = &staff.instance.log;
    let record = log.mutable_record(RecordKind::SecondFactor, member.id.as_bytes()).unwrap().unwrap();
    write(&**log, MutableWrite::Remove { record_kind: RecordKind::SecondFactor, key: record.key.clone() });
    record
}

type Change = fn(&Staff, &Session) -> (&'static str, &'static str, Option<Value>);

/// Everything that ends all other sessions and keeps the one of the caller.
const CHANGES: [Change; 3] = [
    |_, _| {
        let body = json!({ "current_password": PASSWORD, "new_password": "pączki lubią tygrysy" });
        ("PUT", "/api/v1/me/password", Some(body))
    },
    |staff, session| {
        let begun = staff.send("POST", "/api/v1/me/second-factor", session, None).json();
        let code = code(begun["secret"].as_str().unwrap(), staff.seconds());
        ("PUT", "/api/v1/me/second-factor", Some(json!({ "code": code })))
    },
    |staff, session| {
        with_second_factor(staff, session);
        ("DELETE", "/api/v1/me/second-factor", None)
    },
];

#[test]
fn s5_a_session_that_is_ended_while_a_request_is_under_way_does_not_come_back() {
    for change in CHANGES {
        let staff = Staff::start();
        let zofia = staff.member("zofia", &[]);
        let session = staff.sign_in(&zofia);
        let (method, path, body) = change(&staff, &session);
        let owner = format!("account/{}", zofia.id).into();
        staff.instance.interrupt(writes_to(RecordKind::Session), move |log| {
            write(log, MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner });
        });
        let reply = staff.send(method, path, &session, body.as_ref());
        assert_eq!(reply.status, 409, "{method} {path}: {}", reply.text());
        assert_eq!(staff.get("/api/v1/me", &session).status, 401, "{method} {path}");
        assert_eq!(staff.refresh(&session.refresh).status, 401, "{method} {path}");
    }
}

#[test]
fn a_refresh_token_that_is_exchanged_while_a_request_is_under_way_stays_exchanged() {
    for change in CHANGES {
        let staff = Staff::start();
        let session = staff.sign_in(&staff.member("zofia", &[]));
        let (method, path, body) = change(&staff, &session);
        let before = staff.instance.log.mutable_records_after(RecordKind::Session, None, 1).unwrap().remove(0);
        let exchanged = staff.refresh(&session.refresh).json();
        let after = staff.instance.log.mutable_record(RecordKind::Session, &before.key).unwrap().unwrap();
        write(&*staff.instance.log, put_again(&before));
        staff.instance.interrupt(writes_to(RecordKind::Session), move |log| write(log, put_again(&after)));
        assert_eq!(staff.send(method, path, &session, body.as_ref()).status, 409, "{method} {path}");
        let refreshed = staff.refresh(exchanged["refresh_token"].as_str().unwrap());
        assert_eq!(refreshed.status, 200, "{method} {path}: {}", refreshed.text());
    }
}

#[test]
fn s8_a_second_factor_that_is_confirmed_meanwhile_is_not_replaced_by_one_that_is_begun() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let session = staff.sign_in(&zofia);
    with_second_factor(&staff, &session);
    let confirmed = take_second_factor(&staff, &zofia);
    let put = put_again(&confirmed);
    staff.instance.interrupt(writes_to(RecordKind::SecondFactor), move |log| write(log, put));
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None);
    assert_eq!(begun.status, 409, "{}", begun.text());
    let kept = staff.instance.log.mutable_record(RecordKind::SecondFactor, zofia.id.as_bytes()).unwrap().unwrap();
    assert_eq!(kept.value, confirmed.value);
}

#[test]
fn s8_a_second_factor_that_was_begun_can_be_begun_again() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    assert_eq!(staff.send("POST", "/api/v1/me/second-factor", &session, None).status, 201);
    with_second_factor(&staff, &session);
}

#[test]
fn s8_whoever_signs_in_while_a_second_factor_is_confirmed_is_not_let_in_without_it() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let secret = with_second_factor(&staff, &staff.sign_in(&zofia));
    let confirmed = take_second_factor(&staff, &zofia);
    let put = put_again(&confirmed);
    staff.instance.interrupt(writes_to(RecordKind::Session), move |log| write(log, put));
    let reply = staff.try_sign_in("zofia", PASSWORD, None);
    assert_eq!((reply.status, reply.json()["code"].as_str()), (401, Some("wrong-credentials")), "{}", reply.text());
    let owner = format!("account/{}", zofia.id);
    let count = || staff.instance.log.mutable_records_of_owner(RecordKind::Session, &owner, 10).unwrap().len();
    assert_eq!(count(), 1, "the one that was there before");
    let code = code(&secret, staff.seconds());
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&code)).status, 201);
}
