//! Table tokens of a whole round: what they open, and when they end.

use super::hall::{Hall, sheet};
use serde_json::json;

fn issue(hall: &Hall, stage: &str) -> Vec<(String, String)> {
    let issued = hall.post(&hall.organiser, &format!("stages/{stage}/table-tokens"), &json!({})).expect(201).json();
    let tokens = issued["tokens"].as_array().unwrap();
    tokens
        .iter()
        .map(|token| {
            let text = |name: &str| token[name].as_str().unwrap().to_owned();
            assert_eq!(text("link"), text("qr"));
            // What a browser opens is the page of the table; it keeps the token to itself.
            let (address, secret) = text("link").split_once('#').map(|(a, s)| (a.to_owned(), s.to_owned())).unwrap();
            assert_eq!(secret, text("token"));
            assert!(address.ends_with("/pl/table"), "{address}");
            let me = hall.instance.send("GET", "/api/v1/me", &[("Authorization", &format!("Bearer {secret}"))], None);
            assert_eq!((me.json()["stage"].as_str(), &me.json()["table"]), (Some(stage), &token["table"]));
            (format!("Bearer {}", text("token")), text("id"))
        })
        .collect()
}

#[test]
fn s9_each_table_of_a_round_gets_a_token_for_its_own_sheet_until_the_round_ends() {
    let hall = Hall::in_round_one(6);
    let tokens = issue(&hall, "1");
    assert_eq!(tokens.len(), 2);
    let (own, other) = (&tokens[0].0, &tokens[1].0);
    hall.put_sheet(own, ("1", 1), &hall.etag("1", 1), &sheet(3, 10, 3)).expect(200);
    // Neither the sheet nor its state is told to another table, not even by a refusal.
    let refused = hall.put_sheet(other, ("1", 1), "\"1\"", &sheet(3, 20, 3)).refused(403, "other-table");
    assert!(refused["current"].is_null() && refused["current_etag"].is_null(), "{refused}");
    hall.post(other, "stages/1/tables/1/sheet/check", &sheet(3, 20, 3)).expect(403);
    let stale = hall.put_sheet(own, ("1", 1), "\"1\"", &sheet(3, 20, 3)).expect(412).json();
    assert_eq!(stale["current"]["entered_by"]["kind"], "table_token");
    let seen = hall.get(own, "stages/1/tables/1/sheet").json();
    assert!(seen["entry"]["entered_by"]["name"].is_null(), "{seen}");
    hall.post(own, "stages/1/tables/1/disputes", &json!({ "matter": "Kto zaczyna?" })).expect(201);
    hall.post(own, "stages/1/close", &json!({})).expect(403);
    hall.enter("1", 2, &sheet(3, 20, 3));
    hall.post(&hall.organiser, "stages/1/close", &json!({ "seat_next": true })).expect(200);
    let ended = hall.instance.send("GET", "/api/v1/me", &[("Authorization", own)], None);
    assert_eq!((ended.status, &ended.json()["reason"]), (401, &json!("ended")));
    let unknown = format!("Bearer kt_{}", "A".repeat(43));
    let unknown = hall.instance.send("GET", "/api/v1/me", &[("Authorization", &unknown)], None);
    assert_eq!((unknown.status, unknown.json().get("reason")), (401, None));
    hall.put_sheet(own, ("1", 1), "*", &sheet(3, 30, 3)).expect(401);
}

#[test]
fn s9_tokens_end_when_the_seats_are_given_out_anew() {
    let hall = Hall::in_round_one(6);
    hall.play("1", 2, true);
    let tokens = issue(&hall, "2");
    let me = |token: &str| hall.instance.send("GET", "/api/v1/me", &[("Authorization", token)], None);
    assert_eq!(me(&tokens[0].0).json()["stage"], "2");
    let close = hall.last_act();
    hall.undo(&hall.organiser, close).expect(200);
    hall.post(&hall.organiser, "stages/1/close", &json!({ "seat_next": true })).expect(200);
    assert_eq!(me(&tokens[0].0).status, 401);
}

#[test]
fn tokens_are_given_out_for_stages_that_are_seated_and_not_for_the_final() {
    let hall = Hall::in_round_one(6);
    let body = json!({});
    hall.post(&hall.organiser, "stages/2/table-tokens", &body).refused(409, "not-seated");
    hall.post(&hall.organiser, "stages/final/table-tokens", &body).refused(403, "not-allowed");
    hall.post(&hall.referee, "stages/1/table-tokens", &body).expect(403);
    hall.play("1", 2, true);
    hall.post(&hall.organiser, "stages/1/table-tokens", &body).refused(409, "stage-closed");
    let path = hall.path("stages/2/table-tokens");
    let headers = [("Authorization", hall.organiser.as_str()), ("Idempotency-Key", "raz")];
    let again = || hall.instance.send_json("POST", &path, &headers, &body).json()["tokens"].clone();
    assert_eq!(again(), again(), "a retry shows the same tokens");
    let reason = domain::values::text::StatedReason::parse("zalana sala").unwrap();
    hall.run(&|sealer| {
        Ok(domain::tournament::course::TournamentAction::Cancel { reason: Some(sealer.reason(&reason)) })
    });
    hall.post(&hall.organiser, "stages/2/table-tokens", &body).refused(409, "wrong-phase");
}
