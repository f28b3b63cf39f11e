//! Hidden results (R-PUB-02).

use super::super::*;
use crate::event::TournamentFact;
use crate::test_support::tournament_fixture::{TournamentFixture, free_formats, rounds, with_final};

#[test]
fn e35_the_last_round_may_be_hidden_from_its_start_until_the_last_of_eight_tables_is_in() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1, 1, 1, 1]), 32);
    for round in 1..4 {
        let stage = Stage::Round(round);
        assert_eq!(hall.refused(TournamentAction::HideResults { stage }), Rejection::NotHideable { stage });
        hall.play(stage, "A");
        hall.next(stage, Stage::Round(round + 1));
    }
    let last = Stage::Round(4);
    let after_round_3 = hall.public();
    let chances = |hall: &TournamentFixture| hall.state().advancement(|stage| !hall.state().is_hidden(stage));
    let chances_after_round_3 = chances(&hall);
    hall.done(TournamentAction::HideResults { stage: last });
    for table in 1..8 {
        assert_eq!(hall.enter(last, table, "D").len(), 1);
        assert_eq!((hall.public(), chances(&hall)), (after_round_3.clone(), chances_after_round_3.clone()));
    }
    let events = hall.enter(last, 8, "D");
    assert_eq!(TournamentFixture::facts(&events).last(), Some(&&TournamentFact::ResultsRevealed { stage: last }));
    assert_ne!(hall.public(), after_round_3);
}

#[test]
fn the_final_may_be_hidden_until_its_last_game() {
    let mut hall = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4]), 2), 4);
    let first = Stage::Round(1);
    hall.play(first, "AABC");
    hall.next(first, Stage::Final);
    hall.done(TournamentAction::HideResults { stage: Stage::Final });
    let before = hall.state().public_standings();
    hall.enter(Stage::Final, 1, "D");
    assert_eq!(hall.state().public_standings(), before);
    assert_ne!(hall.state().standings(|_| true), before);
    hall.enter(Stage::Final, 1, "DD");
    assert_eq!(hall.state().hidden, None);
}

#[test]
fn undoing_what_made_the_last_sheet_incomplete_brings_the_results_back() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 8);
    let stage = Stage::Round(1);
    hall.enter(stage, 1, "AB");
    hall.done(TournamentAction::HideResults { stage });
    hall.enter(stage, 1, "A");
    let shortened = hall.course.hosted().unwrap().acts();
    hall.enter(stage, 2, "AB");
    assert_eq!(hall.state().hidden, Some(stage));

    let events = hall.done(TournamentAction::Undo { act: shortened, reason: None });
    assert_eq!(TournamentFixture::facts(&events).last(), Some(&&TournamentFact::ResultsRevealed { stage }));
    assert_eq!((hall.state().hidden, hall.state().missing_sheets(stage)), (None, vec![]));
    let replayed = hall.events.iter().fold(Tournament::Unknown, |course, event| evolve(course, event).unwrap());
    assert!(replayed == hall.course);

    let undoing = hall.course.hosted().unwrap().acts();
    assert_eq!(
        hall.refused(TournamentAction::Undo { act: undoing, reason: None }),
        Rejection::NoSuchAct { act: undoing }
    );
    hall.done(TournamentAction::Undo { act: shortened + 1, reason: None });
    assert_eq!(hall.state().hidden, Some(stage), "the other sheet is missing again");
}

#[test]
fn how_everybody_finished_tells_nothing_of_a_round_that_is_not_over() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    let before = hall.state().final_places();
    hall.done(TournamentAction::HideResults { stage: Stage::Round(1) });
    hall.enter(Stage::Round(1), 1, "A");
    assert_eq!(hall.state().final_places(), before);
}
