//! The qualification of a Grand Prix (R-AWG-03, AMB-70, AMB-71).

use crate::rulebook::{BelowThreshold, GpCount, Span, parameters};
use crate::test_support::given::{Given, given, grand_prix, tournament};
use crate::test_support::summary::{considered_summary, mp, mp_of_season};
use crate::values::voivodeship::Voivodeship::Lubelskie;

const TWELVE: &str = "P01 P02 P03 P04 P05 P06 P07 P08 P09 P10 P11 P12";

/// Five tournaments with the same first thirteen, and so many persons over the whole cycle.
fn cycle(persons: usize) -> Given {
    let once = persons - 13;
    let members = (1..=5).map(|number| {
        let others = once / 5 + usize::from(number <= once % 5);
        tournament(&format!("T{number}"), 13 + others, &format!("{TWELVE} P13"))
    });
    members.fold(given(), Given::with).with(grand_prix("GP", "T1 T2 T3 T4 T5"))
}

fn first(holders: usize) -> String {
    TWELVE.split(' ').take(holders).collect::<Vec<_>>().join(" ")
}

/// Decision of a Grand Prix with this many persons when this many of its first hold a qualification.
fn given_by(persons: usize, holders: usize) -> String {
    let facts = cycle(persons).holding(&first(holders)).facts();
    mp(&facts).pop().unwrap()
}

#[test]
fn e23_b_below_two_hundred_persons_the_eighth_place_is_the_last() {
    assert_eq!(given_by(199, 8), "GP: nobody");
}

#[test]
fn e23_c_from_two_hundred_persons_on_the_ninth_place_may_follow() {
    assert_eq!(given_by(200, 8), "GP: P09");
}

#[test]
fn e23_d_the_twelfth_place_is_the_last_however_many_took_part() {
    assert_eq!(given_by(250, 12), "GP: nobody");
}

#[test]
fn e23_e_the_eighth_place_itself_may_get_it() {
    // Five valid members have 28 players each, so that 13 + 5 · 15 is the least number of persons here.
    assert_eq!(given_by(150, 7), "GP: P08");
    assert_eq!(given_by(88, 7), "GP: P08");
}

#[test]
fn e23_f_the_twelfth_place_itself_may_get_it() {
    assert_eq!(given_by(200, 11), "GP: P12");
}

#[test]
fn the_depths_and_the_threshold_of_a_grand_prix_are_parameters() {
    let eight_holders = cycle(199).holding(&first(8));
    let last_line = |given: Given| mp(&given.facts()).pop().unwrap();
    assert_eq!(last_line(eight_holders.clone().rule(parameters::AWANS_GP_DEPTH_LOW, 9)), "GP: P09");
    assert_eq!(last_line(eight_holders.clone().rule(parameters::AWANS_GP_THRESHOLD, 199)), "GP: P09");
    let twelve_holders = cycle(200).holding(&first(12)).rule(parameters::AWANS_GP_DEPTH_HIGH, 13);
    assert_eq!(last_line(twelve_holders), "GP: P13");
    let two = cycle(199).holding(&first(6)).rule(parameters::AWANS_GP_SEATS, 2);
    assert_eq!(last_line(two), "GP: P07 P08");
}

/// Six tournaments of 36, the same first twelve in each: 216 attendances of 118 persons.
fn many_attendances() -> Given {
    [0, 24, 48, 72, 82, 82]
        .into_iter()
        .zip(1..)
        .map(|(crowd, number)| tournament(&format!("T{number}"), 36, TWELVE).crowd_from(crowd))
        .fold(given().holding(&first(8)), Given::with)
        .with(grand_prix("GP", "T1 T2 T3 T4 T5 T6"))
}

#[test]
fn e23_g_persons_are_counted_once_however_often_they_came() {
    assert_eq!(mp(&many_attendances().facts()).last().unwrap(), "GP: nobody");
    let attendances = many_attendances().rule(parameters::AWANS_GP_COUNT, GpCount::Attendances);
    assert_eq!(mp(&attendances.facts()).last().unwrap(), "GP: P09", "count: attendances");
}

/// A Grand Prix of so many tournaments, the first of which has its own number of players.
fn members(number: usize, players_of_first: usize) -> Given {
    let ids: Vec<String> = (1..=number).map(|number| format!("T{number:02}")).collect();
    ids.iter()
        .enumerate()
        .map(|(index, id)| tournament(id, if index == 0 { players_of_first } else { 28 }, "A B C D E F G H"))
        .fold(given(), Given::with)
        .with(grand_prix("GP", &ids.join(" ")))
}

fn gp_of(given: &Given) -> String {
    mp(&given.facts()).pop().unwrap()
}

#[test]
fn e23_h_with_four_valid_members_the_grand_prix_waits_for_a_decision() {
    assert_eq!(gp_of(&members(5, 27)), "GP: 1 open");
    assert_eq!(gp_of(&members(5, 28)), "GP: E");
    assert_eq!(gp_of(&members(6, 27)), "GP: E");
}

#[test]
fn a_grand_prix_has_at_most_ten_members_valid_or_not() {
    assert_eq!(gp_of(&members(10, 28)), "GP: E");
    assert_eq!(gp_of(&members(11, 28)), "GP: 1 open");
    assert_eq!(gp_of(&members(11, 27)), "GP: 1 open");
    let eleven = members(11, 28).rule(parameters::AWANS_GP_EVENTS, Span::new(5, 11));
    assert_eq!(gp_of(&eleven), "GP: E", "events: 5 to 11");
}

#[test]
fn a_granted_exception_makes_a_member_valid_and_the_grand_prix_does_not_wait_for_it() {
    let small = tournament("T1", 26, "A B C").held_in(Lubelskie);
    let cycle = |small| {
        (2..=5)
            .map(|number| tournament(&format!("T{number}"), 28, "D E F G H"))
            .fold(given().with(small), Given::with)
            .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
            .facts()
    };
    assert_eq!(
        mp(&cycle(small.clone().exception_granted("2025-06-01"))),
        ["T2: D", "T3: E", "T4: F", "T5: G", "GP: H", "T1: A"]
    );
    assert_eq!(
        mp(&cycle(small.exception_refused("2025-06-01"))),
        ["T1: nothing to give", "T2: D", "T3: E", "T4: F", "T5: G", "GP: 1 open"]
    );
}

#[test]
fn a_grand_prix_belongs_to_the_season_of_its_last_member() {
    let early = (1..=4).map(|number| tournament(&format!("T{number}"), 28, "A B C D E F"));
    let facts = early
        .fold(given().and_the_next_season(), Given::with)
        .with(tournament("T5", 28, "A B C D E F").ended("2025-09-27"))
        .with(grand_prix("GP", "T5 T1 T2 T3 T4"))
        .facts();
    assert_eq!(mp(&facts), ["T1: A", "T2: B", "T3: C", "T4: D"]);
    assert_eq!(mp_of_season(&facts, 1), ["T5: A", "GP: B"]);
}

#[test]
fn a_small_grand_prix_may_only_propose_a_qualification() {
    let discretionary = |persons| {
        cycle(persons)
            .holding(&first(4))
            .rule(parameters::AWANS_GP_BELOW_THRESHOLD, BelowThreshold::Discretionary)
            .with(tournament("T6", 28, "P05 X"))
            .facts()
    };
    let lines = |persons| mp(&discretionary(persons))[5..].to_vec();
    assert_eq!(lines(199), ["GP: 1 open for P05", "T6: P05"], "below_threshold: discretionary");
    assert_eq!(lines(200), ["GP: P05", "T6: X"]);
    assert!(considered_summary(&discretionary(199), "GP").ends_with("P05 pending"));
}

#[test]
fn a_small_grand_prix_that_only_proposes_keeps_a_tie_open_as_well() {
    let facts = (1..=5)
        .map(|number| tournament(&format!("T{number}"), 28, "A B C D E F=G"))
        .fold(given().holding("A B C D"), Given::with)
        .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
        .rule(parameters::AWANS_GP_SEATS, 2)
        .rule(parameters::AWANS_GP_BELOW_THRESHOLD, BelowThreshold::Discretionary)
        .facts();
    assert_eq!(mp(&facts).last().unwrap(), "GP: 2 open for E F G");
    assert!(considered_summary(&facts, "GP").ends_with("E pending, F pending, G pending"));
}
