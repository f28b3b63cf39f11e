//! Ties for a qualification and the decisions that settle them (P-SEATS, AMB-60).

use crate::competitions::class::OnlineEvent::{Hertzano, MpOnline};
use crate::rulebook::parameters;
use crate::test_support::given::{Given, given, grand_prix, online, tournament};
use crate::test_support::summary::{considered_summary, mp};

/// Decision of the Hertzano championship with its three qualifications.
fn hertzano(places: &str) -> Given {
    given().with(online("H", Hertzano, places))
}

#[test]
fn a_group_for_whom_too_few_are_left_becomes_pending_and_nobody_further_down_gets_one() {
    assert_eq!(mp(&hertzano("A B C=D E").facts()), ["H: A B, 1 open for C D"]);
    assert_eq!(mp(&hertzano("A B=C=D E").facts()), ["H: A, 2 open for B C D"]);
    assert_eq!(mp(&hertzano("A=B=C=D E").facts()), ["H: 3 open for A B C D"]);
}

#[test]
fn a_group_that_fits_is_listed_by_id() {
    assert_eq!(mp(&hertzano("C=A=B D").facts()), ["H: A B C"]);
    assert_eq!(mp(&hertzano("D=C A B").facts()), ["H: C D A"]);
}

#[test]
fn only_eligible_players_make_up_the_group() {
    let facts = hertzano("A B C=D=E F").holding("C").waiver("D", "2024-10-01").facts();
    assert_eq!(mp(&facts), ["H: A B E"]);
    let facts = hertzano("A B C=D=E F").holding("C").facts();
    assert_eq!(mp(&facts), ["H: A B, 1 open for D E"]);
    assert_eq!(considered_summary(&facts, "H"), "A granted, B granted, C holder from held-C, D pending, E pending");
}

#[test]
fn a_group_of_holders_is_passed_over_as_a_whole() {
    assert_eq!(mp(&hertzano("A=B C=D E F").holding("A B").facts()), ["H: C D E"]);
}

#[test]
fn a_decision_that_orders_the_whole_group_gives_out_what_is_left() {
    assert_eq!(mp(&hertzano("A B=C=D E").tie_decided("H", "D B C").facts()), ["H: A D B"]);
    assert_eq!(mp(&hertzano("A B=C=D E").tie_decided("H", "E D A C B").facts()), ["H: A D C"]);
}

#[test]
fn a_decision_that_orders_only_part_of_the_group_leaves_it_pending() {
    assert_eq!(mp(&hertzano("A B=C=D E").tie_decided("H", "D B").facts()), ["H: A, 2 open for B C D"]);
}

#[test]
fn a_decision_need_only_order_those_of_the_group_who_are_eligible() {
    let facts = hertzano("A B=C=D E").holding("C A").tie_decided("H", "D B").facts();
    assert_eq!(mp(&facts), ["H: D B E"]);
    let facts = hertzano("A B=C=D=E F").holding("C").tie_decided("H", "E D B").facts();
    assert_eq!(mp(&facts), ["H: A E D"]);
}

#[test]
fn a_group_that_fits_is_listed_by_the_decision_if_it_orders_all_of_it() {
    assert_eq!(mp(&hertzano("A=B=C D").tie_decided("H", "C A B").facts()), ["H: C A B"]);
    assert_eq!(mp(&hertzano("A=B=C D").tie_decided("H", "C A").facts()), ["H: A B C"]);
}

#[test]
fn one_decision_may_order_several_groups_and_players_who_are_not_tied() {
    let championship =
        given().with(online("MPO", MpOnline, "A=B C D=E F=G=H I")).tie_decided("MPO", "H B E I A D C G F");
    assert_eq!(mp(&championship.facts()), ["MPO: B A C E D H"]);
}

#[test]
fn a_decision_does_not_change_the_order_of_places() {
    assert_eq!(mp(&hertzano("A B C D").tie_decided("H", "D C B A").facts()), ["H: A B C"]);
}

#[test]
fn a_decision_concerns_only_its_own_event() {
    let facts = hertzano("A B C=D").with(tournament("T", 28, "C=D E")).tie_decided("T", "D C").facts();
    assert_eq!(mp(&facts), ["H: A B, 1 open for C D", "T: D"]);
}

#[test]
fn those_who_are_pending_hold_nothing_and_may_qualify_elsewhere() {
    let facts = hertzano("A B C=D").with(tournament("T", 28, "C E")).facts();
    assert_eq!(mp(&facts), ["H: A B, 1 open for C D", "T: C"]);
}

/// Five tournaments that A and B share, so that they share the Grand Prix and its ranking, too.
fn shared_cycle() -> Given {
    (1..=5)
        .map(|number| tournament(&format!("T{number}"), 28, "A=B C D E F"))
        .fold(given(), Given::with)
        .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
        .rule(parameters::AWANS_RANKING_COUNT, 1)
        .mp_on("2025-09-20")
}

#[test]
fn a_tie_in_a_grand_prix_and_in_the_ranking_waits_for_a_decision_of_its_own() {
    let lines = |given: Given| mp(&given.facts())[5..].to_vec();
    assert_eq!(lines(shared_cycle()), ["GP: 1 open for A B", "ranking: 1 open for A B"]);
    assert_eq!(lines(shared_cycle().tie_decided("GP", "B A")), ["GP: B", "ranking: A"]);
    assert_eq!(lines(shared_cycle().ranking_tie_decided("B A")), ["GP: 1 open for A B", "ranking: B"]);
}
