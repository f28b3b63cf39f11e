//! Leagues, Grand Prix cycles and online events that are run here: what comes of them is what an import would have
//! recorded.

use super::*;
use commands::bundle_import::ImportError;
use commands::{GrandPrixDetails, LeagueDetails, LeagueRequest, Lookup, TextSealer};
use domain::competitions::class::OnlineEvent;
use domain::competitions::grand_prix::decider::GrandPrixAction;
use domain::competitions::league::decider::{LeagueAction, MeetingDetails};
use domain::competitions::lifecycle::Rejection;
use domain::competitions::online::decider::OnlineAction;
use domain::event::{NotedWaiver, OnlineOpening, PlacedPlayer, PlayedTable, RecordedGame};
use domain::game::Ending;
use domain::people::authority::CompetitionAuthority;
use domain::season::lists::lists;
use domain::values::calendar::Moment;
use domain::values::place::Place;
use formats::bundle::{self, Bundle};
use projections::names::Names;
use projections::season_bundle::export;
use projections::views::replay_records;

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

fn event_id(done: &CommandReceipt) -> CompetitionId {
    CompetitionId::parse(done.resource.id()).unwrap()
}

fn open_league(fixture: &StoreFixture) -> CompetitionId {
    let details = LeagueDetails {
        name: name("Liga Przykładowa"),
        voivodeship: Voivodeship::Slaskie,
        submitted_at: Some(moment("2025-01-02T12:00:00+01:00")),
        days: Window::new(day("2025-01-11"), Some(day("2025-05-10"))).unwrap(),
        planned_meetings: Some(3),
        rulebook: rulebook(),
    };
    event_id(&fixture.commands.open_league(&metadata(), CompetitionAuthority::Admin, &details).unwrap())
}

fn run(
    fixture: &StoreFixture,
    league: &CompetitionId,
    action: &dyn Fn(&TextSealer<'_>) -> LeagueAction,
) -> Result<CommandReceipt, CommandError<Rejection>> {
    let request = LeagueRequest { league, by: CompetitionAuthority::Organiser, meeting: None };
    fixture.commands.run_league(&metadata(), &fixture.known, &request, action)
}

/// A meeting of tables of four, in which the first of each table wins one game.
fn meeting(on: &str, players: &[PlayerId]) -> LeagueAction {
    let table = |seats: &[PlayerId]| PlayedTable {
        seats: seats.to_vec(),
        games: vec![RecordedGame { ending: Ending::RackEmptied, small: Some(vec![60, -10, -20, -30]) }],
    };
    let tables = players.chunks_exact(4).map(table).collect();
    let details = MeetingDetails { day: day(on), present: players.to_vec(), tables };
    LeagueAction::RecordMeeting { number: None, details, accepted: None }
}

/// A season with a league of 16 persons at three meetings, so that it gives a qualification and points.
fn played_season() -> (StoreFixture, CompetitionId, Vec<PlayerId>) {
    let fixture = StoreFixture::new();
    fixture.adopt_preset();
    let season = days("2024-09-29", "2025-09-19");
    fixture.commands.open_season(&metadata(), &fixture.known, &season_id("2025"), &season).unwrap();
    let players: Vec<PlayerId> =
        ('a'..='p').map(|letter| player_id(&fixture.register(&format!("Gracz{letter}")))).collect();
    let league = open_league(&fixture);
    for (on, turn) in [("2025-01-11", 0), ("2025-03-08", 1), ("2025-05-10", 5)] {
        let mut order = players.clone();
        order.rotate_left(turn);
        run(&fixture, &league, &|_| meeting(on, &order)).unwrap();
    }
    (fixture, league, players)
}

fn exported(fixture: &StoreFixture) -> Bundle {
    let views = replay_records(&*fixture.log).unwrap();
    export(&views.records, &Names::load(&*fixture.log, &fixture.vault).unwrap(), None).unwrap()
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
    let (fixture, league, players) = played_season();
    let before = computed(&exported(&fixture));
    let close = LeagueAction::Close { ended_at: moment("2025-05-10T19:00:00+02:00") };
    let waiver = NotedWaiver { player: players[0].clone(), declared_at: moment("2025-05-10T18:00:00+02:00") };
    run(&fixture, &league, &|_| LeagueAction::DeclareWaiver(waiver.clone())).unwrap();
    let done = run(&fixture, &league, &|_| close.clone()).unwrap();
    assert_eq!(types(&done), ["league.closed", "league.recorded", "league.waiver_declared"]);
    let bundle = exported(&fixture);
    assert_eq!((bundle.leagues.len(), bundle.leagues[0].table.len()), (1, 16));
    let here = computed(&bundle);
    assert_ne!(here, before, "a league that is over counts");
    assert!(here.contains(league.as_str()), "the league gives a qualification: {here}");

    let other_process = StoreFixture::new();
    import(&*other_process.log, &other_process.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ())
        .unwrap();
    assert_eq!(computed(&exported(&other_process)), here);
    let again =
        import(&*fixture.log, &fixture.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    assert_eq!(again.events, 0, "what was run here is what the bundle says");
    fixture.assert_vault_matches();
}

#[test]
fn a_league_that_still_runs_is_in_no_bundle_and_none_is_imported_over_it() {
    let (fixture, league, _) = played_season();
    assert!(exported(&fixture).leagues.is_empty());
    fixture.assert_vault_matches();
    let close = LeagueAction::Close { ended_at: moment("2025-05-10T19:00:00+02:00") };
    let other = played_season();
    run(&other.0, &other.1, &|_| close.clone()).unwrap();
    let mut bundle = exported(&other.0);
    bundle.leagues[0].id = league.as_str().into();
    let outcome = import(&*fixture.log, &fixture.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ());
    assert!(matches!(outcome, Err(ImportError::History(_))), "{outcome:?}");
}

#[test]
fn read_models_that_were_kept_up_to_date_are_those_that_are_built_anew() {
    let projector = |fixture: &StoreFixture| Projector::start(Arc::clone(&fixture.log), Arc::clone(&fixture.vault));
    let (fixture, league, players) = played_season();
    let kept_up = projector(&fixture);
    run(&fixture, &league, &|sealer| LeagueAction::WithdrawMeeting { number: 3, reason: sealer.reason(&reason()) })
        .unwrap();
    let table: Vec<PlacedPlayer> = players
        .iter()
        .enumerate()
        .map(|(index, player)| PlacedPlayer { player: player.clone(), place: Place::behind(index) })
        .collect();
    run(&fixture, &league, &|_| LeagueAction::ImportTable { table: table.clone() }).unwrap();
    run(&fixture, &league, &|sealer| LeagueAction::WithdrawTable { reason: sealer.reason(&reason()) }).unwrap();
    run(&fixture, &league, &|sealer| LeagueAction::Close { ended_at: sealer.command_time() }).unwrap();
    let cycle = GrandPrixDetails { name: name("Cykl Przykładowy"), rulebook: rulebook() };
    let cycle = event_id(&fixture.commands.open_grand_prix(&metadata(), CompetitionAuthority::Admin, &cycle).unwrap());
    let unknown = GrandPrixAction::AddTournament { tournament: CompetitionId::parse("t-nigdzie").unwrap() };
    let refused =
        fixture
            .commands
            .run_grand_prix(&metadata(), &fixture.known, CompetitionAuthority::Organiser, &cycle, &|_| unknown.clone());
    assert!(matches!(refused, Err(CommandError::Rejected(Rejection::UnknownTournament { .. }))), "{refused:?}");
    let opening = OnlineOpening {
        kind: OnlineEvent::Hertzano,
        edition: 1,
        submitted_at: None,
        days: Window::new(day("2025-02-01"), Some(day("2025-02-28"))).unwrap(),
    };
    let online =
        fixture.commands.open_online_event(&metadata(), &fixture.known, CompetitionAuthority::Admin, &opening).unwrap();
    let again = fixture.commands.open_online_event(&metadata(), &fixture.known, CompetitionAuthority::Admin, &opening);
    assert!(matches!(again, Err(CommandError::Rejected(Rejection::EditionTaken { .. }))), "{again:?}");
    for action in
        [OnlineAction::RecordTable { table }, OnlineAction::Close { ended_at: moment("2025-02-28T21:00:00+01:00") }]
    {
        fixture
            .commands
            .run_online_event(&metadata(), &fixture.known, CompetitionAuthority::Organiser, &event_id(&online), &|_| {
                action.clone()
            })
            .unwrap();
    }
    kept_up.catch_up(fixture.head()).unwrap();
    let fresh = projector(&fixture);
    fresh.catch_up(fixture.head()).unwrap();
    assert_eq!(kept_up.views(), fresh.views());
    let views = fresh.views();
    assert_eq!((views.leagues.len(), views.grand_prix.len(), views.online_events.len()), (1, 1, 1));
    let running: Vec<bool> = views.competitions.list().map(|competition| competition.running).collect();
    assert_eq!(running.iter().filter(|running| **running).count(), 1, "only the cycle still runs");
    fixture.assert_vault_matches();
}

#[test]
fn a_meeting_moves_by_itself_and_a_retry_has_no_second_effect() {
    let (fixture, league, players) = played_season();
    let recorded = fixture
        .log
        .read_stream(&StreamName::new(StreamKind::League, league.as_str()).unwrap(), events::envelope::Version(0), 10)
        .unwrap();
    let (first, last) = (recorded[1].position, recorded[3].position);
    let details = MeetingDetails { day: day("2025-01-12"), present: players.clone(), tables: vec![] };
    let request = LeagueRequest { league: &league, by: CompetitionAuthority::Organiser, meeting: Some(1) };
    let correct = |metadata: &CommandMetadata| {
        fixture.commands.run_league(metadata, &fixture.known, &request, &|sealer| {
            let reason = sealer.reason(&reason());
            LeagueAction::CorrectMeeting { number: 1, details: details.clone(), reason, accept: false }
        })
    };
    let stale = correct(&seen(last));
    assert!(
        matches!(stale, Err(CommandError::Stale { expected, current }) if (expected, current) == (last, first)),
        "{stale:?}"
    );
    let metadata = CommandMetadata { expected: Some(first), ..keyed(1, 1) };
    let done = correct(&metadata).unwrap();
    assert_eq!(types(&done), ["league.meeting_corrected"]);
    assert_eq!(as_first_answer(&correct(&metadata).unwrap()), done);
    // Said once more it changes nothing, and the meeting stands where it stood.
    let harmless = correct(&seen(done.etag)).unwrap();
    assert_eq!((harmless.events.len(), harmless.etag), (0, done.etag));
    fixture.assert_vault_matches();
}
