//! The ladder of undo.

use super::super::*;
use crate::event::Role;
use crate::sanction::Sanction;
use crate::test_support::hall::{Hall, free_formats, player, rounds, somebody, text};

const FIRST: Stage = Stage::Round(1);

fn last(hall: &Hall) -> u32 {
    hall.course.here().unwrap().acts()
}

#[test]
fn acts_that_have_nothing_to_do_with_each_other_are_undone_in_any_order() {
    let mut hall = Hall::started(free_formats(&[]), rounds(&[1]), 8);
    hall.enter(FIRST, 1, "A");
    let sheet = last(&hall);
    hall.enter(FIRST, 2, "B");
    hall.done(Order::DeclareWaiver { player: player(1) });
    hall.done(Order::Undo { act: sheet, reason: None });
    assert_eq!(hall.now().missing_sheets(FIRST), [1]);
    assert!(hall.now().waivers.contains(&player(1)));
    assert_eq!(hall.refused(Order::Undo { act: sheet, reason: None }), Rejection::NoSuchAct { act: sheet });
}

#[test]
fn what_a_later_act_rests_on_is_undone_after_it() {
    let mut hall = Hall::started(free_formats(&[]), rounds(&[1, 1]), 8);
    hall.enter(FIRST, 1, "A");
    let sheet = last(&hall);
    hall.enter(FIRST, 2, "B");
    hall.done(Order::CloseStage { stage: FIRST, seat_next: true });
    let close = last(&hall);
    assert_eq!(hall.refused(Order::Undo { act: sheet, reason: None }), Rejection::LaterAct { later: close });
    hall.done(Order::Undo { act: close, reason: None });
    assert!(hall.now().play(Stage::Round(2)).is_none(), "closing and seating were one act");
    hall.done(Order::Undo { act: sheet, reason: None });
}

#[test]
fn a_sheet_without_somebody_rests_on_their_leaving() {
    let mut hall = Hall::started(free_formats(&[]), rounds(&[1]), 4);
    let gone = hall.at(FIRST, 1, 3);
    hall.done(Order::NoteLeaving { player: gone });
    let left = last(&hall);
    let mut sheet = hall.sheet(FIRST, 1, "A");
    sheet.games[0] = crate::test_support::hall::game(&[Some(20), Some(-10), Some(-10), None]);
    hall.done(Order::EnterSheet(sheet));
    let refused = hall.refused(Order::Undo { act: left, reason: None });
    assert_eq!(refused, Rejection::LaterAct { later: left + 1 });
}

#[test]
fn an_act_is_undone_by_those_who_may_do_it() {
    let mut hall = Hall::started(free_formats(&[]), rounds(&[1]), 4);
    let player = hall.at(FIRST, 1, 0);
    hall.done(Order::GiveSanction { player: player.clone(), sanction: Sanction::Disqualification, reason: text(3) });
    let act = last(&hall);
    let admin = somebody("account/admin", &[Role::Admin, Role::Organiser]);
    let refused = hall.ask(&admin, Order::Undo { act, reason: None });
    assert_eq!(refused, Err(Rejection::NotAllowed { kind: ActKind::GiveSanction }));
    let referee = somebody("account/referee", &[Role::Referee]);
    hall.ask(&referee, Order::Undo { act, reason: Some(text(9)) }).unwrap();
    assert_eq!(hall.now().disqualified().count(), 0);
    assert!(hall.now().sanctions.get(&player).is_none(), "the sanction and what followed from it were one act");
}

#[test]
fn breaking_off_is_undone_and_play_goes_on() {
    let mut hall = Hall::started(free_formats(&[]), rounds(&[1]), 4);
    let before = hall.now().clone();
    hall.done(Order::Cancel { reason: Some(text(3)) });
    assert_eq!(hall.now().phase, Phase::Cancelled);
    hall.done(Order::Undo { act: last(&hall), reason: None });
    assert_eq!(hall.now(), &before);
}
