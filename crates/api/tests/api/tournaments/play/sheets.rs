//! Sheets: what is taken, what is refused, and who sees what.

use super::hall::{Hall, plan, sheet};
use serde_json::{Value, json};

#[test]
fn a_sheet_is_entered_read_and_entered_anew() {
    let hall = Hall::in_round_one(6);
    let empty = hall.instance.get(&hall.sheet_path("1", 1));
    assert_eq!((empty.status, &empty.json()["results"]["state"]), (200, &json!("missing")));
    assert_eq!(empty.json()["seats"].as_array().unwrap().len(), 3);
    assert!(empty.json()["seats"][0]["name"].as_str().unwrap().starts_with("Annamaria"));
    let without = hall.instance.send_json(
        "PUT",
        &hall.sheet_path("1", 1),
        &[("Authorization", &hall.organiser)],
        &sheet(3, 10, 3),
    );
    assert_eq!(without.status, 428);
    let entered = hall.put_sheet(&hall.organiser, ("1", 1), empty.header("etag"), &sheet(3, 10, 2)).expect(200);
    assert_eq!(entered.json()["resource"], hall.sheet_path("1", 1));
    assert_eq!(entered.json()["infos"][0]["code"], "games-left");
    let read = hall.instance.get(&hall.sheet_path("1", 1)).json();
    assert_eq!(read["results"]["state"], "incomplete");
    assert_eq!(read["results"]["games"][0]["big"], json!([1, 0, 0]));
    assert_eq!(read["results"]["games"], entered.json()["games"]);
    assert_eq!(read["results"]["sums"], entered.json()["sums"]);
    assert!(read["entry"].is_null(), "nobody is told who entered it");
    let staff = hall.get(&hall.referee, "stages/1/tables/1/sheet").json();
    assert!(staff["entry"]["entered_by"]["name"].as_str().unwrap().starts_with("Konto"), "{staff}");
    let etag = entered.json()["etag"].as_str().unwrap().to_owned();
    hall.put_sheet(&hall.referee, ("1", 1), &etag, &sheet(3, 10, 3)).expect(200);
    let public = hall.instance.get(&hall.sheet_path("1", 1)).json();
    assert_eq!((&public["results"]["state"], public["results"]["games"].is_array()), (&json!("complete"), true));
    for missing in [hall.sheet_path("1", 3), hall.sheet_path("9", 1), hall.sheet_path("half", 1)] {
        assert_eq!(hall.instance.get(&missing).status, 404, "{missing}");
    }
}

#[test]
fn s12_big_points_are_computed_and_not_taken() {
    let hall = Hall::in_round_one(6);
    let body = json!({ "games": [{ "ending": "rack_emptied", "small": [30, -10, -20], "big": [1, 0, 0] }] });
    let refused = hall.put_sheet(&hall.organiser, ("1", 1), "*", &body).expect(400).json();
    assert_eq!((&refused["code"], &refused["errors"][0]["code"]), (&json!("invalid-body"), &json!("unknown-field")));
}

#[test]
fn errors_refuse_a_sheet_with_their_places_and_warnings_need_a_reason() {
    let hall = Hall::in_round_one(6);
    let wrong = json!({ "games": [{ "ending": "rack_emptied", "small": [29, -10, -20] }] });
    for rehearsal in [false, true] {
        let path = format!("{}{}", hall.sheet_path("1", 1), if rehearsal { "?dry_run=true" } else { "" });
        let headers = [("Authorization", hall.organiser.as_str()), ("If-Match", "*"), ("Accept-Language", "en")];
        let problem = hall.instance.send_json("PUT", &path, &headers, &wrong);
        assert_eq!(problem.status, 422);
        let problem = problem.json();
        assert_eq!(problem["reason"], "sheet-errors");
        let error = &problem["errors"][0];
        assert_eq!((&error["pointer"], &error["code"]), (&json!("/games/0/small/0"), &json!("wrong-winner-points")));
        assert_eq!(error["detail"], "Game 1, seat A: the winner records 30, not 29.");
        assert!(error["rule"].as_str().unwrap().contains("R-GAME-16"));
    }
    let mut odd = json!({ "games": [{ "ending": "rack_emptied", "small": [910, -10, -900] }] });
    let problem = hall.put_sheet(&hall.organiser, ("1", 1), "*", &odd).refused(422, "unconfirmed-warnings");
    assert_eq!(problem["errors"][0]["code"], "heavy-rack");
    odd["reason"] = "Kara za rozsypanie".into();
    let receipt = hall.put_sheet(&hall.organiser, ("1", 1), "*", &odd).expect(200).json();
    assert_eq!(receipt["warnings"][0]["code"], "heavy-rack");
    let checked = hall.post(&hall.organiser, "stages/1/tables/1/sheet/check", &wrong).expect(200).json();
    assert_eq!(checked["errors"][0]["code"], "wrong-winner-points");
    assert_eq!(checked["games"], json!([]));
    let unread = json!({ "games": [
        { "ending": "rack_emptied" },
        { "ending": "rack_emptied", "racks": [{ "tiles": "3x", "melded": true }, { "melded": true }] },
    ] });
    let problem = hall.put_sheet(&hall.organiser, ("1", 1), "*", &unread).expect(422).json();
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/games/0", "/games/1/racks/0/tiles", "/games/1/racks/1"]);
}

#[test]
fn racks_are_counted_here_and_by_the_calculator_alike() {
    let hall = Hall::in_round_one(6);
    let racks = json!([
        { "tiles": "", "melded": true },
        { "tiles": "3r 7b 13k J", "melded": true },
        { "face": 12, "melded": false, "had_30": true },
    ]);
    let game = json!({ "ending": "rack_emptied", "racks": racks });
    let counted = hall.instance.send_json("POST", "/api/v1/calculator", &[], &game);
    assert_eq!(counted.status, 200, "{}", counted.text());
    let counted = counted.json();
    assert_eq!(counted["big"], json!([1, 0, 0]));
    assert_eq!(counted["small"][1], -73);
    let receipt = hall.enter("1", 1, &json!({ "games": [game] })).json();
    assert_eq!(receipt["games"][0]["small"], counted["small"]);
    let nobody = json!({ "ending": "rack_emptied", "racks": [
        { "face": 1, "melded": true }, { "face": 2, "melded": true }, { "face": 3, "melded": true },
    ] });
    let refused = hall.instance.send_json("POST", "/api/v1/calculator", &[], &nobody).json();
    assert_eq!(refused["errors"][0]["code"], "no-empty-rack");
}

#[test]
fn a_corrected_sheet_of_a_closed_round_keeps_the_seats_of_the_next() {
    let hall = Hall::in_round_one(6);
    hall.play("1", 2, true);
    let seats = |table| hall.instance.get(&hall.sheet_path("2", table)).json()["seats"].clone();
    let (first, second) = (seats(1), seats(2));
    let mut body = sheet(3, 90, 3);
    body["reason"] = "Źle przepisano".into();
    hall.put_sheet(&hall.organiser, ("1", 2), &hall.etag("1", 2), &body).expect(200);
    assert_eq!((seats(1), seats(2)), (first, second));
}

#[test]
fn a_second_entry_is_made_by_somebody_else_who_is_not_told_the_first() {
    let hall = Hall::seated(6, &domain::event::FormatPlan { second_entry: true, ..plan() });
    hall.act(&hall.organiser, "stages/1/start").expect(200);
    let body = sheet(3, 10, 3);
    let entry = "stages/1/tables/1/sheet/second-entry";
    hall.post(&hall.referee, entry, &body).refused(409, "sheet-missing");
    hall.enter("1", 1, &body);
    let public = hall.instance.get(&hall.sheet_path("1", 1)).json();
    assert_eq!(public["results"], json!({ "state": "unconfirmed" }), "nobody looks the first entry up");
    let issued = hall.post(&hall.organiser, "stages/1/table-tokens", &json!({})).expect(201).json();
    let token = format!("Bearer {}", issued["tokens"][0]["token"].as_str().unwrap());
    let stale = hall.put_sheet(&token, ("1", 1), "\"1\"", &sheet(3, 12, 3)).expect(412).json();
    assert!(stale["current"]["games"].is_null() && stale["current"]["etag"].is_string(), "{stale}");
    assert!(stale["yours"]["games"].is_array(), "{stale}");
    let stale = hall.put_sheet(&hall.organiser, ("1", 1), "\"1\"", &sheet(3, 12, 3)).expect(412).json();
    assert!(stale["current"]["games"].is_array(), "{stale}");
    hall.post(&hall.organiser, entry, &body).refused(409, "same-person");
    let differs = hall.post(&hall.referee, entry, &sheet(3, 11, 3)).refused(409, "entries-differ");
    assert_eq!(differs["games"], json!([1, 2, 3]));
    assert!(!differs.to_string().contains("small"), "{differs}");
    hall.post(&hall.referee, entry, &body).expect(200);
    assert_eq!(hall.instance.get(&hall.sheet_path("1", 1)).json()["results"]["state"], "complete");
    hall.enter("1", 2, &sheet(3, 20, 3));
    hall.post(&hall.organiser, "stages/1/close", &json!({})).refused(409, "sheets-unconfirmed");
    let waiver = json!({ "reason": "Wpisał sędzia" });
    hall.post(&hall.organiser, "stages/1/tables/2/sheet/second-entry-waiver", &waiver).expect(200);
    hall.post(&hall.organiser, "stages/1/close", &json!({})).expect(200);
}

#[test]
fn the_list_of_sheets_shows_an_unconfirmed_one_to_whoever_entered_it_and_to_nobody_else() {
    let hall = Hall::seated(6, &domain::event::FormatPlan { second_entry: true, ..plan() });
    hall.act(&hall.organiser, "stages/1/start").expect(200);
    hall.enter("1", 1, &sheet(3, 10, 3));
    let listed = |who: &str| hall.get(who, "stages/1/sheets").json()["items"][0].clone();
    assert!(listed(&hall.organiser)["results"]["games"].is_array());
    let blind = listed(&hall.referee);
    assert_eq!(blind["results"], json!({ "state": "unconfirmed" }), "{blind}");
    assert_eq!(blind["etag"], listed(&hall.organiser)["etag"]);
    hall.post(&hall.referee, "stages/1/tables/1/sheet/second-entry", &sheet(3, 10, 3)).expect(200);
    assert!(listed(&hall.referee)["results"]["games"].is_array());
}

#[test]
fn hidden_results_are_for_staff_until_the_last_sheet_is_in() {
    let hall = Hall::in_round_one(6);
    hall.play("1", 2, true);
    hall.act(&hall.organiser, "stages/2/start").expect(200);
    hall.play("2", 2, true);
    hall.act(&hall.organiser, "stages/3/start").expect(200);
    let before = hall.instance.get(&hall.sheet_path("3", 1));
    hall.act(&hall.referee, "stages/3/hiding").expect(200);
    let hidden = hall.instance.get(&hall.sheet_path("3", 1));
    assert_ne!(before.header("etag"), hidden.header("etag"));
    let entered = hall.enter("3", 1, &sheet(3, 77, 3));
    let again = hall.instance.get(&hall.sheet_path("3", 1));
    assert_eq!((again.body, again.headers.get("etag")), (hidden.body.clone(), hidden.headers.get("etag")));
    let public: Value = hidden.json();
    assert_eq!((&public["hidden"], &public["results"]), (&json!(true), &Value::Null));
    let staff = hall.get(&hall.referee, "stages/3/tables/1/sheet").json();
    assert_eq!(staff["results"]["games"], entered.json()["games"]);
    let last = hall.enter("3", 2, &sheet(3, 88, 3)).json();
    let types: Vec<&str> = last["events"].as_array().unwrap().iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["tournament.sheet_entered", "tournament.results_revealed"]);
    let shown = hall.instance.get(&hall.sheet_path("3", 1)).json();
    assert_eq!((&shown["hidden"], shown["results"]["games"].is_null()), (&json!(false), false));
    // The receipt has the state of the sheet, not of what followed from it.
    hall.put_sheet(&hall.organiser, ("3", 2), last["etag"].as_str().unwrap(), &sheet(3, 89, 3)).expect(200);
}
