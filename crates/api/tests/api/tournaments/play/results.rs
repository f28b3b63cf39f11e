//! Final results: closing, correcting, and results from elsewhere.

use super::hall::{Answer, Hall, sheet};
use api::Settings;
use api::testing::{Instance, MovableClock};
use domain::event::{Grant, Role};
use domain::values::variant::Variant;
use events::vault::MasterKey;
use projections::vault_check::check_vault;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Plays everything up to the final, which has started; six players, so that the best are known.
fn played() -> Hall {
    let hall = Hall::in_round_one(6);
    hall.play("1", 2, true);
    for stage in ["2", "3"] {
        hall.act(&hall.organiser, &format!("stages/{stage}/start")).expect(200);
        hall.play(stage, 2, stage == "2");
    }
    hall
}

#[test]
fn a_tournament_is_played_to_its_end_and_corrected_by_an_admin() {
    let hall = played();
    let seated = hall.act(&hall.organiser, "stages/final/seating").0;
    if seated.status == 409 {
        let ties = hall.get(&hall.main_referee, "ties").json();
        let order: Vec<Value> =
            ties["open"]["players"].as_array().unwrap().iter().map(|player| player["player"].clone()).collect();
        let decision = json!({ "question": ties["open"]["question"], "order": order, "reason": "Losowanie" });
        hall.post(&hall.main_referee, "ties", &decision).expect(200);
        hall.act(&hall.organiser, "stages/final/seating").expect(200);
    }
    hall.act(&hall.organiser, "stages/final/start").expect(200);
    let seats = hall.seats("final", 1);
    hall.put_sheet(&hall.organiser, ("final", 1), "*", &sheet(seats, 10, 1)).expect(403);
    hall.put_sheet(&hall.referee, ("final", 1), "*", &sheet(seats, 10, 2)).refused(422, "game-by-game");
    for games in 1..=4 {
        hall.put_sheet(&hall.referee, ("final", 1), &hall.etag("final", 1), &sheet(seats, 10, games)).expect(200);
    }
    hall.post(&hall.organiser, "waivers", &json!({ "player": hall.players[0].as_str() })).expect(201);
    hall.post(&hall.organiser, "stages/final/close", &json!({})).expect(200);
    hall.post(&hall.organiser, "close", &json!({ "ended_at": "wczoraj" })).expect(422);
    hall.post(&hall.organiser, "close", &json!({ "ended": "wczoraj" })).expect(400);
    // The first day is still to come.
    hall.post(&hall.organiser, "close", &json!({ "ended_at": hall.now() })).refused(422, "invalid-end");
    let closed = hall.act(&hall.organiser, "close").0;
    if closed.status == 409 {
        let ties = hall.get(&hall.main_referee, "ties").json();
        let order: Vec<Value> =
            ties["open"]["players"].as_array().unwrap().iter().map(|player| player["player"].clone()).collect();
        let decision = json!({ "question": ties["open"]["question"], "order": order });
        hall.post(&hall.main_referee, "ties", &decision).expect(200);
        hall.act(&hall.organiser, "close").expect(200);
    }
    hall.put_sheet(&hall.organiser, ("1", 1), "*", &sheet(3, 99, 3)).refused(409, "wrong-phase");
    let correct = |who: &str, body: &Value| {
        let path = hall.path("stages/1/tables/1/correction");
        let etag = hall.etag("1", 1);
        let headers = [("Authorization", who), ("If-Match", etag.as_str())];
        Answer(hall.instance.send_json("PUT", &path, &headers, body))
    };
    let mut body = sheet(3, 99, 3);
    correct(&hall.admin, &body).refused(422, "reason-missing");
    body["reason"] = "Protest uznany".into();
    correct(&hall.organiser, &body).expect(403);
    let receipt = correct(&hall.admin, &body).expect(200).json();
    assert_eq!(receipt["events"][0]["type"], "tournament.sheet_corrected");
}

fn line(hall: &Hall, index: usize, place: u32) -> Value {
    json!({ "player": hall.players[index].as_str(), "place": place, "games_played": 7 })
}

#[test]
fn places_of_a_duel_are_imported_and_corrected() {
    let hall = Hall::approved(3, Variant::Duel);
    let results = json!([line(&hall, 0, 1), line(&hall, 1, 2), line(&hall, 2, 3)]);
    let mut body = json!({ "planned_games": 7, "ended_at": hall.now(), "results": results });
    let mut wrong = body.clone();
    wrong["results"][1]["player"] = "nobody".into();
    wrong["results"][2]["disqualified"] = true.into();
    wrong["planned_games"] = 401.into();
    let problem = hall.post(&hall.organiser, "results", &wrong).expect(422).json();
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/planned_games", "/results/1/player", "/results/2/place"]);
    body["results"][1]["place"] = 3.into();
    hall.post(&hall.organiser, "results", &body).refused(422, "invalid-results");
    body["results"][1]["place"] = 2.into();
    let mut early = body.clone();
    early["ended_at"] = "2026-03-14T18:00:00+01:00".into();
    hall.post(&hall.organiser, "results", &early).refused(422, "invalid-end");
    hall.post(&hall.organiser, "results", &body).expect(201);
    let correction =
        json!({ "results": [line(&hall, 0, 2), line(&hall, 1, 1), line(&hall, 2, 3)], "reason": "Pomyłka" });
    let put = |who: &str, headers: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> = [("Authorization", who)].into_iter().chain(headers.iter().copied()).collect();
        Answer(hall.instance.send_json("PUT", &hall.path("results"), &headers, &correction))
    };
    put(&hall.organiser, &[("If-Match", "*")]).expect(403);
    put(&hall.admin, &[]).expect(428);
    put(&hall.admin, &[("If-Match", "*")]).expect(200);
}

fn upload(hall: &Hall, media_type: &str, body: &[u8]) -> Answer {
    let path = hall.path(&format!("results?planned_games=7&ended_at={}", hall.now().replace('+', "%2B")));
    let headers = [("Authorization", hall.organiser.as_str()), ("Content-Type", media_type)];
    Answer(hall.instance.send("POST", &path, &headers, Some(body)))
}

#[test]
fn s19_an_upload_is_judged_by_its_content_and_nothing_in_it_is_evaluated() {
    let hall = Hall::approved(3, Variant::Duel);
    let [a, b, c] = [0, 1, 2].map(|index| hall.players[index].as_str());
    for body in [b"PK\x03\x04player".as_slice(), b"{\"results\": []}", b"player,place\x00", b"\xff\xfeplayer"] {
        upload(&hall, "text/csv", body).expect(415);
    }
    upload(&hall, "application/vnd.ms-excel", b"player,place,games_played\r\n").expect(415);
    upload(&hall, "multipart/form-data; boundary=x", b"--x--").expect(415);
    upload(&hall, "text/csv", b"player,games_played,place\r\n").expect(422);
    let formulas = format!("player,place,games_played\r\n=1+1,1,7\r\n{a},=1,7\r\n{b},+2,-1\r\n{c}\r\n");
    let problem = upload(&hall, "text/csv", formulas.as_bytes()).expect(422).json();
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/results/1/place", "/results/2/place", "/results/2/games_played", "/results/3"]);
    let rows = format!("{a},1,7\r\n").repeat(2001);
    let many = upload(&hall, "text/csv", format!("player,place,games_played\r\n{rows}").as_bytes()).expect(422).json();
    assert_eq!(many["errors"][0]["code"], "too-many-rows");
    upload(&hall, "text/csv", &vec![b'p'; 600 << 10]).expect(413);
    let good = format!("\u{feff}player,place,games_played\r\n{a},1,7\r\n{b},2,6\r\n{c},dsq,3\r\n");
    upload(&hall, "text/csv", good.as_bytes()).expect(201);
}

#[test]
fn r_plr_10_the_contact_of_the_winner_is_for_admins_and_ends_after_the_championship() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(MovableClock::default());
    let master = MasterKey::generate(&*clock).to_text();
    let start = || {
        let master = MasterKey::parse(&master).unwrap();
        let no_second_factor = |settings: &mut Settings| settings.sign_in.admins_need_second_factor = false;
        Instance::start_at(folder.path(), master, Arc::clone(&clock), no_second_factor)
    };
    let mut hall = Hall::approved_at(start(), 3, Variant::Duel);
    let email = "zofia.kanarek@example.org";
    let put = |hall: &Hall, who: &str, body: &Value| {
        Answer(hall.instance.send_json("PUT", &hall.path("winner-contact"), &[("Authorization", who)], body))
    };
    let contact = json!({ "email": email, "name": "Maria Kanarek" });
    put(&hall, &hall.organiser, &contact).refused(409, "wrong-phase");
    let results = json!([line(&hall, 0, 1), line(&hall, 1, 2), line(&hall, 2, 3)]);
    let body = json!({ "planned_games": 7, "ended_at": hall.now(), "results": results });
    hall.post(&hall.organiser, "results", &body).expect(201);

    put(&hall, &hall.referee, &contact).expect(403);
    put(&hall, &hall.organiser, &json!({ "email": "zofia" })).expect(422);
    assert_eq!(hall.get(&hall.organiser, "winner-contact").json()["recorded"], false);
    let receipt = put(&hall, &hall.organiser, &contact).expect(200).json();
    assert_eq!(receipt["events"][0]["type"], "tournament.winner_contact_recorded");
    for (who, shown) in [(&hall.organiser, false), (&hall.referee, false), (&hall.admin, true)] {
        let answer = hall.get(who, "winner-contact");
        assert_eq!((answer.json()["recorded"].as_bool(), answer.text().contains(email)), (Some(true), shown));
    }
    let admin = &[("Authorization", hall.admin.as_str())];
    let audit = hall.instance.send("GET", "/api/v1/audit", admin, None).text();
    assert!(audit.contains("winner-contact"), "a look at the contact is recorded: {audit}");
    let log = hall.instance.send("GET", "/api/v1/log/events?limit=200", admin, None).text();
    assert!(log.contains("tournament.winner_contact_recorded") && !log.contains("kanarek"), "{log}");

    // No season holds the day, so the contact is held for a year.
    let position = hall.instance.position().0;
    hall.instance.stop();
    clock.advance(Duration::from_hours(367 * 24));
    hall.instance = start();
    assert_eq!(hall.instance.get(&format!("/api/v1?wait_for={}", position + 1)).status, 200);
    let admin = hall.instance.member("zofia.admin", &[Grant { role: Role::Admin, event: None }]).authorization;
    let answer = hall.get(&admin, "winner-contact");
    assert_eq!((answer.json()["recorded"].as_bool(), answer.text().contains(email)), (Some(false), false));
    let report = check_vault(&*hall.instance.log, &hall.instance.vault).unwrap();
    assert_eq!(report.problems, []);
}
