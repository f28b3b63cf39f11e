//! The spring: declines, a waiver outside of events, and what a league, a cycle, an online event and the ranking give.

use crate::autumn::finish;
use crate::world::{LIST, MP, SEASON, Step, Who};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("player 21 wins Wrocław", |w| {
            w.go_to("2025-04-05T20:00:00+02:00");
            finish(w, "wroclaw", "2025-04-05T18:00:00+02:00", &[&[21], &[22], &[23], &[24]], 28);
            w.seat_is("wroclaw", "proposed", 21);
        }),
        ("player 21 declines, and the seat stays empty", |w| {
            let body = json!({ "event_id": w.id("wroclaw"), "player": w.player(21), "pass_on": false });
            w.post(Who::Anna, &format!("{MP}/declines"), &body, 200);
            w.seat_is("wroclaw", "declined", 21);
        }),
        ("there is nothing left to grant in Wrocław", |w| {
            let body = w.grant_body(MP, &w.id("wroclaw"));
            w.refused(Who::Anna, &format!("{MP}/grants"), &body, 409, "nothing-left");
        }),
        ("that was a mistake, and the decline is taken back", |w| {
            let path = format!("{MP}/declines/{}/{}", w.id("wroclaw"), w.player(21));
            let reply = w.send(Who::Anna, "DELETE", &path, None, &Value::Null);
            assert_eq!(reply.status, 200, "{}", reply.text());
            w.seat_is("wroclaw", "proposed", 21);
        }),
        ("a week later player 21 declines after all", |w| {
            w.go_to("2025-04-12T12:00:00+02:00");
            let body = json!({ "event_id": w.id("wroclaw"), "player": w.player(21), "pass_on": false });
            w.post(Who::Beata, &format!("{MP}/declines"), &body, 200);
            let acts: Vec<Value> = w.custody("wroclaw").iter().map(|line| line["act"].clone()).collect();
            assert_eq!(acts, ["opened", "declined", "decline_withdrawn", "declined"]);
        }),
        ("player 25 wins Szczecin and declines; passing it on needs a reason", |w| {
            w.go_to("2025-04-26T20:00:00+02:00");
            finish(w, "szczecin", "2025-04-26T18:00:00+02:00", &[&[25], &[26], &[27], &[28]], 28);
            let body = json!({ "event_id": w.id("szczecin"), "player": w.player(25), "pass_on": true });
            w.refused(Who::Anna, &format!("{MP}/declines"), &body, 422, "reason-needed");
        }),
        ("with a reason the seat passes on to player 26", |w| {
            let reason = "Zgłoszone zaraz po turnieju";
            let body =
                json!({ "event_id": w.id("szczecin"), "player": w.player(25), "pass_on": true, "reason": reason });
            w.post(Who::Anna, &format!("{MP}/declines"), &body, 200);
            w.seat_is("szczecin", "proposed", 26);
            w.grant(Who::Anna, "szczecin");
            w.seat_is("szczecin", "granted", 26);
        }),
        ("player 30 gives up every qualification of the season", |w| {
            w.go_to("2025-05-10T12:00:00+02:00");
            let path = format!("/api/v1/players/{}/waivers", w.player(30));
            assert_eq!(w.send(Who::Celina, "POST", &path, None, &json!({})).status, 403);
            w.post(Who::Anna, &path, &json!({}), 201);
        }),
        ("player 20 wins Pabianice", |w| {
            w.go_to("2025-05-17T20:00:00+02:00");
            finish(w, "pabianice", "2025-05-17T18:00:00+02:00", &[&[20], &[29], &[30], &[1]], 28);
            w.seat_is("pabianice", "proposed", 20);
        }),
        ("player 20 is granted it", |w| {
            w.grant(Who::Anna, "pabianice");
            w.seat_is("pabianice", "granted", 20);
        }),
        ("the league ends with player 30 at the top of its table", |w| {
            w.go_to("2025-05-24T20:00:00+02:00");
            let order = [30, 4].into_iter().chain(31..=44).enumerate();
            let table: Vec<Value> =
                order.map(|(index, number)| json!({ "player": w.player(number), "place": index + 1 })).collect();
            let path = format!("/api/v1/leagues/{}", w.id("liga"));
            w.put(Who::Anna, &format!("{path}/table"), &json!({ "table": table }), 200);
            w.post(Who::Anna, &format!("{path}/close"), &json!({}), 200);
        }),
        ("the waiver of player 30 passes the qualification of the league on to player 4", |w| {
            w.seat_is("liga", "proposed", 4);
            w.grant(Who::Anna, "liga");
            w.seat_is("liga", "granted", 4);
        }),
        ("the cycle is closed, and the first of its table without a qualification has one", |w| {
            let path = format!("/api/v1/grand-prix/{}", w.id("cykl"));
            w.post(Who::Anna, &format!("{path}/close"), &Value::Null, 200);
            let cycle = w.get(&path);
            assert_eq!(cycle["valid_events"], 5);
            let held: BTreeSet<usize> = w
                .qualified()
                .into_iter()
                .filter(|(event, _)| *event != w.id("cykl"))
                .map(|(_, player)| player)
                .collect();
            let table = cycle["table"].as_array().unwrap().clone();
            let first = table.iter().map(|row| w.number(&row["player_id"])).find(|player| !held.contains(player));
            w.seat_is("cykl", "proposed", first.unwrap());
            assert_eq!(first, Some(31));
        }),
        ("player 31 is granted the qualification of the cycle", |w| {
            w.grant(Who::Beata, "cykl");
            w.seat_is("cykl", "granted", 31);
        }),
        ("the online event ends: player 1 holds a qualification, so player 32 has it", |w| {
            w.go_to("2025-06-07T20:00:00+02:00");
            let table: Vec<Value> = [1, 32, 33]
                .into_iter()
                .enumerate()
                .map(|(index, number)| json!({ "player": w.player(number), "place": index + 1 }))
                .collect();
            let path = format!("/api/v1/online-events/{}", w.id("online"));
            w.put(Who::Anna, &format!("{path}/table"), &json!({ "table": table }), 200);
            w.post(Who::Anna, &format!("{path}/close"), &json!({}), 200);
            w.seat_is("online", "proposed", 32);
            w.grant(Who::Anna, "online");
        }),
        ("before its day the ranking grants nothing", |w| {
            w.go_to("2025-09-10T12:00:00+02:00");
            let body = w.grant_body(MP, "ranking");
            w.refused(Who::Anna, &format!("{MP}/grants"), &body, 409, "too-early");
        }),
        ("seven days before the championship the best three of the ranking without a qualification have one", |w| {
            w.go_to("2025-09-14T09:00:00+02:00");
            let held: BTreeSet<usize> =
                w.qualified().into_iter().filter(|(event, _)| event != "ranking").map(|(_, player)| player).collect();
            let snapshot = w.get(&format!("{SEASON}/ranking-snapshot?limit=500"));
            let waived = [18, 30, 21, 25];
            let expected: Vec<(String, Option<usize>)> = snapshot["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| w.number(&row["player_id"]))
                .filter(|player| !held.contains(player) && !waived.contains(player))
                .take(3)
                .map(|player| ("proposed".to_owned(), Some(player)))
                .collect();
            assert_eq!(w.seats("ranking"), expected);
        }),
        ("they are granted them", |w| {
            w.grant(Who::Anna, "ranking");
            assert!(w.seats("ranking").iter().all(|(state, _)| state == "granted"));
        }),
        ("nobody is qualified twice, and every sum of the ledger fits", |w| {
            let qualified = w.qualified();
            let people: BTreeSet<usize> = qualified.iter().map(|(_, player)| *player).collect();
            assert_eq!((qualified.len(), people.len()), (15, 15), "{qualified:?}");
            let ledger = w.get(&format!("{MP}/ledger"));
            crate::world::sums_fit(&ledger);
            assert_eq!((&ledger["balance"]["granted"], &ledger["balance"]["declined"]), (&json!(15), &json!(1)));
            assert!(w.get(LIST)["newest"].is_null());
        }),
    ]
}
