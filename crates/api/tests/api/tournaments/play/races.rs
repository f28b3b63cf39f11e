//! Concurrent requests: commands out of order are refused, and parallel ones have one effect.

use super::hall::{Hall, sheet};
use events::envelope::Position;
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How often something of a type was recorded.
fn recorded(hall: &Hall, event_type: &str) -> usize {
    let mut count = 0;
    let mut visit = |event: &events::envelope::RecordedRef<'_>| {
        count += usize::from(*event.event_type == *event_type);
        ControlFlow::Continue(())
    };
    hall.instance.log.scan(Position::START, hall.instance.position(), &mut visit).unwrap();
    count
}

#[test]
fn s23_the_last_sheet_and_the_end_of_the_round_in_parallel_give_one_seating() {
    let hall = Hall::in_round_one(6);
    hall.enter("1", 1, &sheet(3, 10, 3));
    let (path, close) = (hall.sheet_path("1", 2), hall.path("stages/1/close"));
    let body = sheet(3, 20, 3);
    let (who, referee) = (hall.organiser.as_str(), hall.referee.as_str());
    let mut early = 0;
    for round in 0..100 {
        let before = recorded(&hall, "tournament.stage_seated");
        let close_once =
            || hall.instance.send_json("POST", &close, &[("Authorization", who)], &json!({ "seat_next": true }));
        let closed = std::thread::scope(|scope| {
            let entering = scope.spawn(|| {
                let headers = [("Authorization", referee), ("If-Match", "*")];
                hall.instance.send_json("PUT", &path, &headers, &body)
            });
            let closing = [scope.spawn(close_once), scope.spawn(close_once)];
            assert_eq!(entering.join().unwrap().status, 200, "round {round}");
            closing.map(|closing| closing.join().unwrap())
        });
        for reply in &closed {
            let reason = reply.json()["reason"].as_str().unwrap_or_default().to_owned();
            let fits =
                reply.status == 200 || (reply.status == 409 && ["sheets-missing", "stage-closed"].contains(&&*reason));
            assert!(fits, "{}", reply.text());
        }
        let done = closed.iter().filter(|reply| reply.status == 200).count();
        assert!(done <= 1, "one of them ends the round");
        if done == 0 {
            early += 1;
            assert_eq!(close_once().status, 200);
        }
        assert_eq!(recorded(&hall, "tournament.stage_seated"), before + 1, "round {round}");
        let act = hall.last_act();
        hall.undo(who, act).expect(200);
        hall.undo(who, act - 1).expect(200);
    }
    assert!(early < 100, "sometimes the sheet is first");
}

#[test]
fn s23_two_people_on_one_sheet_get_one_success_and_one_refusal_with_both_values() {
    let hall = Hall::in_round_one(6);
    let etag = hall.etag("1", 1);
    let (mine, theirs) = (sheet(3, 10, 3), sheet(3, 50, 3));
    let replies = std::thread::scope(|scope| {
        let entering = [(&hall.organiser, &mine), (&hall.referee, &theirs)]
            .map(|(who, body)| scope.spawn(|| hall.put_sheet(who, ("1", 1), &etag, body).0));
        entering.map(|entering| entering.join().unwrap())
    });
    let mut statuses = replies.each_ref().map(|reply| reply.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412], "{} {}", replies[0].text(), replies[1].text());
    let (lost, won) = if replies[0].status == 412 { (0, 1) } else { (1, 0) };
    let bodies = [&mine, &theirs];
    let problem = replies[lost].json();
    let small = |games: &serde_json::Value| {
        games.as_array().unwrap().iter().map(|game| game["small"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(small(&problem["yours"]["games"]), small(&bodies[lost]["games"]));
    assert_eq!(small(&problem["current"]["games"]), small(&bodies[won]["games"]));
    assert_eq!(problem["current"]["etag"], replies[won].json()["etag"]);
    assert!(problem["current"]["entered_by"]["name"].as_str().is_some(), "{problem}");
    assert!(problem["current"]["entered_at"].as_str().is_some());
}

#[test]
fn s23_everybody_enters_the_own_sheet_without_standing_in_the_way_of_another() {
    let hall = Hall::in_round_one(24);
    let tables = 6;
    let etags: BTreeMap<u32, String> = (1..=tables).map(|table| (table, hall.etag("1", table))).collect();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let entering: Vec<_> = (1..=tables)
            .map(|table| {
                let (hall, etags) = (&hall, &etags);
                let body = sheet(4, 10 * i64::from(table), 3);
                scope.spawn(move || hall.put_sheet(&hall.organiser, ("1", table), &etags[&table], &body).0.status)
            })
            .collect();
        entering.into_iter().map(|entering| entering.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[test]
fn s23_a_storm_of_retries_of_one_sheet_has_one_effect() {
    let hall = Hall::in_round_one(6);
    let etag = hall.etag("1", 1);
    let body = sheet(3, 10, 3);
    let path = hall.sheet_path("1", 1);
    let put = || {
        let headers = [("Authorization", hall.organiser.as_str()), ("If-Match", &etag), ("Idempotency-Key", "burza-1")];
        hall.instance.send_json("PUT", &path, &headers, &body)
    };
    let replies: Vec<_> = std::thread::scope(|scope| {
        let sending: Vec<_> = (0..50).map(|_| scope.spawn(put)).collect();
        sending.into_iter().map(|sending| sending.join().unwrap()).collect()
    });
    for reply in &replies {
        assert_eq!((reply.status, &reply.body), (200, &replies[0].body), "{}", reply.text());
    }
    assert_eq!(recorded(&hall, "tournament.sheet_entered"), 1);
    assert_eq!(replies.iter().filter(|reply| reply.header("idempotency-replayed").is_empty()).count(), 1);
}

#[test]
fn s23_commands_out_of_order_are_refused_with_their_reason_and_rule() {
    let hall = Hall::seated(6, &super::hall::plan());
    let organiser = hall.organiser.as_str();
    let close = json!({});
    hall.post(organiser, "stages/1/close", &close).refused(409, "not-started");
    hall.put_sheet(organiser, ("1", 1), "*", &sheet(3, 10, 3)).refused(409, "not-started");
    hall.act(organiser, "stages/2/seating").refused(409, "out-of-order");
    hall.act(organiser, "stages/2/start").refused(409, "out-of-order");
    hall.act(organiser, "stages/1/seating").refused(409, "not-by-standing");
    hall.act(organiser, "stages/top/seating").refused(409, "no-such-stage");
    hall.act(organiser, "close").refused(409, "wrong-phase");
    hall.act(organiser, "stages/1/start").expect(200);
    hall.act(organiser, "stages/1/start").refused(409, "stage-started");
    let missing = hall.post(organiser, "stages/1/close", &close).refused(409, "sheets-missing");
    assert_eq!(missing["tables"], json!([1, 2]));
    hall.act(organiser, "stages/1/hiding").refused(409, "not-hideable");
    hall.act(organiser, "stages/1/reveal").refused(409, "not-hidden");
    hall.act(organiser, "close").refused(409, "stages-left");
    hall.post(organiser, "stages/1/skip", &json!({ "reason": "Bez rundy" })).expect(403);
    hall.post(&hall.main_referee, "stages/1/skip", &json!({ "reason": "Bez rundy" })).refused(409, "not-skippable");
    hall.post(&hall.referee, "disputes/1/ruling", &json!({ "ruling": "Tak" })).refused(409, "no-such-dispute");
    hall.undo(organiser, 9999).refused(409, "no-such-act");
    hall.post(
        organiser,
        "results",
        &json!({ "planned_games": 7, "ended_at": "2026-03-14T18:00:00+01:00", "results": [] }),
    )
    .refused(409, "wrong-phase");
    hall.play("1", 2, true);
    hall.put_sheet(organiser, ("1", 1), "*", &sheet(3, 40, 3)).refused(422, "correction-reason-missing");
    hall.post(organiser, "stages/1/close", &close).refused(409, "stage-closed");
}
