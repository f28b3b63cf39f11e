//! The page on which auditors find checkpoints.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::Instance;
use domain::event::{Grant, Role};
use serde_json::json;

/// More than the API tells at once.
const CHECKPOINTS: u32 = 230;

#[test]
fn the_newest_checkpoints_are_shown_however_many_there_are() {
    let instance = Instance::start_with_pages(pages::configure);
    let role = |role| [Grant { role, event: None }];
    let (admin, auditor) =
        (instance.member("anna", &role(Role::Admin)), instance.member("celina", &role(Role::Auditor)));
    let mut last = 0;
    for number in 0..CHECKPOINTS {
        let letter = |digit: u32| char::from_u32(u32::from(b'a') + digit).unwrap();
        let surname = format!("Zmyślon{}{}", letter(number / 26), letter(number % 26));
        let person = json!({ "first_name": "Łucja", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie", "namesake": true });
        let headers = [("Authorization", admin.authorization.as_str())];
        let added = instance.send_json("POST", "/api/v1/players", &headers, &person);
        assert_eq!(added.status, 201, "{}", added.text());
        // Whoever asks for a proof of the newest event has it signed.
        last = added.json()["position"].as_u64().unwrap();
        assert_eq!(instance.get(&format!("/api/v1/log/events/{last}/proof")).status, 200);
    }
    let kept = instance.get("/api/v1/log/checkpoints?limit=200").json();
    assert!(kept["next"].is_string(), "there are more than one page of them");
    let headers = [("Authorization", auditor.authorization.as_str())];
    let page = instance.send("GET", "/pl/audit/verify", &headers, None).text();
    let shown: Vec<u64> = page
        .split("/api/v1/log/consistency?from=")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!((shown.len(), shown[0]), (20, last), "{shown:?}");
    assert!(shown.is_sorted_by(|one, next| one > next), "{shown:?}");
}
