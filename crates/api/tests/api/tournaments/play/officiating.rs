//! Referees, ties, and the undo stack.

use super::hall::{Hall, sheet};
use domain::values::ids::PlayerId;
use serde_json::json;

#[test]
fn sanctions_are_given_by_referees_and_seen_by_staff_only() {
    let hall = Hall::in_round_one(7);
    let player = hall.players[0].as_str();
    let card = json!({ "player": player, "sanction": "yellow_card", "reason": "Podpowiadanie" });
    hall.post(&hall.organiser, "sanctions", &card).expect(403);
    let first = hall.post(&hall.referee, "sanctions", &card).expect(201);
    assert_eq!(first.json()["events"].as_array().unwrap().len(), 1);
    assert_eq!(first.header("location"), hall.path("sanctions"));
    let second = hall.post(&hall.referee, "sanctions", &card).expect(201).json();
    assert_eq!(second["events"].as_array().unwrap().len(), 2, "the second card disqualifies: {second}");
    let listed = hall.get(&hall.organiser, "sanctions").json();
    let items = listed["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["reason"]), (3, &json!("Podpowiadanie")));
    assert_eq!((&items[2]["sanction"], &items[2]["automatic"]), (&json!("disqualification"), &json!(true)));
    assert_eq!(items[2]["act"], items[1]["act"]);
    assert_eq!(hall.public("sanctions").status, 401);
    assert_eq!(hall.get(&hall.instance.signed_in(domain::event::Role::Auditor), "sanctions").status, 403);
    let again = hall.post(&hall.referee, "sanctions", &card).refused(409, "player-out");
    assert!(!again.to_string().contains("yellow"), "{again}");
    let unknown = json!({ "player": "nobody", "sanction": "purple_card", "reason": " " });
    let problem = hall.post(&hall.referee, "sanctions", &unknown).expect(422).json();
    let codes: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["unknown-player", "unknown-choice", "empty"]);
}

#[test]
fn a_dispute_is_opened_ruled_on_once_and_read_by_staff() {
    let hall = Hall::in_round_one(6);
    let matter = json!({ "game": 2, "matter": "Czy ruch się liczy?" });
    let opened = hall.post(&hall.organiser, "stages/1/tables/1/disputes", &matter).expect(201);
    assert_eq!(opened.header("location"), hall.path("disputes/1"));
    let ruling = json!({ "ruling": "Tak" });
    hall.post(&hall.organiser, "disputes/1/ruling", &ruling).expect(403);
    hall.post(&hall.referee, "disputes/1/ruling", &ruling).expect(200);
    hall.post(&hall.referee, "disputes/1/ruling", &ruling).refused(409, "dispute-ruled");
    let listed = hall.get(&hall.referee, "disputes").json();
    let item = &listed["items"][0];
    assert_eq!((&item["matter"], &item["ruling"]), (&json!("Czy ruch się liczy?"), &json!("Tak")));
    let one = hall.instance.send("GET", opened.header("location"), &[("Authorization", &hall.referee)], None);
    assert_eq!((one.status, &one.json()), (200, item), "where it was opened it is read");
    assert_eq!(hall.get(&hall.referee, "disputes/2").status, 404);
    assert_eq!((hall.public("disputes").status, hall.public("disputes/1").status), (401, 401));
}

#[test]
fn acts_are_undone_in_reverse_order_and_name_who_did_what() {
    let hall = Hall::in_round_one(6);
    hall.enter("1", 1, &sheet(3, 10, 3));
    let first = hall.last_act();
    hall.enter("1", 2, &sheet(3, 20, 3));
    hall.post(&hall.organiser, "stages/1/close", &json!({ "seat_next": true })).expect(200);
    let close = hall.last_act();
    let blocked = hall.undo(&hall.organiser, first).refused(409, "later-act");
    assert_eq!(blocked["blocked_by"], close);
    let page = hall.get(&hall.organiser, "acts?limit=2").json();
    let top = &page["items"][0];
    assert_eq!((&top["number"], &top["kind"], &top["undoable"]), (&json!(close), &json!("close_stage"), &json!(true)));
    assert!(top["by"]["name"].as_str().is_some() && top["sentence"].as_str().is_some(), "{top}");
    assert_eq!(page["items"][1]["blocked_by"], close);
    let next = page["next"].as_str().unwrap();
    let rest = hall.get(&hall.organiser, &format!("acts?limit=200&cursor={next}")).json();
    let last = rest["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["number"], &last["undoable"]), (&json!(1), &json!(false)));
    hall.undo(&hall.referee, close).expect(403);
    hall.undo(&hall.organiser, close).expect(200);
    assert_eq!(hall.instance.get(&hall.sheet_path("2", 1)).status, 404, "the seats are gone, too");
    // Sheets of different tables do not rest on each other.
    hall.act(&hall.organiser, &format!("acts/{first}/undo")).expect(200);
    let missing = hall.act(&hall.organiser, "departures").expect(400).json();
    assert_eq!(missing["errors"][0]["pointer"], "/player", "{missing}");
    let undone = hall.get(&hall.organiser, "acts").json();
    let item = undone["items"].as_array().unwrap().iter().find(|item| item["number"] == first).unwrap().clone();
    assert!(item["undone"]["by"]["name"].as_str().is_some(), "{item}");
    assert_eq!(hall.public("acts").status, 401);
}

#[test]
fn ties_are_seen_by_staff_and_decided_by_the_main_referee() {
    let hall = Hall::in_round_one(6);
    let ties = hall.get(&hall.referee, "ties").json();
    assert_eq!((&ties["open"], &ties["decided"]), (&json!(null), &json!([])));
    let order: Vec<&str> = hall.players.iter().take(2).map(PlayerId::as_str).collect();
    let decision = json!({ "question": "enters_final", "order": order });
    hall.post(&hall.referee, "ties", &decision).expect(403);
    hall.post(&hall.main_referee, "ties", &decision).refused(409, "no-such-tie");
    assert_eq!(hall.public("ties").status, 401);
}

#[test]
fn whoever_works_at_a_tournament_is_told_what_she_may_do_and_how_the_stages_stand() {
    let hall = Hall::in_round_one(6);
    let work = |who: &str| hall.get(who, "work").json();
    let may = |who: &str, kind: &str| work(who)["may"].as_array().unwrap().contains(&json!(kind));
    for (kind, organiser, referee, main_referee) in
        [("draw", true, false, false), ("give_sanction", false, true, true), ("decide_tie", false, false, true)]
    {
        let told = (may(&hall.organiser, kind), may(&hall.referee, kind), may(&hall.main_referee, kind));
        assert_eq!(told, (organiser, referee, main_referee), "{kind}");
    }
    let stages = work(&hall.organiser)["stages"].take();
    assert_eq!(stages.as_array().unwrap().len(), 4, "{stages}");
    assert_eq!(
        (&stages[0]["stage"], &stages[0]["started"], &stages[0]["draws"], &stages[0]["tables"]),
        (&json!("1"), &json!(true), &json!(1), &json!(2))
    );
    let hideable: Vec<bool> = stages.as_array().unwrap().iter().map(|it| it["can_be_hidden"] == true).collect();
    assert_eq!(hideable, [false, false, true, true], "{stages}");
    let player = hall.players[0].as_str();
    hall.post(&hall.organiser, "waivers", &json!({ "player": player })).expect(201);
    assert_eq!(work(&hall.organiser)["waivers"][0]["player"], player);
    assert_eq!(hall.public("work").status, 401);
}
