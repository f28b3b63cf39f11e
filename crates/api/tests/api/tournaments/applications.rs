//! Applying, deciding, changing and calling off.

use super::support::Federation;
use serde_json::{Value, json};
use std::time::Duration;

const APPLICATIONS: &str = "/api/v1/applications";

fn apply(federation: &Federation, body: &Value, key: Option<&str>) -> api::testing::Reply {
    let headers: Vec<(&str, &str)> = key.map(|key| ("Idempotency-Key", key)).into_iter().collect();
    federation.instance.send_json("POST", APPLICATIONS, &headers, body)
}

fn with_link(federation: &Federation, method: &str, path: &str, token: &str, body: &Value) -> api::testing::Reply {
    let authorization = format!("Bearer {token}");
    let headers = [("Authorization", authorization.as_str())];
    match method {
        "GET" => federation.instance.send("GET", path, &headers, None),
        _ => federation.instance.send_json(method, path, &headers, body),
    }
}

#[test]
fn whoever_applies_without_an_account_gets_a_private_link_that_opens_only_that_application() {
    let federation = Federation::open();
    let applied = apply(&federation, &federation.application(), Some("one"));
    assert_eq!(applied.status, 201, "{}", applied.text());
    let (id, token) = (applied.json()["id"].clone(), applied.json()["secret"].as_str().unwrap().to_owned());
    let (id, address) = (id.as_str().unwrap(), applied.json()["resource"].as_str().unwrap().to_owned());
    assert!(token.starts_with("ka_") && token.len() == 46, "256 bits: {token}");
    assert_eq!(applied.header("location"), address);

    let again = apply(&federation, &federation.application(), Some("one"));
    assert_eq!((again.json()["secret"].as_str(), again.header("idempotency-replayed")), (Some(&*token), "true"));

    let shown = with_link(&federation, "GET", &address, &token, &Value::Null);
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert_eq!(shown.json()["contact"]["email"], "halina@example.org");
    assert_eq!((&shown.json()["state"], &shown.json()["on_time"]), (&json!("submitted"), &json!(true)));
    assert_eq!(shown.header("cache-control"), "private, no-store");
    let me = with_link(&federation, "GET", "/api/v1/me", &token, &Value::Null).json();
    assert_eq!((&me["kind"], &me["tournament"]), (&json!("applicant"), &json!(id)));

    // Nobody else knows of it.
    let stranger = federation.member("stranger");
    assert_eq!(federation.send(&stranger, "GET", &address, &Value::Null).status, 404);
    assert_eq!(federation.instance.get(&address).status, 401);
    assert_eq!(federation.instance.get(&format!("/api/v1/tournaments/{id}")).status, 404);
    let other = federation.apply(&federation.admin, &federation.application());
    let other = format!("{APPLICATIONS}/{other}");
    assert_eq!(with_link(&federation, "GET", &other, &token, &Value::Null).status, 404);
    assert_eq!(with_link(&federation, "POST", &format!("{other}/withdrawal"), &token, &json!({})).status, 404);
    assert_eq!(with_link(&federation, "POST", &format!("{address}/approval"), &token, &json!({})).status, 403);

    let withdrawn = with_link(&federation, "POST", &format!("{address}/withdrawal"), &token, &json!({}));
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.text());
    assert_eq!(federation.read(&federation.admin, &address)["state"], "cancelled");
}

#[test]
fn the_rules_name_every_field_that_is_missing_at_once() {
    let federation = Federation::open();
    let refused = apply(&federation, &json!({ "name": "Turniej", "voivodeship": "łódzkie" }), None);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let problem = refused.json();
    assert_eq!(problem["reason"], "fields-missing");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(
        pointers,
        [
            "/contact/name",
            "/contact/email",
            "/contact/address",
            "/contact/phone",
            "/venue",
            "/first_day",
            "/planned_players"
        ]
    );
    let mut body = federation.application();
    body["contact"]["email"] = json!("halina at example.org");
    body["contact"]["phone"] = json!("zadzwoń");
    let errors = apply(&federation, &body, None).json()["errors"].take();
    assert_eq!(
        (errors[0]["code"].as_str(), errors[1]["code"].as_str()),
        (Some("invalid-email"), Some("invalid-phone"))
    );
    body = federation.application();
    body["experienced"] = json!(false);
    assert_eq!(apply(&federation, &body, None).json()["reason"], "experience-missing");
    body = federation.application();
    body["first_day"] = json!(federation.day(-1));
    assert_eq!(apply(&federation, &body, None).json()["errors"][0]["pointer"], "/first_day");
}

#[test]
fn applications_without_an_account_are_limited_and_those_that_are_refused_do_not_count() {
    let federation = Federation::open();
    let body = federation.application();
    for _ in 0..12 {
        assert_eq!(apply(&federation, &json!({ "name": "Turniej", "voivodeship": "łódzkie" }), None).status, 422);
    }
    for number in 0..10 {
        let applied = apply(&federation, &body, Some(&number.to_string()));
        assert_eq!(applied.status, 201, "{}", applied.text());
    }
    let refused = apply(&federation, &body, None);
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(refused.header("ratelimit-policy").contains("\"applications\";q=10;w=3600"));
    assert!(!refused.header("retry-after").is_empty());
    // An account without a role says no more of somebody than none.
    let somebody = federation.member("somebody");
    assert_eq!(federation.send(&somebody, "POST", APPLICATIONS, &body).status, 429);
    // A retry of what was taken in, and whoever has a role, is not held up.
    assert_eq!(apply(&federation, &body, Some("3")).status, 201);
    federation.apply(&federation.admin, &body);
}

#[test]
fn an_approval_makes_the_tournament_public_and_whoever_applied_its_organiser() {
    let federation = Federation::open();
    let applicant = federation.member("applicant");
    let id = federation.apply(&applicant, &federation.application());
    let approval = format!("{APPLICATIONS}/{id}/approval");
    assert_eq!(federation.send(&applicant, "POST", &approval, &json!({})).status, 403);
    let unknown =
        federation.send(&federation.admin, "POST", &approval, &json!({ "rulebook": "no", "organiser": "no" }));
    assert_eq!(unknown.status, 422);
    assert_eq!(unknown.json()["errors"].as_array().unwrap().len(), 2, "{}", unknown.text());

    federation.post(&federation.admin, &approval, &json!({ "rulebook": "loc-2024-11-30", "class": "ordinary" }));
    let shown = federation.get(&format!("/api/v1/tournaments/{id}"));
    assert_eq!(
        (&shown["class"], &shown["rulebook"], &shown["phase"]),
        (&json!("ordinary"), &json!("loc-2024-11-30"), &json!("approved"))
    );
    assert!(shown.get("contact").is_none() && !shown.to_string().contains("halina"));
    let staff = federation.read(&applicant, &format!("/api/v1/tournaments/{id}/staff"));
    assert_eq!(staff["items"][0]["role"], "organiser");
    assert_eq!(staff["items"][0]["account"], applicant.account.as_str());
    let problem = federation.refused(&federation.admin, &approval, &json!({}), 409, "wrong-phase");
    assert_eq!(problem["phase"], "approved");
    federation.refused(&federation.admin, &format!("{APPLICATIONS}/{id}/rejection"), &json!({}), 409, "wrong-phase");

    let listed = federation.get("/api/v1/tournaments?phase=approved&class=ordinary&season=season");
    assert_eq!(listed["items"][0]["id"], id.as_str());
    assert!(federation.get("/api/v1/tournaments?class=mp")["items"].as_array().unwrap().is_empty());
    assert_eq!(federation.instance.get("/api/v1/tournaments?phase=open").status, 400);
    let season = federation.get("/api/v1/seasons/season");
    assert_eq!(season["happenings"][0]["id"], id.as_str());
    federation.post(&applicant, &format!("/api/v1/tournaments/{id}/cancellation"), &json!({}));
    assert!(federation.get("/api/v1/seasons/season")["happenings"].as_array().unwrap().is_empty());
}

#[test]
fn whoever_applied_with_an_account_reads_the_application_and_takes_it_back() {
    let federation = Federation::open();
    let (applicant, other) = (federation.member("applicant"), federation.member("other"));
    let id = federation.apply(&applicant, &federation.application());
    let (application, withdrawal) = (format!("{APPLICATIONS}/{id}"), format!("{APPLICATIONS}/{id}/withdrawal"));
    assert_eq!(federation.send(&other, "GET", &application, &Value::Null).status, 404);
    assert_eq!(federation.send(&other, "POST", &withdrawal, &json!({})).status, 404);
    assert!(federation.read(&applicant, &application)["contact"].is_object());
    federation.post(&applicant, &withdrawal, &json!({}));
    assert_eq!(federation.send(&applicant, "POST", &withdrawal, &json!({})).status, 409);
}

#[test]
fn an_approval_that_is_repeated_by_a_retry_has_one_effect() {
    let federation = Federation::open();
    let id = federation.apply(&federation.member("applicant"), &federation.application());
    let approve = || {
        let headers = [("Authorization", federation.admin.authorization.as_str()), ("Idempotency-Key", "yes")];
        federation.instance.send_json("POST", &format!("{APPLICATIONS}/{id}/approval"), &headers, &json!({}))
    };
    let (first, again) = (approve(), approve());
    assert_eq!((first.status, again.status), (200, 200), "{}", again.text());
    assert_eq!(first.json(), again.json());
    assert_eq!(again.header("idempotency-replayed"), "true");
}

#[test]
fn an_application_that_nobody_decides_on_is_overdue_and_not_approved() {
    let federation = Federation::open();
    let id = federation.apply(&federation.member("applicant"), &federation.application());
    let count = |filter: &str| {
        let admin = federation.instance.signed_in(domain::event::Role::Admin);
        let path = format!("{APPLICATIONS}?{filter}");
        let reply = federation.instance.send("GET", &path, &[("Authorization", &admin)], None);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["items"].as_array().unwrap().len()
    };
    assert_eq!((count("overdue=true"), count("overdue=false"), count("state=submitted")), (0, 1, 1));
    federation.instance.clock.advance(Duration::from_hours(8 * 24));
    assert_eq!((count("overdue=true"), count("overdue=false"), count("state=approved")), (1, 0, 0));
    assert_eq!(federation.instance.get(&format!("/api/v1/tournaments/{id}")).status, 404);
}

#[test]
fn a_late_change_needs_a_reason_and_is_marked() {
    let federation = Federation::open();
    let mut application = federation.application();
    application["first_day"] = json!(federation.day(5));
    let event = federation.approved_as(&application, &json!({}));
    let details = |reason: Value| {
        json!({
            "name": "Turniej Przykładowy", "venue": "Dom Kultury", "voivodeship": "łódzkie", "first_day": federation.day(6),
            "reason": reason,
        })
    };
    let path = event.path("details");
    let authorization = ("Authorization", event.organiser.authorization.as_str());
    let body = details(json!("Zmiana sali"));
    assert_eq!(federation.instance.send_json("PUT", &path, &[authorization], &body).status, 428);
    let refused = federation.send(&event.organiser, "PUT", &path, &details(Value::Null));
    assert_eq!((refused.status, &refused.json()["reason"]), (422, &json!("reason-missing")));
    assert_eq!(refused.json()["errors"][0]["pointer"], "/reason");
    let etag = federation.get(&format!("/api/v1/tournaments/{}", event.id))["etag"].as_str().unwrap().to_owned();
    let put = || federation.instance.send_json("PUT", &path, &[authorization, ("If-Match", &etag)], &body);
    let changed = put();
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(put().status, 412);
    let shown = federation.get(&format!("/api/v1/tournaments/{}", event.id));
    assert_eq!((&shown["late_notice"], &shown["venue"]), (&json!(true), &json!("Dom Kultury")));
    assert_eq!(shown["etag"], changed.json()["etag"]);
}

#[test]
fn the_deadlines_of_a_day_are_told_before_anybody_applies_and_agree_with_those_of_the_application() {
    let federation = Federation::open();
    let body = federation.application();
    let day = body["first_day"].as_str().unwrap();
    let told = federation.instance.get(&format!("/api/v1/application-deadlines?first_day={day}"));
    assert_eq!(told.status, 200, "{}", told.text());
    let applied = apply(&federation, &body, None).json();
    let token = applied["secret"].as_str().unwrap();
    let sent = with_link(&federation, "GET", applied["resource"].as_str().unwrap(), token, &Value::Null).json();
    for field in ["first_day", "deadline", "on_time", "decision_due", "last_announcement"] {
        assert_eq!(told.json()[field], sent[field], "{field}");
    }
    let passed = federation.instance.get("/api/v1/application-deadlines?first_day=2001-01-01").json();
    assert_eq!((&passed["passed"], &passed["on_time"]), (&json!(true), &json!(false)));
    for wrong in ["?first_day=kiedyś", "", "?first_day=2027-02-30"] {
        let asked = wrong.replace('ś', "%C5%9B");
        assert_eq!(federation.instance.get(&format!("/api/v1/application-deadlines{asked}")).status, 400, "{wrong}");
    }
}
