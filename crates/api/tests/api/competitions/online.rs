//! An online event with its table.

use super::*;

fn body(world: &World, edition: u32) -> Value {
    json!({ "kind": "gold", "edition": edition, "first_day": world.day(60), "last_day": world.day(0) })
}

#[test]
fn an_online_event_has_a_table_a_waiver_an_end_and_a_correction() {
    let world = World::start();
    let players = world.players(3);
    let [a, b, c] = &players[..] else { panic!("three players") };
    let opened = world.post("/api/v1/online-events", &body(&world, 1), 201);
    let id = opened.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/online-events/{id}");
    let organiser = world.organiser(CompetitionKind::OnlineEvent, &id);
    let line = |player: &String, place: u32| json!({ "player": player, "place": place });
    assert_eq!(refusal(&world.post_as(&organiser, &format!("{path}/close"), &json!({}), 409)).1, "table-needed");
    let table = json!({ "table": [line(c, 2), line(a, 1), line(b, 2)] });
    let recorded = world.put_as(&organiser, &format!("{path}/table"), Some(opened.header("etag")), &table);
    assert_eq!((recorded.status, types(&recorded)), (200, vec!["online-event.table_recorded".to_owned()]));
    let stale = world.put_as(&organiser, &format!("{path}/table"), Some(opened.header("etag")), &table);
    assert_eq!(stale.status, 412);
    world.post_as(&organiser, &format!("{path}/waivers"), &json!({ "player": a }), 200);
    let closed = world.post_as(&organiser, &format!("{path}/close"), &json!({}), 200);
    assert_eq!(types(&closed), ["online-event.closed", "online-event.recorded", "online-event.waiver_declared"]);
    let shown = world.get(&path);
    let places: Vec<_> =
        shown["table"].as_array().unwrap().iter().map(|row| (row["place"].clone(), row["player"].clone())).collect();
    assert_eq!(places, [(json!(1), json!(a)), (json!(2), json!(b)), (json!(2), json!(c))]);
    assert_eq!((&shown["status"], &shown["waivers"][0]["player"]), (&json!("over"), &json!(a)));
    assert_eq!(world.happenings()[0]["kind"], "online-event");

    let reply = world.put_as(&organiser, &format!("{path}/table"), Some("*"), &table);
    assert_eq!(refusal(&reply), refused(403, "closed-to-organisers", "REG I.28; AMB-68"));
    let correction = json!({
        "kind": "gold", "edition": 1, "ended_at": shown["ended_at"],
        "table": [line(a, 1), line(c, 2), line(b, 3)], "reason": "Dogrywka o drugie miejsce",
    });
    let corrected = world.put(&format!("{path}/record"), Some(closed.header("etag")), &correction);
    assert_eq!((corrected.status, types(&corrected)), (200, vec!["online-event.corrected".to_owned()]));
    assert_eq!(world.get(&path)["table"][2]["player"], json!(b));
}

#[test]
fn an_edition_takes_place_once_in_a_season_and_within_the_quota() {
    let world = World::start();
    let first = world.post("/api/v1/online-events", &body(&world, 1), 201).json()["id"].clone();
    let again = world.post("/api/v1/online-events", &body(&world, 1), 409);
    assert_eq!(refusal(&again), refused(409, "edition-taken", "REG I.14; R-AWO-01, AMB-72"));
    assert_eq!(again.json()["other"], first);
    world.post("/api/v1/online-events", &body(&world, 2), 201);
    let third = world.post("/api/v1/online-events", &body(&world, 3), 422);
    assert_eq!(refusal(&third), refused(422, "too-many-editions", "REG I.14; R-AWO-01, AMB-72"));
    // Kinds of online play without a quota are not run here (R-DEF-08).
    let mut holiday = body(&world, 1);
    holiday["kind"] = "holiday_league".into();
    assert_eq!(world.post("/api/v1/online-events", &holiday, 422).json()["errors"][0]["pointer"], "/kind");
    assert_eq!(world.get("/api/v1/online-events")["items"].as_array().unwrap().len(), 2);
}
