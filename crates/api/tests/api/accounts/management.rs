//! Opening and managing accounts.

use super::staff::{PASSWORD, Staff, code};
use domain::event::Role;
use events::mutable_store::RecordKind;
use serde_json::json;

#[test]
fn an_account_is_opened_shown_changed_and_listed() {
    let staff = Staff::start();
    let admin = staff.admin();
    let body = json!({ "login": "Zofia", "name": "Zofia Lewandowska", "grants": [{ "role": "arbiter" }] });
    let opened = staff.send("POST", "/api/v1/accounts", &admin, Some(&body));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let address = opened.header("location").to_owned();
    let shown = staff.get(&address, &admin);
    assert_eq!((shown.status, shown.header("etag")), (200, opened.header("etag")));
    assert_eq!(shown.header("cache-control"), "private, no-store");
    let account = shown.json();
    assert_eq!((account["login"].as_str(), account["name"].as_str()), (Some("zofia"), Some("Zofia Lewandowska")));
    assert_eq!(account["grants"], json!([{ "role": "arbiter" }]));

    let change = json!({ "login": "zofia.l", "name": "Zofia Lewandowska" });
    assert_eq!(staff.send("PUT", &address, &admin, Some(&change)).status, 428);
    let stale = staff.send_with("PUT", &address, &admin, &[("If-Match", "\"1\"")], Some(&change));
    assert_eq!((stale.status, stale.json()["current_etag"].as_str()), (412, Some(shown.header("etag"))));
    let changed = staff.send_with("PUT", &address, &admin, &[("If-Match", shown.header("etag"))], Some(&change));
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(staff.get(&address, &admin).json()["login"], "zofia.l");

    let mut seen = Vec::new();
    let mut path = "/api/v1/accounts?limit=2".to_owned();
    loop {
        let page = staff.get(&path, &admin);
        assert_eq!(page.status, 200, "{}", page.text());
        seen.extend(
            page.json()["items"].as_array().unwrap().iter().map(|item| item["login"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page.json()["next"].as_str().map(str::to_owned) else { break };
        assert!(page.header("link").contains(&next));
        path = format!("/api/v1/accounts?limit=2&cursor={next}");
    }
    seen.sort();
    assert_eq!(seen, ["admin.one", "admin.two", "zofia.l"]);
}

#[test]
fn everything_that_is_wrong_with_a_new_account_is_told_at_once() {
    let staff = Staff::start();
    let admin = staff.admin();
    let event = json!({ "kind": "league", "id": "none" });
    let grants = json!([{ "role": "auditor" }, { "role": "organiser" }, { "role": "referee", "event": event }]);
    let body = json!({ "login": "z", "name": " ", "grants": grants });
    let refused = staff.send("POST", "/api/v1/accounts", &admin, Some(&body));
    assert_eq!(refused.status, 422, "{}", refused.text());
    let errors = refused.json()["errors"].as_array().unwrap().clone();
    let told: Vec<(&str, &str)> =
        errors.iter().map(|error| (error["pointer"].as_str().unwrap(), error["code"].as_str().unwrap())).collect();
    let expected = [
        ("/login", "invalid-length"),
        ("/name", "empty"),
        ("/grants/1/event", "role-needs-event"),
        ("/grants/2/event", "unknown-event"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_the_rules_of_accounts_refuse_is_told_in_words() {
    let staff = Staff::start();
    let admin = staff.admin();
    let me = staff.get("/api/v1/me", &admin).json()["id"].as_str().unwrap().to_owned();
    let zofia = staff.member("zofia", &[]);
    let grants = format!("/api/v1/accounts/{}/grants", zofia.id);
    let mine = format!("/api/v1/accounts/{me}");
    for (method, path, body, status, reason) in [
        ("POST", "/api/v1/accounts", Some(json!({ "login": "ZOFIA", "name": "Inna" })), 409, "login-taken"),
        ("POST", grants.as_str(), Some(json!({ "role": "organiser" })), 422, "role-needs-event"),
        (
            "POST",
            &grants,
            Some(json!({ "role": "admin", "event": { "kind": "tournament", "id": "t-1" } })),
            422,
            "role-names-no-event",
        ),
        (
            "POST",
            &grants,
            Some(json!({ "role": "referee", "event": { "kind": "league", "id": "none" } })),
            422,
            "unknown-event",
        ),
        ("DELETE", &format!("{mine}/grants/admin"), None, 409, "own-admin-role"),
        ("POST", &format!("{mine}/disable"), Some(json!({})), 409, "own-account"),
    ] {
        let reply = staff.send(method, path, &admin, body.as_ref());
        assert_eq!((reply.status, reply.json()["reason"].as_str()), (status, Some(reason)), "{}", reply.text());
        assert!(!reply.json()["detail"].as_str().unwrap().contains('⟨'), "{}", reply.text());
    }
    let unwritable = "t".repeat(2_000);
    for id in ["none", "", "a\0b", &unwritable] {
        let grant = json!({ "role": "referee", "event": { "kind": "league", "id": id } });
        let body = json!({ "login": "nowa", "name": "Nowa", "grants": [{ "role": "auditor" }, &grant] });
        for (path, body, pointer) in
            [("/api/v1/accounts", &body, "/grants/1/event"), (grants.as_str(), &grant, "/event")]
        {
            let reply = staff.send("POST", path, &admin, Some(body));
            let error = &reply.json()["errors"][0];
            let told = (reply.status, error["pointer"].as_str(), error["code"].as_str());
            assert_eq!(told, (422, Some(pointer), Some("unknown-event")), "{}", reply.text());
        }
    }
    let wrong = staff.send("POST", "/api/v1/accounts", &admin, Some(&json!({ "login": "ż", "name": " " })));
    let pointers: Vec<_> = wrong.json()["errors"].as_array().unwrap().iter().map(|it| it["pointer"].clone()).collect();
    assert_eq!((wrong.status, pointers), (422, vec![json!("/login"), json!("/name")]));
    for path in ["/api/v1/accounts/nobody", "/api/v1/accounts/nobody/grants", "/api/v1/accounts/ranking"] {
        assert_eq!(staff.get(path, &admin).status, 404, "{path}");
    }
    assert_eq!(staff.send("POST", "/api/v1/accounts/nobody/links", &admin, None).status, 404);
    assert_eq!(staff.send("DELETE", &format!("{grants}/king"), &admin, None).status, 404);
}

#[test]
fn s12_nobody_gives_herself_more_by_a_field_that_is_not_asked_for() {
    let staff = Staff::start();
    let admin = staff.admin();
    let extra = json!({ "login": "zofia", "name": "Zofia", "disabled": false, "password": "x" });
    let reply = staff.send("POST", "/api/v1/accounts", &admin, Some(&extra));
    assert_eq!((reply.status, reply.json()["errors"][0]["code"].as_str()), (400, Some("unknown-field")));
    let session = json!({ "login": "admin.one", "password": PASSWORD, "role": "admin" });
    assert_eq!(staff.instance.send_json("POST", "/api/v1/sessions", &[], &session).status, 400);
}

#[test]
fn s25_a_retry_shows_the_same_link_and_the_same_key_of_another_admin_is_another_key() {
    let staff = Staff::start();
    let one = staff.admin();
    let two = staff.sign_in_as("admin.two", PASSWORD);
    let key = [("Idempotency-Key", "same-key")];
    let body = json!({ "login": "zofia", "name": "Zofia" });
    let first = staff.send_with("POST", "/api/v1/accounts", &one, &key, Some(&body));
    let again = staff.send_with("POST", "/api/v1/accounts", &one, &key, Some(&body));
    assert_eq!((first.status, again.status), (201, 201), "{}", again.text());
    assert_eq!(first.json(), again.json());
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert!(first.json()["secret"].as_str().is_some());
    let other = json!({ "login": "jan", "name": "Jan" });
    assert_eq!(
        staff.send_with("POST", "/api/v1/accounts", &one, &key, Some(&other)).json()["code"],
        "idempotency-mismatch"
    );
    let independent = staff.send_with("POST", "/api/v1/accounts", &two, &key, Some(&other));
    assert_eq!(independent.status, 201);
    assert_eq!(independent.header("idempotency-replayed"), "");

    let links = format!("{}/links", first.header("location"));
    let key = [("Idempotency-Key", "link-key")];
    let first = staff.send_with("POST", &links, &one, &key, None);
    let again = staff.send_with("POST", &links, &one, &key, None);
    assert_eq!((first.status, first.json()), (201, again.json()), "{}", again.text());
    let independent = staff.send_with("POST", &links, &two, &key, None);
    assert_ne!(first.json()["secret"], independent.json()["secret"]);
}

#[test]
fn a_rehearsal_opens_nothing_and_shows_no_secret() {
    let staff = Staff::start();
    let admin = staff.admin();
    let before = staff.instance.position();
    let body = json!({ "login": "zofia", "name": "Zofia" });
    let reply = staff.send("POST", "/api/v1/accounts?dry_run=true", &admin, Some(&body));
    assert_eq!((reply.status, reply.json()["dry_run"].as_bool()), (200, Some(true)), "{}", reply.text());
    assert_eq!(reply.json()["secret"], json!(null));
    let zofia = staff.member("maria", &[]);
    let after = staff.instance.position();
    assert_eq!(after.0, before.0 + 1);
    let link = staff.send("POST", &format!("/api/v1/accounts/{}/links?dry_run=true", zofia.id), &admin, None);
    assert_eq!((link.status, link.json()["secret"].clone()), (200, json!(null)));
}

#[test]
fn s10_accounts_are_for_admins_alone() {
    let staff = Staff::start();
    let target = staff.member("target", &[]);
    let others = [Role::Arbiter, Role::Auditor];
    let others: Vec<_> = others.iter().map(|role| staff.sign_in(&staff.member(role_login(*role), &[*role]))).collect();
    let account = format!("/api/v1/accounts/{}", target.id);
    for (method, path) in [
        ("GET", "/api/v1/accounts".to_owned()),
        ("POST", "/api/v1/accounts".to_owned()),
        ("GET", account.clone()),
        ("PUT", account.clone()),
        ("POST", format!("{account}/links")),
        ("POST", format!("{account}/disable")),
        ("POST", format!("{account}/enable")),
        ("GET", format!("{account}/grants")),
        ("POST", format!("{account}/grants")),
        ("DELETE", format!("{account}/grants/auditor")),
        ("DELETE", format!("{account}/second-factor")),
    ] {
        for session in &others {
            assert_eq!(staff.send(method, &path, session, None).status, 403, "{method} {path}");
        }
        assert_eq!(staff.instance.send(method, &path, &[], None).status, 401, "{method} {path}");
    }
}

fn role_login(role: Role) -> &'static str {
    if role == Role::Arbiter { "arbiter" } else { "auditor" }
}

#[test]
fn whoever_manages_accounts_sees_who_has_a_second_factor_and_no_copy_from_before_hides_it() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[]);
    let session = staff.sign_in(&zofia);
    let one = format!("/api/v1/accounts/{}", zofia.id);
    let of_zofia = |list: &serde_json::Value| {
        let items = list["items"].as_array().unwrap();
        items.iter().find(|item| item["id"] == zofia.id).unwrap()["second_factor"].clone()
    };
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
    let paths = ["/api/v1/accounts", one.as_str()];
    let before = paths.map(|path| staff.get(path, &admin));
    assert_eq!((of_zofia(&before[0].json()), &before[1].json()["second_factor"]), (json!(false), &json!(false)));
    let code = super::staff::code(begun["secret"].as_str().unwrap(), staff.seconds());
    assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&json!({ "code": code }))).status, 200);
    let after = [0, 1].map(|at: usize| {
        let known = [("If-None-Match", before[at].header("etag"))];
        staff.send_with("GET", paths[at], &admin, &known, None)
    });
    assert_eq!((after[0].status, after[1].status), (200, 200), "the log knows nothing of it, and it is new");
    assert_eq!((of_zofia(&after[0].json()), &after[1].json()["second_factor"]), (json!(true), &json!(true)));
    let change = json!({ "login": "zofia", "name": "Zofia Nowa" });
    let changed = staff.send_with("PUT", &one, &admin, &[("If-Match", after[1].header("etag"))], Some(&change));
    assert_eq!(changed.status, 200, "the ETag says what an edit rests on: {}", changed.text());
    assert_eq!(staff.get("/api/v1/accounts", &session).status, 403, "nobody else is told");
}

#[test]
fn an_admin_takes_a_lost_second_factor_away() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[]);
    let session = staff.sign_in(&zofia);
    let path = format!("/api/v1/accounts/{}/second-factor", zofia.id);
    assert_eq!(staff.send("DELETE", &path, &admin, None).status, 404);
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
    let code = super::staff::code(begun["secret"].as_str().unwrap(), staff.seconds());
    assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&json!({ "code": code }))).status, 200);
    assert_eq!(staff.send("DELETE", &path, &admin, None).status, 204);
    assert_eq!(staff.get("/api/v1/me", &session).status, 401);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 201);
}

#[test]
fn s25_taking_a_second_factor_away_can_be_rehearsed_and_repeated() {
    let staff = Staff::start();
    let admin = staff.admin();
    for own in [true, false] {
        let zofia = staff.member(&format!("zofia.{own}"), &[]);
        let session = staff.sign_in(&zofia);
        let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
        let first = json!({ "code": code(begun["secret"].as_str().unwrap(), staff.seconds()) });
        assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&first)).status, 200);
        let (by, address) = if own {
            (&session, "/api/v1/me/second-factor".to_owned())
        } else {
            (&admin, format!("/api/v1/accounts/{}/second-factor", zofia.id))
        };
        let has_factor = || {
            let record = staff.instance.log.mutable_record(RecordKind::SecondFactor, zofia.id.as_bytes());
            record.unwrap().is_some()
        };
        let key = [("Idempotency-Key", "same-key")];
        assert_eq!(staff.send_with("DELETE", &format!("{address}?dry_run=true"), by, &key, None).status, 204);
        assert!(has_factor());
        let remove = || staff.send_with("DELETE", &address, by, &key, None);
        let (first, again) = (remove(), remove());
        assert_eq!((first.status, first.header("idempotency-replayed")), (204, ""), "{}", first.text());
        assert_eq!((again.status, again.header("idempotency-replayed")), (204, "true"));
        assert!(!has_factor());
        assert_eq!(staff.send("DELETE", &address, by, None).status, 404);
    }
}
