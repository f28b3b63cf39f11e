//! Undoing acts.

use super::super::*;
use crate::event::Role;
use crate::test_support::tournament_fixture::{TournamentFixture, free_formats, player, rounds, text, with_roles};
use crate::tournament::sanction::Sanction;

const FIRST: Stage = Stage::Round(1);

fn last(fixture: &TournamentFixture) -> u32 {
    fixture.course.hosted().unwrap().acts()
}

#[test]
fn acts_that_have_nothing_to_do_with_each_other_are_undone_in_any_order() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    fixture.enter(FIRST, 1, "A");
    let sheet = last(&fixture);
    fixture.enter(FIRST, 2, "B");
    fixture.done(TournamentAction::DeclareWaiver { player: player(1) });
    fixture.done(TournamentAction::Undo { act: sheet, reason: None });
    assert_eq!(fixture.state().missing_sheets(FIRST), [1]);
    assert!(fixture.state().waivers.contains(&player(1)));
    assert_eq!(
        fixture.refused(TournamentAction::Undo { act: sheet, reason: None }),
        Rejection::NoSuchAct { act: sheet }
    );
}

#[test]
fn what_a_later_act_rests_on_is_undone_after_it() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1, 1]), 8);
    fixture.enter(FIRST, 1, "A");
    let sheet = last(&fixture);
    fixture.enter(FIRST, 2, "B");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    let close = last(&fixture);
    assert_eq!(
        fixture.refused(TournamentAction::Undo { act: sheet, reason: None }),
        Rejection::LaterAct { later: close }
    );
    fixture.done(TournamentAction::Undo { act: close, reason: None });
    assert!(fixture.state().play(Stage::Round(2)).is_none(), "closing and seating were one act");
    fixture.done(TournamentAction::Undo { act: sheet, reason: None });
}

#[test]
fn a_sheet_without_somebody_rests_on_their_leaving() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let gone = fixture.at(FIRST, 1, 3);
    fixture.done(TournamentAction::NoteLeaving { player: gone });
    let left = last(&fixture);
    let mut sheet = fixture.sheet(FIRST, 1, "A");
    sheet.games[0] = crate::test_support::tournament_fixture::game(&[Some(20), Some(-10), Some(-10), None]);
    fixture.done(TournamentAction::EnterSheet(sheet));
    let refused = fixture.refused(TournamentAction::Undo { act: left, reason: None });
    assert_eq!(refused, Rejection::LaterAct { later: left + 1 });
}

#[test]
fn an_act_is_undone_by_those_who_may_do_it() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let player = fixture.at(FIRST, 1, 0);
    fixture.done(TournamentAction::GiveSanction {
        player: player.clone(),
        sanction: Sanction::Disqualification,
        reason: text(3),
    });
    let act = last(&fixture);
    let admin = with_roles("account/admin", &[Role::Admin, Role::Organiser]);
    let refused = fixture.ask(&admin, TournamentAction::Undo { act, reason: None });
    assert_eq!(refused, Err(Rejection::NotAllowed { kind: CommandKind::GiveSanction }));
    let referee = with_roles("account/referee", &[Role::Referee]);
    fixture.ask(&referee, TournamentAction::Undo { act, reason: Some(text(9)) }).unwrap();
    assert_eq!(fixture.state().disqualified().count(), 0);
    assert!(fixture.state().sanctions.get(&player).is_none(), "the sanction and what followed from it were one act");
}

#[test]
fn breaking_off_is_undone_and_play_goes_on() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let before = fixture.state().clone();
    fixture.done(TournamentAction::Cancel { reason: Some(text(3)) });
    assert_eq!(fixture.state().phase, Phase::Cancelled);
    fixture.done(TournamentAction::Undo { act: last(&fixture), reason: None });
    assert_eq!(fixture.state(), &before);
}
