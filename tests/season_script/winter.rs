//! The winter: results that come late, a waiver within a tournament, and a tie that the arbiter decides.

use crate::autumn::finish;
use crate::world::{MP, SEASON, Step, Who};
use serde_json::{Value, json};

const REASON: &str = "Gdańsk potrzebuje listy, Kraków milczy";

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("Gdańsk sends results, Kraków, which was played before, does not", |w| {
            w.go_to("2025-01-25T20:00:00+01:00");
            finish(w, "gdansk", "2025-01-25T18:00:00+01:00", &[&[11], &[15], &[16], &[17]], 28);
            w.seat_is("gdansk", "proposed", 11);
        }),
        ("the proposal of Gdańsk says that it waits for Kraków", |w| {
            let (krakow, gdansk) = (w.id("krakow"), w.id("gdansk"));
            assert_eq!(w.proposal(MP, &gdansk)["waits_for"], json!([krakow]));
        }),
        ("AMB-68: as long as Kraków is open the grant is refused", |w| {
            let body = w.grant_body(MP, &w.id("gdansk"));
            let problem = w.refused(Who::Anna, &format!("{MP}/grants"), &body, 409, "earlier-events-open");
            assert_eq!((&problem["rule"], &problem["events"]), (&json!("AMB-68"), &json!([w.id("krakow")])));
        }),
        ("with a reason it is granted all the same", |w| {
            let mut body = w.grant_body(MP, &w.id("gdansk"));
            body["reason"] = REASON.into();
            w.post(Who::Anna, &format!("{MP}/grants"), &body, 200);
            w.seat_is("gdansk", "granted", 11);
        }),
        ("admins read the reason, auditors only that there is one, everybody else the act", |w| {
            let path = format!("{MP}/ledger?event_id={}", w.id("gdansk"));
            assert!(w.read(Who::Beata, &path).to_string().contains(REASON));
            let seen = w.read(Who::Dorota, &path);
            let last = seen["accounts"][0]["custody"].as_array().unwrap().last().unwrap().clone();
            assert_eq!((&last["act"], &last["has_reason"]), (&json!("granted"), &json!(true)));
            assert!(!seen.to_string().contains(REASON) && seen.to_string().contains(&w.account(Who::Anna)));
            assert!(!w.get(&path).to_string().contains(&w.account(Who::Anna)));
        }),
        ("the results of Kraków come late, and its winner holds the qualification of Gdańsk already", |w| {
            w.go_to("2025-01-30T12:00:00+01:00");
            finish(w, "krakow", "2025-01-11T18:00:00+01:00", &[&[11], &[12], &[13], &[14]], 28);
            w.seat_is("krakow", "proposed", 12);
            // What was granted is a fact, and a late result takes it from nobody.
            assert!(w.seats("gdansk").iter().all(|(_, player)| *player == Some(11)));
        }),
        ("player 12 is granted the qualification of Kraków", |w| {
            w.grant(Who::Anna, "krakow");
            w.seat_is("krakow", "granted", 12);
        }),
        ("player 18 gives up the qualification during the tournament in Poznań", |w| {
            w.go_to("2025-02-15T14:00:00+01:00");
            let path = format!("/api/v1/tournaments/{}", w.id("poznan"));
            let said = json!({ "player": w.player(18) });
            w.refused(Who::Edek, &format!("{path}/waivers"), &said, 409, "not-registered");
            w.post(Who::Edek, &format!("{path}/registrations"), &json!({ "registrations": [said] }), 201);
            w.post(Who::Edek, &format!("{path}/waivers"), &said, 201);
        }),
        ("player 18 wins Poznań, and player 19 has the qualification", |w| {
            w.go_to("2025-02-15T20:00:00+01:00");
            finish(w, "poznan", "2025-02-15T18:00:00+01:00", &[&[18], &[19], &[20], &[1]], 28);
            w.seat_is("poznan", "proposed", 19);
            let considered = w.ledger_account(MP, &w.id("poznan"))["considered"][0].clone();
            assert_eq!((w.number(&considered["player_id"]), &considered["verdict"]), (18, &json!("waived")));
        }),
        ("player 19 is granted it", |w| {
            w.grant(Who::Beata, "poznan");
            w.seat_is("poznan", "granted", 19);
        }),
        ("why player 18 has none is told to everybody", |w| {
            let path = format!("{MP}/{}", w.player(18));
            let told = w.get(&path).to_string();
            assert!(told.contains(&w.id("poznan")), "{told}");
        }),
        ("players 2 and 3 share the first place of Katowice, and nobody has the qualification", |w| {
            w.go_to("2025-03-15T20:00:00+01:00");
            finish(w, "katowice", "2025-03-15T18:00:00+01:00", &[&[2, 3], &[1], &[5]], 28);
            let event = w.id("katowice");
            let tie = w.waiting("tie", &event).unwrap();
            assert_eq!(
                (&tie["open"], &tie["candidates_total"], &tie["decided_by"]),
                (&json!(1), &json!(2), &json!(["arbiter", "admin"]))
            );
            assert!(!w.qualified().iter().any(|(source, _)| *source == event));
        }),
        ("the organiser cannot decide the tie, and half an order is none", |w| {
            let path = format!("/api/v1/tournaments/{}/qualification-tie", w.id("katowice"));
            let order = json!({ "order": [w.player(3), w.player(2)] });
            assert_eq!(w.send(Who::Edek, "PUT", &path, None, &order).status, 403);
            let half = w.send(Who::Celina, "PUT", &path, None, &json!({ "order": [w.player(3)] }));
            assert_eq!((half.status, &half.json()["reason"]), (422, &json!("player-missing")));
        }),
        ("the arbiter decides for player 3", |w| {
            let path = format!("/api/v1/tournaments/{}/qualification-tie", w.id("katowice"));
            w.put_new(Who::Celina, &path, &json!({ "order": [w.player(3), w.player(2)] }));
            w.seat_is("katowice", "proposed", 3);
        }),
        ("player 3 is granted it, and the chain of custody has the decision", |w| {
            w.grant(Who::Anna, "katowice");
            w.seat_is("katowice", "granted", 3);
            let custody = w.custody("katowice");
            let acts: Vec<&Value> = custody.iter().map(|line| &line["act"]).collect();
            assert_eq!(acts, ["opened", "decided", "granted"]);
            assert_eq!(custody[1]["by"]["account"], w.account(Who::Celina), "{}", custody[1]);
        }),
        ("the ranking of the winter is what the places give", |w| {
            // Player 1: first in Łódź, second in Lublin, fourth in Poznań, third in Katowice.
            let shown = w.get(&format!("{SEASON}/ranking/{}", w.player(1)));
            assert_eq!(shown["points"], json!(100 + 85 + 65 + 70), "{shown}");
        }),
    ]
}
