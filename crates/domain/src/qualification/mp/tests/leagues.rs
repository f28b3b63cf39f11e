//! Qualifications from stationary leagues (R-AWL).

use crate::rulebook::{LeagueCondition, Step, parameters};
use crate::test_support::given::{Given, given, league};
use crate::test_support::summary::{considered_summary, mp};

#[test]
fn e22_d_sixteen_regulars_give_one_qualification_and_thirty_two_give_two() {
    let sizes =
        [15, 16, 31, 32].map(|persons| league(&format!("L{persons}"), persons, &format!("A{persons} B{persons}")));
    let facts = sizes.into_iter().fold(given(), Given::with).facts();
    assert_eq!(mp(&facts), ["L15: nothing to give", "L16: A16", "L31: A31", "L32: A32 B32"]);
}

#[test]
fn the_steps_of_a_league_are_parameters() {
    let steps = vec![Step { from: 10, seats: 3 }];
    let facts = given()
        .rule(parameters::AWANS_LEAGUE_SEATS, steps)
        .with(league("L9", 9, "A B C D"))
        .with(league("L10", 10, "A B C D"))
        .facts();
    assert_eq!(mp(&facts), ["L9: nothing to give", "L10: A B C"]);
}

#[test]
fn e22_e_two_qualifications_go_to_the_first_two_who_hold_none() {
    let facts = given().holding("A B D").with(league("L1", 33, "A B C D E F")).facts();
    assert_eq!(mp(&facts), ["L1: C E"]);
}

#[test]
fn the_winner_may_renounce_and_the_qualification_passes_on() {
    let facts = given().with(league("L1", 16, "A B C").waived("A")).facts();
    assert_eq!(considered_summary(&facts, "L1"), "A waived at L1, B granted");
}

#[test]
fn e22_f_nobody_below_the_eighth_place_is_considered() {
    let eight_holders = given().holding("A B C D E F G H").with(league("L1", 20, "A B C D E F G H I"));
    assert_eq!(mp(&eight_holders.facts()), ["L1: nobody"]);
    let deeper = eight_holders.rule(parameters::AWANS_LEAGUE_DEPTH, Some(9));
    assert_eq!(mp(&deeper.facts()), ["L1: I"], "depth: 9");
}

#[test]
fn e22_f_the_eighth_place_itself_is_considered_and_bounds_the_second_qualification_too() {
    let facts = given().holding("A B C D E F G").with(league("L1", 32, "A B C D E F G H I")).facts();
    assert_eq!(mp(&facts), ["L1: H"]);
}

/// E22 b: twenty persons, each at three consecutive meetings of five, twelve at a meeting.
fn rotating() -> Given {
    given().with(league("L1", 20, "A B").attendance(5, |person, meeting| (meeting + 5 - person % 5) % 5 < 3))
}

#[test]
fn e22_b_the_same_persons_need_not_have_met_at_the_same_meetings() {
    assert_eq!(mp(&rotating().facts()), ["L1: A"]);
}

#[test]
fn e22_b_other_readings_of_the_condition_leave_the_league_without_a_qualification() {
    let reading = |condition| mp(&rotating().rule(parameters::AWANS_LEAGUE_CONDITION, condition).facts());
    assert_eq!(reading(LeagueCondition::SameRounds), ["L1: nothing to give"]);
    assert_eq!(reading(LeagueCondition::RoundsMinPresent), ["L1: nothing to give"]);
}

#[test]
fn e22_a_a_full_room_of_different_persons_counts_only_by_the_condition_on_meetings() {
    // Fourteen at all five meetings, and four of ten others at each: eighteen present.
    let others = |person: usize, meeting: usize| (0..4).any(|seat| 14 + (meeting * 4 + seat) % 10 == person);
    let mixed =
        given().with(league("L1", 24, "A").attendance(5, |person, meeting| person < 14 || others(person, meeting)));
    assert_eq!(mp(&mixed.facts()), ["L1: nothing to give"]);
    let meetings = mixed.rule(parameters::AWANS_LEAGUE_CONDITION, LeagueCondition::RoundsMinPresent);
    assert_eq!(mp(&meetings.facts()), ["L1: A"], "condition: rounds_min_present");
}

#[test]
fn the_number_of_meetings_that_makes_a_regular_is_a_parameter() {
    let three_meetings = given().with(league("L1", 16, "A"));
    assert_eq!(mp(&three_meetings.facts()), ["L1: A"]);
    let four = three_meetings.rule(parameters::AWANS_LEAGUE_MIN_ROUNDS, 4);
    assert_eq!(mp(&four.facts()), ["L1: nothing to give"], "min_rounds: 4");
}

#[test]
fn a_winner_needs_no_meetings_of_their_own_unless_the_rulebook_asks_for_them() {
    let rarely = given().with(league("L1", 20, "A B C").present("A", 0).present("B", 2));
    assert_eq!(mp(&rarely.facts()), ["L1: A"]);
    let two = rarely.clone().rule(parameters::AWANS_LEAGUE_CANDIDATE_MIN_ROUNDS, 2).facts();
    assert_eq!(mp(&two), ["L1: B"], "candidate_min_rounds: 2");
    let three = rarely.rule(parameters::AWANS_LEAGUE_CANDIDATE_MIN_ROUNDS, 3).facts();
    assert_eq!(
        considered_summary(&three, "L1"),
        "A rarely present, B rarely present, C granted",
        "candidate_min_rounds: 3"
    );
}
