//! A season as it stood at any moment, and which event changed what.

use crate::store::{Store, TIMEOUT, player_id};
use domain::competitions::class::TournamentClass;
use domain::event::{
    Correction, Event, Override, RecordedFinish, RecordedOutcome, ResultLine, TournamentEvent, TournamentRecord,
};
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use domain::rulebook::Raw;
use domain::values::calendar::Moment;
use domain::values::ids::{AccountId, CompetitionId, RulebookId, SeasonId};
use domain::values::place::Place;
use domain::values::voivodeship::Voivodeship;
use events::envelope::{Position, StreamName};
use events::vault::EventTexts;
use projections::projector::Projector;
use projections::season_lists::{
    Budget, CauseQuery, CausesError, RowKey, WhatIfError, WhatIfScenario, canonical, changed_list, difference,
    evaluate_what_if, lists_of_season,
};
use projections::views::{Records, Views};
use std::time::Duration;

const BUDGET: Budget = Budget { events: 10_000, timeout: Duration::from_mins(1) };

fn season_id() -> SeasonId {
    SeasonId::parse("2026").unwrap()
}

fn ranking() -> ListId {
    ListId::Ranking(season_id())
}

fn record(store: &Store, name: &str, order: &[String]) -> (TournamentRecord, [events::vault::Prepared; 1]) {
    let texts = [store.vault.prepare(&EventTexts { name: name.into() })];
    let line = |(player, place): (&String, u32)| ResultLine {
        player: player_id(player),
        games_played: 10,
        finish: RecordedFinish::Place(Place::new(place).unwrap()),
    };
    let record = TournamentRecord {
        name: texts[0].commitment(),
        ended_at: Moment::parse("2026-03-07T18:00:00+01:00").unwrap(),
        submitted_at: Moment::parse("2026-01-07T18:00:00+01:00").unwrap(),
        voivodeship: Voivodeship::Opolskie,
        class: TournamentClass::Ordinary,
        planned_games: 10,
        outcome: RecordedOutcome::Results(order.iter().zip(1..).map(line).collect()),
    };
    (record, texts)
}

fn play(store: &Store, id: &str, order: &[String]) -> Position {
    let (record, texts) = record(store, id, order);
    store.record(&format!("tournament/{id}"), &Event::Tournament(TournamentEvent::Recorded(record)), &texts)
}

fn correct(store: &Store, id: &str, name: &str, order: &[String]) -> Position {
    let (record, texts) = record(store, name, order);
    let event = TournamentEvent::Corrected(Correction { record, reason: None });
    store.record(&format!("tournament/{id}"), &Event::Tournament(event), &texts)
}

/// The players `p{first}` to `p{first + 39}`, the first first.
fn order(first: usize) -> Vec<String> {
    (first..first + 40).map(|number| format!("p{}", number % 60)).collect()
}

/// A season of 60 players.
fn season() -> Store {
    let store = Store::new();
    store.adopt("r", Vec::new());
    store.open_season("2026", "2026-01-01", Some("2026-12-31"));
    for number in 0..60 {
        store.register(&format!("p{number}"), ("Ewa", "Żak", "Opole"));
    }
    store
}

fn rows(records: &Records) -> Vec<formats::list::ListRow> {
    canonical(records, &ranking()).unwrap().list.rows
}

/// Everything but the people is as a replay from nothing has it, the lists too; the people are those of today.
fn assert_as_replayed(projector: &Projector, fresh: &Projector, position: Position) {
    let looked_back: &Views = &projector.season_as_of(position).unwrap();
    let replayed: &Views = &fresh.views_at(position).unwrap();
    assert_eq!((looked_back.position, looked_back.recorded_at), (replayed.position, replayed.recorded_at));
    assert_eq!(looked_back.records, replayed.records, "at {position}");
    assert_eq!(looked_back.records.rulebooks, replayed.records.rulebooks);
    assert_eq!(looked_back.competitions, replayed.competitions, "at {position}");
    assert_eq!(looked_back.tournaments, replayed.tournaments, "at {position}");
    assert_eq!(looked_back.editions, replayed.editions);
    for list in lists_of_season(&replayed.records, &season_id()) {
        assert_eq!(canonical(&looked_back.records, &list), canonical(&replayed.records, &list), "at {position}");
    }
    let today = projector.views();
    assert_eq!((&looked_back.players, &looked_back.accounts), (&today.players, &today.accounts));
}

#[test]
fn a_season_as_it_stood_is_that_of_a_replay_also_after_names_were_replaced_and_after_a_rebuild() {
    let store = season();
    let projector = store.projector();
    for number in 0..100 {
        play(&store, &format!("t{number}"), &order(number));
        if number % 3 == 0 {
            store.register(&format!("late{number}"), ("Jan", "Lis", "Łódź"));
        }
    }
    projector.wait_for_blocking(store.head(), TIMEOUT).unwrap();
    let asked = [1, 2, 61, 63, 64, 65, 100, 128, 130, 190, store.head().0 - 1].map(Position);
    let fresh = store.caught_up();
    for position in asked {
        assert_as_replayed(&projector, &fresh, position);
    }
    store.rectify("p3", ("Ewa", "Nowa", "Opole"));
    correct(&store, "t1", "Nowa nazwa", &order(2));
    let head = store.erase("p4");
    projector.wait_for_blocking(head, TIMEOUT).unwrap();
    let fresh = store.caught_up();
    let t1 = StreamName::parse("tournament/t1").unwrap();
    for position in asked {
        assert_as_replayed(&projector, &fresh, position);
        let views = projector.season_as_of(position).unwrap();
        assert!(views.players.get(&player_id("p4")).unwrap().person.is_none());
        if let Some(competition) = views.competitions.find(&t1) {
            assert_eq!(competition.name.as_ref().unwrap().as_str(), "Nowa nazwa", "at {position}");
        }
    }
    projector.rebuild().unwrap();
    for position in [Position(64), Position(130), head] {
        assert_as_replayed(&projector, &fresh, position);
    }
    // A projector that starts now sets its marks while it catches up.
    assert_as_replayed(&store.caught_up(), &fresh, Position(150));
}

#[test]
fn the_cause_of_a_row_is_the_first_event_that_changed_it_and_not_the_last() {
    let store = season();
    let from = play(&store, "t0", &order(0));
    let t1 = play(&store, "t1", &order(0));
    store.register("late", ("Jan", "Lis", "Łódź"));
    // Only the first two change places.
    let mut swapped = order(0);
    swapped.swap(0, 1);
    let corrected = correct(&store, "t1", "t1", &swapped);
    let named = store.rectify("p59", ("Ewa", "Nowa", "Opole"));
    let until = store.head();
    let projector = store.caught_up();
    let (before, after) = (projector.season_as_of(from).unwrap(), projector.season_as_of(until).unwrap());
    let search = |from: (Position, &Records), before: &Records, budget| {
        let change = changed_list(before, &after.records, &ranking()).unwrap();
        let rows_of = change.rows.iter().map(|row| row.key.clone()).collect();
        let searched = CauseQuery { list: ranking(), before: rows(before), rows: rows_of };
        projector.causes(from, until, vec![searched], budget)
    };
    let causes = search((from, &before.records), &before.records, BUDGET).unwrap();
    assert!(!causes.is_empty());
    assert!(causes.values().all(|cause| cause.position == t1), "{causes:?}");
    assert_eq!(causes.len(), difference(&rows(&before.records), &rows(&after.records)).len());

    let after_t1 = projector.season_as_of(t1).unwrap();
    let causes = search((t1, &after_t1.records), &after_t1.records, BUDGET).unwrap();
    let found: Vec<_> = causes.iter().map(|((_, row), cause)| (row.clone(), cause.position)).collect();
    let player = |id: &str| RowKey::Player(id.to_owned());
    assert_eq!(found, [(player("p0"), corrected), (player("p1"), corrected)]);
    assert!(named > corrected);

    let stingy = Budget { events: 1, ..BUDGET };
    let refused = search((t1, &after_t1.records), &after_t1.records, stingy);
    assert!(matches!(refused, Err(projections::projector::SearchError::Causes(CausesError::TooMuch { .. }))));
}

#[test]
fn what_is_supposed_is_what_the_lists_would_be_and_leaves_the_records_as_they_are() {
    let store = season();
    play(&store, "t0", &order(0));
    play(&store, "t1", &order(20)[..30]);
    let views = store.caught_up().views();
    let records = &views.records;
    let untouched = records.clone();
    let try_it = |supposition| evaluate_what_if(records, &season_id(), &supposition);
    let place = |records: &Records, player: &str| {
        let rows = rows(records);
        rows.iter().find(|row| row.player.as_deref() == Some(player)).and_then(|row| row.place)
    };

    let disqualified =
        try_it(WhatIfScenario::Disqualify { tournament: CompetitionId::parse("t0").unwrap(), player: player_id("p0") })
            .unwrap();
    assert!(place(records, "p0").is_some());
    assert_eq!(place(&disqualified, "p0"), None);
    let again = evaluate_what_if(
        &disqualified,
        &season_id(),
        &WhatIfScenario::Disqualify { tournament: CompetitionId::parse("t0").unwrap(), player: player_id("p0") },
    );
    assert!(matches!(again, Err(WhatIfError::NoResult)));

    let merge = |keep: &str, drop: &str| WhatIfScenario::Merge { keep: player_id(keep), drop: player_id(drop) };
    let both = try_it(merge("p0", "p1"));
    assert!(matches!(&both, Err(WhatIfError::BothPlayed(both)) if both.event.as_str() == "t0"));
    assert!(matches!(try_it(merge("p0", "p0")), Err(WhatIfError::SamePlayer)));
    assert!(matches!(try_it(merge("p0", "nobody")), Err(WhatIfError::UnknownPlayer(_))));
    // p0 played in t0 only, p45 in t1 only.
    let merged = try_it(merge("p0", "p45")).unwrap();
    let points = |records: &Records, player: &str| {
        let rows = rows(records);
        rows.iter().find(|row| row.player.as_deref() == Some(player)).and_then(|row| row.points).unwrap_or_default()
    };
    assert_eq!(points(&merged, "p0"), points(records, "p0") + points(records, "p45"));
    assert_eq!(place(&merged, "p45"), None);

    let unknown = try_it(WhatIfScenario::Rulebook(RulebookId::parse("none").unwrap()));
    assert!(matches!(unknown, Err(WhatIfError::UnknownRulebook)));
    let same = try_it(WhatIfScenario::Rulebook(RulebookId::parse("r").unwrap())).unwrap();
    assert_eq!(rows(&same), rows(records));

    let decline = WhatIfScenario::Decline {
        target: Target::Mp(season_id()),
        event: "t0".to_owned(),
        player: player_id("p39"),
        pass_on: true,
        by: AccountId::parse("a").unwrap(),
    };
    assert!(matches!(try_it(decline), Err(WhatIfError::NotQualified)));
    assert_eq!(*records, untouched);
}

#[test]
fn a_supposed_decline_passes_on_by_itself_where_a_recorded_one_would() {
    let declined = |overrides: Vec<Override>| {
        let store = season();
        store.adopt("r", overrides);
        let (record, texts) = record(&store, "t0", &order(0));
        let record = TournamentRecord { class: TournamentClass::Eliminatory, planned_games: 12, ..record };
        store.record("tournament/t0", &Event::Tournament(TournamentEvent::Recorded(record)), &texts);
        let views = store.caught_up().views();
        let decline = WhatIfScenario::Decline {
            target: Target::Mp(season_id()),
            event: "t0".to_owned(),
            player: player_id("p0"),
            pass_on: false,
            by: AccountId::parse("a").unwrap(),
        };
        let supposed = evaluate_what_if(&views.records, &season_id(), &decline).unwrap();
        let entry = supposed.ledger(&Target::Mp(season_id())).unwrap();
        entry.ledger.seats.values().all(|seats| seats.declined[0].passed_on)
    };
    assert!(!declined(Vec::new()));
    assert!(declined(vec![Override::new("awans.resign_after_grant", &Raw::Text("cascade".into())).unwrap()]));
}
