//! The autumn: a plain win, and a decision about a small tournament that comes late and changes the person (E20 h).

use crate::world::{MP, SEASON, Step, Who, World};
use serde_json::{Value, json};

/// Results in which these groups share their places in order, filled up with players from 31 on.
pub(crate) fn places(world: &World, groups: &[&[usize]], count: usize) -> Vec<Value> {
    let mut lines: Vec<Value> = Vec::new();
    for group in groups {
        let place = lines.len() + 1;
        lines.extend(group.iter().map(|number| line(world, *number, place)));
    }
    let fillers = (31..).filter(|number| !groups.concat().contains(number));
    for number in fillers.take(count - lines.len()) {
        lines.push(line(world, number, lines.len() + 1));
    }
    lines
}

fn line(world: &World, number: usize, place: usize) -> Value {
    json!({ "player": world.player(number), "place": place, "games_played": 12 })
}

/// The organiser sends the results of a tournament.
pub(crate) fn finish(world: &mut World, alias: &str, ended_at: &str, groups: &[&[usize]], count: usize) {
    let results = places(world, groups, count);
    let body = json!({ "planned_games": 12, "ended_at": ended_at, "results": results });
    let path = format!("/api/v1/tournaments/{}/results", world.id(alias));
    world.post(Who::Edek, &path, &body, 201);
}

/// A meeting of the league with sixteen of the same people.
pub(crate) fn meeting(world: &mut World, day: &str) {
    let present: Vec<String> = [4, 30].into_iter().chain(31..=44).map(|number| world.player(number)).collect();
    let path = format!("/api/v1/leagues/{}/meetings", world.id("liga"));
    world.post(Who::Anna, &path, &json!({ "day": day, "present": present }), 201);
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("the league meets for the first time", |w| {
            w.go_to("2024-10-05T21:00:00+02:00");
            meeting(w, "2024-10-05");
        }),
        ("results of a tournament that has not been played are refused", |w| {
            let results = places(w, &[&[1, 2, 3, 4]], 28);
            let body = json!({ "planned_games": 12, "ended_at": "2024-10-05T20:00:00+02:00", "results": results });
            let path = format!("/api/v1/tournaments/{}/results", w.id("lodz"));
            w.refused(Who::Edek, &path, &body, 422, "invalid-end");
        }),
        ("Łódź is played, and player 1 wins", |w| {
            w.go_to("2024-10-19T20:00:00+02:00");
            finish(w, "lodz", "2024-10-19T18:00:00+02:00", &[&[1], &[2], &[3], &[4]], 28);
            w.seat_is("lodz", "proposed", 1);
        }),
        ("the ranking counts Łódź", |w| {
            let ranking = w.get(&format!("{SEASON}/ranking"));
            let first = &ranking["items"][0];
            assert_eq!((w.number(&first["player_id"]), &first["points"]), (1, &json!(100)));
            assert_eq!(ranking["items"].as_array().unwrap().len(), 28);
        }),
        ("an arbiter cannot grant a qualification", |w| {
            let body = w.grant_body(MP, &w.id("lodz"));
            w.post(Who::Celina, &format!("{MP}/grants"), &body, 403);
        }),
        ("an admin grants it to player 1", |w| {
            w.grant(Who::Anna, "lodz");
            w.seat_is("lodz", "granted", 1);
        }),
        ("the league meets again", |w| {
            w.go_to("2024-11-09T21:00:00+01:00");
            meeting(w, "2024-11-09");
        }),
        ("Lublin is played by twenty-six, and nobody has its qualification before a decision", |w| {
            w.go_to("2024-11-16T20:00:00+01:00");
            finish(w, "lublin", "2024-11-16T18:00:00+01:00", &[&[5], &[1], &[6], &[7]], 26);
            let event = w.id("lublin");
            let waits = w.waiting("exception", &event).unwrap();
            assert_eq!(waits["decided_by"], json!(["admin"]));
            assert!(!w.qualified().iter().any(|(source, _)| *source == event));
        }),
        ("what a decision would do on that day is told: player 5 would have it", |w| {
            let path = format!("/api/v1/tournaments/{}/exception?dry_run=true", w.id("lublin"));
            let reply = w.send(Who::Anna, "PUT", &path, None, &json!({ "granted": true }));
            let receipt = reply.json();
            let rows = receipt["consequences"]["qualifications"][0]["rows"].as_array().unwrap().clone();
            assert!(rows.iter().any(|row| w.number(&row["player_id"]) == 5), "{receipt}");
        }),
        ("Warszawa is played, and player 5 wins again", |w| {
            w.go_to("2024-11-30T20:00:00+01:00");
            finish(w, "warszawa", "2024-11-30T18:00:00+01:00", &[&[5], &[8], &[9], &[10]], 30);
            w.seat_is("warszawa", "proposed", 5);
        }),
        ("player 5 is granted the qualification of Warszawa", |w| {
            w.grant(Who::Anna, "warszawa");
            w.seat_is("warszawa", "granted", 5);
        }),
        ("the league meets for the third time", |w| {
            w.go_to("2024-12-07T21:00:00+01:00");
            meeting(w, "2024-12-07");
        }),
        ("an arbiter cannot decide about Lublin", |w| {
            w.go_to("2024-12-10T12:00:00+01:00");
            w.keep("before-exception", w.position().into());
            let path = format!("/api/v1/tournaments/{}/exception", w.id("lublin"));
            let reply = w.send(Who::Celina, "PUT", &path, None, &json!({ "granted": true }));
            assert_eq!(reply.status, 403);
        }),
        ("E20 h: the late decision gives it to player 6, because players 5 and 1 hold one by now", |w| {
            let path = format!("/api/v1/tournaments/{}/exception", w.id("lublin"));
            w.put_new(Who::Anna, &path, &json!({ "granted": true }));
            w.seat_is("lublin", "proposed", 6);
            let account = w.ledger_account(MP, &w.id("lublin"));
            let passed: Vec<(usize, Value)> = account["considered"].as_array().unwrap()[..2]
                .iter()
                .map(|it| (w.number(&it["player_id"]), it["verdict"].clone()))
                .collect();
            assert_eq!(passed, [(5, json!("holder")), (1, json!("holder"))]);
        }),
        ("player 6 is granted it", |w| {
            w.grant(Who::Beata, "lublin");
            w.seat_is("lublin", "granted", 6);
            let event = w.id("lublin");
            assert!(w.waiting("exception", &event).is_none());
        }),
        ("before the decision the list had nobody from Lublin", |w| {
            let event = w.id("lublin");
            let then = w.get(&format!("{MP}?as_of={}", w.kept("before-exception")));
            assert!(then["items"].as_array().unwrap().iter().all(|item| item["event_id"] != event.as_str()));
        }),
        ("what was decided cannot be decided again without having been seen", |w| {
            let path = format!("/api/v1/tournaments/{}/exception", w.id("lublin"));
            let reply = w.send(Who::Anna, "PUT", &path, None, &json!({ "granted": false }));
            assert_eq!(reply.status, 428, "{}", reply.text());
        }),
    ]
}
