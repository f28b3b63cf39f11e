//! Tokens for the tables of a tournament.

use super::staff::{PASSWORD, Session, Staff};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use events::mutable_store::RecordKind;
use serde_json::{Value, json};
use std::time::Duration;

fn with_tournaments() -> Staff {
    let staff = Staff::start();
    for id in ["t-1", "t-2"] {
        staff.record_tournament(id);
    }
    staff
}

fn for_tournament(role: Role, id: &str) -> Grant {
    Grant {
        role,
        event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(id).unwrap() }),
    }
}

fn organiser(staff: &Staff, login: &str, tournament: &str) -> Session {
    staff.member_with(login, &[for_tournament(Role::Organiser, tournament)]);
    staff.sign_in_as(login, PASSWORD)
}

#[test]
fn everything_that_is_wrong_with_a_table_token_is_told_at_once() {
    let staff = with_tournaments();
    let organiser = organiser(&staff, "ola", "t-1");
    let body = json!({ "round": 0, "table": 1001, "good_for_hours": 169 });
    let refused = staff.send("POST", TOKENS, &organiser, Some(&body));
    assert_eq!(refused.status, 422, "{}", refused.text());
    let pointers: Vec<Value> =
        refused.json()["errors"].as_array().unwrap().iter().map(|error| error["pointer"].clone()).collect();
    assert_eq!(pointers, ["/round", "/table", "/good_for_hours"]);
}

const TOKENS: &str = "/api/v1/tournaments/t-1/table-tokens";

#[test]
fn s9_a_table_token_is_good_for_one_table_until_it_ends_or_is_revoked() {
    let staff = with_tournaments();
    let organiser = organiser(&staff, "ola", "t-1");
    let issue = |round: u16, table: u16| {
        staff.send("POST", TOKENS, &organiser, Some(&json!({ "round": round, "table": table })))
    };
    let issued = issue(2, 4);
    assert_eq!(issued.status, 201, "{}", issued.text());
    let token = issued.json()["secret"].as_str().unwrap().to_owned();
    assert!(token.starts_with("kt_") && token.len() == 46, "256 bits: {token}");
    let table = Session { access: token.clone(), refresh: String::new() };
    let me = staff.get("/api/v1/me", &table);
    assert_eq!(me.status, 200, "{}", me.text());
    assert_eq!(
        (&me.json()["kind"], &me.json()["tournament"], &me.json()["round"], &me.json()["table"]),
        (&json!("table"), &json!("t-1"), &json!(2), &json!(4))
    );

    let listed = staff.get(TOKENS, &organiser).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert!(!listed.to_string().contains(&token[3..]), "the secret is shown once");
    for record in staff.instance.log.mutable_records_after(RecordKind::TableToken, None, 10).unwrap() {
        let text = format!("{:?} {:?}", String::from_utf8_lossy(&record.key), String::from_utf8_lossy(&record.value));
        assert!(!text.contains(&token[3..]), "only a hash is kept");
    }

    let address = issued.json()["resource"].as_str().unwrap().to_owned();
    assert_eq!(staff.send("DELETE", &address, &organiser, None).status, 204);
    assert_eq!(staff.get("/api/v1/me", &table).status, 401);
    assert_eq!(staff.send("DELETE", &address, &organiser, None).status, 404);

    let other = Session { access: issue(3, 1).json()["secret"].as_str().unwrap().to_owned(), refresh: String::new() };
    assert_eq!(staff.get("/api/v1/me", &other).status, 200);
    staff.clock.advance(Duration::from_hours(12));
    assert_eq!(staff.get("/api/v1/me", &other).status, 401);
}

#[test]
fn s9_a_table_token_opens_nothing_but_its_own_table() {
    let staff = with_tournaments();
    let organiser = organiser(&staff, "ola", "t-1");
    let issued = staff.send("POST", TOKENS, &organiser, Some(&json!({ "round": 1, "table": 1 }))).json();
    let table = Session { access: issued["secret"].as_str().unwrap().to_owned(), refresh: String::new() };
    for (method, path) in [
        ("GET", "/api/v1/accounts"),
        ("GET", "/api/v1/audit"),
        ("GET", TOKENS),
        ("POST", TOKENS),
        ("PUT", "/api/v1/me/password"),
        ("POST", "/api/v1/me/second-factor"),
        ("DELETE", "/api/v1/sessions"),
    ] {
        assert_eq!(staff.send(method, path, &table, None).status, 403, "{method} {path}");
    }
}

#[test]
fn s4_a_table_token_does_not_outlive_the_authority_of_whoever_gave_it_out() {
    let staff = with_tournaments();
    let admin = staff.admin();
    let issue = |session: &Session| {
        let issued = staff.send("POST", TOKENS, session, Some(&json!({ "round": 1, "table": 1 }))).json();
        Session { access: issued["secret"].as_str().unwrap().to_owned(), refresh: String::new() }
    };
    let member = |login: &str| {
        let member = staff.member_with(login, &[for_tournament(Role::Organiser, "t-1")]);
        (member.id.clone(), issue(&staff.sign_in(&member)))
    };
    let ((ola, of_ola), (ula, of_ula)) = (member("ola"), member("ula"));
    let of_admin = issue(&admin);
    let statuses = || [&of_ola, &of_ula, &of_admin].map(|table| staff.get("/api/v1/me", table).status);
    assert_eq!(statuses(), [200, 200, 200]);
    let grant = format!("/api/v1/accounts/{ola}/grants/organiser@tournament:t-1");
    assert_eq!(staff.send("DELETE", &grant, &admin, None).status, 200);
    assert_eq!(statuses(), [401, 200, 200]);
    let disable = format!("/api/v1/accounts/{ula}/disable");
    assert_eq!(staff.send("POST", &disable, &admin, Some(&json!({}))).status, 200);
    assert_eq!(statuses(), [401, 401, 200]);
    let listed = staff.get(TOKENS, &admin).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "what opens nothing is not listed");
}

#[test]
fn s10_table_tokens_are_given_out_by_those_who_run_the_tournament() {
    let staff = with_tournaments();
    let body = json!({ "round": 1, "table": 1 });
    for (login, grant, status) in [
        ("organiser.own", for_tournament(Role::Organiser, "t-1"), 201),
        ("main.referee.own", for_tournament(Role::MainReferee, "t-1"), 201),
        ("referee.own", for_tournament(Role::Referee, "t-1"), 403),
        ("organiser.other", for_tournament(Role::Organiser, "t-2"), 403),
        ("main.referee.other", for_tournament(Role::MainReferee, "t-2"), 403),
        ("auditor", Grant { role: Role::Auditor, event: None }, 403),
        ("arbiter", Grant { role: Role::Arbiter, event: None }, 403),
        ("admin", Grant { role: Role::Admin, event: None }, 201),
    ] {
        staff.member_with(login, &[grant]);
        let session = staff.sign_in_as(login, PASSWORD);
        assert_eq!(staff.send("POST", TOKENS, &session, Some(&body)).status, status, "{login}");
    }
    let admin = staff.sign_in_as("admin", PASSWORD);
    assert_eq!(staff.get("/api/v1/tournaments/t-3/table-tokens", &admin).status, 404);
    assert_eq!(staff.instance.get(TOKENS).status, 401);
}

#[test]
fn s25_a_retry_shows_the_same_table_token() {
    let staff = with_tournaments();
    let (one, two) = (organiser(&staff, "ola", "t-1"), organiser(&staff, "ula", "t-1"));
    let key = [("Idempotency-Key", "same-key")];
    let body = json!({ "round": 1, "table": 1 });
    let send = |session, body| staff.send_with("POST", TOKENS, session, &key, Some(body));
    let (first, again, independent) = (send(&one, &body), send(&one, &body), send(&two, &body));
    assert_eq!((first.status, first.json()), (201, again.json()));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_ne!(first.json()["secret"], independent.json()["secret"]);
    assert_eq!(send(&one, &json!({ "round": 1, "table": 2 })).json()["code"], "idempotency-mismatch");
    assert_eq!(staff.get(TOKENS, &one).json()["items"].as_array().unwrap().len(), 2);
}

#[test]
fn s25_revoking_can_be_rehearsed_and_repeated() {
    let staff = with_tournaments();
    let organiser = organiser(&staff, "ola", "t-1");
    let issued = staff.send("POST", TOKENS, &organiser, Some(&json!({ "round": 1, "table": 1 }))).json();
    let address = issued["resource"].as_str().unwrap();
    let count = || staff.get(TOKENS, &organiser).json()["items"].as_array().unwrap().len();
    let key = [("Idempotency-Key", "same-key")];
    let rehearsal = format!("{address}?dry_run=true");
    assert_eq!(staff.send_with("DELETE", &rehearsal, &organiser, &key, None).status, 204);
    assert_eq!(count(), 1);
    let revoke = || staff.send_with("DELETE", address, &organiser, &key, None);
    let (first, again) = (revoke(), revoke());
    assert_eq!((first.status, first.header("idempotency-replayed")), (204, ""));
    assert_eq!((again.status, again.header("idempotency-replayed")), (204, "true"));
    assert_eq!(count(), 0);
    assert_eq!(staff.send("DELETE", address, &organiser, None).status, 404);
    assert_eq!(
        staff.send_with("DELETE", &format!("{address}0"), &organiser, &key, None).json()["code"],
        "idempotency-mismatch"
    );
}

#[test]
fn what_no_table_can_have_is_refused() {
    let staff = with_tournaments();
    let organiser = organiser(&staff, "ola", "t-1");
    for (body, pointer) in [
        (json!({ "round": 0, "table": 1 }), "/round"),
        (json!({ "round": 1, "table": 1001 }), "/table"),
        (json!({ "round": 1, "table": 1, "good_for_hours": 169 }), "/good_for_hours"),
    ] {
        let reply = staff.send("POST", TOKENS, &organiser, Some(&body));
        assert_eq!((reply.status, reply.json()["errors"][0]["pointer"].as_str()), (422, Some(pointer)));
    }
}
