//! Registration, consents, late arrivals and leavers (R-PLR, AMB-29).

use super::super::*;
use crate::competitions::class::TournamentClass::Ordinary;
use crate::event::{AgeGroup, Registration};
use crate::rulebook::Raw;
use crate::test_support::tournament_fixture::{TournamentFixture, adult, free_formats, game, player, rounds, text};
use crate::values::ids::PlayerId;

const FIRST: Stage = Stage::Round(1);
const SECOND: Stage = Stage::Round(2);

fn sizes(fixture: &TournamentFixture, stage: Stage) -> Vec<usize> {
    fixture.seats(stage).iter().map(Vec::len).collect()
}

#[test]
fn a_minor_is_checked_in_with_the_consent_of_a_guardian() {
    let mut fixture = TournamentFixture::approved(Ordinary, free_formats(&[]));
    let minor = Registration { age: AgeGroup::Minor, ..adult(1) };
    fixture.done(TournamentAction::Register { registrations: vec![minor.clone(), adult(2)] });
    let both = || TournamentAction::CheckIn { players: vec![player(1), player(2)] };
    assert_eq!(fixture.refused(both()), Rejection::ConsentMissing { player: player(1) });
    fixture.done(TournamentAction::ChangeRegistration(Registration { guardian_consent: true, ..minor }));
    fixture.done(both());
    assert_eq!(fixture.state().present().count(), 2);
}

#[test]
fn tables_of_three_come_last_and_each_round_is_seated_with_those_who_are_there() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1, 1]), 30);
    assert_eq!(sizes(&fixture, FIRST), [4, 4, 4, 4, 4, 4, 3, 3]);
    fixture.play(FIRST, "A");
    fixture.done(TournamentAction::NoteLeaving { player: fixture.at(FIRST, 1, 0) });
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    assert_eq!(sizes(&fixture, SECOND), [4, 4, 4, 4, 4, 3, 3, 3]);
    fixture.done(TournamentAction::AdmitLate(adult(31)));
    assert!(matches!(fixture.refused(TournamentAction::StartStage { stage: SECOND }), Rejection::SeatsDoNotFit { .. }));
    fixture.done(TournamentAction::SeatStage { stage: SECOND });
    assert_eq!(fixture.seats(SECOND).concat().iter().filter(|one| **one == player(31)).count(), 1);
    fixture.done(TournamentAction::StartStage { stage: SECOND });
}

#[test]
fn the_best_sit_together_and_tied_players_as_they_sat_before() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2, 1]), 8);
    fixture.enter(FIRST, 1, "CC");
    fixture.enter(FIRST, 2, "DA");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    let seat = |table, seat| fixture.at(FIRST, table, seat);
    // C of table 1 has two wins; A and D of table 2 one each, by the same points; the others lost 20.
    let expected = [[seat(1, 2), seat(2, 0), seat(2, 3), seat(1, 0)], [seat(1, 1), seat(1, 3), seat(2, 1), seat(2, 2)]];
    assert_eq!(fixture.seats(SECOND), expected.map(Vec::from));
}

#[test]
fn nobody_joins_after_the_second_round_has_started_unless_the_rulebook_lets_them() {
    let any = [("attendance.late_join", Raw::Text("any".to_owned()))];
    let never = [("attendance.late_join", Raw::Text("never".to_owned()))];
    for (overrides, second, third) in [(&[][..], true, false), (&any[..], true, true), (&never[..], false, false)] {
        let mut fixture = TournamentFixture::started(free_formats(overrides), rounds(&[1, 1, 1]), 8);
        let joined = fixture
            .ask(&crate::test_support::tournament_fixture::with_all_roles(), TournamentAction::AdmitLate(adult(20)))
            .is_ok();
        assert_eq!(joined, second, "for round 2: {overrides:?}");
        fixture.play(FIRST, "A");
        fixture.next(FIRST, SECOND);
        let joined = fixture
            .ask(&crate::test_support::tournament_fixture::with_all_roles(), TournamentAction::AdmitLate(adult(21)))
            .is_ok();
        assert_eq!(joined, third, "for round 3: {overrides:?}");
    }
}

#[test]
fn a_table_goes_on_with_two_only_by_a_ruling() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 3);
    let gone: PlayerId = fixture.at(FIRST, 1, 2);
    let mut sheet = fixture.sheet(FIRST, 1, "A");
    sheet.games.push(game(&[Some(5), Some(-5), None]));
    let absent = SheetProblem::SeatWithoutPoints { game: 2, seat: 2 };
    assert_eq!(
        fixture.refused(TournamentAction::EnterSheet(sheet.clone())),
        Rejection::SheetErrors { errors: vec![absent] }
    );
    fixture.done(TournamentAction::NoteLeaving { player: gone.clone() });
    let too_few = SheetProblem::TooFewPlayers { game: 2, found: 2 };
    assert_eq!(
        fixture.refused(TournamentAction::EnterSheet(sheet.clone())),
        Rejection::SheetErrors { errors: vec![too_few] }
    );
    fixture.done(TournamentAction::AllowTableOfTwo { stage: FIRST, table: 1, reason: text(5) });
    fixture.done(TournamentAction::EnterSheet(sheet));
    let line = fixture.state().standings(|_| true).lines.into_iter().find(|line| line.player == gone).unwrap();
    assert_eq!((line.tally.games_played, line.tally.games_unplayed), (1, 0));
}

#[test]
fn registering_again_is_no_news_and_changing_it_is_done_by_a_change() {
    let mut fixture = TournamentFixture::approved(Ordinary, free_formats(&[]));
    fixture.done(TournamentAction::Register { registrations: vec![adult(1)] });
    assert_eq!(fixture.done(TournamentAction::Register { registrations: vec![adult(1)] }), []);
    let other = Registration { walk_in: true, ..adult(1) };
    let refused = fixture.refused(TournamentAction::Register { registrations: vec![other] });
    assert_eq!(refused, Rejection::AlreadyRegistered { player: player(1) });
}

#[test]
fn a_redraw_is_public_with_its_reason_and_has_a_number_of_its_own() {
    use crate::event::TournamentFact;
    let mut fixture = TournamentFixture::approved(Ordinary, free_formats(&[]));
    fixture.done(TournamentAction::ChooseFormat(rounds(&[1])));
    fixture.done(TournamentAction::Register { registrations: (1..=8).map(adult).collect() });
    fixture.done(TournamentAction::CheckIn { players: (1..=8).map(player).collect() });
    let draw = |fixture: &TournamentFixture, reason| TournamentAction::Draw {
        stage: FIRST,
        seed: fixture.seed.clone(),
        reason,
    };
    fixture.done(draw(&fixture, None));
    let last = fixture.course.hosted().unwrap().acts();
    fixture.done(TournamentAction::Undo { act: last, reason: None });
    assert_eq!(
        fixture.refused(draw(&fixture, None)),
        Rejection::ReasonMissing { kind: CommandKind::Draw },
        "a draw that was undone took place"
    );
    let events = fixture.done(draw(&fixture, Some(text(6))));
    let players: Vec<PlayerId> = (1..=8).map(player).collect();
    let order = crate::tournament::draw::draw_order(&fixture.seed, 2, &players).unwrap();
    let drawn = TournamentFact::Drawn { stage: FIRST, number: 2, order, reason: Some(text(6)) };
    assert_eq!(TournamentFixture::facts(&events), [&drawn]);
}

#[test]
fn whoever_comes_back_to_a_full_list_is_on_it_once() {
    let mut fixture = TournamentFixture::approved(Ordinary, free_formats(&[]));
    fixture.done(TournamentAction::Register { registrations: (1..=2000).map(adult).collect() });
    fixture.done(TournamentAction::WithdrawRegistration { player: player(1) });
    fixture.done(TournamentAction::Register { registrations: vec![adult(1)] });
    let another = TournamentAction::Register { registrations: vec![adult(2001)] };
    assert_eq!(fixture.refused(another), Rejection::TooManyPlayers { most: 2000 });
}
