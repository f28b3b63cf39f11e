//! What all acts have in common: keys, rehearsals, what a client has seen, and others who get in the way.

use super::*;

#[test]
fn a_client_that_has_not_seen_the_last_change_is_told_both_positions() {
    let fixture = StoreFixture::new();
    let done = fixture.register("Przykładowska");
    fixture.register("Sąsiadka");
    let rectify = |metadata: &CommandMetadata, surname| {
        fixture.commands.rectify_player(metadata, &player_id(&done), &anna(surname), None)
    };
    let second = rectify(&seen(done.etag), "Druga").unwrap();
    assert_eq!(second.etag, Position(3));
    let stale = rectify(&seen(done.etag), "Trzecia");
    let Err(CommandError::Stale { expected, current }) = stale else { panic!("{stale:?}") };
    assert_eq!((expected, current), (Position(1), Position(3)));
    // Somebody else's record does not matter.
    fixture.register("Kolejna");
    assert_eq!(rectify(&seen(second.etag), "Trzecia").unwrap().etag, Position(5));
}

#[test]
fn fifty_requests_with_one_key_have_one_effect_and_one_answer() {
    let fixture = StoreFixture::new();
    fixture.register("Pierwsza");
    let start = Barrier::new(50);
    let answers: Vec<CommandReceipt> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..50)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    fixture.register_by(&keyed(7, 7), "Przykładowska").unwrap()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|done| !done.replayed).count(), 1);
    for answer in &answers {
        assert_eq!(as_first_answer(answer), as_first_answer(&answers[0]));
    }
    assert_eq!(fixture.event_types(), ["player.registered", "player.registered"]);
    fixture.assert_vault_matches();
}

#[test]
fn a_retry_gets_the_recorded_answer_later_and_after_a_restart_too() {
    let fixture = StoreFixture::new();
    let first = fixture.register_by(&keyed(1, 1), "Przykładowska").unwrap();
    let id = player_id(&first);
    let changed = fixture.commands.rectify_player(&keyed(2, 1), &id, &anna("Druga"), Some(&reason())).unwrap();
    let unchanged = fixture.commands.rectify_player(&keyed(3, 1), &id, &anna("Druga"), None).unwrap();
    assert_eq!((unchanged.events.len(), unchanged.etag), (0, changed.etag));
    fixture.commands.rectify_player(&metadata(), &id, &anna("Trzecia"), None).unwrap();
    fixture.log.close();
    let log = open(fixture.folder.path());
    let commands = CommandHandler::new(Arc::clone(&log), Arc::clone(&fixture.vault), Arc::new(World));
    let known = LogLookup::new(Arc::clone(&log), Arc::clone(&fixture.vault));
    // Also with a condition that does not hold any more.
    let stale = |key| CommandMetadata { expected: Some(first.etag), ..keyed(key, 1) };
    for (again, recorded) in [
        (commands.register_player(&keyed(1, 1), &known, &anna("Przykładowska"), false).unwrap(), &first),
        (commands.rectify_player(&stale(2), &id, &anna("Druga"), Some(&reason())).unwrap(), &changed),
        (commands.rectify_player(&stale(3), &id, &anna("Druga"), None).unwrap(), &unchanged),
    ] {
        assert!(again.replayed);
        assert_eq!(as_first_answer(&again), *recorded);
    }
    assert_eq!(log.head().unwrap().position, Position(3));
}

#[test]
fn another_request_under_the_same_key_is_refused() {
    let fixture = StoreFixture::new();
    fixture.register_by(&keyed(1, 1), "Przykładowska").unwrap();
    let other = fixture.register_by(&keyed(1, 2), "Inna");
    assert!(matches!(other, Err(CommandError::IdempotencyMismatch)), "{other:?}");
    assert_eq!(fixture.head(), Position(1));
}

#[test]
fn a_dry_run_says_what_would_happen_and_records_nothing() {
    let fixture = StoreFixture::new();
    let done = fixture.register("Przykładowska");
    fixture.adopt_preset();
    let id = player_id(&done);
    let would = fixture.commands.rectify_player(&dry(), &id, &anna("Druga"), Some(&reason())).unwrap();
    assert_eq!((types(&would), would.events[0].position), (vec!["player.rectified"], None));
    assert_eq!((would.etag, would.position, would.dry_run), (done.etag, Position(2), true));
    let season = days("2024-10-01", "2025-09-19");
    fixture.commands.open_season(&dry(), &fixture.known, &season_id("2025"), &season).unwrap();
    fixture.register_by(&CommandMetadata { dry_run: true, ..keyed(9, 9) }, "Inna").unwrap();
    fixture.commands.open_account(&dry(), &fixture.known, &details("ewa", "Ewa"), &[], &|_| vec![]).unwrap();
    assert!(
        fixture
            .commands
            .rectify_player(&CommandMetadata { dry_run: true, ..seen(Position(9)) }, &id, &anna("X"), None)
            .is_err()
    );
    assert_eq!(fixture.head(), Position(2));
    assert_eq!(fixture.log.idempotency_records_after(None, 10).unwrap(), []);
    // The key was not used up.
    assert!(!fixture.register_by(&keyed(9, 9), "Inna").unwrap().replayed);
}

#[test]
fn an_act_that_others_get_in_the_way_of_is_decided_again() {
    let fixture = StoreFixture::new();
    let player = player_id(&fixture.register("Przykładowska"));
    let commands = fixture.slow_office(&player, 4);
    let last = commands.rectify_player(&metadata(), &player, &anna("Ostatnia"), Some(&reason())).unwrap();
    assert_eq!((last.etag, fixture.head()), (Position(6), Position(6)));
    fixture.assert_vault_matches();
}

#[test]
fn two_offices_that_race_for_one_player_both_come_through() {
    let fixture = StoreFixture::new();
    let player = player_id(&fixture.register("Przykładowska"));
    let other = open(fixture.folder.path());
    let logs = [Arc::clone(&fixture.log), other];
    let start = Barrier::new(2);
    std::thread::scope(|scope| {
        for (number, log) in logs.iter().enumerate() {
            let (fixture, player, start) = (&fixture, &player, &start);
            scope.spawn(move || {
                let commands = CommandHandler::new(Arc::clone(log), Arc::clone(&fixture.vault), Arc::new(World));
                start.wait();
                for turn in 0..5 {
                    commands.rectify_player(&metadata(), player, &anna(&format!("Inna{number}x{turn}")), None).unwrap();
                }
            });
        }
    });
    assert_eq!(fixture.head(), Position(11));
    fixture.assert_vault_matches();
}

#[test]
fn a_change_between_looking_and_recording_is_not_overwritten_by_a_client_that_has_not_seen_it() {
    let fixture = StoreFixture::new();
    let done = fixture.register("Przykładowska");
    let commands = fixture.slow_office(&player_id(&done), 1);
    let late = commands.rectify_player(&seen(done.etag), &player_id(&done), &anna("Późniejsza"), None);
    assert!(matches!(late, Err(CommandError::Stale { expected: Position(1), current: Position(2) })), "{late:?}");
}

#[test]
fn whoever_is_in_the_way_at_every_try_is_told() {
    let fixture = StoreFixture::new();
    let player = player_id(&fixture.register("Przykładowska"));
    let commands = fixture.slow_office(&player, usize::MAX);
    let outcome = commands.rectify_player(&metadata(), &player, &anna("Ostatnia"), None);
    assert!(matches!(outcome, Err(CommandError::Append(AppendError::Conflict { .. }))), "{outcome:?}");
    // One try and five more, and each time the clock is asked twice.
    assert_eq!(fixture.head(), Position(1 + 2 * 6));
}
