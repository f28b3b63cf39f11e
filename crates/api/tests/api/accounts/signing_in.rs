//! Signing in, staying signed in and signing out, as clients see it.

use super::staff::{PASSWORD, Session, Staff, code};
use api::testing::Instance;
use domain::event::Role;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

#[test]
fn s5_a_session_ends_at_once_when_its_holder_signs_out() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[Role::Auditor]);
    let (one, other) = (staff.sign_in(&zofia), staff.sign_in(&zofia));
    assert_eq!(staff.get("/api/v1/me", &one).status, 200);
    assert_eq!(staff.send("DELETE", "/api/v1/sessions/current", &one, None).status, 204);
    let refused = staff.get("/api/v1/me", &one);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (401, Some("unauthenticated")));
    assert_eq!(refused.header("www-authenticate"), "Bearer error=\"invalid_token\"");
    assert_eq!(staff.refresh(&one.refresh).status, 401);
    assert_eq!(staff.get("/api/v1/me", &other).status, 200, "other sessions go on");
}

#[test]
fn s5_signing_out_everywhere_ends_every_session() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let sessions = [staff.sign_in(&zofia), staff.sign_in(&zofia), staff.sign_in(&zofia)];
    let jan = staff.sign_in(&staff.member("jan", &[]));
    assert_eq!(staff.send("DELETE", "/api/v1/sessions", &sessions[1], None).status, 204);
    for session in &sessions {
        assert_eq!(staff.get("/api/v1/me", session).status, 401);
        assert_eq!(staff.refresh(&session.refresh).status, 401);
    }
    assert_eq!(staff.get("/api/v1/me", &jan).status, 200);
}

#[test]
fn s5_a_new_password_ends_all_other_sessions() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let (here, elsewhere) = (staff.sign_in(&zofia), staff.sign_in(&zofia));
    let change = |current: &str, new: &str| {
        let body = json!({ "current_password": current, "new_password": new });
        staff.send("PUT", "/api/v1/me/password", &here, Some(&body))
    };
    assert_eq!(change("not my password", "pączki lubią tygrysy").json()["code"], "wrong-credentials");
    let weak = change(PASSWORD, "qwertyuiop");
    assert_eq!((weak.status, weak.json()["errors"][0]["code"].as_str()), (422, Some("too-common")), "{}", weak.text());
    assert_eq!(weak.json()["errors"][0]["pointer"], "/new_password");
    assert_eq!(change(PASSWORD, "pączki lubią tygrysy").status, 204);
    assert_eq!(staff.get("/api/v1/me", &here).status, 200);
    assert_eq!(staff.get("/api/v1/me", &elsewhere).status, 401);
    assert_eq!(staff.refresh(&elsewhere.refresh).status, 401);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 401);
    assert_eq!(staff.try_sign_in("zofia", "pączki lubią tygrysy", None).status, 201);
}

#[test]
fn s5_a_disabled_account_is_shut_out_at_once_and_its_sessions_do_not_come_back() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[Role::Auditor]);
    let session = staff.sign_in(&zofia);
    let disable = format!("/api/v1/accounts/{}/disable", zofia.id);
    let done = staff.send("POST", &disable, &admin, Some(&json!({ "reason": "Odeszła" })));
    assert_eq!(done.status, 200, "{}", done.text());
    assert_eq!(staff.get("/api/v1/me", &session).status, 401);
    assert_eq!(staff.refresh(&session.refresh).status, 401);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).json()["code"], "wrong-credentials");
    let enable = format!("/api/v1/accounts/{}/enable", zofia.id);
    assert_eq!(staff.send("POST", &enable, &admin, None).status, 200);
    assert_eq!(staff.get("/api/v1/me", &session).status, 401, "the session is over for good");
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 201);
}

#[test]
fn a_refresh_token_works_once_and_an_old_one_ends_the_session() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let first = staff.refresh(&session.refresh);
    assert_eq!(first.status, 200, "{}", first.text());
    let second_token = first.json()["refresh_token"].as_str().unwrap().to_owned();
    assert_ne!(second_token, session.refresh);
    // A double click, or an answer that was lost.
    assert_eq!(staff.refresh(&session.refresh).status, 409);
    let second = staff.refresh(&second_token);
    assert_eq!(second.status, 200);
    // Somebody has a copy of the first token.
    staff.clock.advance(Duration::from_secs(11));
    assert_eq!(staff.refresh(&session.refresh).status, 401);
    assert_eq!(staff.refresh(second.json()["refresh_token"].as_str().unwrap()).status, 401);
    assert_eq!(staff.get("/api/v1/me", &session).status, 401);
}

#[test]
fn of_many_who_refresh_at_once_one_gets_a_token() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8).map(|_| scope.spawn(|| staff.refresh(&session.refresh).status)).collect();
        tries.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(staff.get("/api/v1/me", &session).status, 200);
}

#[test]
fn an_access_token_ends_after_ten_minutes_and_a_session_after_two_weeks() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    staff.clock.advance(Duration::from_mins(10));
    let expired = staff.get("/api/v1/me", &session).json();
    assert_eq!((&expired["code"], &expired["reason"]), (&json!("unauthenticated"), &json!("expired")));
    assert!(expired["detail"].as_str().unwrap().contains("/api/v1/sessions/refresh"), "{expired}");
    let rubbish = staff.get("/api/v1/me", &Session { access: "x.y.z".to_owned(), refresh: String::new() }).json();
    assert_eq!((&rubbish["code"], &rubbish["reason"]), (&json!("unauthenticated"), &json!(null)));
    let fresh = staff.refresh(&session.refresh).json();
    assert_eq!(fresh["expires_in"], 600);
    staff.clock.advance(Duration::from_hours(14 * 24));
    assert_eq!(staff.refresh(fresh["refresh_token"].as_str().unwrap()).status, 401);
}

#[test]
fn s4_a_role_that_is_revoked_opens_nothing_at_the_next_request() {
    let staff = Staff::start();
    let admin = staff.admin();
    let zofia = staff.member("zofia", &[Role::Auditor]);
    let session = staff.sign_in(&zofia);
    assert_eq!(staff.get("/api/v1/audit", &session).status, 200);
    let grant = format!("/api/v1/accounts/{}/grants/auditor", zofia.id);
    assert_eq!(staff.send("DELETE", &grant, &admin, None).status, 200);
    let refused = staff.get("/api/v1/audit", &session);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("forbidden")));
    let grants = format!("/api/v1/accounts/{}/grants", zofia.id);
    assert_eq!(staff.send("POST", &grants, &admin, Some(&json!({ "role": "auditor" }))).status, 200);
    assert_eq!(staff.get("/api/v1/audit", &session).status, 200);
}

#[test]
fn s7_an_unknown_login_costs_and_looks_like_a_wrong_password() {
    let staff = Staff::start();
    staff.member("zofia", &[]);
    let without_id = |mut body: Value| {
        body.as_object_mut().unwrap().remove("request_id");
        body
    };
    let before = staff.measure("kostka_password_checks_total");
    let wrong = staff.try_sign_in("zofia", "not my password", None);
    let between = staff.measure("kostka_password_checks_total");
    let unknown = staff.try_sign_in("nobody", "not my password", None);
    let after = staff.measure("kostka_password_checks_total");
    assert_eq!((wrong.status, unknown.status), (401, 401));
    assert_eq!(without_id(wrong.json()), without_id(unknown.json()));
    assert_eq!((between - before, after - between), (1, 1), "both compare the password with a hash");
    let names = |reply: &api::testing::Reply| reply.headers.keys().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(names(&wrong), names(&unknown));
}

#[test]
fn s7_failures_lead_to_waiting_and_waiting_is_enough() {
    let staff = Staff::start();
    staff.member("zofia", &[]);
    for _ in 0..5 {
        assert_eq!(staff.try_sign_in("zofia", "not my password", None).status, 401);
    }
    let refused = staff.try_sign_in("zofia", PASSWORD, None);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (429, Some("too-many-attempts")));
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    staff.clock.advance(Duration::from_secs(wait));
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 201);
}

#[test]
fn s6_a_hash_of_weaker_parameters_is_made_anew_at_the_next_sign_in() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    staff.put_weak_hash(&zofia);
    assert!(staff.kept_hash(&zofia).contains("m=8192"));
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 201);
    assert!(staff.kept_hash(&zofia).starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, None).status, 201);
}

#[test]
fn s8_an_admin_sets_up_a_second_factor_before_anything_else_and_each_code_works_once() {
    let staff = Staff::start_with(|settings| settings.sign_in.admins_need_second_factor = true);
    let member = staff.member("zofia", &[Role::Admin]);
    let session = staff.sign_in(&member);
    let refused = staff.get("/api/v1/accounts", &session);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("second-factor-missing")));
    assert_eq!(staff.get("/api/v1/me", &session).json()["second_factor_missing"], true);
    let lists = staff.get("/api/v1/lists", &session);
    assert!(lists.header("cache-control").contains("public"), "she is shown what everybody is: {}", lists.text());

    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None);
    assert_eq!(begun.status, 201, "{}", begun.text());
    let secret = begun.json()["secret"].as_str().unwrap().to_owned();
    assert!(begun.json()["otpauth_uri"].as_str().unwrap().contains(&secret));
    assert_eq!(staff.get("/api/v1/accounts", &session).status, 403, "nothing counts before a code was shown");
    let confirm = |code: &str| staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&json!({ "code": code })));
    assert_eq!(confirm("000000").status, 401);
    let first = code(&secret, staff.seconds());
    let confirmed = confirm(&first);
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    assert_eq!(confirmed.json()["recovery_codes"].as_array().unwrap().len(), 8);
    assert_eq!(staff.get("/api/v1/accounts", &session).status, 200);

    let needed = staff.try_sign_in("zofia", PASSWORD, None);
    assert_eq!((needed.status, needed.json()["code"].as_str()), (401, Some("second-factor-needed")));
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&first)).status, 401, "it was used to confirm");
    staff.clock.advance(Duration::from_mins(1));
    let next = code(&secret, staff.seconds());
    assert_eq!(staff.try_sign_in("zofia", "not my password", Some(&next)).status, 401);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&next)).status, 201);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&next)).status, 401, "each code works once");

    let recovery = confirmed.json()["recovery_codes"][3].as_str().unwrap().to_lowercase();
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&recovery)).status, 201);
    assert_eq!(staff.try_sign_in("zofia", PASSWORD, Some(&recovery)).status, 401);
}

#[test]
fn s8_of_many_who_use_one_code_at_once_one_gets_in() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let session = staff.sign_in(&zofia);
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
    let secret = begun["secret"].as_str().unwrap();
    let first = code(secret, staff.seconds());
    let confirm = staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&json!({ "code": first })));
    assert_eq!(confirm.status, 200);
    staff.clock.advance(Duration::from_mins(1));
    let next = code(secret, staff.seconds());
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let sign_in = || staff.try_sign_in("zofia", PASSWORD, Some(&next)).status;
        let tries: Vec<_> = (0..4).map(|_| scope.spawn(sign_in)).collect();
        tries.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
}

#[test]
fn s8_what_protects_an_account_changes_only_shortly_after_signing_in() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    staff.clock.advance(Duration::from_mins(6));
    let refused = staff.send("POST", "/api/v1/me/second-factor", &session, None);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("sign-in-again")));
}

#[test]
fn s9_a_new_store_lets_nobody_in() {
    let instance = Instance::start();
    for (login, password) in [("admin", "admin"), ("admin", ""), ("root", "kostka"), ("", "")] {
        let body = json!({ "login": login, "password": password });
        assert_eq!(instance.send_json("POST", "/api/v1/sessions", &[], &body).status, 401, "{login}");
    }
}

#[test]
fn s9_a_link_sets_one_password_once_and_not_after_it_has_ended() {
    let staff = Staff::start();
    let admin = staff.admin();
    let body = json!({ "login": "zofia", "name": "Zofia Lewandowska", "grants": [{ "role": "auditor" }] });
    let opened = staff.send("POST", "/api/v1/accounts", &admin, Some(&body));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let link = opened.json()["secret"].as_str().unwrap().to_owned();
    let account = opened.header("location").to_owned();
    assert!(account.starts_with("/api/v1/accounts/"));

    assert!(!link.contains(['#', '/']), "a token without an address: {link}");
    let link = format!("https://ranking.example/link#{link}");
    let weak = staff.redeem(&link, "kostka2026");
    assert_eq!((weak.status, weak.json()["errors"][0]["pointer"].as_str()), (422, Some("/password")));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4).map(|_| scope.spawn(|| staff.redeem(&link, PASSWORD).status)).collect();
        tries.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [204, 410].contains(status)), "{statuses:?}");
    assert_eq!(staff.redeem(&link, PASSWORD).json()["code"], "link-spent");
    let session = staff.sign_in_as("zofia", PASSWORD);

    let reset = staff.send("POST", &format!("{account}/links"), &admin, None);
    let (old, reset) = (reset.json(), staff.send("POST", &format!("{account}/links"), &admin, None).json());
    assert_eq!(staff.redeem(old["secret"].as_str().unwrap(), "pączki lubią tygrysy").status, 410, "a newer one holds");
    assert_eq!(staff.redeem(reset["secret"].as_str().unwrap(), "pączki lubią tygrysy").status, 204);
    assert_eq!(staff.get("/api/v1/me", &session).status, 401, "a reset ends the sessions");

    let late = staff.send("POST", &format!("{account}/links"), &admin, None).json();
    staff.clock.advance(Duration::from_hours(7 * 24));
    assert_eq!(staff.redeem(late["secret"].as_str().unwrap(), PASSWORD).status, 410);
    for rubbish in ["x", "", "https://ranking.example/link#", &"A".repeat(64)] {
        assert_eq!(staff.redeem(rubbish, PASSWORD).status, 410, "{rubbish}");
        staff.clock.advance(Duration::from_hours(1));
    }
}

#[test]
fn s15_credentials_are_never_shared_with_other_origins() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let authorization = format!("Bearer {}", session.access);
    let headers = [("Authorization", authorization.as_str()), ("Origin", "https://evil.example")];
    let reply = staff.instance.send("GET", "/api/v1/me", &headers, None);
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, ""));
    assert_eq!(reply.header("access-control-allow-credentials"), "");
}

#[test]
fn credentials_that_cannot_be_read_are_refused_and_not_taken_for_none() {
    let staff = Staff::start();
    for wrong in
        ["Basic em9maWE6cGFzcw==", "Bearer", "Bearer ", "Bearer a.b.c", "Bearer kt_", "Bearer kt_AAAA", "token x"]
    {
        let reply = staff.instance.send("GET", "/api/v1/me", &[("Authorization", wrong)], None);
        assert_eq!(reply.status, 401, "{wrong}");
        assert!(reply.header("www-authenticate").starts_with("Bearer error="), "{wrong}");
    }
    let none = staff.instance.get("/api/v1/me");
    assert_eq!((none.status, none.header("www-authenticate")), (401, "Bearer"));
}

#[test]
fn a_caller_who_is_refused_learns_nothing_about_the_rest_of_the_request() {
    let staff = Staff::start();
    let session = staff.sign_in(&staff.member("zofia", &[Role::Auditor]));
    for _ in 0..20 {
        let reply = staff.send("POST", "/api/v1/accounts?nonsense=1", &session, Some(&json!({ "rubbish": true })));
        assert_eq!(reply.status, 403, "{}", reply.text());
    }
}

#[test]
fn a_caller_is_told_her_own_limit() {
    let staff = Staff::start_with(|settings| settings.limits.account_per_minute = 3);
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let reply = staff.get("/api/v1/me", &session);
    assert_eq!(reply.header("ratelimit-policy"), "\"account\";q=3;w=60");
    assert!(reply.header("ratelimit").starts_with("\"account\";r=2;"));
    let statuses: Vec<u16> = (0..3).map(|_| staff.get("/api/v1/me", &session).status).collect();
    assert_eq!(statuses, [200, 200, 429]);
}

#[test]
fn what_has_expired_is_taken_out_of_the_mutable_store() {
    use api::testing::MovableClock;
    use events::mutable_store::{MutableRecord, RecordKind};
    use events::vault::MasterKey;
    use std::sync::Arc;
    let folder = tempfile::TempDir::new().unwrap();
    let clock = Arc::new(MovableClock::default());
    let master = MasterKey::generate(&*clock).to_text();
    let start = || Instance::start_at(folder.path(), MasterKey::parse(&master).unwrap(), Arc::clone(&clock), |_| ());
    let mut instance = start();
    instance.signed_in(Role::Auditor);
    let sessions = |instance: &Instance| -> Vec<MutableRecord> {
        instance.log.mutable_records_after(RecordKind::Session, None, 10).unwrap()
    };
    assert_eq!(sessions(&instance).len(), 1);
    instance.stop();
    clock.advance(Duration::from_hours(24));
    let instance = start();
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while !sessions(&instance).is_empty() {
        assert!(std::time::Instant::now() < deadline, "an expired session stays");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

fn behind_a_proxy() -> Staff {
    Staff::start_with(|settings| settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()])
}

#[test]
fn s7_a_victim_gets_in_from_anywhere_while_others_go_on_guessing_at_her_password() {
    let staff = behind_a_proxy();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let from = |address: &str, password: &str| {
        let body = json!({ "login": "zofia", "password": password });
        staff.instance.send_json("POST", "/api/v1/sessions", &[("X-Forwarded-For", address)], &body).status
    };
    assert_eq!(from("192.0.2.1", PASSWORD), 201);
    let attack = || {
        for host in (0..10).flat_map(|host| [host; 5]) {
            from(&format!("198.51.100.{host}"), "guess");
        }
    };
    attack();
    for place in 0..5 {
        attack();
        // On a slow machine the wait of an address that guessed early in the attack is over.
        from("198.51.100.3", "guess");
        assert_eq!(from("198.51.100.3", PASSWORD), 429, "whoever has guessed waits");
        assert_eq!(from(&format!("203.0.113.{place}"), PASSWORD), 201, "whoever has not does not");
        assert_eq!(from("192.0.2.1", PASSWORD), 201, "nor does an address of hers");
    }
    assert_eq!(staff.get("/api/v1/me", &session).status, 200, "and sessions are not touched");
}

#[test]
fn s7_wrong_codes_do_not_shut_out_the_holder_from_where_she_has_signed_in() {
    let staff = behind_a_proxy();
    let session = staff.sign_in(&staff.member("zofia", &[]));
    let begun = staff.send("POST", "/api/v1/me/second-factor", &session, None).json();
    let secret = begun["secret"].as_str().unwrap();
    let first = json!({ "code": code(secret, staff.seconds()) });
    assert_eq!(staff.send("PUT", "/api/v1/me/second-factor", &session, Some(&first)).status, 200);
    let from = |address: &str, code: &str| {
        let body = json!({ "login": "zofia", "password": PASSWORD, "code": code });
        staff.instance.send_json("POST", "/api/v1/sessions", &[("X-Forwarded-For", address)], &body).status
    };
    let good = || {
        staff.clock.advance(Duration::from_mins(1));
        code(secret, staff.seconds())
    };
    assert_eq!(from("192.0.2.1", &good()), 201);
    for host in 0..20 {
        from(&format!("198.51.100.{host}"), "000000");
        staff.clock.advance(Duration::from_secs(100));
    }
    assert_eq!(from("203.0.113.9", &good()), 429, "codes stand few guesses of strangers");
    assert_eq!(from("192.0.2.1", &good()), 201);
}

#[test]
fn an_account_has_fifty_sessions_at_once_and_the_oldest_gives_way() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let sessions: Vec<_> = (0..51).map(|_| staff.sign_in(&zofia)).collect();
    assert_eq!(staff.get("/api/v1/me", &sessions[0]).status, 401);
    assert_eq!(staff.get("/api/v1/me", &sessions[1]).status, 200);
    assert_eq!(staff.get("/api/v1/me", &sessions[50]).status, 200);
}
