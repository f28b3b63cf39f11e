//! Browsers: a cookie that scripts cannot read, and other sites that cannot use it (S13).

use super::staff::{PASSWORD, Staff};
use api::testing::Reply;
use domain::event::Role;
use serde_json::json;
use std::time::Duration;

const HERE: (&str, &str) = ("Sec-Fetch-Site", "same-origin");

fn sign_in(staff: &Staff, headers: &[(&str, &str)]) -> Reply {
    let body = json!({ "login": "zofia", "password": PASSWORD });
    staff.instance.send_json("POST", "/api/v1/sessions/browser", headers, &body)
}

/// The cookie as a browser sends it back.
fn cookie(reply: &Reply) -> String {
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.header("set-cookie").split(';').next().unwrap().to_owned()
}

fn me(staff: &Staff, cookie: &str) -> u16 {
    staff.instance.send("GET", "/api/v1/me", &[("Cookie", cookie)], None).status
}

#[test]
fn s13_the_cookie_is_for_this_host_alone_and_no_script_reads_it() {
    let staff = Staff::start();
    staff.member("zofia", &[Role::Auditor]);
    let reply = sign_in(&staff, &[HERE]);
    let set = reply.header("set-cookie").to_owned();
    assert!(set.starts_with("__Host-kostka=kb_"), "{set}");
    for attribute in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age="] {
        assert!(set.contains(attribute), "{set}");
    }
    assert!(!set.contains("Domain"), "{set}");
    assert!(!reply.text().contains("kb_") && reply.json().get("access_token").is_none(), "the answer has no secret");
    let cookie = cookie(&reply);
    let shown = staff.instance.send("GET", "/api/v1/me", &[("Cookie", &format!("a=b; {cookie}; c=d"))], None);
    assert_eq!((shown.status, shown.json()["login"].as_str()), (200, Some("zofia")));
}

#[test]
fn s13_nothing_is_changed_by_a_request_that_another_site_may_have_caused() {
    let staff = Staff::start();
    staff.member("zofia", &[]);
    let cookie = cookie(&sign_in(&staff, &[HERE]));
    let others: [&[(&str, &str)]; 6] = [
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", "http://127.0.0.1:8080")],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[],
    ];
    for headers in others {
        assert_eq!(sign_in(&staff, headers).json()["reason"], "other-site", "{headers:?}");
        let mut headers = headers.to_vec();
        headers.push(("Cookie", &cookie));
        let refused = staff.instance.send("DELETE", "/api/v1/sessions/current", &headers, None);
        assert_eq!((refused.status, refused.json()["reason"].as_str()), (403, Some("other-site")), "{headers:?}");
        assert_eq!(me(&staff, &cookie), 200, "the session goes on");
    }
    let headers = [("Cookie", cookie.as_str()), ("Origin", "http://127.0.0.1:8080")];
    let done = staff.instance.send("DELETE", "/api/v1/sessions/current", &headers, None);
    assert_eq!(done.status, 204, "older browsers tell the origin: {}", done.text());
    assert!(done.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(me(&staff, &cookie), 401);
}

#[test]
fn a_cookie_whose_session_is_over_counts_as_none() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let first = cookie(&sign_in(&staff, &[HERE]));
    let everywhere = staff.send("DELETE", "/api/v1/sessions", &staff.sign_in(&zofia), None);
    assert_eq!(everywhere.status, 204);
    assert_eq!(me(&staff, &first), 401);
    let public = staff.instance.send("GET", "/api/v1/players", &[("Cookie", &first)], None);
    assert_eq!(public.status, 200, "what is for everybody stays open");
    let second = cookie(&sign_in(&staff, &[HERE]));
    staff.clock.advance(Duration::from_hours(24 * 400));
    assert_eq!(me(&staff, &second), 401);
}

#[test]
fn the_secret_of_a_cookie_is_good_for_nothing_else() {
    let staff = Staff::start();
    let zofia = staff.member("zofia", &[]);
    let cookie = cookie(&sign_in(&staff, &[HERE]));
    let secret = cookie.split_once("=kb_").unwrap().1;
    assert_eq!(staff.refresh(&format!("kr_{secret}")).status, 401);
    assert_eq!(staff.refresh(&format!("kb_{secret}")).status, 401);
    let bearer = staff.instance.send("GET", "/api/v1/me", &[("Authorization", &format!("Bearer kb_{secret}"))], None);
    assert_eq!(bearer.status, 401);
    let program = staff.sign_in(&zofia).refresh;
    let turned = format!("__Host-kostka=kb_{}", program.strip_prefix("kr_").unwrap());
    assert_eq!(me(&staff, &turned), 401, "a refresh token is no cookie");
    let mut wrong = cookie.clone();
    wrong.pop();
    wrong.push(if cookie.ends_with('A') { 'B' } else { 'A' });
    assert_eq!(me(&staff, &wrong), 401);
    assert_eq!(me(&staff, &cookie), 200);
}

#[test]
fn s5_a_new_password_gives_the_browser_another_cookie_and_ends_the_copy_of_the_one_before() {
    let staff = Staff::start();
    staff.member("zofia", &[]);
    let before = cookie(&sign_in(&staff, &[HERE]));
    let change = json!({ "current_password": PASSWORD, "new_password": "siedem kostek i jeden joker" });
    let headers = [HERE, ("Cookie", before.as_str())];
    let changed = staff.instance.send_json("PUT", "/api/v1/me/password", &headers, &change);
    assert_eq!(changed.status, 204, "{}", changed.text());
    let after = changed.header("set-cookie").split(';').next().unwrap().to_owned();
    assert_ne!(after, before);
    assert_eq!((me(&staff, &before), me(&staff, &after)), (401, 200));
}

#[test]
fn signing_in_again_ends_the_session_whose_cookie_is_replaced() {
    let staff = Staff::start();
    staff.member("zofia", &[]);
    let first = cookie(&sign_in(&staff, &[HERE]));
    let elsewhere = cookie(&sign_in(&staff, &[HERE]));
    let second = cookie(&sign_in(&staff, &[HERE, ("Cookie", first.as_str())]));
    assert_eq!((me(&staff, &first), me(&staff, &elsewhere), me(&staff, &second)), (401, 200, 200));
    // Whoever knows the number of a session but not its secret ends nothing.
    let mut wrong = second.clone();
    wrong.pop();
    wrong.push(if second.ends_with('A') { 'B' } else { 'A' });
    sign_in(&staff, &[HERE, ("Cookie", wrong.as_str())]);
    assert_eq!(me(&staff, &second), 200);
}

#[test]
fn s8_disabling_an_account_and_revoking_a_role_ask_again_who_it_is_by_the_password_where_there_is_no_second_factor() {
    let staff = Staff::start();
    let jan = staff.member("jan", &[Role::Admin]);
    staff.member("zofia", &[Role::Admin]);
    let cookie = cookie(&sign_in(&staff, &[HERE]));
    let headers = [HERE, ("Cookie", cookie.as_str())];
    staff.clock.advance(Duration::from_mins(6));
    let disable = format!("/api/v1/accounts/{}/disable", jan.id);
    let revoke = format!("/api/v1/accounts/{}/grants/admin", jan.id);
    let refused = staff.instance.send_json("POST", &disable, &headers, &json!({}));
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("step-up-needed")));
    assert_eq!(refused.json()["with"], "password");
    assert_eq!(staff.instance.send("DELETE", &revoke, &headers, None).json()["code"], "step-up-needed");
    let step_up = |body| staff.instance.send_json("POST", "/api/v1/me/step-up", &headers, &body).status;
    assert_eq!(step_up(json!({ "password": "coś innego" })), 401);
    assert_eq!(step_up(json!({})), 422);
    assert_eq!(staff.instance.send("DELETE", &revoke, &headers, None).json()["code"], "step-up-needed");
    assert_eq!(step_up(json!({ "password": PASSWORD })), 200);
    assert_eq!(staff.instance.send("DELETE", &revoke, &headers, None).status, 200);
    assert_eq!(staff.instance.send_json("POST", &disable, &headers, &json!({})).status, 200);
}
