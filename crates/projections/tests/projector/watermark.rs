//! What a proposal waits for, and which of several choices counts.

use crate::store::{Store, player_id};
use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::event::{
    ChampionshipEvent, ChampionshipRecord, Event, GrandPrixEvent, GrandPrixOpening, LedgerEvent, MwChoice,
    OnlineCompetitionEvent, OnlineOpening, RecordedFinish, RecordedOutcome, ResultLine, TournamentEvent,
    TournamentRecord,
};
use domain::qualification::ledger::Target;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, RulebookId, SeasonId};
use domain::values::place::Place;
use domain::values::voivodeship::Voivodeship;
use events::vault::EventTexts;
use projections::season_lists::{chosen_alternative, proposals};

fn season() -> Store {
    let store = Store::new();
    store.adopt("r", Vec::new());
    store.open_season("2026", "2026-01-01", Some("2026-12-31"));
    for number in 0..40 {
        store.register(&format!("p{number}"), ("Ewa", "Żak", "Opole"));
    }
    store
}

fn play(store: &Store, id: &str, ended_at: &str) {
    let texts = [store.vault.prepare(&EventTexts { name: id.into() })];
    let line = |number: u32| ResultLine {
        player: player_id(&format!("p{number}")),
        games_played: 12,
        finish: RecordedFinish::Place(Place::new(number + 1).unwrap()),
    };
    let record = TournamentRecord {
        name: texts[0].commitment(),
        ended_at: Moment::parse(ended_at).unwrap(),
        submitted_at: Moment::parse("2026-01-07T18:00:00+01:00").unwrap(),
        voivodeship: Voivodeship::Opolskie,
        class: TournamentClass::Eliminatory,
        planned_games: 12,
        outcome: RecordedOutcome::Results((0..40).map(line).collect()),
    };
    store.record(&format!("tournament/{id}"), &Event::Tournament(TournamentEvent::Recorded(record)), &texts);
}

fn days(first: &str, last: &str) -> Window {
    Window::new(Day::parse(first).unwrap(), Some(Day::parse(last).unwrap())).unwrap()
}

/// What the proposal about an event waits for.
fn waits_for(store: &Store, event: &str) -> Vec<String> {
    let views = store.caught_up().views();
    let proposals = proposals(&views, &Target::Mp(SeasonId::parse("2026").unwrap())).unwrap();
    let is_it = |id: &Option<CompetitionId>| id.as_ref().is_some_and(|id| id.as_str() == event);
    let proposal = proposals.into_iter().find(|proposal| is_it(&proposal.origin.event)).unwrap();
    proposal.waits_for.iter().map(ToString::to_string).collect()
}

#[test]
fn a_tournament_waits_for_no_open_cycle_which_may_get_more_tournaments() {
    let store = season();
    play(&store, "t1", "2026-03-07T18:00:00+01:00");
    play(&store, "t2", "2026-03-14T18:00:00+01:00");
    let texts = store.vault.prepare(&EventTexts { name: "Grand Prix".into() });
    let opening = GrandPrixOpening { name: texts.commitment(), rulebook: RulebookId::parse("r").unwrap() };
    store.record("grand-prix/g", &Event::GrandPrix(GrandPrixEvent::Opened(opening)), &[texts]);
    assert_eq!(waits_for(&store, "t2"), [""; 0], "a cycle without tournaments has no days");
    let added = GrandPrixEvent::TournamentAdded { tournament: CompetitionId::parse("t1").unwrap() };
    store.record("grand-prix/g", &Event::GrandPrix(added), &[]);
    assert_eq!(waits_for(&store, "t2"), [""; 0], "only the ranking waits for it");
    assert_eq!(waits_for(&store, "t1"), [""; 0], "the cycle is decided after its last tournament");
}

#[test]
fn an_event_that_runs_on_the_same_day_holds_up_no_tournament_and_one_of_the_day_before_does() {
    let store = season();
    play(&store, "t1", "2026-03-07T18:00:00+01:00");
    let open = |id: &str, edition: u32, last: &str| {
        let days = days("2026-03-01", last);
        let opening = OnlineOpening { kind: OnlineEvent::Gold, edition, submitted_at: None, days };
        store.record(&format!("online-event/{id}"), &Event::Online(OnlineCompetitionEvent::Opened(opening)), &[]);
    };
    open("o1", 1, "2026-03-07");
    assert_eq!(waits_for(&store, "t1"), [""; 0]);
    open("o2", 2, "2026-03-06");
    assert_eq!(waits_for(&store, "t1"), ["o2"]);
}

#[test]
fn of_choices_that_contradict_each_other_the_one_recorded_last_counts() {
    let store = season();
    play(&store, "t1", "2026-03-07T18:00:00+01:00");
    let id = |id: &str| ChampionshipId::parse(id).unwrap();
    for mw in ["a", "b"] {
        let record = ChampionshipRecord {
            voivodeship: Voivodeship::Opolskie,
            window: days("2026-01-01", "2026-04-30"),
            rulebook: RulebookId::parse("r").unwrap(),
        };
        let stream = format!("championship/{mw}");
        store.record(&stream, &Event::Championship(ChampionshipEvent::Announced(record)), &[]);
        let scheduled = ChampionshipEvent::Scheduled { days: days("2026-05-09", "2026-05-10") };
        store.record(&stream, &Event::Championship(scheduled), &[]);
    }
    let choose = |here: &str, other: &str| {
        let choice =
            MwChoice { player: player_id("p0"), instead_of: vec![id(other)], by: AccountId::parse("x").unwrap() };
        store.record(&format!("ledger/mw:{here}"), &Event::Ledger(LedgerEvent::Chosen(choice)), &[]);
    };
    let elsewhere = || {
        let views = store.caught_up().views();
        let of = |here: &str| chosen_alternative(&views.records, &id(here), &player_id("p0")).map(|id| id.to_string());
        (of("a"), of("b"))
    };
    assert_eq!(elsewhere(), (None, None));
    choose("a", "b");
    assert_eq!(elsewhere(), (None, Some("a".to_owned())));
    choose("b", "a");
    assert_eq!(elsewhere(), (Some("b".to_owned()), None));
    choose("a", "b");
    assert_eq!(elsewhere(), (None, Some("a".to_owned())));
}
