//! Decisions on small attendances and on ties.

use super::*;

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

fn players(ids: &str) -> Vec<PlayerId> {
    ids.split_whitespace().map(|id| PlayerId::parse(id).unwrap()).collect()
}

const ENDED: &str = "2025-03-01T18:00:00+01:00";
const LATER: &str = "2025-03-10T12:00:00+01:00";

fn small(needed: bool) -> SmallAttendance {
    SmallAttendance { ended_at: moment(ENDED), needed }
}

fn granting(granted: bool, at: &str) -> ExceptionAction {
    ExceptionAction::Decide { granted, at: moment(at) }
}

#[test]
fn a_small_attendance_is_decided_on_at_the_moment_of_the_decision() {
    let decision = ExceptionDecision { granted: true, decided_at: moment(LATER) };
    let decided = decide_exception(None, small(true), granting(true, LATER));
    assert_eq!(decided, Ok(ExceptionOutcome::Decided(decision)));
    // A repeated decision changes nothing, not even the moment.
    let repeated = decide_exception(Some(decision), small(true), granting(true, "2025-03-12T12:00:00+01:00"));
    assert_eq!(repeated, Ok(ExceptionOutcome::Unchanged));
    let refused = decide_exception(Some(decision), small(true), granting(false, LATER));
    assert_eq!(refused, Ok(ExceptionOutcome::Decided(ExceptionDecision { granted: false, decided_at: moment(LATER) })));
}

#[test]
fn a_decision_that_the_rules_do_not_ask_for_is_refused() {
    assert_eq!(decide_exception(None, small(false), granting(true, LATER)), Err(Rejection::NoDecisionNeeded));
    assert_eq!(
        decide_exception(None, small(true), granting(true, "2025-03-01T17:59:59+01:00")),
        Err(Rejection::NotOver)
    );
}

#[test]
fn a_decision_is_taken_back_also_when_nobody_asks_for_it_any_more() {
    let decision = ExceptionDecision { granted: true, decided_at: moment(LATER) };
    let withdrawn = decide_exception(Some(decision), small(false), ExceptionAction::Withdraw);
    assert_eq!(withdrawn, Ok(ExceptionOutcome::Withdrawn));
    assert_eq!(decide_exception(None, small(true), ExceptionAction::Withdraw), Ok(ExceptionOutcome::Unchanged));
}

fn tie(tied: &[&str]) -> Ties {
    Ties { tied: tied.iter().map(|ids| players(ids)).collect(), settles_at: None }
}

fn order(ids: &str) -> TieAction {
    TieAction::Decide { order: players(ids), at: moment(LATER) }
}

#[test]
fn an_order_names_everybody_who_is_tied_once_and_nobody_else() {
    let tied = tie(&["a b"]);
    let decided = decide_tie(None, &tied, &order("b a"));
    assert_eq!(decided, Ok(Some(TieEvent::Decided { order: players("b a") })));
    let player = |id: &str| PlayerId::parse(id).unwrap();
    assert_eq!(decide_tie(None, &tied, &order("b")), Err(Rejection::PlayerMissing { player: player("a") }));
    assert_eq!(decide_tie(None, &tied, &order("b a b")), Err(Rejection::PlayerTwice { player: player("b") }));
    assert_eq!(decide_tie(None, &tied, &order("b a c")), Err(Rejection::NotTied { player: player("c") }));
    assert_eq!(decide_tie(None, &tie(&[]), &order("b a")), Err(Rejection::NoTie));
}

#[test]
fn one_order_holds_for_all_ties_of_an_event_and_loses_none_of_them() {
    let tied = tie(&["a b", "x y"]);
    let standing = players("b a");
    let missing = decide_tie(Some(&standing), &tied, &order("x y"));
    assert_eq!(missing, Err(Rejection::PlayerMissing { player: PlayerId::parse("a").unwrap() }));
    let decided = decide_tie(Some(&standing), &tied, &order("b a x y"));
    assert_eq!(decided, Ok(Some(TieEvent::Decided { order: players("b a x y") })));
}

#[test]
fn an_order_is_replaced_among_the_same_players_and_taken_back() {
    let standing = players("b a");
    assert_eq!(decide_tie(Some(&standing), &tie(&[]), &order("b a")), Ok(None));
    let turned = decide_tie(Some(&standing), &tie(&[]), &order("a b"));
    assert_eq!(turned, Ok(Some(TieEvent::Decided { order: players("a b") })));
    assert_eq!(decide_tie(Some(&standing), &tie(&[]), &TieAction::Withdraw), Ok(Some(TieEvent::DecisionWithdrawn)));
    assert_eq!(decide_tie(None, &tie(&["a b"]), &TieAction::Withdraw), Ok(None));
}

#[test]
fn a_tie_in_the_ranking_waits_for_the_end_of_its_day() {
    let tied = Ties { settles_at: Some(moment(LATER)), ..tie(&["a b"]) };
    assert_eq!(decide_tie(None, &tied, &order("a b")), Err(Rejection::TooEarly));
    let past = Ties { settles_at: Some(moment(ENDED)), ..tie(&["a b"]) };
    assert!(decide_tie(None, &past, &order("a b")).is_ok());
}
