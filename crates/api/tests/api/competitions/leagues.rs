//! A league of four meetings.

use super::*;

fn open(world: &World) -> String {
    let body = json!({
        "name": "Liga Przykładowa", "voivodeship": "śląskie", "first_day": world.day(90), "last_day": world.day(0),
        "planned_meetings": 4, "rulebook": "pl-2024-25",
    });
    let opened = world.post("/api/v1/leagues", &body, 201);
    assert_eq!(types(&opened), ["league.opened"]);
    let id = opened.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(opened.header("location"), format!("/api/v1/leagues/{id}"));
    id
}

/// One table of three with one game that ran out of time.
fn meeting(day: &str, seats: [&String; 3], small: [i32; 3]) -> Value {
    let game = json!({ "ending": "time_expired", "small": small });
    json!({ "day": day, "present": seats, "tables": [{ "seats": seats, "games": [game] }] })
}

/// Records four meetings: c wins two games, a and b one each.
fn play(world: &World, who: &str, id: &str, players: &[String]) {
    let [a, b, c, d] = &players[..4] else { panic!("four players") };
    let path = format!("/api/v1/leagues/{id}/meetings");
    for (number, body) in [
        meeting(&world.day(90), [a, b, c], [9, -4, -5]),
        meeting(&world.day(60), [c, b, a], [7, -3, -4]),
        meeting(&world.day(30), [a, b, d], [-6, 10, -4]),
        meeting(&world.day(0), [a, c, d], [-6, 10, -4]),
    ]
    .iter()
    .enumerate()
    {
        let recorded = world.post_as(who, &path, body, 201);
        assert_eq!(types(&recorded), ["league.meeting_recorded"]);
        assert_eq!(recorded.header("location"), format!("{path}/{}", number + 1));
    }
}

fn rows(world: &World, id: &str) -> Vec<(Value, String, Value, Value, Value, Value)> {
    let table = world.get(&format!("/api/v1/leagues/{id}/table"));
    let row = |row: &Value| {
        let it = |name: &str| row[name].clone();
        (
            it("place"),
            row["player_id"].as_str().unwrap().to_owned(),
            it("big"),
            it("small"),
            it("games"),
            it("meetings"),
        )
    };
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_league_is_run_to_its_end_and_counts_for_the_season() {
    let world = World::start();
    let players = world.players(5);
    let id = open(&world);
    let path = format!("/api/v1/leagues/{id}");
    let planned = &world.happenings()[0];
    assert_eq!((&planned["kind"], &planned["name"]), (&json!("league"), &json!("Liga Przykładowa")));
    assert_eq!((&planned["first_day"], &planned["last_day"]), (&json!(world.day(90)), &json!(world.day(0))));

    let organiser = world.organiser(CompetitionKind::League, &id);
    play(&world, &organiser, &id, &players);
    let shown = world.get(&path);
    assert_eq!(
        (&shown["status"], &shown["meetings"], &shown["long_enough"]),
        (&json!("running"), &json!(4), &json!(true))
    );
    let expected: Vec<_> = [(2, 1, 2, 12, 3, 3), (1, 2, 1, 3, 3, 3), (0, 3, 1, -7, 4, 4), (3, 4, 0, -8, 2, 2)]
        .into_iter()
        .map(|(who, place, big, small, games, meetings)| {
            (json!(place), players[who as usize].clone(), json!(big), json!(small), json!(games), json!(meetings))
        })
        .collect();
    assert_eq!(rows(&world, &id), expected);
    let table = world.get(&format!("{path}/table"));
    assert_eq!((&table["provisional"], &table["source"]), (&json!(true), &json!("computed")));
    let csv = world.instance.get(&format!("{path}/table?dialect=rfc4180")).text();
    let first = format!("place,player_id,name,city,voivodeship,big,small,games,meetings\r\n1,{},Annamaria", players[2]);
    assert!(csv.starts_with(&first), "{csv}");
    let third = world.get(&format!("{path}/meetings/3"));
    assert_eq!(third["tables"][0]["games"][0]["big"], json!([0, 1, 0]));

    world.post_as(&organiser, &format!("{path}/waivers"), &json!({ "player": players[2] }), 200);
    let closed = world.post_as(&organiser, &format!("{path}/close"), &json!({}), 200);
    assert_eq!(types(&closed), ["league.closed", "league.recorded", "league.waiver_declared"]);
    let shown = world.get(&path);
    assert_eq!((&shown["status"], &shown["waivers"][0]["player"]), (&json!("over"), &json!(players[2])));
    assert_eq!(rows(&world, &id), expected, "the games are still told");
    assert_eq!(world.happenings().len(), 1);
    assert_eq!(world.get("/api/v1/leagues")["items"][0]["id"], json!(id));

    let late = world.instance.send_json(
        "POST",
        &format!("{path}/meetings"),
        &[("Authorization", &organiser)],
        &meeting(&world.day(1), [&players[0], &players[1], &players[2]], [9, -4, -5]),
    );
    assert_eq!(refusal(&late), refused(403, "closed-to-organisers", "REG I.28; AMB-68"));
    let correction = correction(&world, &players, &shown);
    let forbidden = world.put_as(&organiser, &format!("{path}/record"), Some("*"), &correction);
    assert_eq!(forbidden.status, 403);
    let missing = world.put(&format!("{path}/record"), None, &correction);
    assert_eq!(missing.status, 428);
    let corrected = world.put(&format!("{path}/record"), Some(closed.header("etag")), &correction);
    assert_eq!((corrected.status, types(&corrected)), (200, vec!["league.corrected".to_owned()]));
    let places: Vec<_> = rows(&world, &id).into_iter().map(|row| (row.0, row.1)).collect();
    let by_place: Vec<_> =
        [1, 2, 0, 3].iter().zip(1..).map(|(who, place)| (json!(place), players[*who].clone())).collect();
    assert_eq!(places, by_place);
    assert_eq!(world.get(&path)["name"], "Liga Poprawiona");
    assert_eq!(world.happenings()[0]["name"], "Liga Poprawiona");
}

/// Everything as it was, but for the first two places and the name.
#[test]
fn a_league_its_meetings_and_its_table_can_be_read_as_they_were_with_the_name_of_today() {
    let world = World::start();
    let players = world.players(4);
    let start = world.instance.position().0;
    let id = open(&world);
    let path = format!("/api/v1/leagues/{id}");
    let [a, b, c, _] = &players[..] else { panic!("four players") };
    let first = meeting(&world.day(90), [a, b, c], [9, -4, -5]);
    world.post(&format!("{path}/meetings"), &first, 201);
    let then = world.instance.position().0;
    let at = |position: u64, path: &str| {
        let reply = world.instance.get(&format!("{path}?as_of={position}&wait_for={}", world.instance.position().0));
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert!(reply.header("kostka-as-of").starts_with(&format!("{position}; ")), "{path}");
        reply
    };
    let parts = ["", "/table", "/meetings", "/meetings/1"].map(|part| format!("{path}{part}"));
    let before = parts.each_ref().map(|part| world.get(part));
    let list = world.get("/api/v1/leagues");

    let second = meeting(&world.day(60), [c, b, a], [7, -3, -4]);
    world.post(&format!("{path}/meetings"), &second, 201);
    let mut other = meeting(&world.day(90), [a, b, c], [-4, 9, -5]);
    other["reason"] = json!("Zamieniono wyniki");
    let corrected = world.put(&parts[3], Some("*"), &other);
    assert_eq!(corrected.status, 200, "{}", corrected.text());
    for (part, before) in parts.iter().zip(&before) {
        assert_eq!(at(then, part).json(), *before, "{part}");
        assert_ne!(world.get(part), *before, "{part}");
    }
    assert_eq!(at(then, "/api/v1/leagues").json(), list);
    assert_eq!(at(start, "/api/v1/leagues").json()["items"], json!([]));
    assert_eq!(world.instance.get(&format!("{path}/table?as_of={start}")).status, 404);

    let etag = at(then, &path).header("etag").to_owned();
    world.post(&format!("{path}/close"), &json!({}), 200);
    let renaming = correction(&world, &players, &world.get(&path));
    let renamed = world.put(&format!("{path}/record"), Some("*"), &renaming);
    assert_eq!(renamed.status, 200, "{}", renamed.text());
    let again = at(then, &path);
    assert_eq!((&again.json()["name"], &again.json()["meetings"]), (&json!("Liga Poprawiona"), &json!(1)));
    assert_ne!(again.header("etag"), etag, "the name is another");
}

fn correction(world: &World, players: &[String], shown: &Value) -> Value {
    let [a, b, c, d] = &players[..4] else { panic!("four players") };
    let held = |ago: u32, present: [&String; 3]| json!({ "day": world.day(ago), "present": present });
    let line = |player: &String, place: u32| json!({ "player": player, "place": place });
    json!({
        "name": "Liga Poprawiona", "voivodeship": "śląskie", "ended_at": shown["ended_at"],
        "submitted_at": shown["submitted_at"],
        "meetings": [held(90, [a, b, c]), held(60, [c, b, a]), held(30, [a, b, d]), held(0, [a, c, d])],
        "table": [line(b, 1), line(c, 2), line(a, 3), line(d, 4)],
        "reason": "Zamieniono dwa pierwsze miejsca",
    })
}

#[test]
fn a_meeting_is_corrected_and_taken_back_by_whoever_has_seen_it() {
    let world = World::start();
    let players = world.players(4);
    let [a, b, c, _] = &players[..] else { panic!("four players") };
    let id = open(&world);
    play(&world, &world.admin, &id, &players);
    let path = format!("/api/v1/leagues/{id}/meetings/2");
    let before = rows(&world, &id);
    let etag = world.get(&path)["etag"].as_str().unwrap().to_owned();
    let mut correction = meeting(&world.day(61), [c, b, a], [8, -4, -4]);
    correction["reason"] = "Pomylono dni".into();
    assert_eq!(world.put(&path, None, &correction).status, 428);
    // Other meetings of the league have changed since, this one has not.
    let corrected = world.put(&path, Some(&etag), &correction);
    assert_eq!((corrected.status, types(&corrected)), (200, vec!["league.meeting_corrected".to_owned()]));
    assert_eq!(world.get(&path)["day"], json!(world.day(61)));
    let stale = world.put(&path, Some(&etag), &meeting_with_reason(&world, [a, b, c]));
    assert_eq!((stale.status, &stale.json()["current_etag"]), (412, &json!(corrected.header("etag"))));
    assert_ne!(rows(&world, &id), before);

    let headers = [("Authorization", world.admin.as_str()), ("If-Match", corrected.header("etag"))];
    let reason = json!({ "reason": "Wpisano do złej ligi" });
    let withdrawn = world.instance.send_json("POST", &format!("{path}/withdraw"), &headers, &reason);
    assert_eq!((withdrawn.status, types(&withdrawn)), (200, vec!["league.meeting_withdrawn".to_owned()]));
    assert_eq!(world.instance.get(&path).status, 404);
    let mut again = meeting(&world.day(60), [c, b, a], [7, -3, -4]);
    again["number"] = 2.into();
    world.post(&format!("/api/v1/leagues/{id}/meetings"), &again, 201);
    assert_eq!(rows(&world, &id), before);
}

fn meeting_with_reason(world: &World, seats: [&String; 3]) -> Value {
    let mut body = meeting(&world.day(59), seats, [9, -4, -5]);
    body["reason"] = "Jeszcze raz".into();
    body
}

#[test]
fn games_are_checked_like_those_of_a_tournament() {
    let world = World::start();
    let players = world.players(4);
    let [a, b, c, d] = &players[..] else { panic!("four players") };
    let id = open(&world);
    let path = format!("/api/v1/leagues/{id}/meetings");
    let wrong = world.post(&path, &meeting(&world.day(9), [a, b, c], [9, -4, -4]), 422);
    assert_eq!(refusal(&wrong), refused(422, "wrong-sheet", "R-GAME-16"));
    assert_eq!(wrong.json()["errors"][0]["pointer"], "/tables/0/games/0/small");
    let mut absent = meeting(&world.day(9), [a, b, c], [9, -4, -5]);
    absent["present"] = json!([a, b, d]);
    assert_eq!(refusal(&world.post(&path, &absent, 422)), refused(422, "wrong-seats", "REG VI.7; R-SEAT-01"));
    let mut stranger = meeting(&world.day(9), [a, b, c], [9, -4, -5]);
    stranger["present"] = json!([a, b, c, "nobody"]);
    assert_eq!(refusal(&world.post(&path, &stranger, 422)).1, "unknown-player");
    assert_eq!(
        refusal(&world.post(&path, &meeting(&world.day_to_come(1), [a, b, c], [9, -4, -5]), 422)).1,
        "still-to-come"
    );

    let mut heavy = meeting(&world.day(9), [a, b, c], [1500, -1490, -10]);
    assert_eq!(refusal(&world.post(&path, &heavy, 409)), refused(409, "implausible-games", "R-GAME-22"));
    heavy["accept_warnings"] = true.into();
    assert_eq!(world.post(&path, &heavy, 422).json()["errors"][0]["pointer"], "/reason");
    heavy["reason"] = "Trzy gry policzono razem".into();
    world.post(&path, &heavy, 201);

    // Big points are computed, never typed.
    let mut typed = meeting(&world.day(9), [a, b, c], [9, -4, -5]);
    typed["tables"][0]["games"][0]["big"] = json!([1, 0, 0]);
    assert_eq!(world.post(&path, &typed, 400).json()["code"], "invalid-body");
}

#[test]
fn a_league_without_games_needs_a_table_from_elsewhere() {
    let world = World::start();
    let players = world.players(3);
    let [a, b, c] = &players[..] else { panic!("three players") };
    let id = open(&world);
    let path = format!("/api/v1/leagues/{id}");
    world.post(&format!("{path}/meetings"), &json!({ "day": world.day(3), "present": [a, b, c] }), 201);
    let refused_to_close = world.post(&format!("{path}/close"), &json!({}), 409);
    assert_eq!(refusal(&refused_to_close), refused(409, "games-missing", "REG I.11; AMB-62"));
    let line = |player: &String, place: u32| json!({ "player": player, "place": place });
    let gap = json!({ "table": [line(a, 1), line(b, 3)] });
    assert_eq!(refusal(&world.put(&format!("{path}/table"), Some("*"), &gap)).1, "wrong-places");
    let table = json!({ "table": [line(b, 2), line(c, 1), line(a, 2)] });
    let imported = world.put(&format!("{path}/table"), Some("*"), &table);
    assert_eq!((imported.status, types(&imported)), (200, vec!["league.table_imported".to_owned()]));
    assert_eq!(world.get(&format!("{path}/table"))["source"], "imported");
    world.post(&format!("{path}/close"), &json!({}), 200);
    let places: Vec<_> = rows(&world, &id).into_iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(places, [(json!(1), c.clone()), (json!(2), a.clone()), (json!(2), b.clone())]);
    assert_eq!(world.get(&path)["long_enough"], json!(false));
}

#[test]
fn a_qualification_is_renounced_on_the_day_of_the_final_only() {
    let world = World::start();
    let players = world.players(4);
    let id = open(&world);
    play(&world, &world.admin, &id, &players);
    let path = format!("/api/v1/leagues/{id}/waivers");
    let early = format!("{}T12:00:00Z", world.day(1));
    let reply = world.post(&path, &json!({ "player": players[0], "declared_at": early }), 409);
    assert_eq!(refusal(&reply), refused(409, "waiver-out-of-time", "REG I.10, I.11; R-WAV-02, AMB-67"));
    world.post(&path, &json!({ "player": players[0] }), 200);
    let withdrawn = world.send_as(&world.admin, "DELETE", &format!("{path}/{}", players[0]), 200);
    assert_eq!(types(&withdrawn), ["league.waiver_note_withdrawn"]);
    assert_eq!(world.get(&format!("/api/v1/leagues/{id}"))["waivers"], json!([]));
}

#[test]
fn somebody_who_was_erased_stands_in_the_table_without_a_name() {
    let world = World::start();
    let players = world.players(4);
    let id = open(&world);
    play(&world, &world.admin, &id, &players);
    world.instance.erase(&players[2]);
    let table = world.get(&format!("/api/v1/leagues/{id}/table"));
    let first = &table["rows"][0];
    assert_eq!(
        (&first["player_id"], &first["name"], &first["city"]),
        (&json!(players[2]), &json!("gracz usunięty"), &Value::Null)
    );
}

#[test]
fn an_organiser_of_another_league_has_no_say() {
    let world = World::start();
    let players = world.players(3);
    let (here, elsewhere) = (open(&world), open(&world));
    let organiser = world.organiser(CompetitionKind::League, &elsewhere);
    let body = meeting(&world.day(9), [&players[0], &players[1], &players[2]], [9, -4, -5]);
    world.post_as(&organiser, &format!("/api/v1/leagues/{here}/meetings"), &body, 403);
    world.post_as(&organiser, &format!("/api/v1/leagues/{elsewhere}/meetings"), &body, 201);
    let pages: Vec<Value> = {
        let first = world.instance.get("/api/v1/leagues?limit=1").json();
        let next = world.instance.get(&format!("/api/v1/leagues?limit=1&cursor={}", first["next"].as_str().unwrap()));
        vec![first["items"][0]["id"].clone(), next.json()["items"][0]["id"].clone()]
    };
    assert!(pages.contains(&json!(here)) && pages.contains(&json!(elsewhere)), "{pages:?}");
}
