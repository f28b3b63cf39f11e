//! Players: registering, rectifying, and how it is told.

use super::*;

#[test]
fn a_player_is_registered_into_the_vault_and_the_log_knows_no_name() {
    let fixture = StoreFixture::new();
    let done = fixture.register("Przykładowska");
    assert_eq!((done.etag, done.position, done.replayed, done.dry_run), (Position(1), Position(1), false, false));
    assert_eq!(types(&done), ["player.registered"]);
    assert_eq!(done.events[0].position, Some(Position(1)));
    assert_eq!(done.recorded_at, fixture.log.head().unwrap().recorded_at);

    let details = PlayerDetails { country: Country::parse("cz").unwrap(), ..anna("Wymyślona") };
    let rectified = fixture.commands.rectify_player(&metadata(), &player_id(&done), &details, Some(&reason())).unwrap();
    assert_eq!((types(&rectified), rectified.etag), (vec!["player.rectified"], Position(2)));
    let recorded = fixture.log.read(Position(1), 1).unwrap().remove(0);
    let event = stored::decode(&recorded.event.event_type, 1, &recorded.event.payload).unwrap();
    let Event::Player(PlayerEvent::Rectified(correction)) = event else { panic!("{event:?}") };
    assert!(correction.record.foreign);

    let sealed = fixture.log.sealed(&done.resource).unwrap().unwrap();
    let open = fixture.vault.open(&sealed).unwrap();
    assert_eq!(open.record::<PlayerName>().unwrap().unwrap().record.surname.as_str(), "Wymyślona");
    assert_eq!(open.record::<PlayerProfile>().unwrap().unwrap().record.country.as_str(), "CZ");
    let why = open.record_for::<Reason>(recorded.event.event_id).unwrap().unwrap();
    assert!(why.opens(&correction.reason.unwrap()));
    fixture.assert_vault_matches();

    let account = fixture.open_account("ewa.wzorowa", &[everywhere(Role::Admin)]);
    fixture
        .commands
        .rectify_account(&metadata(), &fixture.known, &account, &details_of_ewa(), Some(&reason()))
        .unwrap();
    let mut bytes = Vec::new();
    fixture
        .log
        .scan(Position::START, fixture.head(), &mut |event| {
            bytes.extend_from_slice(event.payload);
            bytes.extend_from_slice(event.stream.as_bytes());
            bytes.extend_from_slice(event.actor.as_bytes());
            ControlFlow::Continue(())
        })
        .unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for personal in ["Annamaria", "Przykład", "Wymyślona", "opolskie", "CZ", "Literówka", "ewa", "Ewa", "Wzorowa"] {
        assert!(!text.contains(personal), "{personal} stands in the log");
    }
    // Nor do the files of the store hold it in the clear.
    fixture.log.close();
    for file in std::fs::read_dir(fixture.folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(9).any(|part| part == b"Annamaria"), "a name is in a file");
    }
}

#[test]
fn what_is_said_again_records_nothing() {
    let fixture = StoreFixture::new();
    let done = fixture.register("Przykładowska");
    let again = fixture
        .commands
        .rectify_player(&metadata(), &player_id(&done), &anna("Przykładowska"), Some(&reason()))
        .unwrap();
    assert_eq!((again.events.len(), again.etag, again.position), (0, Position(1), Position(1)));
    fixture.adopt_preset();
    fixture.adopt_preset();
    for _ in 0..2 {
        let record = days("2024-10-01", "2025-09-19");
        fixture.commands.open_season(&metadata(), &fixture.known, &season_id("2025"), &record).unwrap();
        fixture
            .commands
            .correct_season(&metadata(), &fixture.known, &season_id("2025"), &record, Some(&reason()))
            .unwrap();
    }
    assert_eq!(fixture.event_types(), ["player.registered", "rulebook.adopted", "season.opened"]);
    fixture.assert_vault_matches();
}

#[test]
fn only_the_text_that_changes_gets_a_new_commitment() {
    let fixture = StoreFixture::new();
    let account = fixture.open_account("ewa", &[]);
    fixture.commands.rectify_account(&metadata(), &fixture.known, &account, &details("ewa", "Ewa Inna"), None).unwrap();
    let payload = |position| -> serde_json::Value {
        serde_json::from_slice(&fixture.log.read(Position(position), 1).unwrap()[0].event.payload).unwrap()
    };
    let (opened, rectified) = (payload(0), payload(1)["record"].clone());
    assert_eq!(opened["login"], rectified["login"]);
    assert_ne!(opened["name"], rectified["name"]);
    let sealed = fixture.log.sealed(&StreamName::new(StreamKind::Account, account.as_str()).unwrap()).unwrap().unwrap();
    let open = fixture.vault.open(&sealed).unwrap();
    assert_eq!(open.record::<AccountLogin>().unwrap().unwrap().record.login.as_str(), "ewa");
    assert_eq!(open.record::<AccountName>().unwrap().unwrap().record.name.as_str(), "Ewa Inna");
    fixture.assert_vault_matches();
}

#[test]
fn nobody_is_rectified_who_is_unknown_or_erased() {
    let fixture = StoreFixture::new();
    let nobody = PlayerId::parse("nobody").unwrap();
    let outcome = fixture.commands.rectify_player(&metadata(), &nobody, &anna("Inna"), None);
    assert!(matches!(outcome, Err(CommandError::NotFound)), "{outcome:?}");
    let done = fixture.register("Przykładowska");
    let journal = ErasureJournal::at(fixture.folder.path().join("kostka.erasures"));
    let event_writer = EventWriter::new(&*fixture.log, &fixture.vault, &World, Actor::operator());
    erase(&event_writer, &journal, &done.resource).unwrap();
    let outcome = fixture.commands.rectify_player(&metadata(), &player_id(&done), &anna("Inna"), None);
    assert!(matches!(outcome, Err(CommandError::Rejected(player::Rejection::Erased))), "{outcome:?}");
    assert_eq!(fixture.event_types(), ["player.registered", "player.erased"]);
}

#[test]
fn of_many_who_register_one_name_at_once_one_comes_through() {
    let fixture = StoreFixture::new();
    let projector = Projector::start(Arc::clone(&fixture.log), Arc::clone(&fixture.vault));
    let start = Barrier::new(8);
    let surnames = ["Wójcik-Żak", "WOJCIK-ZAK"];
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let (fixture, projector, start) = (&fixture, &projector, &start);
        let threads: Vec<_> = (0..8)
            .map(|number| {
                scope.spawn(move || {
                    start.wait();
                    fixture.commands.register_player(&metadata(), projector, &anna(surnames[number % 2]), false)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(fixture.event_types(), ["player.registered"]);
    let registered = outcomes.iter().find_map(|outcome| outcome.as_ref().ok()).map(player_id).unwrap();
    let refused = |outcome: &Result<CommandReceipt, CommandError<player::Rejection>>| matches!(outcome, Err(CommandError::Rejected(player::Rejection::Namesake { candidates })) if *candidates == [registered.clone()]);
    assert_eq!(outcomes.iter().filter(|outcome| refused(outcome)).count(), 7, "{outcomes:?}");
    projector.stop();

    // Whoever folds the log knows the same, and whoever says that it is another person is believed.
    let outcome = fixture.register_by(&metadata(), "Wojcik-Żak");
    assert!(refused(&outcome), "{outcome:?}");
    fixture.commands.register_player(&metadata(), &fixture.known, &anna("Wójcik-Żak"), true).unwrap();
    fixture.commands.rectify_player(&metadata(), &registered, &anna("Inna"), None).unwrap();
    let Err(CommandError::Rejected(player::Rejection::Namesake { candidates })) =
        fixture.register_by(&metadata(), "Wójcik-Żak")
    else {
        panic!("the other person still has the name")
    };
    assert!(candidates.len() == 1 && candidates[0] != registered, "{candidates:?}");
}

#[test]
fn the_log_is_told_in_sentences_with_the_names_of_today() {
    let fixture = StoreFixture::new();
    let projector = Projector::start(Arc::clone(&fixture.log), Arc::clone(&fixture.vault));
    let (first, second) = (fixture.register("Przykładowska"), fixture.register("Druga"));
    fixture.commands.rectify_player(&metadata(), &player_id(&first), &anna("Zamężna"), None).unwrap();
    let journal = ErasureJournal::at(fixture.folder.path().join("kostka.erasures"));
    let event_writer = EventWriter::new(&*fixture.log, &fixture.vault, &World, Actor::operator());
    erase(&event_writer, &journal, &second.resource).unwrap();
    projector.wait_for_blocking(fixture.head(), Duration::from_secs(30)).unwrap();
    let views = projector.views();
    let as_first_answer = fixture.log.read(Position::START, 10).unwrap().into_iter().map(|recorded| {
        let event = &recorded.event;
        let decoded = stored::decode(&event.event_type, event.schema_version, &event.payload).unwrap();
        Lang::Pl.render(&sentence(&decoded, &event.stream, &*views))
    });
    assert_eq!(
        as_first_answer.collect::<Vec<_>>(),
        [
            "Zarejestrowano gracza: Annamaria Zamężna",
            "Zarejestrowano gracza: gracz usunięty",
            "Sprostowano dane gracza: Annamaria Zamężna",
            "Usunięto dane gracza: gracz usunięty",
        ]
    );
    projector.stop();
}
