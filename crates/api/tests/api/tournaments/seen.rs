//! Public standings, seats, progress and results.

use super::hall::{Hall, ROUNDS};
use api::testing::{Instance, Reply};
use commands::bundle_import::{ImportOptions, import};
use domain::tournament::course::{Stage, TournamentAction};
use serde_json::{Value, json};

fn read(hall: &Hall<'_>, part: &str) -> Value {
    let reply = get(hall, part, &[]);
    assert_eq!(reply.header("content-type"), "application/json", "{}", reply.text());
    reply.json()
}

fn get(hall: &Hall<'_>, part: &str, headers: &[(&str, &str)]) -> Reply {
    let reply = hall.instance.send("GET", &hall.address(part), headers, None);
    assert!(matches!(reply.status, 200 | 304), "{part}: {}", reply.text());
    reply
}

#[test]
fn standings_grow_with_the_sheets_and_say_who_may_go_on() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    let empty = read(&hall, "standings");
    assert_eq!(
        (&empty["stage"], &empty["provisional"], &empty["phase"]),
        (&Value::Null, &json!(true), &json!("running"))
    );
    assert_eq!(empty["advancement"], json!({ "into": "final", "seats": 4 }));
    assert_eq!(empty["lines"].as_array().unwrap().len(), 8);
    assert!(empty["lines"].as_array().unwrap().iter().all(|line| line["place"] == 1 && line["stages"] == json!([])));

    hall.enter(Stage::Round(1), 2, 30);
    let standings = read(&hall, "standings");
    let first = &standings["lines"][0];
    let seats = hall.seats(Stage::Round(1), 2);
    // Seat C won the third game by more than the others theirs: 96 points, less the 30 and 31 that it lost.
    assert_eq!(first["player"], seats[2].as_str());
    assert_eq!(
        (&first["place"], &first["big"], &first["small"], &first["games"]),
        (&json!(1), &json!(1), &json!(35), &json!(3))
    );
    assert_eq!(first["stages"], json!([{ "stage": "1", "big": 1, "small": 35, "games": 3 }]));
    assert_eq!((&first["surname"].as_str().unwrap()[..7], &first["city"]), ("Żółw", &json!("Zgierz")));
    assert_eq!(standings["stage"], "1");
    assert!(["certain", "provisional", "possible", "out"].iter().any(|word| first["chance"] == *word));

    let csv = get(&hall, "standings?dialect=excel", &[]).text();
    let head =
        "\u{feff}final_place;place;player;first_name;surname;city;voivodeship;big;small;games;chance;big_1;small_1\r\n";
    assert!(csv.starts_with(head), "{csv}");
    assert_eq!(csv.lines().count(), 9);
    let plain = get(&hall, "standings", &[("Accept", "text/csv")]).text();
    assert_eq!(plain.replace(',', ";"), csv.trim_start_matches('\u{feff}'));
}

#[test]
fn standings_that_did_not_change_are_not_sent_again_and_a_name_that_did_is() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    let tag = get(&hall, "standings", &[]).header("etag").to_owned();
    // Somebody else registers, and a sheet of another tournament comes in.
    let other = Hall::in_round_one(&instance, 8);
    other.enter(Stage::Round(1), 1, 20);
    assert_eq!(get(&hall, "standings", &[("If-None-Match", &tag)]).status, 304);
    let admin = instance.signed_in(domain::event::Role::Admin);
    let address = format!("/api/v1/players/{}", hall.players[0]);
    let body = json!({
        "first_name": "Łucja", "surname": "Nowonazwana", "city": "Zgierz", "voivodeship": "opolskie", "reason": "ślub",
    });
    let headers = [("Authorization", admin.as_str()), ("If-Match", "*")];
    assert_eq!(instance.send_json("PUT", &address, &headers, &body).status, 200);
    let renamed = get(&hall, "standings", &[("If-None-Match", &tag)]);
    assert_eq!(renamed.status, 200);
    assert!(renamed.text().contains("Nowonazwana"));
    instance.erase(hall.players[0].as_str());
    let erased = get(&hall, "standings", &[]);
    assert!(!erased.text().contains("Nowonazwana"));
    assert!(erased.text().contains(hall.players[0].as_str()));
}

#[test]
fn whoever_asks_where_they_sit_is_told_table_and_seat() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 7);
    let seating = read(&hall, "seating");
    assert_eq!((&seating["stage"], &seating["drawn"], &seating["based_on"]), (&json!("1"), &json!(true), &Value::Null));
    let tables = seating["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2);
    assert_eq!((&tables[0]["pool_tiles"], &tables[1]["pool_tiles"]), (&json!(50), &json!(64)));
    assert_eq!(tables[1]["starters"], json!(["A", "B", "C"]));
    let player = &hall.seats(Stage::Round(1), 2)[1];
    let mine = read(&hall, &format!("seating?player={player}"));
    assert_eq!(mine["tables"].as_array().unwrap().len(), 1);
    assert_eq!((&mine["tables"][0]["table"], &mine["tables"][0]["seats"][1]["seat"]), (&json!(2), &json!("B")));
    assert_eq!(mine["tables"][0]["seats"][1]["asked"], true);
    assert_eq!((&mine["seated"], mine.get("code")), (&json!(true), None));
    let nobody = instance.get(&hall.address("seating?player=nobody"));
    assert_eq!((nobody.status, &nobody.json()["reason"]), (404, &json!("unknown-player")));
    let later = read(&hall, &format!("seating?stage=2&player={player}"));
    assert_eq!((&later["seated"], &later["code"], &later["tables"]), (&json!(false), &json!("not-seated"), &json!([])));
    let refused = instance.get(&hall.address("seating?stage=0"));
    assert_eq!(refused.status, 400, "{}", refused.text());
    let by_name = get(&hall, "seating?dialect=rfc4180&order=name", &[]).text();
    let surnames: Vec<&str> = by_name.lines().skip(1).map(|line| line.split(',').nth(5).unwrap()).collect();
    assert_eq!(surnames.len(), 7);
    assert!(surnames.is_sorted(), "{surnames:?}");
}

#[test]
fn a_sheet_that_is_corrected_after_the_next_seating_changes_no_seat_and_is_named() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    hall.play(Stage::Round(1));
    let before = read(&hall, "seating");
    assert_eq!(
        (&before["stage"], &before["drawn"], &before["changed_since"]),
        (&json!("2"), &json!(false), &json!([]))
    );
    let corrected = hall.try_enter(Stage::Round(1), 2, 50).unwrap();
    let after = read(&hall, "seating");
    assert_eq!((&after["tables"], &after["based_on"]), (&before["tables"], &before["based_on"]));
    let named = json!([{ "stage": "1", "table": 2, "position": corrected.position.0 }]);
    assert_eq!(after["changed_since"], named);
}

#[test]
fn progress_counts_sheets_and_names_the_next_step() {
    let instance = Instance::start();
    let hall = Hall::open(&instance, 8);
    let step = |hall: &Hall<'_>| read(hall, "progress")["next"].as_str().unwrap().to_owned();
    assert_eq!(step(&hall), "draw");
    hall.run(&|sealer| Ok(TournamentAction::Draw { stage: Stage::Round(1), seed: sealer.seed(), reason: None }));
    assert_eq!(step(&hall), "start");
    hall.run(&|_| Ok(TournamentAction::StartStage { stage: Stage::Round(1) }));
    hall.enter(Stage::Round(1), 2, 20);
    let progress = read(&hall, "progress");
    assert_eq!((&progress["tables"], &progress["entered"], &progress["complete"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!((&progress["missing"], &progress["next"]), (&json!([1]), &json!("enter_sheets")));
    let minutes = |name: &str| {
        let text = progress[name].as_str().unwrap();
        let (hour, minute): (u32, u32) = (text[11..13].parse().unwrap(), text[14..16].parse().unwrap());
        60 * hour + minute
    };
    assert_eq!((minutes("ends_at") + 1440 - minutes("started_at")) % 1440, 45);
    hall.enter(Stage::Round(1), 1, 20);
    assert_eq!(step(&hall), "close_round");
    hall.run(&|_| Ok(TournamentAction::CloseStage { stage: Stage::Round(1), seat_next: false }));
    assert_eq!(step(&hall), "seat");
}

#[test]
fn results_are_there_when_the_tournament_is_closed() {
    let instance = Instance::start();
    let hall = Hall::in_last_round(&instance, 8);
    let before = read(&hall, "results");
    assert_eq!((&before["phase"], &before["lines"], &before["winners"]), (&json!("running"), &json!([]), &json!([])));
    hall.play(Stage::Round(ROUNDS));
    hall.run(&|_| Ok(TournamentAction::StartStage { stage: Stage::Final }));
    hall.enter_final();
    hall.run(&|_| Ok(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false }));
    assert_eq!(read(&hall, "progress")["next"], "close");
    hall.run(&|sealer| Ok(TournamentAction::Close { seed: sealer.seed(), ended_at: None }));
    let results = read(&hall, "results");
    assert_eq!(
        (&results["phase"], &results["participants"], &results["planned_games"]),
        (&json!("closed"), &json!(8), &json!(12))
    );
    assert_eq!(results["lines"].as_array().unwrap().len(), 8);
    assert_eq!(results["winners"][0]["player"], results["lines"][0]["player"]);
    let standings = read(&hall, "standings");
    let final_places = |lines: &Value, field: &str| {
        let lines = lines.as_array().unwrap().iter();
        lines.map(|line| (line["player"].clone(), line[field].clone(), line["big"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(final_places(&standings["lines"], "final_place"), final_places(&results["lines"], "place"));
    let stages = standings["lines"][0]["stages"].as_array().unwrap();
    assert_eq!(stages.last().unwrap()["stage"], "final");
    assert_eq!(get(&hall, "results?dialect=rfc4180", &[]).text().lines().count(), 9);
    assert_eq!(read(&hall, "progress")["next"], Value::Null);
}

#[test]
fn of_a_player_who_is_out_nobody_reads_why() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 9);
    hall.enter(Stage::Round(1), 1, 20);
    let out = hall.seats(Stage::Round(1), 1)[1].clone();
    let gone = hall.seats(Stage::Round(1), 2)[0].clone();
    hall.run(&|_| Ok(TournamentAction::NoteLeaving { player: gone.clone() }));
    hall.disqualify(&out);
    let standings = read(&hall, "standings");
    let lines = standings["lines"].as_array().unwrap();
    let line = |player: &str| lines.iter().find(|line| line["player"] == player).unwrap();
    assert_eq!(lines.last().unwrap()["player"], out.as_str());
    assert_eq!((&line(out.as_str())["place"], &line(out.as_str())["chance"]), (&Value::Null, &Value::Null));
    assert!(line(gone.as_str())["place"].is_u64());
    let names = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(line(out.as_str())), names(line(gone.as_str())));
}

#[test]
fn an_application_that_nobody_approved_is_not_there() {
    let instance = Instance::start();
    for part in ["standings", "seating", "progress", "results", "live"] {
        assert_eq!(instance.get(&format!("/api/v1/tournaments/nowhere/{part}")).status, 404, "{part}");
    }
    let hall = Hall::applied_for(&instance);
    for part in ["standings", "seating", "progress", "results", "live"] {
        assert_eq!(instance.get(&hall.address(part)).status, 404, "{part}");
    }
}

#[test]
fn a_tournament_that_was_recorded_after_it_was_over_has_results_and_no_seats() {
    let instance = Instance::start();
    let bundle = serde_json::from_str(include_str!("../../../../../examples/season-2025.bundle.json")).unwrap();
    let options = ImportOptions { correct: false, reason: None };
    import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();
    let read = |part: &str| {
        let address = format!("/api/v1/tournaments/t-olsztyn-2024-10-12/{part}?wait_for={}", instance.position().0);
        let reply = instance.get(&address);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let results = read("results");
    let lines = results["lines"].as_array().unwrap();
    assert!(results["participants"].as_u64().unwrap() > 0);
    assert_eq!((&lines[0]["place"], &results["winners"][0]["player"]), (&json!(1), &lines[0]["player"]));
    assert_eq!((&read("standings")["lines"], &read("standings")["phase"]), (&json!([]), &json!("closed")));
    assert_eq!((&read("seating")["tables"], &read("seating")["stage"]), (&json!([]), &Value::Null));
    assert_eq!((&read("progress")["next"], &read("progress")["tables"]), (&Value::Null, &json!(0)));
}
