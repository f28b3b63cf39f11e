//! Seasons and rulebooks: days that do not overlap, whoever opens them.

use super::*;

#[test]
fn seasons_need_their_own_days_and_an_adopted_rulebook() {
    let fixture = StoreFixture::new();
    let open = |id: &str, record: &SeasonRecord| {
        fixture.commands.open_season(&metadata(), &fixture.known, &season_id(id), record)
    };
    let record = days("2024-10-01", "2025-09-19");
    let outcome = open("2025", &record);
    assert!(matches!(outcome, Err(CommandError::Rejected(season::Rejection::UnknownRulebook))), "{outcome:?}");
    fixture.adopt_preset();
    assert_eq!(types(&open("2025", &record).unwrap()), ["season.opened"]);
    let outcome = open("2026", &days("2025-09-19", "2026-09-18"));
    let Err(CommandError::Rejected(rejection)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        (rejection.code(), rejection),
        ("season-overlaps", season::Rejection::Overlaps { other: season_id("2025") })
    );
    open("2026", &days("2025-09-20", "2026-09-18")).unwrap();
    let longer = days("2024-10-01", "2025-09-20");
    let outcome =
        fixture.commands.correct_season(&metadata(), &fixture.known, &season_id("2025"), &longer, Some(&reason()));
    assert!(matches!(outcome, Err(CommandError::Rejected(season::Rejection::Overlaps { .. }))), "{outcome:?}");
    let shorter = days("2024-10-01", "2025-09-12");
    for text in [reason(), StatedReason::parse("Jeszcze raz").unwrap()] {
        let record = if text == reason() { &shorter } else { &record };
        fixture.commands.correct_season(&metadata(), &fixture.known, &season_id("2025"), record, Some(&text)).unwrap();
    }
    let missing = fixture.commands.correct_season(&metadata(), &fixture.known, &season_id("1999"), &shorter, None);
    assert!(matches!(missing, Err(CommandError::NotFound)), "{missing:?}");
    fixture.assert_vault_matches();
}

#[test]
fn seasons_that_are_opened_at_once_do_not_overlap() {
    let fixture = StoreFixture::new();
    fixture.adopt_preset();
    let start = Barrier::new(8);
    let opened: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let (fixture, start) = (&fixture, &start);
                scope.spawn(move || {
                    start.wait();
                    let id = season_id(&format!("edycja-{number}"));
                    fixture
                        .commands
                        .open_season(&metadata(), &fixture.known, &id, &days("2024-10-01", "2025-09-19"))
                        .is_ok()
                })
            })
            .collect();
        threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
    });
    assert_eq!(opened, 1);
}

#[test]
fn a_season_that_another_process_opens_or_moves_meanwhile_is_not_overlapped() {
    let fixture = StoreFixture::new();
    fixture.adopt_preset();
    let (early, late) = (days("2024-10-01", "2025-09-19"), days("2025-09-20", "2026-09-18"));
    let other_process = fixture.other_process();
    let record = early.clone();
    let commands = fixture.overtaken_by(move || drop(other_process.open_season("tam", &record).unwrap()));
    let outcome = commands.open_season(&metadata(), &fixture.known, &season_id("tu"), &early);
    assert!(seasons_overlap(&outcome), "{outcome:?}");

    let other_process = fixture.other_process();
    let longer = days("2024-10-01", "2025-09-20");
    let correct = move || {
        let id = season_id("tam");
        other_process.commands.correct_season(&metadata(), &other_process.known, &id, &longer, None).unwrap();
    };
    let outcome = fixture.overtaken_by(correct).open_season(&metadata(), &fixture.known, &season_id("tu"), &late);
    assert!(seasons_overlap(&outcome), "{outcome:?}");

    // What does not overlap comes through at the second try.
    let other_process = fixture.other_process();
    let other = days("2026-09-19", "2027-09-17");
    let commands = fixture.overtaken_by(move || drop(other_process.open_season("tam-2", &other).unwrap()));
    commands.open_season(&metadata(), &fixture.known, &season_id("tu"), &days("2025-09-21", "2026-09-18")).unwrap();
    assert_eq!(fixture.event_types().iter().filter(|kind| *kind == "season.opened").count(), 3);
}

#[test]
fn a_season_that_is_imported_meanwhile_is_not_overlapped() {
    let fixture = StoreFixture::new();
    fixture.adopt_preset();
    let (log, vault) = (open(fixture.folder.path()), Arc::clone(&fixture.vault));
    let commands = fixture.overtaken_by(move || {
        let written = std::fs::read("../../examples/season-2025.bundle.json").unwrap();
        let bundle = formats::bundle::read(&*written).unwrap();
        import(&*log, &vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| {}).unwrap();
    });
    let outcome =
        commands.open_season(&metadata(), &fixture.known, &season_id("tu"), &days("2025-01-01", "2025-02-01"));
    assert!(seasons_overlap(&outcome), "{outcome:?}");
}

#[test]
fn rulebooks_are_adopted_with_their_differences() {
    let fixture = StoreFixture::new();
    let adopt = |id: &str, cap: i64| {
        let overrides = vec![Override::new("wildcard.cap", &Raw::Int(cap)).unwrap()];
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides };
        fixture.commands.adopt_rulebook(&metadata(), &RulebookId::parse(id).unwrap(), &record)
    };
    assert_eq!(adopt("2026", 40).unwrap().etag, Position(1));
    assert_eq!(adopt("2026", 48).unwrap().etag, Position(2));
    let outcome = adopt("pl-2024-25", 48);
    assert!(matches!(outcome, Err(CommandError::Rejected(adoption::Rejection::PresetName))), "{outcome:?}");
}
