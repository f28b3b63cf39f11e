//! The audit trail: newest first, page by page; the public part, and the rest for auditors.

use super::with_example;
use api::testing::Instance;
use domain::event::Role;
use serde_json::{Value, json};

/// Every line that somebody gets, page by page.
fn all(instance: &Instance, query: &str, authorization: Option<&str>) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/audit-trail?limit=150{query}{cursor}");
        let headers: Vec<(&str, &str)> = authorization.map(|it| ("Authorization", it)).into_iter().collect();
        let reply = instance.send("GET", &path, &headers, None);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let mut page = reply.json();
        lines.append(page["items"].as_array_mut().unwrap());
        let Some(next) = page["next"].as_str() else { return lines };
        cursor = format!("&cursor={next}");
    }
}

fn positions(lines: &[Value]) -> Vec<u64> {
    lines.iter().map(|line| line["position"].as_u64().unwrap()).collect()
}

#[test]
fn everybody_reads_what_is_public_and_auditors_read_everything() {
    let instance = with_example();
    let auditor = instance.signed_in(Role::Auditor);
    let head =
        instance.get(&format!("/api/v1?wait_for={}", instance.position().0)).json()["position"].as_u64().unwrap();
    let public = all(&instance, "", None);
    let whole = all(&instance, "", Some(&auditor));
    assert_eq!(positions(&whole), (1..=head).rev().collect::<Vec<_>>());
    assert!(public.len() < whole.len());
    for line in &public {
        let fields: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields.len(), 7, "{fields:?}");
        assert!(!line["stream"].as_str().unwrap().starts_with("account/"), "{line}");
        assert!(!line["sentence"].as_str().unwrap().contains('⟨'), "{line}");
    }
    assert!(whole.iter().all(|line| line["actor"].is_string() && line["event"].is_string()));
    let proof = instance.get(public[0]["proof"].as_str().unwrap());
    assert_eq!(proof.status, 200);
}

#[test]
fn the_trail_is_narrowed_by_season_stream_player_and_type() {
    let instance = with_example();
    let whole = all(&instance, "", None);
    let of = |query: &str| all(&instance, query, None);
    let player = instance.player_id("p007").to_string();
    let of_player = of(&format!("&player={player}"));
    assert!(of_player.len() > 2 && of_player.len() < whole.len());
    assert_eq!(of_player.last().unwrap()["stream"], format!("player/{player}"));
    let of_stream = of("&stream=season/2025");
    assert!(!of_stream.is_empty() && of_stream.iter().all(|line| line["stream"] == "season/2025"));
    let of_type = of("&type=tournament.");
    assert!(
        of_type.len() >= 32 && of_type.iter().all(|line| line["type"].as_str().unwrap().starts_with("tournament."))
    );
    let of_season = of("&season=2025");
    assert!(of_season.len() > 32 && of_season.iter().all(|line| line["stream"] != "season/2026"));
    let both = of("&season=2025&type=tournament.");
    assert!(both.iter().all(|line| positions(&of_type).contains(&line["position"].as_u64().unwrap())));
    assert_eq!(instance.get("/api/v1/audit-trail?season=1999").status, 404);
    assert_eq!(instance.get("/api/v1/audit-trail?stream=nothing").status, 400);
    let csv = instance.get("/api/v1/audit-trail?dialect=rfc4180&limit=10").text();
    assert_eq!(csv.lines().count(), 11);
    let polish = instance.get("/api/v1/audit-trail?stream=season/2025").json()["items"][0]["sentence"].clone();
    let headers = [("Accept-Language", "en")];
    let english = instance.send("GET", "/api/v1/audit-trail?stream=season/2025", &headers, None).json();
    assert_ne!(english["items"][0]["sentence"], polish);
}

#[test]
fn nothing_but_a_player_can_be_asked_for_as_one() {
    let instance = with_example();
    let admin = instance.signed_in(Role::Admin);
    let account = instance.send("GET", "/api/v1/me", &[("Authorization", &admin)], None).json();
    let account = account["id"].as_str().unwrap().to_owned();
    for word in ["minor", "name", "nobody", account.as_str()] {
        let path = format!("/api/v1/audit-trail?player={word}");
        assert_eq!(instance.get(&path).status, 404, "{word}");
        assert_eq!(instance.send("GET", &path, &[("Authorization", &admin)], None).status, 404, "{word}");
    }
}

#[test]
fn a_correction_tells_auditors_what_it_changed() {
    let instance = with_example();
    let (admin, auditor) = (instance.signed_in(Role::Admin), instance.signed_in(Role::Auditor));
    let season = instance.get("/api/v1/seasons/2025");
    let correction = json!({
        "first_day": "2024-09-29", "last_day": "2025-09-19", "mp_first_day": "2025-09-27",
        "rulebook": season.json()["rulebook"], "reason": "Kanarek z powodu",
    });
    let headers = [("Authorization", admin.as_str()), ("If-Match", season.header("etag"))];
    let corrected = instance.send_json("PUT", "/api/v1/seasons/2025", &headers, &correction);
    assert_eq!(corrected.status, 200, "{}", corrected.text());
    let position = corrected.json()["position"].as_u64().unwrap();
    let query = format!("&stream=season/2025&wait_for={position}");
    let told = all(&instance, &query, Some(&auditor));
    assert_eq!(told[0]["type"], "season.corrected");
    let changes = told[0]["changes"].to_string();
    assert!(changes.contains("2025-09-20") && changes.contains("2025-09-27"), "{changes}");
    let public = all(&instance, &query, None);
    assert_eq!((public[0]["type"].as_str(), &public[0]["changes"]), (Some("season.corrected"), &Value::Null));
    assert!(!told[0].to_string().contains("Kanarek") && !public[0].to_string().contains("Kanarek"));
}
