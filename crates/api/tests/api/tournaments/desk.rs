//! Registration, check-in, draws and referees.

use super::support::{Event, Federation};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn an_event_is_brought_to_its_first_draw() {
    let federation = Federation::open();
    let event = federation.drawn(&json!({ "format": "standard_c" }), 30);
    let draws = federation.get(&event.path("draws"));
    assert_eq!(draws["draws"][0]["order"].as_array().unwrap().len(), 30);
    assert_eq!(draws["draws"][0]["order"][29]["seat"], "8C");
    assert!(draws["seed"].is_null());
    let shown = federation.get(&format!("/api/v1/tournaments/{}", event.id));
    assert_eq!(shown["seed_commitment"], draws["seed_commitment"]);
    assert_eq!((&shown["phase"], &shown["current_stage"]), (&json!("approved"), &json!("1")));
}

#[test]
fn a_minor_is_checked_in_with_a_consent_and_nobody_outside_learns_of_it() {
    let federation = Federation::open();
    let event = federation.approved();
    let players = federation.players(3);
    let registrations = json!({ "registrations": [
        { "player": players[0], "age": "minor" }, { "player": players[1] }, { "player": players[2] },
    ] });
    federation.post(&event.organiser, &event.path("registrations"), &registrations);
    let path = event.path("check-ins");
    let problem = federation.refused(&event.organiser, &path, &json!({ "all": true }), 409, "consent-missing");
    assert_eq!(problem["player"], players[0].as_str());
    assert_eq!(federation.send(&event.organiser, "POST", &path, &json!({})).status, 422);

    let listed = federation.instance.get(&event.path("players"));
    let desk = federation.read(&event.referee, &event.path("desk"));
    let of = |desk: &Value, player: &str| {
        desk["items"].as_array().unwrap().iter().find(|item| item["id"] == player).unwrap().clone()
    };
    let etag = of(&desk, &players[0])["etag"].as_str().unwrap().to_owned();
    let registration = event.path(&format!("registrations/{}", players[0]));
    let put = |body: &Value| {
        let authorization = ("Authorization", event.organiser.authorization.as_str());
        federation.instance.send_json("PUT", &registration, &[authorization, ("If-Match", &etag)], body)
    };
    let consent = json!({ "age": "minor", "guardian_consent": true });
    let changed = put(&consent);
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(put(&json!({ "age": "adult" })).status, 412);
    federation.post(&event.organiser, &path, &json!({ "players": [players[0], players[1]] }));
    federation.post(&event.organiser, &event.path("absences"), &json!({ "all_missing": true }));
    let desk = federation.read(&event.organiser, &event.path("desk"));
    assert_eq!((&desk["checked_in"], &desk["missing"]), (&json!(2), &json!(0)));
    assert_eq!(of(&desk, &players[2])["presence"], "absent");
    assert_eq!(of(&desk, &players[0])["guardian_consent"], true);

    // What everybody sees has not changed.
    let again = federation.instance.get(&event.path("players"));
    assert_eq!((again.text(), again.header("etag")), (listed.text(), listed.header("etag")));
    for word in ["presence", "age", "consent", "absent", "etag"] {
        assert!(!again.text().contains(word), "{word}: {}", again.text());
    }
    assert_eq!(federation.instance.get(&event.path("desk")).status, 401);
    assert_eq!(federation.send(&federation.member("nosy"), "GET", &event.path("desk"), &Value::Null).status, 403);
}

#[test]
fn a_second_draw_needs_a_reason_that_everybody_reads() {
    let federation = Federation::open();
    let event = federation.drawn(&json!({ "rounds": [3, 3, 3, 3] }), 28);
    federation.refused(&event.organiser, &event.path("draws"), &json!({}), 422, "reason-missing");
    let again = json!({ "stage": "1", "reason": "Jedna osoba przyszła w ostatniej chwili" });
    federation.post(&event.organiser, &event.path("draws"), &again);
    let draws = federation.get(&event.path("draws"));
    assert_eq!(draws["draws"][1]["reason"], again["reason"]);
    assert_ne!(draws["draws"][0]["order"], draws["draws"][1]["order"]);
    assert!(draws["draws"][0]["reason"].is_null());
}

/// Plays a round of four tables with the same points at each.
fn play(federation: &Federation, event: &Event, round: u32) {
    let stage = event.path(&format!("stages/{round}"));
    federation.post(&event.organiser, &format!("{stage}/start"), &Value::Null);
    for table in 1..=4 {
        let games: Vec<Value> = (0..3)
            .map(|game| json!({ "ending": "rack_emptied", "small": [60 + game + table, -10 - game, -20, -30 - table] }))
            .collect();
        federation.put(&event.organiser, &format!("{stage}/tables/{table}/sheet"), &json!({ "games": games }));
    }
    federation.post(&event.organiser, &format!("{stage}/close"), &json!({ "seat_next": round < 3 }));
}

/// An ordinary tournament of sixteen that is over.
fn closed(federation: &Federation) -> Event {
    let mut application = federation.application();
    application["class"] = json!("ordinary");
    let mut event = federation.approved_as(&application, &json!({}));
    federation.prepare(&mut event, &json!({ "rounds": [3, 3, 3] }), 16);
    federation.post(&event.organiser, &event.path("draws"), &json!({}));
    federation.post(&event.organiser, &event.path("draws"), &json!({ "reason": "Próba mikrofonu" }));
    for round in 1..=3 {
        play(federation, &event, round);
    }
    federation.post(&event.organiser, &event.path("close"), &Value::Null);
    event
}

/// What the independent program says of the draws.
fn recompute(answer: &str) -> Result<String, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/draw/recompute.py");
    let mut child = Command::new("python3")
        .arg("-B")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn the_draws_of_a_closed_tournament_are_recomputed_by_an_independent_script() {
    let federation = Federation::open();
    let event = closed(&federation);
    let answer = federation.instance.get(&event.path("draws")).text();
    assert_eq!(recompute(&answer), Ok("2 draws recomputed".to_owned()));
    // The check is worth something: other seats and another seed do not pass.
    let mut changed: Value = serde_json::from_str(&answer).unwrap();
    let order = changed["draws"][1]["order"].as_array_mut().unwrap();
    let (first, second) = (order[0]["player"].clone(), order[1]["player"].clone());
    (order[0]["player"], order[1]["player"]) = (second, first);
    assert_eq!(recompute(&changed.to_string()), Err("draw 2: another order comes out".to_owned()));
    let mut changed: Value = serde_json::from_str(&answer).unwrap();
    changed["seed"] = json!("00".repeat(32));
    assert!(recompute(&changed.to_string()).unwrap_err().starts_with("the seed is not the one"));
}

/// Everything that an organiser writes before and around play, with bodies that are right otherwise.
fn writes(event: &Event, player: &str, referee: &str) -> Vec<(&'static str, String, Value)> {
    let details = json!({ "name": "Inny", "venue": "Inna sala", "voivodeship": "łódzkie", "first_day": "2030-01-05" });
    vec![
        ("PUT", event.path("details"), details),
        ("PUT", event.path("format"), json!({ "rounds": [3, 3, 3] })),
        ("POST", event.path("registrations"), json!({ "registrations": [{ "player": player }] })),
        ("PUT", event.path(&format!("registrations/{player}")), json!({ "age": "adult", "walk_in": true })),
        ("DELETE", event.path(&format!("registrations/{player}")), Value::Null),
        ("POST", event.path("check-ins"), json!({ "players": [player] })),
        ("POST", event.path("absences"), json!({ "players": [player] })),
        ("POST", event.path("late-arrivals"), json!({ "player": player })),
        ("POST", event.path("departures"), json!({ "player": player })),
        ("POST", event.path("draws"), json!({ "reason": "Jeszcze raz" })),
        ("POST", event.path("cancellation"), json!({ "reason": "Bez powodu" })),
        ("POST", event.path("staff"), json!({ "account": referee, "role": "referee" })),
        ("DELETE", event.path(&format!("staff/{referee}/referee")), Value::Null),
    ]
}

fn write(federation: &Federation, who: &api::testing::Member, (method, path, body): &(&str, String, Value)) -> u16 {
    federation.send(who, method, path, body).status
}

#[test]
fn s11_an_organiser_writes_to_no_tournament_of_others_and_to_her_own_only_in_its_time() {
    let federation = Federation::open();
    let (event, other) = (closed(&federation), federation.approved());
    let (player, referee) = (event.players[0].as_str(), event.referee.account.as_str());
    let position = federation.instance.position();
    for wish in writes(&event, player, referee) {
        assert_eq!(write(&federation, &event.organiser, &wish), 409, "{wish:?} after closing");
        assert_eq!(write(&federation, &other.organiser, &wish), 403, "{wish:?} by somebody else");
    }
    for wish in writes(&other, player, referee) {
        assert_eq!(write(&federation, &event.organiser, &wish), 403, "{wish:?} of somebody else");
    }
    assert_eq!(federation.instance.position(), position, "nothing was recorded");
    // An id in the body that is another than in the address.
    federation.post(
        &other.organiser,
        &other.path("registrations"),
        &json!({ "registrations": [{ "player": event.players[1] }] }),
    );
    let body = json!({ "player": player, "age": "adult" });
    let path = other.path(&format!("registrations/{}", event.players[1]));
    let refused = federation.send(&other.organiser, "PUT", &path, &body);
    assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &json!("/player")));
}

#[test]
fn s23_commands_out_of_order_are_refused_and_parallel_ones_have_one_effect() {
    let federation = Federation::open();
    let mut event = federation.approved();
    let organiser = &event.organiser;
    federation.refused(organiser, &event.path("draws"), &json!({}), 409, "format-missing");
    let stranger = federation.players(1).remove(0);
    let body = json!({ "players": [stranger] });
    federation.refused(organiser, &event.path("check-ins"), &body, 409, "not-registered");
    federation.refused(organiser, &event.path("late-arrivals"), &json!({ "player": stranger }), 409, "not-started");
    federation.prepare(&mut event, &json!({ "format": "standard_a" }), 28);
    federation.refused(&event.organiser, &event.path("draws"), &json!({ "stage": "2" }), 409, "out-of-order");

    let registration = json!({ "registrations": [{ "player": stranger, "walk_in": true }] });
    let (federation, event) = (&federation, &event);
    let statuses: Vec<(u16, u16)> = std::thread::scope(|scope| {
        let both = |_| {
            let registration = &registration;
            scope.spawn(move || {
                let registered = federation.send(&event.organiser, "POST", &event.path("registrations"), registration);
                let drawn = federation.send(&event.organiser, "POST", &event.path("draws"), &json!({}));
                (registered.status, drawn.status)
            })
        };
        let threads: Vec<_> = (0..8).map(both).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|(registered, _)| *registered == 201), "{statuses:?}");
    assert_eq!(statuses.iter().filter(|(_, drawn)| *drawn == 201).count(), 1, "{statuses:?}");
    let desk = federation.read(&event.organiser, &event.path("desk"));
    assert_eq!(desk["items"].as_array().unwrap().len(), 29);
    assert_eq!(federation.get(&event.path("draws"))["draws"].as_array().unwrap().len(), 1);
}

#[test]
fn an_organiser_names_referees_and_nobody_greater() {
    let federation = Federation::open();
    let event = federation.approved();
    let friend = federation.member("friend");
    let name = |role: &str| json!({ "account": friend.account.as_str(), "role": role });
    for role in ["admin", "organiser", "auditor"] {
        assert_eq!(federation.send(&event.organiser, "POST", &event.path("staff"), &name(role)).status, 422, "{role}");
    }
    assert_eq!(federation.send(&event.referee, "POST", &event.path("staff"), &name("referee")).status, 403);
    assert_eq!(federation.send(&friend, "GET", &event.path("desk"), &Value::Null).status, 403);
    let both = json!({ "account": friend.account.as_str(), "login": "friend", "role": "main_referee" });
    for (body, pointer) in [
        (both, "/account"),
        (json!({ "role": "main_referee" }), "/account"),
        (json!({ "login": "no one at all", "role": "main_referee" }), "/login"),
    ] {
        let refused = federation.send(&event.organiser, "POST", &event.path("staff"), &body);
        assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &json!(pointer)), "{body}");
    }
    let by_login = json!({ "login": friend.login, "role": "main_referee" });
    federation.post(&event.organiser, &event.path("staff"), &by_login);
    federation.read(&friend, &event.path("desk"));
    federation.post(&event.organiser, &event.path("staff"), &name("main_referee"));
    federation.read(&friend, &event.path("desk"));
    let dismiss = event.path(&format!("staff/{}/main_referee", friend.account));
    let headers = [("Authorization", event.organiser.authorization.as_str())];
    assert_eq!(federation.instance.send("DELETE", &dismiss, &headers, None).status, 200);
    assert_eq!(federation.send(&friend, "GET", &event.path("desk"), &Value::Null).status, 403);
    let other = event.path(&format!("staff/{}/organiser", event.organiser.account));
    assert_eq!(federation.instance.send("DELETE", &other, &headers, None).status, 404);
}
