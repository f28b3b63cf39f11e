//! Whole tournaments over HTTP, from the application to closed results, recomputed by the independent oracle.

mod hall;

use domain::competitions::class::TournamentClass;
use domain::rulebook::Rulebook;
use domain::tournament::course::Stage;
use domain::values::variant::Variant;
use hall::Hall;
use serde_json::{Value, json};
use simulation::{ActingRole, Plan, SeededRng, Setup, StopAt, play, play_table};

/// A format by its name.
fn named(format: &str) -> Setup {
    format.parse().unwrap()
}

fn play_through(hall: &Hall, plan: &Plan) -> String {
    let outcome = play(hall, plan).unwrap_or_else(|trouble| panic!("{trouble}"));
    assert!(outcome.closed);
    outcome.id
}

#[test]
fn ninety_one_players_play_four_rounds_of_four_games_top8_and_a_final() {
    let hall = Hall::open();
    let players = hall.players(91);
    let plan = Plan { players, class: TournamentClass::Eliminatory, ..hall.plan(named("maks_c"), 91) };
    let id = play_through(&hall, &plan);
    let seating = hall.read(&format!("tournaments/{id}/seating?stage=1"));
    let sizes: Vec<usize> =
        seating["tables"].as_array().unwrap().iter().map(|table| table["seats"].as_array().unwrap().len()).collect();
    assert_eq!((sizes.len(), sizes.iter().filter(|size| **size == 3).count(), sizes[22]), (23, 1, 3));
    let results = hall.read(&format!("tournaments/{id}/results"));
    assert_eq!((&results["participants"], &results["planned_games"]), (&json!(91), &json!(16)));
    hall.oracle_agrees(&id, &json!({ "gone": {}, "late": [], "ties": hall.ties(&id) }));

    // Told something that is not so, the oracle comes to something else and says where.
    let at_the_top = hall.at(&id).seats(Stage::Top)[0][0].clone();
    let (agrees, said) = hall.oracle(&id, &json!({ "gone": { "top": [at_the_top] } }));
    assert!(!agrees && said.contains("seats of the TOP stage"), "{said}");
    let other_games = json!([{ "ending": "rack_emptied", "small": [999, -333, -333, -333] }]);
    let (agrees, said) = hall.oracle(&id, &json!({ "earlier": { "2": { "1": { "5": other_games } } } }));
    assert!(!agrees && said.contains("stage 2: seats by the standing"), "{said}");
}

#[test]
fn incidents_of_every_kind_come_out_as_the_rules_say() {
    let hall = Hall::open();
    let players = hall.players(40);
    for seed in 0..6 {
        let setup = named(if seed % 2 == 0 { "standard_f" } else { "zwykly" });
        let plan = Plan {
            incidents: true,
            players: players.clone(),
            rng: SeededRng::seeded(seed),
            run: format!("incidents-{seed}"),
            ..hall.plan(setup, 40)
        };
        let id = play_through(&hall, &plan);
        hall.oracle_agrees(&id, &json!({ "gone": {} }));
    }
}

#[test]
fn thirty_players_with_a_late_arrival_a_leaver_a_disqualification_and_a_late_correction() {
    let hall = Hall::open();
    let mut players = hall.players(31);
    let late = players.pop().unwrap();
    let event = hall.begin(&hall.plan(named("zwykly"), 30), &players);
    let mut after = json!({});

    event.post(ActingRole::Organiser, "late-arrivals", json!({ "player": late }));
    let round = event.seats(Stage::Round(1));
    assert_eq!(round.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 4, 3, 3]);
    let (carded, leaver) = (round[2][1].clone(), round[7][0].clone());
    event.card(&carded);
    event.enter_all(Stage::Round(1), 1);
    event.post(ActingRole::Organiser, "stages/1/close", json!({ "seat_next": false }));
    after["1"] = hall.read(&format!("tournaments/{}/standings", event.id));
    event.post(ActingRole::Organiser, "departures", json!({ "player": leaver }));
    event.post(ActingRole::Organiser, "stages/2/seating", Value::Null);

    // Somebody finds a mistake on a sheet of the first round when the second is seated: the seats stay.
    let earlier = event.games(Stage::Round(1), 4);
    let seats = event.seats(Stage::Round(2));
    let there = vec![true; round[3].len()];
    let sheet = play_table(&there, 3, Variant::Standard, &Rulebook::default(), &mut SeededRng::seeded(99));
    event.put_sheet(Stage::Round(1), 4, &sheet.json(3, Some("Sędzia policzył kostki jeszcze raz")));
    assert_eq!(event.seats(Stage::Round(2)), seats);
    let seating = hall.read(&format!("tournaments/{}/seating?stage=2", event.id));
    assert_eq!(
        (&seating["changed_since"][0]["stage"], &seating["changed_since"][0]["table"]),
        (&json!("1"), &json!(4))
    );
    assert!(seats.iter().flatten().any(|player| *player == late) && !seats.iter().flatten().any(|p| *p == leaver));
    assert_eq!(seats.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 4, 3, 3]);

    event.post(ActingRole::Organiser, "stages/2/start", Value::Null);
    event.enter_all(Stage::Round(2), 2);
    event.card(&carded);
    event.post(ActingRole::Organiser, "stages/2/close", json!({ "seat_next": true }));
    let third = event.seats(Stage::Round(3));
    assert!(!third.iter().flatten().any(|player| *player == carded), "whoever is out has no seat");
    assert_eq!(third.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 3, 3, 3]);
    event.post(ActingRole::Organiser, "stages/3/start", Value::Null);
    event.enter_all(Stage::Round(3), 3);
    event.post(ActingRole::Organiser, "stages/3/close", json!({ "seat_next": true }));
    event.play_final(4);
    event.post(ActingRole::Organiser, "close", Value::Null);

    let results = hall.read(&format!("tournaments/{}/results", event.id));
    let line = |player: &str| {
        let lines = results["lines"].as_array().unwrap();
        lines.iter().find(|line| line["player"] == player).unwrap().clone()
    };
    assert_eq!(line(&carded)["place"], Value::Null, "a disqualified player has no place");
    assert_eq!((&line(&late)["games_played"], &line(&leaver)["games_played"]), (&json!(6), &json!(3)));
    assert_eq!(results["participants"], 31);
    let games = earlier.as_array().unwrap();
    hall.oracle_agrees(
        &event.id,
        &json!({
            "gone": {}, "late": [late], "ties": hall.ties(&event.id), "after": after,
            "earlier": { "2": { "1": { "4": games } } },
        }),
    );
}

/// Four games of which everybody wins one by the same points: all of them are equal.
fn equal_games() -> Value {
    let game = |winner: usize| {
        let small: Vec<i32> = (0..4).map(|seat| if seat == winner { 30 } else { -10 }).collect();
        json!({ "ending": "rack_emptied", "small": small })
    };
    Value::Array((0..4).map(game).collect())
}

#[test]
fn a_tie_for_the_lucky_loser_of_top12_is_decided_by_the_main_referee() {
    let hall = Hall::open();
    let players = hall.players(16);
    let event = hall.begin(&hall.plan(named("standard_f+top12"), 16), &players);
    for round in 1..=3 {
        if round > 1 {
            event.post(ActingRole::Organiser, &format!("stages/{round}/start"), Value::Null);
        }
        for table in 1..=4 {
            event.put_sheet(Stage::Round(round), table, &json!({ "games": equal_games() }));
        }
        let last = round == 3;
        event.post(ActingRole::Organiser, &format!("stages/{round}/close"), json!({ "seat_next": !last }));
    }
    // All sixteen are equal: nobody enters the TOP stage by chance or by the seats.
    let refused = event.try_post(ActingRole::Organiser, "stages/top/seating", Value::Null);
    assert_eq!((refused.status, &refused.body["reason"]), (409, &json!("tie-needs-referee")), "{}", refused.body);
    let mut order = event.tied("enters_top");
    assert_eq!(order.len(), 16);
    let refused = event.try_post(ActingRole::Organiser, "ties", json!({ "question": "enters_top", "order": order }));
    assert_eq!(refused.status, 403, "an organiser does not decide a tie: {}", refused.body);
    order.reverse();
    event.post(ActingRole::Referee, "ties", json!({ "question": "enters_top", "order": order }));
    event.post(ActingRole::Organiser, "stages/top/seating", Value::Null);
    let seated: Vec<String> = event.seats(Stage::Top).concat();
    let mut expected = order[..12].to_vec();
    expected.sort();
    let mut found = seated.clone();
    found.sort();
    assert_eq!(found, expected);
    event.post(ActingRole::Organiser, "stages/top/start", Value::Null);
    // At each table A wins, and B is second with the same points as the seconds of the other tables.
    let top = json!([
        { "ending": "rack_emptied", "small": [60, -20, -20, -20] },
        { "ending": "rack_emptied", "small": [90, -30, -30, -30] },
        { "ending": "rack_emptied", "small": [-5, 40, -15, -20] },
        { "ending": "rack_emptied", "small": [-5, -5, 20, -10] },
    ]);
    for table in 1..=3 {
        event.put_sheet(Stage::Top, table, &json!({ "games": top }));
    }
    let refused = event.try_post(ActingRole::Organiser, "stages/top/close", json!({ "seat_next": true }));
    assert_eq!((refused.status, &refused.body["reason"]), (409, &json!("tie-needs-referee")), "{}", refused.body);
    event.post(ActingRole::Organiser, "stages/top/close", json!({ "seat_next": false }));
    let tables = event.seats(Stage::Top);
    let mut seconds: Vec<String> = tables.iter().map(|table| table[1].clone()).collect();
    let mut tied = event.tied("enters_final");
    tied.sort();
    seconds.sort();
    assert_eq!(tied, seconds);
    let lucky = tables[2][1].clone();
    let order = vec![lucky.clone(), tables[0][1].clone(), tables[1][1].clone()];
    event.post(
        ActingRole::Referee,
        "ties",
        json!({ "question": "enters_final", "order": order, "reason": "Losowanie" }),
    );
    event.post(ActingRole::Organiser, "stages/final/seating", Value::Null);
    let mut finalists = event.seats(Stage::Final).concat();
    finalists.sort();
    let mut expected = vec![tables[0][0].clone(), tables[1][0].clone(), tables[2][0].clone(), lucky];
    expected.sort();
    assert_eq!(finalists, expected);
    event.play_final(4);
    event.post(ActingRole::Organiser, "close", Value::Null);
    hall.oracle_agrees(&event.id, &json!({ "gone": {}, "late": [], "ties": hall.ties(&event.id) }));
}

#[test]
fn a_local_event_goes_by_its_own_rulebook() {
    let hall = Hall::open();
    let players = hall.players(18);
    let setup = Setup {
        rounds: vec![2, 2, 2],
        top: None,
        top_games: 4,
        final_games: Some(4),
        chosen: json!({ "rounds": [2, 2, 2], "final_games": 4 }),
    };
    let plan = Plan { rulebook: Some("loc-2024-11-30".to_owned()), ..hall.plan(setup, 18) };
    let event = hall.announce(&plan);
    // Under fifteen one comes with a guardian there, and not elsewhere.
    let child = |accompanied: bool| {
        json!({ "registrations": [
            { "player": players[0], "age": "child", "guardian_consent": true, "accompanied": accompanied },
        ] })
    };
    event.post(ActingRole::Organiser, "registrations", child(false));
    let refused = event.try_post(ActingRole::Organiser, "check-ins", json!({ "players": [players[0]] }));
    assert_eq!((refused.status, &refused.body["reason"]), (409, &json!("not-accompanied")), "{}", refused.body);
    let path = format!("tournaments/{}/registrations/{}", event.id, players[0]);
    let change = json!({ "age": "child", "guardian_consent": true, "accompanied": true });
    event.put(ActingRole::Organiser, &path, change);
    event.register_and_draw(&players);
    event.play_rounds(&plan.setup);
    event.play_final(4);
    event.post(ActingRole::Organiser, "close", Value::Null);
    let shown = hall.read(&format!("tournaments/{}", event.id));
    assert_eq!((&shown["rulebook"], &shown["phase"]), (&json!("loc-2024-11-30"), &json!("closed")));
    hall.oracle_agrees(&event.id, &json!({ "gone": {}, "late": [], "ties": hall.ties(&event.id) }));
}

#[test]
fn results_of_a_duel_event_are_imported_as_places() {
    let hall = Hall::open();
    let players = hall.players(24);
    let plan = Plan { variant: Variant::Duel, ..hall.plan(named("zwykly"), 24) };
    let event = hall.announce_without_format(&plan);
    let refused = event.try_put(
        ActingRole::Organiser,
        &format!("tournaments/{}/format", event.id),
        json!({ "format": "zwykly" }),
    );
    assert_eq!((refused.status, &refused.body["reason"]), (409, &json!("imported-only")), "{}", refused.body);
    // The third place is shared, and the last player was disqualified.
    let place = |index: usize| if index == 3 { 3 } else { index + 1 };
    let line = |(index, player): (usize, &String)| match index {
        23 => json!({ "player": player, "disqualified": true, "games_played": 2 }),
        index => json!({ "player": player, "place": place(index), "games_played": 7 }),
    };
    let lines: Vec<Value> = players.iter().enumerate().map(line).collect();
    let ended_at = hall.now();
    let results = json!({ "planned_games": 7, "ended_at": ended_at, "results": lines });
    event.post(ActingRole::Organiser, "results", results);
    let shown = hall.read(&format!("tournaments/{}/results", event.id));
    for (index, player) in players.iter().enumerate().take(23) {
        let found = shown["lines"].as_array().unwrap().iter().find(|line| line["player"] == *player).unwrap();
        assert_eq!(found["place"], place(index), "{player}");
    }
    let bundle = hall.bundle();
    let recorded = bundle["tournaments"].as_array().unwrap().iter().find(|t| t["id"] == event.id).unwrap();
    for (index, line) in recorded["results"].as_array().unwrap().iter().enumerate() {
        match line["place"].as_u64() {
            Some(found) => {
                let player = players.iter().position(|player| line["player"] == *player).unwrap();
                assert_eq!(found as usize, place(player), "line {index}");
            }
            None => assert_eq!((&line["player"], &line["disqualified"]), (&json!(players[23]), &json!(true))),
        }
    }
    hall.season_counts(&event.id);
}

#[test]
fn the_same_seed_gives_the_same_sheets_again() {
    let sheets = || {
        let hall = Hall::open();
        let players = hall.players(20);
        let stop = StopAt::BeforeClosing;
        let plan = Plan { players, incidents: true, stop, ..hall.plan(named("zwykly"), 20) };
        let outcome = play(&hall, &plan).unwrap();
        let event = hall.at(&outcome.id);
        let rounds = (1..=3).map(Stage::Round).chain([Stage::Final]);
        let games = |stage: Stage| -> Vec<Value> {
            let tables = event.seats(stage).len() as u32;
            (1..=tables).map(|table| event.games(stage, table)).collect()
        };
        rounds.map(games).collect::<Vec<_>>()
    };
    assert_eq!(sheets(), sheets());
}
