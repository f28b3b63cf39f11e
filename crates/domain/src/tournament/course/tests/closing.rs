//! Closing, imported results, and corrections after closing.

use super::super::*;
use crate::competitions::class::TournamentClass;
use crate::event::{
    Correction, RecordedFinish, RecordedOutcome, ResultLine, Role, TieQuestion, TournamentEvent, TournamentFact,
    WaiverEvent,
};
use crate::game::Ending;
use crate::rulebook::Rulebook;
use crate::test_support::moment;
use crate::test_support::tournament_fixture::{
    TournamentFixture, adult, application, free_formats, game, player, rounds, text, with_final, with_roles,
};
use crate::tournament::result::finishes_from_rounds;
use crate::tournament::sanction::Sanction;
use crate::tournament::standings::{PlayedGame, Table};
use crate::values::calendar::Day;
use crate::values::ids::{PlayerId, PlayerKey};
use crate::values::place::Place;
use crate::values::points::SmallPoints;

const FIRST: Stage = Stage::Round(1);

fn lines(events: &[TournamentEvent]) -> Vec<ResultLine> {
    let outcome = events.iter().find_map(|event| match event {
        TournamentEvent::Recorded(record) | TournamentEvent::Corrected(Correction { record, .. }) => {
            Some(record.outcome.clone())
        }
        _ => None,
    });
    match outcome {
        Some(RecordedOutcome::Results(lines)) => lines,
        other => panic!("no results: {other:?}"),
    }
}

#[test]
fn places_are_those_of_the_same_games_told_as_a_bundle() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[2, 2]), 2), 11);
    let expelled = fixture.at(FIRST, 2, 1);
    for (stage, winners) in [(FIRST, ["AB", "CC", "BA"]), (Stage::Round(2), ["CA", "BB", "AC"])] {
        for (table, winners) in (1..).zip(winners) {
            fixture.enter(stage, table, winners);
        }
        if stage == FIRST {
            let sanction = Sanction::Disqualification;
            fixture.done(TournamentAction::GiveSanction { player: expelled.clone(), sanction, reason: text(4) });
            fixture.next(FIRST, Stage::Round(2));
        }
    }
    fixture.done(TournamentAction::CloseStage { stage: Stage::Round(2), seat_next: false });
    while let Some((question, order)) = open_tie(fixture.state()) {
        fixture.done(TournamentAction::DecideTie { question, order, reason: None });
    }
    fixture.done(TournamentAction::SeatStage { stage: Stage::Final });
    fixture.done(TournamentAction::StartStage { stage: Stage::Final });
    for games in ["B", "BB"] {
        fixture.enter(Stage::Final, 1, games);
    }
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    while let Some((question, order)) = open_tie(fixture.state()) {
        fixture.done(TournamentAction::DecideTie { question, order, reason: None });
    }
    let closed = fixture.close();

    let all_players: Vec<PlayerId> = fixture.state().entrants.keys().cloned().collect();
    let key = |player: &PlayerId| PlayerKey(all_players.iter().position(|one| one == player).unwrap() as u32);
    let tables_of = |stage: Stage| -> Vec<Table> {
        let play = fixture.state().play(stage).unwrap();
        let table = |table: &SeatedTable| Table {
            seats: table.seats.iter().map(key).collect(),
            games: table.sheet.as_ref().unwrap().games.iter().map(|game| played(&game.small)).collect(),
        };
        play.tables.iter().map(|one| table(one)).collect()
    };
    let tables: Vec<Table> = [FIRST, Stage::Round(2)].into_iter().flat_map(tables_of).collect();
    let last = tables_of(Stage::Final);
    let bundle = finishes_from_rounds(&tables, &[], last.first(), &[key(&expelled)], &Rulebook::default());
    for finish in &bundle {
        let player = &all_players[finish.player.index()];
        let line = lines(&closed).into_iter().find(|line| line.player == *player).unwrap();
        assert_eq!(line.games_played, finish.games_played);
        // The main referee ordered equal finalists; no other player's place may differ.
        let in_final = last[0].seats.contains(&finish.player);
        match (line.finish, finish.place) {
            (RecordedFinish::Disqualified, None) => assert_eq!(*player, expelled),
            (RecordedFinish::Place(place), Some(place_in_final)) => {
                assert!(
                    place == place_in_final || (in_final && place > place_in_final),
                    "{player}: {place:?}, {place_in_final:?}"
                );
            }
            other => panic!("{player}: {other:?}"),
        }
    }
    assert_eq!(bundle.len(), lines(&closed).len());
}

fn played(small: &[Option<i32>]) -> PlayedGame {
    let small: Vec<Option<SmallPoints>> = small.iter().map(|one| one.map(|one| SmallPoints(i64::from(one)))).collect();
    PlayedGame::of_some(Ending::RackEmptied, &small, &Rulebook::default())
}

fn closed_with_final() -> TournamentFixture {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4]), 2), 4);
    fixture.play(FIRST, "AABC");
    fixture.next(FIRST, Stage::Final);
    fixture.enter(Stage::Final, 1, "A");
    fixture.enter(Stage::Final, 1, "AB");
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    fixture.close();
    fixture
}

#[test]
fn a_sheet_corrected_after_closing_gives_a_corrected_record_whose_reason_stands_with_the_sheet() {
    let mut fixture = closed_with_final();
    let admin = with_roles("account/admin", &[Role::Admin]);
    let mut input = fixture.sheet(Stage::Final, 1, "DD");
    input.reason = None;
    assert_eq!(
        fixture.ask(&admin, TournamentAction::CorrectSheet { input: input.clone() }),
        Err(Rejection::ReasonMissing { kind: CommandKind::CorrectSheet })
    );
    input.reason = Some(text(9));
    let organiser = with_roles("account/organiser", &[Role::Organiser]);
    let refused = fixture.ask(&organiser, TournamentAction::CorrectSheet { input: input.clone() });
    assert_eq!(refused, Err(Rejection::NotAllowed { kind: CommandKind::CorrectSheet }));
    let champion = fixture.at(Stage::Final, 1, 3);
    let events = fixture.ask(&admin, TournamentAction::CorrectSheet { input }).unwrap();
    assert!(
        matches!(TournamentFixture::facts(&events)[..], [TournamentFact::SheetCorrected { entry }] if entry.reason == Some(text(9)))
    );
    let correction = events.iter().find_map(|event| match event {
        TournamentEvent::Corrected(correction) => Some(correction),
        _ => None,
    });
    assert_eq!(correction.unwrap().reason, None);
    assert_eq!(lines(&events)[0].player, champion);
    assert_eq!(fixture.state().record.as_deref(), Some(&correction.unwrap().record));
}

#[test]
fn a_correction_that_changes_no_place_corrects_no_record() {
    let mut fixture = closed_with_final();
    let mut input = fixture.sheet(Stage::Final, 1, "AB");
    input.games[0] = game(&[Some(60), Some(-20), Some(-20), Some(-20)]);
    let events = fixture.done(TournamentAction::CorrectSheet { input });
    assert_eq!(events.len(), 1, "{events:?}");
}

#[test]
fn a_tie_in_the_final_that_a_correction_brings_about_is_decided_after_closing() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4]), 1), 4);
    fixture.play(FIRST, "ABCD");
    fixture.next(FIRST, Stage::Final);
    let mut sheet = fixture.sheet(Stage::Final, 1, "A");
    sheet.games[0] = game(&[Some(60), Some(-10), Some(-20), Some(-30)]);
    fixture.done(TournamentAction::EnterSheet(sheet));
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    fixture.close();
    let corrected = fixture.sheet(Stage::Final, 1, "A");
    let events = fixture.done(TournamentAction::CorrectSheet { input: corrected });
    let second = RecordedFinish::Place(Place::new(2).unwrap());
    assert_eq!(
        lines(&events).iter().filter(|line| line.finish == second).count(),
        3,
        "they share the place until then"
    );

    let (question, mut order) = open_tie(fixture.state()).unwrap();
    assert_eq!(question, TieQuestion::FinalPlaces);
    order.reverse();
    let decision = |reason| TournamentAction::DecideTie { question, order: order.clone(), reason };
    let admin = with_roles("account/admin", &[Role::Admin]);
    let arbiter = with_roles("account/arbiter", &[Role::Arbiter, Role::Organiser]);
    let refused = fixture.ask(&arbiter, decision(Some(text(9))));
    assert_eq!(refused, Err(Rejection::NotAllowed { kind: CommandKind::CorrectTie }));
    assert_eq!(
        fixture.ask(&admin, decision(None)),
        Err(Rejection::ReasonMissing { kind: crate::tournament::course::CommandKind::DecideTie })
    );
    let events = fixture.ask(&admin, decision(Some(text(9)))).unwrap();
    let placed: Vec<PlayerId> = lines(&events).into_iter().skip(1).map(|line| line.player).collect();
    assert_eq!(placed, order);
    assert_eq!(open_tie(fixture.state()), None);
}

#[test]
fn a_tournament_from_a_bundle_is_corrected_with_its_bundle() {
    let mut fixture = TournamentFixture { course: Tournament::Recorded, ..closed_with_final() };
    let correction = TournamentAction::CorrectResults { lines: Vec::new(), reason: text(9) };
    assert_eq!(
        fixture.ask(&with_roles("account/admin", &[Role::Admin]), correction),
        Err(Rejection::RecordedFromBundle)
    );
}

#[test]
fn nothing_is_undone_after_closing() {
    let mut fixture = closed_with_final();
    let running = fixture.course.hosted().unwrap();
    assert_eq!(running.undo_stack().count(), 0);
    let last = running.acts();
    let refused = fixture.refused(TournamentAction::Undo { act: last, reason: None });
    assert_eq!(refused, Rejection::WrongPhase { phase: Phase::Closed });
}

#[test]
fn whoever_gave_up_the_qualification_did_so_for_the_season() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    fixture.done(TournamentAction::DeclareWaiver { player: player(1) });
    fixture.done(TournamentAction::DeclareWaiver { player: player(2) });
    fixture.done(TournamentAction::WithdrawWaiver { player: player(2) });
    fixture.play(FIRST, "A");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let events = fixture.close();
    let waivers: Vec<&TournamentEvent> =
        events.iter().filter(|event| matches!(event, TournamentEvent::Waiver(_))).collect();
    assert_eq!(waivers.len(), 1);
}

#[test]
fn a_tournament_ended_on_its_last_day_whenever_it_is_closed() {
    let played = || {
        let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
        fixture.play(FIRST, "A");
        fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
        fixture
    };
    let close = |fixture: &mut TournamentFixture, at: &str, ended_at: Option<&str>| {
        fixture.at = moment(at);
        let order = TournamentAction::Close { seed: fixture.seed.clone(), ended_at: ended_at.map(moment) };
        fixture.ask(&with_roles("account/organiser", &[Role::Organiser]), order)
    };
    for (at, given, recorded) in [
        ("2025-03-15T18:00:00+01:00", None, "2025-03-15T18:00:00+01:00"),
        ("2025-03-24T09:00:00+01:00", None, "2025-03-15T23:59:59+01:00"),
        ("2025-03-24T09:00:00+01:00", Some("2025-03-16T00:40:00+01:00"), "2025-03-16T00:40:00+01:00"),
    ] {
        let mut fixture = played();
        close(&mut fixture, at, given).unwrap();
        assert_eq!(fixture.state().record.as_ref().unwrap().ended_at, moment(recorded));
    }
    for wrong in ["2025-03-14T23:59:59+01:00", "2025-03-15T18:00:01+01:00"] {
        let refused = close(&mut played(), "2025-03-15T18:00:00+01:00", Some(wrong));
        assert_eq!(refused, Err(Rejection::InvalidEnd));
    }
}

#[test]
fn a_place_that_is_kept_without_points_leaves_no_gap_in_the_record() {
    let keep = ("dsq.placement", crate::rulebook::Raw::Text("keep_no_points".to_owned()));
    let mut fixture = TournamentFixture::started(free_formats(&[keep]), rounds(&[4]), 4);
    fixture.play(FIRST, "AAAB");
    let expelled = fixture.at(FIRST, 1, 1);
    fixture.done(TournamentAction::GiveSanction {
        player: expelled,
        sanction: Sanction::Disqualification,
        reason: text(4),
    });
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let places: Vec<RecordedFinish> = lines(&fixture.close()).iter().map(|line| line.finish).collect();
    let place = |number| RecordedFinish::Place(Place::new(number).unwrap());
    for (finish, count) in [(place(1), 1), (place(2), 2), (RecordedFinish::Disqualified, 1)] {
        assert_eq!(places.iter().filter(|one| **one == finish).count(), count, "{places:?}");
    }
}

#[test]
fn whoever_did_not_play_gives_up_nothing() {
    let mut fixture = TournamentFixture::approved(TournamentClass::Ordinary, free_formats(&[]));
    fixture.done(TournamentAction::ChooseFormat(rounds(&[1])));
    fixture.at = moment("2025-03-15T10:00:00+01:00");
    fixture.done(TournamentAction::Register { registrations: (1..=6).map(adult).collect() });
    fixture.done(TournamentAction::DeclareWaiver { player: player(1) });
    fixture.done(TournamentAction::DeclareWaiver { player: player(5) });
    fixture.done(TournamentAction::NoteAbsent { players: vec![player(5)] });
    fixture.done(TournamentAction::WithdrawRegistration { player: player(6) });
    let refused = fixture.refused(TournamentAction::DeclareWaiver { player: player(6) });
    assert_eq!(refused, Rejection::NotPresent { player: player(6) });
    fixture.done(TournamentAction::CheckIn { players: (1..=4).map(player).collect() });
    fixture.done(TournamentAction::Draw { stage: FIRST, seed: fixture.seed.clone(), reason: None });
    fixture.done(TournamentAction::StartStage { stage: FIRST });
    fixture.play(FIRST, "A");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let events = fixture.close();
    let waivers: Vec<&TournamentEvent> =
        events.iter().filter(|event| matches!(event, TournamentEvent::Waiver(_))).collect();
    assert_eq!(waivers, [&TournamentEvent::Waiver(WaiverEvent::Declared { player: player(1) })]);
}

/// An approved tournament whose games are played elsewhere.
fn approved_duel() -> TournamentFixture {
    use crate::competitions::class::TournamentClass::Ordinary;
    use crate::rulebook::Preset;
    use crate::test_support::tournament_fixture::rulebook;
    use crate::values::ids::RulebookId;
    use crate::values::variant::Variant;
    let mut fixture = TournamentFixture::empty();
    let mut duel = application(Ordinary, fixture.at);
    duel.record.variant = Variant::Duel;
    fixture.done(TournamentAction::Apply(Box::new(duel)));
    let seed = fixture.seed.commitment();
    let rulebook = rulebook(Preset::Pl2024_25, &[]);
    fixture.done(TournamentAction::Approve {
        class: Ordinary,
        rulebook_id: RulebookId::parse("s").unwrap(),
        rulebook,
        seed,
    });
    fixture
}

fn line(number: usize, place: u32) -> ResultLine {
    ResultLine { player: player(number), games_played: 7, finish: RecordedFinish::Place(Place::new(place).unwrap()) }
}

#[test]
fn the_places_of_a_duel_are_imported_and_can_be_corrected() {
    let mut fixture = approved_duel();
    assert_eq!(fixture.refused(TournamentAction::ChooseFormat(rounds(&[3, 3, 3]))), Rejection::ImportedOnly);
    let early = TournamentAction::ImportResults { lines: vec![line(1, 1)], planned_games: 7, ended_at: fixture.at };
    assert_eq!(fixture.refused(early), Rejection::InvalidEnd);
    fixture.at = moment("2025-03-15T18:00:00+01:00");
    let import = |lines, fixture: &TournamentFixture| TournamentAction::ImportResults {
        lines,
        planned_games: 7,
        ended_at: fixture.at,
    };
    assert_eq!(fixture.refused(import(vec![line(1, 1), line(2, 3)], &fixture)), Rejection::InvalidResults);
    assert_eq!(fixture.refused(import(vec![line(1, 1), line(1, 2)], &fixture)), Rejection::Twice { player: player(1) });
    let events = fixture.done(import(vec![line(1, 1), line(2, 2)], &fixture));
    assert_eq!(lines(&events), [line(1, 1), line(2, 2)]);
    let events =
        fixture.done(TournamentAction::CorrectResults { lines: vec![line(2, 1), line(1, 2)], reason: text(9) });
    assert_eq!(lines(&events), [line(2, 1), line(1, 2)]);
}

#[test]
fn the_contact_of_the_winner_is_recorded_after_closing_and_removed_once() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let record = TournamentAction::RecordWinnerContact { contact: text(9) };
    let remove = TournamentAction::RemoveWinnerContact { empty: text(8) };
    for action in [&record, &remove] {
        assert_eq!(fixture.refused(action.clone()), Rejection::WrongPhase { phase: Phase::Running });
    }
    fixture.enter(FIRST, 1, "A");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    fixture.close();
    assert!(fixture.done(remove.clone()).is_empty(), "there is nothing to remove");
    fixture.done(record);
    assert_eq!(fixture.state().closed.as_ref().unwrap().winner_contact, [player(4)]);
    fixture.done(remove.clone());
    assert!(fixture.state().closed.as_ref().unwrap().winner_contact.is_empty());
    assert!(fixture.done(remove).is_empty());
}

#[test]
fn the_contact_of_the_winner_goes_with_the_time_with_the_player_and_with_the_first_place() {
    let mut fixture = approved_duel();
    let lines = |winner, second| vec![line(winner, 1), line(second, 2)];
    fixture.at = moment("2025-03-15T18:00:00+01:00");
    let ended_at = fixture.at;
    fixture.done(TournamentAction::ImportResults { lines: lines(1, 2), planned_games: 7, ended_at });
    let must_go = |fixture: &TournamentFixture, today, erased: &[PlayerId]| {
        fixture.state().must_remove_winner_contact(today, None, |player| erased.contains(player))
    };
    let last = fixture.state().closed.as_ref().unwrap().winner_contact_until(None);
    assert!(!must_go(&fixture, last.plus_days(1), &[]), "there is none");
    fixture.done(TournamentAction::RecordWinnerContact { contact: text(9) });
    assert!(!must_go(&fixture, last, &[player(2)]));
    assert!(must_go(&fixture, last.plus_days(1), &[]), "its time is over");
    assert!(must_go(&fixture, last, &[player(1)]), "the winner was erased");
    fixture.done(TournamentAction::CorrectResults { lines: lines(2, 1), reason: text(7) });
    assert!(must_go(&fixture, last, &[]), "another player has won");
}

#[test]
fn the_contact_of_the_winner_is_held_for_two_weeks_of_the_championship() {
    let closing = Closing::at(moment("2025-03-02T17:45:00+01:00"));
    let until = |mp: Option<&str>| closing.winner_contact_until(mp.map(|day| Day::parse(day).unwrap())).to_string();
    assert_eq!(until(Some("2025-11-08")), "2025-11-22");
    assert_eq!(until(None), "2026-03-02");
}
