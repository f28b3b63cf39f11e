//! TOP stages and finals: who goes on, and ties that the main referee decides (R-FIN).

use super::super::*;
use crate::event::{Role, TieQuestion};
use crate::rulebook::Raw;
use crate::test_support::tournament_fixture::{
    TournamentFixture, free_formats, player, rounds, text, with_final, with_roles, with_top,
};
use crate::tournament::top_stage::TopSize;
use crate::values::ids::PlayerId;
use std::collections::BTreeSet;

const FIRST: Stage = Stage::Round(1);

fn set(players: impl IntoIterator<Item = PlayerId>) -> BTreeSet<PlayerId> {
    players.into_iter().collect()
}

fn decide(fixture: &mut TournamentFixture, question: TieQuestion, order: Vec<PlayerId>) {
    let referee = with_roles("account/main-referee", &[Role::MainReferee]);
    fixture.ask(&referee, TournamentAction::DecideTie { question, order, reason: None }).unwrap();
}

/// One round of four games at each table, given by their winners.
fn eliminated(tables: &[&str], plan: crate::event::FormatPlan) -> TournamentFixture {
    let mut fixture = TournamentFixture::started(free_formats(&[]), plan, 4 * tables.len());
    for (table, winners) in (1..).zip(tables) {
        fixture.enter(FIRST, table, winners);
    }
    fixture
}

#[test]
fn from_top8_the_two_best_of_each_table_play_the_final_and_the_rest_stand_by_the_elimination() {
    let plan = with_final(with_top(rounds(&[4]), TopSize::Top8, 4), 4);
    let mut fixture = eliminated(&["AAAB", "AAAB", "ABCD"], plan);
    // Two have three wins, two and four have one.
    let entering: Vec<PlayerId> = [(1, 0), (2, 0), (1, 1), (2, 1), (3, 0), (3, 1), (3, 2), (3, 3)]
        .map(|(table, seat)| fixture.at(FIRST, table, seat))
        .into();
    fixture.next(FIRST, Stage::Top);
    assert_eq!(set(fixture.seats(Stage::Top).concat()), set(entering.clone()));
    let tables = fixture.seats(Stage::Top);
    fixture.enter(Stage::Top, 1, "AADD");
    fixture.enter(Stage::Top, 2, "BBBC");
    fixture.next(Stage::Top, Stage::Final);
    let finalists = [tables[0][0].clone(), tables[0][3].clone(), tables[1][1].clone(), tables[1][2].clone()];
    assert_eq!(set(fixture.seats(Stage::Final).concat()), set(finalists.clone()));
    for games in ["D", "DD", "DDC", "DDCB"] {
        fixture.enter(Stage::Final, 1, games);
    }
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    let champion = fixture.at(Stage::Final, 1, 3);
    if let Some((question, order)) = open_tie(fixture.state()) {
        assert!(!order.contains(&champion));
        decide(&mut fixture, question, order);
    }
    fixture.close();
    assert_eq!(fixture.final_place(&champion), Some(1));
    let behind: Vec<Option<u32>> =
        entering.iter().filter(|one| !finalists.contains(one)).map(|one| fixture.final_place(one)).collect();
    assert!(behind.iter().all(|place| (5..=8).contains(&place.unwrap())), "{behind:?}");
}

#[test]
fn a_tie_for_the_lucky_loser_of_top12_goes_to_the_main_referee() {
    let plan = with_final(with_top(rounds(&[4]), TopSize::Top12, 4), 1);
    // Each player wins once, so all twelve share the first place of the elimination.
    let mut fixture = eliminated(&["ABCD", "ABCD", "ABCD"], plan);
    fixture.next(FIRST, Stage::Top);
    for table in 1..=3 {
        fixture.enter(Stage::Top, table, "AAAB");
    }
    let winners: Vec<PlayerId> = (1..=3).map(|table| fixture.at(Stage::Top, table, 0)).collect();
    let seconds: Vec<PlayerId> = (1..=3).map(|table| fixture.at(Stage::Top, table, 1)).collect();
    fixture.done(TournamentAction::CloseStage { stage: Stage::Top, seat_next: false });
    let question = TieQuestion::EntersFinal;
    let refused = fixture.refused(TournamentAction::SeatStage { stage: Stage::Final });
    assert!(
        matches!(&refused, Rejection::TieNeedsReferee { question: TieQuestion::EntersFinal, candidates }
        if set(candidates.clone()) == set(seconds.clone())),
        "{refused:?}"
    );
    let chances = fixture.state().advancement(|_| true).unwrap().chances;
    assert!(winners.iter().all(|winner| chances[winner] == Chance::Certain));
    assert!(seconds.iter().all(|second| chances[second] == Chance::Possible));

    let organiser = with_roles("account/organiser", &[Role::Organiser, Role::Admin, Role::Referee]);
    let order = TournamentAction::DecideTie { question, order: seconds.clone(), reason: None };
    assert_eq!(fixture.ask(&organiser, order), Err(Rejection::NotAllowed { kind: CommandKind::DecideTie }));
    let lucky = seconds[2].clone();
    decide(&mut fixture, question, vec![lucky.clone(), seconds[0].clone(), seconds[1].clone()]);
    fixture.done(TournamentAction::SeatStage { stage: Stage::Final });
    assert_eq!(set(fixture.seats(Stage::Final).concat()), set(winners.into_iter().chain([lucky])));
}

#[test]
fn a_tie_on_the_fourth_place_goes_to_the_main_referee_and_never_by_the_seats() {
    let mut fixture = eliminated(&["AAAB", "ABCD"], with_final(rounds(&[4]), 1));
    // One has three wins; the others one or none, with the same small points among equals.
    let certain = fixture.at(FIRST, 1, 0);
    let tied: Vec<PlayerId> =
        [(1, 1), (2, 0), (2, 1), (2, 2), (2, 3)].map(|(table, seat)| fixture.at(FIRST, table, seat)).into();
    let refused = fixture.refused(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    assert!(
        matches!(&refused, Rejection::TieNeedsReferee { candidates, .. } if set(candidates.clone()) == set(tied.clone()))
    );
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let some =
        TournamentAction::DecideTie { question: TieQuestion::EntersFinal, order: tied[..4].to_vec(), reason: None };
    assert_eq!(fixture.refused(some), Rejection::NoSuchTie { question: TieQuestion::EntersFinal });
    let mut order = tied.clone();
    order.reverse();
    decide(&mut fixture, TieQuestion::EntersFinal, order.clone());
    fixture.done(TournamentAction::SeatStage { stage: Stage::Final });
    assert_eq!(set(fixture.seats(Stage::Final).concat()), set(order.into_iter().take(3).chain([certain])));
}

#[test]
fn finalists_who_are_equal_in_everything_are_put_in_order_by_the_main_referee() {
    let mut fixture = eliminated(&["ABCD"], with_final(rounds(&[4]), 4));
    fixture.next(FIRST, Stage::Final);
    for games in ["A", "AB", "ABC", "ABCD"] {
        fixture.enter(Stage::Final, 1, games);
    }
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    let seed = fixture.seed.clone();
    let close = || TournamentAction::Close { seed: seed.clone(), ended_at: None };
    let refused = fixture.refused(close());
    assert!(matches!(refused, Rejection::TieNeedsReferee { question: TieQuestion::FinalPlaces, .. }), "{refused:?}");
    let order = vec![player(3), player(1), player(4), player(2)];
    decide(&mut fixture, TieQuestion::FinalPlaces, order.clone());
    fixture.done(close());
    let places: Vec<Option<u32>> = order.iter().map(|player| fixture.final_place(player)).collect();
    assert_eq!(places, [Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn when_a_finalist_leaves_before_the_final_the_next_moves_up_and_the_leaver_comes_fifth() {
    let mut fixture = eliminated(&["AABB", "CCDD"], with_final(rounds(&[4]), 1));
    // Four have two wins; A of table 1 leaves, and one of the other four has to be named.
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    let leaver = fixture.at(FIRST, 1, 0);
    fixture.done(TournamentAction::NoteLeaving { player: leaver.clone() });
    let refused = fixture.refused(TournamentAction::StartStage { stage: Stage::Final });
    assert_eq!(refused, Rejection::SeatsDoNotFit { players: vec![leaver.clone()] });
    let (question, tied) = open_tie(fixture.state()).unwrap();
    decide(&mut fixture, question, tied.clone());
    fixture.done(TournamentAction::SeatStage { stage: Stage::Final });
    assert!(fixture.seats(Stage::Final).concat().contains(&tied[0]));
    fixture.done(TournamentAction::StartStage { stage: Stage::Final });
    fixture.enter(Stage::Final, 1, "A");
    fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
    if let Some((question, order)) = open_tie(fixture.state()) {
        decide(&mut fixture, question, order);
    }
    fixture.close();
    assert_eq!(fixture.final_place(&leaver), Some(5));
}

#[test]
fn the_rulebook_may_leave_the_seat_of_a_leaver_empty() {
    let none = [("final.replacement", Raw::Text("none".to_owned()))];
    let mut fixture = TournamentFixture::started(free_formats(&none), with_final(rounds(&[4]), 1), 8);
    fixture.enter(FIRST, 1, "AABB");
    fixture.enter(FIRST, 2, "CCDD");
    let leaver = fixture.at(FIRST, 1, 0);
    fixture.done(TournamentAction::NoteLeaving { player: leaver.clone() });
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    let expected = [(1, 1), (2, 2), (2, 3)].map(|(table, seat)| fixture.at(FIRST, table, seat));
    assert_eq!(set(fixture.seats(Stage::Final).concat()), set(expected));
}

#[test]
fn with_too_few_players_a_top_stage_is_left_out_by_a_ruling() {
    let plan = with_final(with_top(rounds(&[4]), TopSize::Top8, 1), 1);
    let mut fixture = eliminated(&["AAAB", "AABB"], plan);
    fixture.done(TournamentAction::NoteLeaving { player: fixture.at(FIRST, 2, 3) });
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let refused = fixture.refused(TournamentAction::SeatStage { stage: Stage::Top });
    assert_eq!(refused, Rejection::TooFewForStage { stage: Stage::Top });
    fixture.done(TournamentAction::SkipStage { stage: Stage::Top, reason: text(6) });
    assert_eq!(fixture.state().current_stage(), Some(Stage::Final));
}

#[test]
fn going_on_is_certain_when_nobody_can_catch_up_any_more() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4, 1]), 1), 8);
    fixture.enter(FIRST, 1, "AAAA");
    fixture.enter(FIRST, 2, "AAAA");
    fixture.next(FIRST, Stage::Round(2));
    let chance =
        |fixture: &TournamentFixture, player: &PlayerId| fixture.state().advancement(|_| true).unwrap().chances[player];
    let (first, last) = (fixture.at(FIRST, 1, 0), fixture.at(FIRST, 1, 3));
    assert_eq!((chance(&fixture, &first), chance(&fixture, &last)), (Chance::Certain, Chance::Provisional));
    // One more game decides between the rest; no player has caught up with four wins.
    fixture.enter(Stage::Round(2), 1, "A");
    assert_eq!(chance(&fixture, &first), Chance::Certain);
}

#[test]
fn a_decision_on_a_tie_does_not_hold_for_somebody_who_is_tied_only_later() {
    let mut fixture = eliminated(&["ABCC", "ABDD"], with_final(rounds(&[4]), 1));
    // Two have two wins, four have one: two of those four go on.
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let (question, tied) = open_tie(fixture.state()).unwrap();
    assert_eq!(tied.len(), 4);
    decide(&mut fixture, question, tied);
    assert_eq!(open_tie(fixture.state()), None);
    fixture.enter(FIRST, 1, "ABCD");
    let (_, tied) = open_tie(fixture.state()).unwrap();
    assert_eq!(tied.len(), 6, "two more have one win since the sheet was corrected");
}

#[test]
fn a_decision_on_a_tie_in_the_top_stage_does_not_bind_those_who_are_tied_only_later() {
    let plan = with_final(with_top(rounds(&[4]), TopSize::Top8, 4), 1);
    let mut fixture = TournamentFixture::started(free_formats(&[]), plan, 8);
    fixture.play(Stage::Round(1), "ABCD");
    fixture.next(Stage::Round(1), Stage::Top);
    fixture.enter(Stage::Top, 1, "AABC");
    fixture.enter(Stage::Top, 2, "AABB");
    fixture.done(TournamentAction::CloseStage { stage: Stage::Top, seat_next: false });
    let (question, candidates) = open_tie(fixture.state()).unwrap();
    assert_eq!(candidates.len(), 2);
    fixture.done(TournamentAction::DecideTie { question, order: candidates, reason: None });
    assert_eq!(open_tie(fixture.state()), None);

    fixture.enter(Stage::Top, 1, "ABCD");
    let (question, candidates) = open_tie(fixture.state()).unwrap();
    assert_eq!(candidates.len(), 4);
    fixture.done(TournamentAction::DecideTie { question, order: candidates.clone(), reason: None });
    fixture.done(TournamentAction::SeatStage { stage: Stage::Final });
    let seated = fixture.seats(Stage::Final).concat();
    assert!(seated.contains(&candidates[0]) && seated.contains(&candidates[1]), "{seated:?}");
}
