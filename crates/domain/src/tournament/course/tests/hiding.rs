//! Hidden results (R-PUB-02).

use super::super::*;
use crate::event::TournamentFact;
use crate::test_support::tournament_fixture::{TournamentFixture, free_formats, rounds, with_final};

#[test]
fn e35_the_last_round_may_be_hidden_from_its_start_until_the_last_of_eight_tables_is_in() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1, 1, 1, 1]), 32);
    for round in 1..4 {
        let stage = Stage::Round(round);
        assert_eq!(fixture.refused(TournamentAction::HideResults { stage }), Rejection::NotHideable { stage });
        fixture.play(stage, "A");
        fixture.next(stage, Stage::Round(round + 1));
    }
    let last = Stage::Round(4);
    let after_round_3 = fixture.public();
    let chances = |fixture: &TournamentFixture| fixture.state().advancement(|stage| !fixture.state().is_hidden(stage));
    let chances_after_round_3 = chances(&fixture);
    fixture.done(TournamentAction::HideResults { stage: last });
    for table in 1..8 {
        assert_eq!(fixture.enter(last, table, "D").len(), 1);
        assert_eq!((fixture.public(), chances(&fixture)), (after_round_3.clone(), chances_after_round_3.clone()));
    }
    let events = fixture.enter(last, 8, "D");
    assert_eq!(TournamentFixture::facts(&events).last(), Some(&&TournamentFact::ResultsRevealed { stage: last }));
    assert_ne!(fixture.public(), after_round_3);
}

#[test]
fn the_final_may_be_hidden_until_its_last_game() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4]), 2), 4);
    let first = Stage::Round(1);
    fixture.play(first, "AABC");
    fixture.next(first, Stage::Final);
    fixture.done(TournamentAction::HideResults { stage: Stage::Final });
    let before = fixture.state().public_standings();
    fixture.enter(Stage::Final, 1, "D");
    assert_eq!(fixture.state().public_standings(), before);
    assert_ne!(fixture.state().standings(|_| true), before);
    fixture.enter(Stage::Final, 1, "DD");
    assert_eq!(fixture.state().hidden, None);
}

#[test]
fn undoing_what_made_the_last_sheet_incomplete_brings_the_results_back() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 8);
    let stage = Stage::Round(1);
    fixture.enter(stage, 1, "AB");
    fixture.done(TournamentAction::HideResults { stage });
    fixture.enter(stage, 1, "A");
    let shortened = fixture.course.hosted().unwrap().acts();
    fixture.enter(stage, 2, "AB");
    assert_eq!(fixture.state().hidden, Some(stage));

    let events = fixture.done(TournamentAction::Undo { act: shortened, reason: None });
    assert_eq!(TournamentFixture::facts(&events).last(), Some(&&TournamentFact::ResultsRevealed { stage }));
    assert_eq!((fixture.state().hidden, fixture.state().missing_sheets(stage)), (None, vec![]));
    let replayed = fixture.events.iter().fold(Tournament::Unknown, |course, event| evolve(course, event).unwrap());
    assert!(replayed == fixture.course);

    let undoing = fixture.course.hosted().unwrap().acts();
    assert_eq!(
        fixture.refused(TournamentAction::Undo { act: undoing, reason: None }),
        Rejection::NoSuchAct { act: undoing }
    );
    fixture.done(TournamentAction::Undo { act: shortened + 1, reason: None });
    assert_eq!(fixture.state().hidden, Some(stage), "the other sheet is missing again");
}

#[test]
fn how_everybody_finished_tells_nothing_of_a_round_that_is_not_over() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    let before = fixture.state().final_places();
    fixture.done(TournamentAction::HideResults { stage: Stage::Round(1) });
    fixture.enter(Stage::Round(1), 1, "A");
    assert_eq!(fixture.state().final_places(), before);
}
