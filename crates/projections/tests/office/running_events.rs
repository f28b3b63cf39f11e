//! Leagues, Grand Prix cycles and online events that are run here: what comes of them is what an import would have recorded.

use super::*;
use domain::authority::Hand;
use domain::calendar::Moment;
use domain::class::OnlineEvent;
use domain::event::{OnlineOpening, PlacedPlayer, PlayedTable, RecordedGame};
use domain::game::Ending;
use domain::league::decider::MeetingDetails;
use domain::lists::lists;
use domain::place::Place;
use domain::running::Rejection;
use formats::bundle::{self, Bundle};
use projections::names::Names;
use projections::office::{CycleDetails, CycleWish, Known, LeagueDetails, LeagueWish, OnlineWish};
use projections::record_book::RecordBook;
use projections::season_bundle::{ImportError, export};

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

fn event_id(done: &Done) -> EventId {
    EventId::parse(done.resource.id()).unwrap()
}

fn open_league(desk: &Desk) -> EventId {
    let details = LeagueDetails {
        name: name("Liga Przykładowa"),
        voivodeship: Voivodeship::Slaskie,
        submitted_at: Some(moment("2025-01-02T12:00:00+01:00")),
        days: Window::new(day("2025-01-11"), Some(day("2025-05-10"))).unwrap(),
        planned_meetings: Some(3),
        rulebook: rulebook(),
    };
    event_id(&desk.office.open_league(&act(), Hand::Admin, &details).unwrap())
}

fn run(desk: &Desk, league: &EventId, wish: &LeagueWish) -> Result<Done, ActError<Rejection>> {
    desk.office.run_league(&act(), &desk.known, Hand::Organiser, league, wish)
}

/// A meeting of tables of four, in which the first of each table wins one game.
fn meeting(on: &str, players: &[PlayerId]) -> LeagueWish {
    let table = |seats: &[PlayerId]| PlayedTable {
        seats: seats.to_vec(),
        games: vec![RecordedGame { ending: Ending::RackEmptied, small: Some(vec![60, -10, -20, -30]) }],
    };
    let tables = players.chunks_exact(4).map(table).collect();
    let details = MeetingDetails { day: day(on), present: players.to_vec(), tables };
    LeagueWish::RecordMeeting { number: None, details, accepted: None }
}

/// A season with a league of 16 persons at three meetings, so that it gives a qualification and points.
fn played_season() -> (Desk, EventId, Vec<PlayerId>) {
    let desk = Desk::new();
    desk.adopt_preset();
    let season = days("2024-09-29", "2025-09-19");
    desk.office.open_season(&act(), &desk.known, &season_id("2025"), &season).unwrap();
    let players: Vec<PlayerId> =
        ('a'..='p').map(|letter| player_id(&desk.register(&format!("Gracz{letter}")))).collect();
    let league = open_league(&desk);
    for (on, turn) in [("2025-01-11", 0), ("2025-03-08", 1), ("2025-05-10", 5)] {
        let mut order = players.clone();
        order.rotate_left(turn);
        run(&desk, &league, &meeting(on, &order)).unwrap();
    }
    (desk, league, players)
}

fn exported(desk: &Desk) -> Bundle {
    let book = RecordBook::fold(&*desk.log, &mut |_| ()).unwrap();
    export(&book, &Names::load(&*desk.log, &desk.vault).unwrap(), None).unwrap()
}

/// The season results that a bundle gives.
fn computed(bundle: &Bundle) -> String {
    let text = serde_json::to_vec(bundle).unwrap();
    let checked = bundle::check(bundle::read(text.as_slice()).unwrap(), None).unwrap();
    let mut out = Vec::new();
    formats::results::write(&checked.facts, &lists(&checked.facts), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_league_that_was_run_here_gives_the_same_lists_as_the_same_league_imported() {
    let (desk, league, players) = played_season();
    let before = computed(&exported(&desk));
    let close = LeagueWish::Close { ended_at: Some(moment("2025-05-10T19:00:00+02:00")) };
    let waiver = LeagueWish::DeclareWaiver {
        player: players[0].clone(),
        declared_at: Some(moment("2025-05-10T18:00:00+02:00")),
    };
    run(&desk, &league, &waiver).unwrap();
    let done = run(&desk, &league, &close).unwrap();
    assert_eq!(types(&done), ["league.closed", "league.recorded", "league.waiver_declared"]);
    let bundle = exported(&desk);
    assert_eq!((bundle.leagues.len(), bundle.leagues[0].table.len()), (1, 16));
    let here = computed(&bundle);
    assert_ne!(here, before, "a league that is over counts");
    assert!(here.contains(league.as_str()), "the league gives a qualification: {here}");

    let elsewhere = Desk::new();
    import(&*elsewhere.log, &elsewhere.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    assert_eq!(computed(&exported(&elsewhere)), here);
    let again = import(&*desk.log, &desk.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    assert_eq!(again.events, 0, "what was run here is what the bundle says");
    desk.is_sound();
}

#[test]
fn a_league_that_still_runs_is_in_no_bundle_and_none_is_imported_over_it() {
    let (desk, league, _) = played_season();
    assert!(exported(&desk).leagues.is_empty());
    desk.is_sound();
    let close = LeagueWish::Close { ended_at: Some(moment("2025-05-10T19:00:00+02:00")) };
    let other = played_season();
    run(&other.0, &other.1, &close).unwrap();
    let mut bundle = exported(&other.0);
    bundle.leagues[0].id = league.as_str().into();
    let outcome = import(&*desk.log, &desk.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ());
    assert!(matches!(outcome, Err(ImportError::History(_))), "{outcome:?}");
}

#[test]
fn read_models_that_were_kept_up_to_date_are_those_that_are_built_anew() {
    let projector = |desk: &Desk| Projector::start(Arc::clone(&desk.log), Arc::clone(&desk.vault));
    let (desk, league, players) = played_season();
    let kept_up = projector(&desk);
    let withdraw = LeagueWish::WithdrawMeeting { number: 3, reason: reason() };
    run(&desk, &league, &withdraw).unwrap();
    let table: Vec<PlacedPlayer> = players
        .iter()
        .enumerate()
        .map(|(index, player)| PlacedPlayer { player: player.clone(), place: Place::behind(index) })
        .collect();
    run(&desk, &league, &LeagueWish::ImportTable(table.clone())).unwrap();
    run(&desk, &league, &LeagueWish::WithdrawTable { reason: reason() }).unwrap();
    run(&desk, &league, &LeagueWish::Close { ended_at: None }).unwrap();
    let cycle = CycleDetails { name: name("Cykl Przykładowy"), rulebook: rulebook() };
    let cycle = event_id(&desk.office.open_cycle(&act(), Hand::Admin, &cycle).unwrap());
    let unknown = CycleWish::AddTournament(EventId::parse("t-nigdzie").unwrap());
    let refused = desk.office.run_cycle(&act(), &desk.known, Hand::Organiser, &cycle, &unknown);
    assert!(matches!(refused, Err(ActError::Rejected(Rejection::UnknownTournament { .. }))), "{refused:?}");
    let opening = OnlineOpening {
        kind: OnlineEvent::Hertzano,
        edition: 1,
        submitted_at: None,
        days: Window::new(day("2025-02-01"), Some(day("2025-02-28"))).unwrap(),
    };
    let online = desk.office.open_online_event(&act(), &desk.known, Hand::Admin, &opening).unwrap();
    let again = desk.office.open_online_event(&act(), &desk.known, Hand::Admin, &opening);
    assert!(matches!(again, Err(ActError::Rejected(Rejection::EditionTaken { .. }))), "{again:?}");
    for wish in
        [OnlineWish::RecordTable(table), OnlineWish::Close { ended_at: Some(moment("2025-02-28T21:00:00+01:00")) }]
    {
        desk.office.run_online_event(&act(), &desk.known, Hand::Organiser, &event_id(&online), &wish).unwrap();
    }
    kept_up.catch_up(desk.head()).unwrap();
    let fresh = projector(&desk);
    fresh.catch_up(desk.head()).unwrap();
    assert_eq!(kept_up.views(), fresh.views());
    let views = fresh.views();
    assert_eq!((views.leagues.len(), views.cycles.len(), views.online_events.len()), (1, 1, 1));
    let running: Vec<bool> = views.happenings.list().map(|happening| happening.running).collect();
    assert_eq!(running.iter().filter(|running| **running).count(), 1, "only the cycle still runs");
    desk.is_sound();
}

#[test]
fn a_meeting_moves_by_itself_and_a_retry_has_no_second_effect() {
    let (desk, league, players) = played_season();
    let recorded = desk
        .log
        .read_stream(&StreamName::new(StreamKind::League, league.as_str()).unwrap(), events::envelope::Version(0), 10)
        .unwrap();
    let (first, last) = (recorded[1].position, recorded[3].position);
    let details = MeetingDetails { day: day("2025-01-12"), present: players.clone(), tables: vec![] };
    let wish = LeagueWish::CorrectMeeting { number: 1, details, reason: reason(), accept: false };
    let correct = |act: &Act| desk.office.run_league(act, &desk.known, Hand::Organiser, &league, &wish);
    let stale = correct(&seen(last));
    assert!(
        matches!(stale, Err(ActError::Stale { expected, current }) if (expected, current) == (last, first)),
        "{stale:?}"
    );
    let act = Act { expected: Some(first), ..keyed(1, 1) };
    let done = correct(&act).unwrap();
    assert_eq!(types(&done), ["league.meeting_corrected"]);
    assert_eq!(told(&correct(&act).unwrap()), done);
    // Said once more it changes nothing, and the meeting stands where it stood.
    let harmless = correct(&seen(done.etag)).unwrap();
    assert_eq!((harmless.events.len(), harmless.etag), (0, done.etag));
    desk.is_sound();
}
