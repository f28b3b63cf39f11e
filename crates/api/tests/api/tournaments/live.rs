//! One tournament as it happens: its events and no others, once and in order, and nothing of what they say.

use super::hall::{Hall, ROUNDS};
use crate::event_stream::EventStream;
use api::testing::Instance;
use domain::tournament::course::{Stage, TournamentAction};
use domain::tournament::sanction::Sanction;
use domain::values::text::StatedReason;
use serde_json::{Value, json};

fn watch(hall: &Hall<'_>, headers: &[(&str, &str)]) -> EventStream {
    let path = format!("/api/v1/tournaments/{}/live", hall.id);
    let stream = EventStream::open(hall.instance.address, &path, headers).unwrap();
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream
}

/// What a stream tells up to a position: positions and what stands there.
fn until(stream: &mut EventStream, last: u64) -> Vec<(u64, Value)> {
    let mut told = Vec::new();
    while told.last().is_none_or(|(position, _)| *position < last) {
        let message = stream.next_id().unwrap();
        let data = message.data.as_deref().map_or(Value::Null, |data| serde_json::from_str(data).unwrap());
        told.push((message.id.unwrap(), data));
    }
    told
}

#[test]
fn a_watcher_is_told_what_changed_at_this_tournament_and_no_other() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    let other = Hall::in_round_one(&instance, 8);
    let mut stream = watch(&hall, &[]);
    let greeting = stream.next_id().unwrap();
    assert_eq!(greeting.id, Some(instance.position().0));
    other.enter(Stage::Round(1), 1, 20);
    let first = hall.enter(Stage::Round(1), 2, 20);
    other.enter(Stage::Round(1), 2, 20);
    let second = hall.enter(Stage::Round(1), 1, 20);
    let told = until(&mut stream, second);
    let sheet = |position: u64, table: u32, entered: u32| {
        let data = json!({
            "position": position, "what": "sheet", "stage": "1", "table": table, "entered": entered, "of": 2,
        });
        (position, data)
    };
    assert_eq!(told, [sheet(first, 2, 1), sheet(second, 1, 2)]);
    hall.run(&|_| Ok(TournamentAction::CloseStage { stage: Stage::Round(1), seat_next: true }));
    let told = until(&mut stream, instance.position().0);
    let what: Vec<(&str, &str)> =
        told.iter().map(|(_, data)| (data["what"].as_str().unwrap(), data["stage"].as_str().unwrap())).collect();
    assert_eq!(what, [("stage", "1"), ("seating", "2")]);

    let again = until(&mut watch(&hall, &[("Last-Event-ID", &first.to_string())]), instance.position().0);
    assert_eq!(again[0], sheet(second, 1, 2));
    assert_eq!(again[1..], told);
}

#[test]
fn a_watcher_who_comes_back_from_elsewhere_or_too_late_is_told_where_it_is() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    let mut stream = watch(&hall, &[("Last-Event-ID", "1000000")]);
    let reset = stream.next_id().unwrap();
    assert_eq!((reset.event.as_deref(), reset.id), (Some("reset"), Some(instance.position().0)));
}

#[test]
fn of_sanctions_and_disputes_nothing_is_told_and_whoever_is_out_looks_like_whoever_left() {
    let instance = Instance::start();
    let hall = Hall::in_round_one(&instance, 8);
    let player = hall.seats(Stage::Round(1), 1)[0].clone();
    let reason = || StatedReason::parse("krzyczał na całą salę").unwrap();
    let before = instance.position().0;
    let mut live = watch(&hall, &[]);
    let greeting = live.next_id().unwrap();
    assert_eq!(greeting.id, Some(before));
    hall.run(&|sealer| {
        let reason = sealer.reason(&reason());
        Ok(TournamentAction::GiveSanction { player: player.clone(), sanction: Sanction::YellowCard, reason })
    });
    hall.run(&|sealer| {
        Ok(TournamentAction::OpenDispute {
            stage: Stage::Round(1),
            table: 2,
            game: None,
            matter: sealer.reason(&reason()),
        })
    });
    let out = hall.disqualify(&player);
    let gone = hall.seats(Stage::Round(1), 2)[0].clone();
    hall.run(&|_| Ok(TournamentAction::NoteLeaving { player: gone.clone() }));
    let left = instance.position().0;
    let changed = |position: u64| (position, json!({ "position": position, "what": "changed" }));
    let told = until(&mut live, left);
    assert_eq!(told, [changed(out), changed(left)]);
    let again = until(&mut watch(&hall, &[("Last-Event-ID", &before.to_string())]), left);
    assert_eq!(again, told);
}

#[test]
fn of_a_sheet_with_hidden_results_is_told_that_it_came_in() {
    let instance = Instance::start();
    let hall = Hall::in_last_round(&instance, 8);
    let last = Stage::Round(ROUNDS);
    let mut stream = watch(&hall, &[]);
    hall.run(&|_| Ok(TournamentAction::HideResults { stage: last }));
    let position = hall.enter(last, 1, 33);
    let told = until(&mut stream, position);
    let (_, data) = told.last().unwrap();
    let expected = json!({
        "position": position, "what": "sheet", "stage": last.to_string(), "table": 1, "entered": 1, "of": 2,
    });
    assert_eq!(*data, expected);
}
