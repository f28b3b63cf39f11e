use super::*;
use crate::event::{RecordedGame, RulebookRecord, WaiverEvent};
use crate::rulebook::Preset;
use crate::test_support::{day, moment};
use crate::values::calendar::Window;
use crate::values::ids::RulebookId;
use crate::values::voivodeship::Voivodeship;
use proptest::prelude::*;

const REASON: Commitment = Commitment([7; 32]);

fn player(number: u32) -> PlayerId {
    PlayerId::parse(&format!("p{number:02}")).unwrap()
}

fn players(numbers: impl IntoIterator<Item = u32>) -> Vec<PlayerId> {
    numbers.into_iter().map(player).collect()
}

fn opening() -> LeagueOpening {
    LeagueOpening {
        name: Commitment([1; 32]),
        voivodeship: Voivodeship::Slaskie,
        submitted_at: moment("2025-01-02T12:00:00+01:00"),
        days: Window::new(day("2025-01-10"), Some(day("2025-05-10"))).unwrap(),
        planned_meetings: Some(4),
        rulebook: RulebookId::parse("pl-2024-25").unwrap(),
        rules: RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] },
    }
}

fn now() -> Moment {
    moment("2025-05-10T20:00:00+02:00")
}

fn command(by: CompetitionAuthority, action: LeagueAction) -> Command {
    Command { by, at: now(), action, flagged: FlaggedPlayers::default() }
}

fn decide_as_organiser(state: &League, action: LeagueAction) -> Result<Vec<LeagueEvent>, Rejection> {
    decide(state, &command(CompetitionAuthority::Organiser, action))
}

/// A game that ran out of time with these small points.
fn game(small: &[i32]) -> RecordedGame {
    RecordedGame { ending: Ending::TimeExpired, small: Some(small.to_vec()) }
}

fn details(on: &str, seats: [u32; 3], small: &[i32]) -> MeetingDetails {
    let tables = vec![PlayedTable { seats: players(seats), games: vec![game(small)] }];
    MeetingDetails { day: day(on), present: players(seats), tables }
}

fn meeting(number: Option<u32>, details: MeetingDetails) -> LeagueAction {
    LeagueAction::RecordMeeting { number, details, accepted: None }
}

/// The state after actions that are all accepted.
fn after(mut state: League, actions: impl IntoIterator<Item = LeagueAction>) -> League {
    for action in actions {
        let events = decide(&state, &command(CompetitionAuthority::Admin, action)).unwrap();
        state = events.iter().try_fold(state, evolve).unwrap();
    }
    state
}

fn opened() -> League {
    after(League::Unknown, [LeagueAction::Open(opening())])
}

fn four_meetings() -> League {
    after(
        opened(),
        [
            meeting(None, details("2025-01-10", [1, 2, 3], &[9, -4, -5])),
            meeting(None, details("2025-02-10", [3, 2, 1], &[7, -3, -4])),
            meeting(None, details("2025-03-10", [1, 2, 4], &[-6, 10, -4])),
            meeting(None, details("2025-05-10", [1, 3, 4], &[-6, 10, -4])),
        ],
    )
}

fn running(state: &League) -> &RunningLeague {
    match state {
        League::Running(league) => league,
        _ => panic!("the league does not run"),
    }
}

fn waiver(number: u32, declared_at: &str) -> LeagueAction {
    LeagueAction::DeclareWaiver(NotedWaiver { player: player(number), declared_at: moment(declared_at) })
}

fn close(ended_at: &str) -> LeagueAction {
    LeagueAction::Close { ended_at: moment(ended_at) }
}

fn table(order: &[u32]) -> Vec<PlacedPlayer> {
    let line = |(index, number): (usize, &u32)| PlacedPlayer { player: player(*number), place: Place::behind(index) };
    order.iter().enumerate().map(line).collect()
}

#[test]
fn an_admin_opens_a_league_and_nobody_else() {
    let open = |by| decide(&League::Unknown, &command(by, LeagueAction::Open(opening())));
    assert_eq!(open(CompetitionAuthority::Admin), Ok(vec![LeagueEvent::Opened(opening())]));
    assert_eq!(open(CompetitionAuthority::Organiser), Err(Rejection::NotAllowed));
    assert_eq!(
        decide_as_organiser(&League::Unknown, close("2025-05-10T18:00:00+02:00")),
        Err(Rejection::UnknownCompetition)
    );
    let again = decide(&opened(), &command(CompetitionAuthority::Admin, LeagueAction::Open(opening())));
    assert_eq!(again, Err(Rejection::AlreadyOpen));
}

#[test]
fn the_organiser_runs_it_and_has_no_say_after_closing() {
    let league = opened();
    let held = meeting(None, details("2025-01-10", [1, 2, 3], &[9, -4, -5]));
    assert!(decide_as_organiser(&league, held.clone()).is_ok());
    assert_eq!(decide(&league, &command(CompetitionAuthority::None, held.clone())), Err(Rejection::NotAllowed));
    let over = after(four_meetings(), [close("2025-05-10T18:00:00+02:00")]);
    assert_eq!(decide_as_organiser(&over, held.clone()), Err(Rejection::ClosedToOrganisers));
    assert_eq!(decide(&over, &command(CompetitionAuthority::Admin, held)), Err(Rejection::Closed));
}

#[test]
fn meetings_are_numbered_and_a_repeat_is_harmless() {
    let league = four_meetings();
    assert_eq!(running(&league).meetings.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let same = meeting(Some(2), details("2025-02-10", [3, 2, 1], &[7, -3, -4]));
    assert_eq!(decide_as_organiser(&league, same), Ok(vec![]));
    let other = meeting(Some(2), details("2025-02-11", [3, 2, 1], &[7, -3, -4]));
    assert_eq!(decide_as_organiser(&league, other), Err(Rejection::MeetingExists { number: 2 }));
    let zero = meeting(Some(0), details("2025-02-11", [3, 2, 1], &[7, -3, -4]));
    assert_eq!(decide_as_organiser(&league, zero), Err(Rejection::UnknownMeeting { number: 0 }));
}

#[test]
fn a_meeting_that_cannot_have_been_is_refused_with_its_rule() {
    let league = opened();
    let good = details("2025-01-10", [1, 2, 3], &[9, -4, -5]);
    let refused = |change: &dyn Fn(&mut MeetingDetails)| {
        let mut details = good.clone();
        change(&mut details);
        let rejection = decide_as_organiser(&league, meeting(None, details)).unwrap_err();
        assert!(!rejection.rule().is_empty());
        rejection
    };
    assert_eq!(refused(&|it| it.present.clear()), Rejection::NoPlayerPresent);
    assert_eq!(refused(&|it| it.present.push(player(1))), Rejection::PlayerTwice { player: player(1) });
    assert_eq!(refused(&|it| it.day = day("2025-05-11")), Rejection::InFuture);
    assert_eq!(refused(&|it| it.present = players([1, 2])), Rejection::WrongSeats { table: 0 });
    assert_eq!(refused(&|it| it.tables[0].seats = players([1, 1, 2])), Rejection::WrongSeats { table: 0 });
    assert_eq!(refused(&|it| it.tables[0].seats = players([1, 2])), Rejection::WrongSeats { table: 0 });
    assert_eq!(refused(&|it| it.tables[0].games = vec![game(&[9, -4])]).code(), "wrong-sheet");
    let wrong = refused(&|it| it.tables[0].games = vec![game(&[9, -4, -4])]);
    assert_eq!((wrong.code(), wrong.rule()), ("wrong-sheet", "R-GAME-16"));
    let flagged = FlaggedPlayers { unknown: players([3]), foreign: vec![] };
    let unknown = Command { flagged, ..command(CompetitionAuthority::Organiser, meeting(None, good.clone())) };
    assert_eq!(decide(&league, &unknown), Err(Rejection::UnknownPlayer { player: player(3) }));
}

#[test]
fn games_that_look_wrong_are_recorded_only_with_a_reason() {
    let heavy = details("2025-01-10", [1, 2, 3], &[1500, -1490, -10]);
    let refused = decide_as_organiser(&opened(), meeting(None, heavy.clone())).unwrap_err();
    assert_eq!((refused.code(), refused.rule()), ("implausible-games", "R-GAME-22"));
    let accepted = LeagueAction::RecordMeeting { number: None, details: heavy.clone(), accepted: Some(REASON) };
    let recorded = decide_as_organiser(&opened(), accepted).unwrap();
    assert!(matches!(&recorded[..], [LeagueEvent::MeetingRecorded(held)] if held.accepted == Some(REASON)));
    // A reason that nothing needs is not kept.
    let good = details("2025-01-10", [1, 2, 3], &[9, -4, -5]);
    let needless = LeagueAction::RecordMeeting { number: None, details: good, accepted: Some(REASON) };
    let recorded = decide_as_organiser(&opened(), needless).unwrap();
    assert!(matches!(&recorded[..], [LeagueEvent::MeetingRecorded(held)] if held.accepted.is_none()));
}

#[test]
fn a_rulebook_may_keep_players_from_abroad_out() {
    let mut closed = opening();
    let no = crate::event::Override::new("foreigners.leagues", &crate::rulebook::Raw::Bool(false)).unwrap();
    closed.rules.overrides.push(no);
    for (opening, expected) in [(opening(), Ok(1)), (closed, Err(Rejection::ForeignPlayer { player: player(3) }))] {
        let league = after(League::Unknown, [LeagueAction::Open(opening)]);
        let flagged = FlaggedPlayers { unknown: vec![], foreign: players([3]) };
        let details = details("2025-01-10", [1, 2, 3], &[9, -4, -5]);
        let command = Command { flagged, ..command(CompetitionAuthority::Organiser, meeting(None, details)) };
        assert_eq!(decide(&league, &command).map(|events| events.len()), expected);
    }
}

#[test]
fn the_table_adds_up_big_then_small_points_and_counts_meetings() {
    let league = after(
        four_meetings(),
        [meeting(None, MeetingDetails { day: day("2025-05-10"), present: players([9, 1]), tables: vec![] })],
    );
    let rows = running(&league).rows();
    let standings: Vec<(&str, Option<u32>, u32, i64, u32)> = rows
        .iter()
        .map(|row| {
            let place = row.place.map(Place::number);
            (row.player.as_str(), place, row.tally.big.0, row.tally.small.0, row.meetings)
        })
        .collect();
    assert_eq!(
        standings,
        [
            ("p03", Some(1), 2, 12, 3),
            ("p02", Some(2), 1, 3, 3),
            ("p01", Some(3), 1, -7, 5),
            ("p04", Some(4), 0, -8, 2),
            ("p09", None, 0, 0, 1),
        ]
    );
}

#[test]
fn closing_records_the_league_as_an_import_would() {
    let ended_at = moment("2025-05-10T18:00:00+02:00");
    let league = after(four_meetings(), [waiver(3, "2025-05-10T17:00:00+02:00")]);
    let events = decide_as_organiser(&league, LeagueAction::Close { ended_at }).unwrap();
    let present = |numbers: [u32; 3]| players(numbers);
    let record = LeagueRecord {
        name: opening().name,
        voivodeship: Voivodeship::Slaskie,
        ended_at,
        submitted_at: opening().submitted_at,
        meetings: vec![
            RecordedMeeting { day: day("2025-01-10"), present: present([1, 2, 3]) },
            RecordedMeeting { day: day("2025-02-10"), present: present([3, 2, 1]) },
            RecordedMeeting { day: day("2025-03-10"), present: present([1, 2, 4]) },
            RecordedMeeting { day: day("2025-05-10"), present: present([1, 3, 4]) },
        ],
        table: table(&[3, 2, 1, 4]),
    };
    let declared = LeagueEvent::Waiver(WaiverEvent::Declared { player: player(3) });
    assert_eq!(events, [LeagueEvent::Closed { ended_at }, LeagueEvent::Recorded(record), declared]);
    let over = events.iter().try_fold(league, evolve).unwrap();
    assert_eq!(decide(&over, &command(CompetitionAuthority::Admin, LeagueAction::Close { ended_at })), Ok(vec![]));
}

#[test]
fn a_league_is_closed_with_meetings_a_table_and_an_end_that_has_come() {
    let at = "2025-05-10T18:00:00+02:00";
    assert_eq!(decide_as_organiser(&opened(), close(at)), Err(Rejection::NoMeetings));
    assert_eq!(decide_as_organiser(&four_meetings(), close("2025-05-09T18:00:00+02:00")), Err(Rejection::EndsTooEarly));
    assert_eq!(decide_as_organiser(&four_meetings(), close("2025-05-10T20:00:01+02:00")), Err(Rejection::InFuture));
    let only_present = MeetingDetails { day: day("2025-04-10"), present: players([1, 2]), tables: vec![] };
    let league = after(four_meetings(), [meeting(Some(7), only_present)]);
    assert_eq!(decide_as_organiser(&league, close(at)), Err(Rejection::GamesMissing { number: 7 }));
    let import = LeagueAction::ImportTable { table: table(&[2, 1, 4, 3]) };
    let imported = after(league.clone(), [import]);
    let events = decide_as_organiser(&imported, close(at)).unwrap();
    assert!(matches!(&events[1], LeagueEvent::Recorded(record) if record.table == table(&[2, 1, 4, 3])));
    assert_eq!(after(imported, [LeagueAction::WithdrawTable { reason: REASON }]), league);
}

#[test]
fn under_a_rulebook_with_imported_tables_nothing_is_computed() {
    let mut opening = opening();
    let imported = crate::rulebook::Raw::Text("imported".to_owned());
    opening.rules.overrides.push(crate::event::Override::new("league.table", &imported).unwrap());
    let held = meeting(None, details("2025-05-10", [1, 2, 3], &[9, -4, -5]));
    let league = after(League::Unknown, [LeagueAction::Open(opening), held]);
    assert_eq!(decide_as_organiser(&league, close("2025-05-10T18:00:00+02:00")), Err(Rejection::TableNeeded));
}

#[test]
fn fewer_meetings_than_a_league_needs_are_recorded_and_told() {
    let short = after(opened(), [meeting(None, details("2025-05-10", [1, 2, 3], &[9, -4, -5]))]);
    assert!(!running(&short).is_long_enough() && running(&four_meetings()).is_long_enough());
    assert!(decide_as_organiser(&short, close("2025-05-10T18:00:00+02:00")).is_ok());
}

#[test]
fn a_qualification_is_renounced_on_the_day_of_the_final() {
    let league = four_meetings();
    let late = Err(Rejection::WaiverOutOfTime { player: player(3) });
    assert_eq!(decide_as_organiser(&league, waiver(3, "2025-05-09T12:00:00+02:00")), late);
    assert_eq!(decide_as_organiser(&league, waiver(3, "2025-05-10T20:00:01+02:00")), Err(Rejection::InFuture));
    let stranger = waiver(8, "2025-05-10T12:00:00+02:00");
    assert_eq!(decide_as_organiser(&league, stranger), Err(Rejection::NotInEvent { player: player(8) }));
    // The presumed final was not the last meeting: the league ended later.
    let early = after(opened(), [meeting(None, details("2025-03-10", [1, 2, 3], &[9, -4, -5]))]);
    let noted = after(early, [waiver(3, "2025-03-10T19:00:00+01:00")]);
    let later = after(noted, [meeting(None, details("2025-05-10", [1, 2, 3], &[9, -4, -5]))]);
    assert_eq!(decide_as_organiser(&later, close("2025-05-10T18:00:00+02:00")), late);
    let withdrawn = after(later, [LeagueAction::WithdrawWaiver { player: player(3) }]);
    assert!(decide_as_organiser(&withdrawn, close("2025-05-10T18:00:00+02:00")).is_ok());
    // After closing an admin still records a declaration of that day.
    let over = after(withdrawn, [close("2025-05-10T18:00:00+02:00")]);
    let admin = |action| decide(&over, &command(CompetitionAuthority::Admin, action));
    assert_eq!(admin(waiver(3, "2025-05-10T19:00:00+02:00")).map(|events| events.len()), Ok(1));
    assert_eq!(admin(waiver(3, "2025-05-09T19:00:00+02:00")), late);
}

#[test]
fn an_admin_corrects_what_is_closed_with_a_reason() {
    let over = after(four_meetings(), [close("2025-05-10T18:00:00+02:00")]);
    let League::Over(finished) = &over else { panic!("the league is over") };
    let correct = |record: LeagueRecord| LeagueAction::Correct(Correction { record, reason: Some(REASON) });
    let mut record = finished.record.clone();
    assert_eq!(decide(&over, &command(CompetitionAuthority::Admin, correct(record.clone()))), Ok(vec![]));
    record.table = table(&[2, 3, 1, 4]);
    assert_eq!(decide_as_organiser(&over, correct(record.clone())), Err(Rejection::ClosedToOrganisers));
    assert_eq!(decide_as_organiser(&four_meetings(), correct(record.clone())), Err(Rejection::StillRunning));
    let corrected = after(over.clone(), [correct(record.clone())]);
    assert!(matches!(&corrected, League::Over(league) if league.record == record));
    record.table[1].place = Place::behind(2);
    let wrong = decide(&over, &command(CompetitionAuthority::Admin, correct(record))).unwrap_err();
    assert_eq!((wrong.code(), wrong.rule()), ("wrong-places", "AMB-42, AMB-62"));
}

#[test]
fn an_imported_league_is_over_from_the_beginning() {
    let over = after(four_meetings(), [close("2025-05-10T18:00:00+02:00")]);
    let League::Over(finished) = over else { panic!("the league is over") };
    let recorded = LeagueEvent::Recorded(finished.record.clone());
    let imported = evolve(League::Unknown, &recorded).unwrap();
    assert!(
        matches!(&imported, League::Over(league) if league.record == finished.record && league.state_at_closing.is_none())
    );
    assert_eq!(evolve(imported, &recorded), Err(CorruptHistory::RecordedTwice));
    assert_eq!(evolve(four_meetings(), &recorded), Err(CorruptHistory::RecordedTwice));
}

/// Meetings of three players each, with small points that fit.
fn any_meetings() -> impl Strategy<Value = Vec<MeetingDetails>> {
    let one = (0_u32..90, prop::sample::subsequence((0_u32..8).collect::<Vec<_>>(), 3), 1_i32..100, 1_i32..100);
    let one = one.prop_map(|(days, seats, one, other)| {
        let mut held = details("2025-01-10", [seats[0], seats[1], seats[2]], &[one + other, -one, -other]);
        held.day = held.day.plus_days(days);
        held
    });
    prop::collection::vec(one, 1..8)
}

proptest! {
    #[test]
    fn the_table_does_not_depend_on_the_order_in_which_meetings_are_recorded(
        meetings in any_meetings(), order in any::<prop::sample::Index>(),
    ) {
        let numbered: Vec<LeagueAction> =
            meetings.into_iter().zip(1..).map(|(details, number)| meeting(Some(number), details)).collect();
        let mut turned = numbered.clone();
        turned.rotate_left(order.index(numbered.len()));
        turned.reverse();
        let (one, other) = (after(opened(), numbered), after(opened(), turned));
        prop_assert_eq!(running(&one).rows(), running(&other).rows());
        prop_assert_eq!(one, other);
    }

    #[test]
    fn withdrawing_a_meeting_gives_the_state_before(meetings in any_meetings(), last in any_meetings()) {
        let before = after(opened(), meetings.into_iter().map(|details| meeting(None, details)));
        let number = running(&before).next_number();
        let with = after(before.clone(), [meeting(None, last[0].clone())]);
        prop_assert_ne!(&with, &before);
        prop_assert_eq!(after(with, [LeagueAction::WithdrawMeeting { number, reason: REASON }]), before);
    }

    #[test]
    fn the_small_points_of_a_table_cancel_out_and_everybody_with_a_game_has_a_place(meetings in any_meetings()) {
        let league = after(opened(), meetings.into_iter().map(|details| meeting(None, details)));
        let rows = running(&league).rows();
        prop_assert_eq!(rows.iter().map(|row| row.tally.small.0).sum::<i64>(), 0);
        prop_assert_eq!(rows.iter().map(|row| row.tally.big.0 as usize).sum::<usize>(), running(&league).meetings.len());
        prop_assert!(rows.iter().all(|row| row.place.is_some() && row.meetings > 0));
    }
}
