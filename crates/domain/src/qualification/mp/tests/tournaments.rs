//! Qualifications from tournaments (R-AWT).

use crate::competitions::class::TournamentClass::{Mp, Ordinary};
use crate::rulebook::{EffectiveAt, Span, Step, Unfilled, parameters};
use crate::test_support::given::{Given, given, tournament};
use crate::test_support::summary::{considered_summary, mp};
use crate::values::voivodeship::Voivodeship::{Lubelskie, Mazowieckie, Podlaskie};

#[test]
fn e20_a_holders_and_those_who_waived_are_passed_over() {
    let facts = given().holding("A").with(tournament("T1", 45, "A B C D").waived("B")).facts();
    assert_eq!(mp(&facts), ["T1: C"]);
    assert_eq!(considered_summary(&facts, "T1"), "A holder from held-A, B waived at T1, C granted");
}

#[test]
fn e20_b_nobody_below_the_fourth_place_is_considered() {
    let four_holders = given().holding("A B C D").with(tournament("T1", 45, "A B C D E"));
    assert_eq!(mp(&four_holders.facts()), ["T1: nobody"]);
    let decided = four_holders.rule(parameters::AWANS_TOURNAMENT_UNFILLED, Unfilled::Decide);
    assert_eq!(mp(&decided.facts()), ["T1: 1 open"], "unfilled: decide");
}

#[test]
fn e20_b_the_fourth_place_itself_is_considered() {
    let facts = given().holding("A B C").with(tournament("T1", 45, "A B C D E")).facts();
    assert_eq!(mp(&facts), ["T1: D"]);
}

#[test]
fn e20_c_two_qualifications_pass_down_one_after_the_other() {
    let facts = given().holding("A C").with(tournament("T1", 81, "A B C D E")).facts();
    assert_eq!(mp(&facts), ["T1: B D"]);
}

#[test]
fn e20_d_the_second_qualification_lapses_when_only_one_of_the_first_four_can_take_one() {
    let three_holders = given().holding("A B C").with(tournament("T1", 81, "A B C D E"));
    let facts = three_holders.facts();
    assert_eq!(mp(&facts), ["T1: D"]);
    let decided = three_holders.rule(parameters::AWANS_TOURNAMENT_UNFILLED, Unfilled::Decide);
    assert_eq!(mp(&decided.facts()), ["T1: D, 1 open"], "unfilled: decide");
}

#[test]
fn e20_e_two_qualifications_are_given_from_eighty_participants_on() {
    let sizes = || {
        given()
            .with(tournament("T79", 79, "A B C"))
            .with(tournament("T80", 80, "D E F"))
            .with(tournament("T81", 81, "G H I"))
    };
    assert_eq!(mp(&sizes().facts()), ["T79: A", "T80: D E", "T81: G H"]);
    let from_81 = vec![Step { from: 1, seats: 1 }, Step { from: 81, seats: 2 }];
    let facts = sizes().rule(parameters::AWANS_TOURNAMENT_SEATS, from_81).facts();
    assert_eq!(mp(&facts), ["T79: A", "T80: D", "T81: G H"], "two from 81");
}

#[test]
fn e20_f_below_twenty_eight_there_is_nothing_to_give_outside_the_exception_voivodeships() {
    let facts = given()
        .with(tournament("T27", 27, "A B"))
        .with(tournament("T28", 28, "A B"))
        .with(tournament("X", 27, "C D").exception_granted("2025-01-03 17:00"))
        .facts();
    assert_eq!(mp(&facts), ["T27: nothing to give", "T28: A", "X: nothing to give"]);
}

#[test]
fn e20_g_a_shared_fourth_place_is_one_place_and_waits_for_a_decision() {
    let facts = given().holding("A B C").with(tournament("T1", 45, "A B C D=E F")).facts();
    assert_eq!(mp(&facts), ["T1: 1 open for D E"]);
    let facts = given().holding("A B C").with(tournament("T1", 80, "A B C D=E F")).facts();
    assert_eq!(mp(&facts), ["T1: D E"], "both fit");
}

/// T1 of 26 players on 1 March, T2 of 30 on 8 March, and the decision on T1 on 10 March.
fn late_exception() -> Given {
    given()
        .with(tournament("T1", 26, "P Q R S").held_in(Lubelskie).ended("2025-03-01").exception_granted("2025-03-10"))
        .with(tournament("T2", 30, "P X").ended("2025-03-08"))
}

#[test]
fn e20_h_a_granted_exception_takes_effect_when_it_is_decided() {
    assert_eq!(mp(&late_exception().facts()), ["T2: P", "T1: Q"]);
}

#[test]
fn e20_h_a_back_dated_exception_takes_effect_at_the_end_of_the_event() {
    let back_dated = late_exception().rule(parameters::EXCEPTION_EFFECTIVE_AT, EffectiveAt::EventEnd);
    assert_eq!(mp(&back_dated.facts()), ["T1: P", "T2: X"]);
}

#[test]
fn an_exception_needs_a_positive_decision_and_at_least_twenty_four_participants() {
    let small = |id, players| tournament(id, players, id).held_in(Podlaskie);
    let facts = given()
        .with(small("A23", 23).exception_granted("2025-01-20"))
        .with(small("B24", 24).exception_granted("2025-01-20"))
        .with(small("C27", 27).exception_refused("2025-01-20"))
        .with(small("D27", 27))
        .with(small("E28", 28))
        .facts();
    let expected = ["A23: nothing to give", "C27: nothing to give", "D27: nothing to give", "E28: E28", "B24: B24"];
    assert_eq!(mp(&facts), expected);
}

#[test]
fn an_exception_decision_that_was_not_needed_changes_nothing() {
    let facts = given()
        .with(tournament("T1", 28, "P Q").held_in(Lubelskie).exception_granted("2025-06-01"))
        .with(tournament("T2", 28, "R S").held_in(Lubelskie).exception_refused("2025-06-01"))
        .with(tournament("T3", 28, "P X"))
        .facts();
    assert_eq!(mp(&facts), ["T1: P", "T2: R", "T3: X"]);
}

#[test]
fn an_eliminatory_tournament_has_twelve_to_sixteen_games() {
    let lengths =
        [11, 12, 16, 17].map(|games| tournament(&format!("of{games}"), 28, &format!("P{games}")).planned(games));
    let facts = lengths.into_iter().fold(given(), Given::with).facts();
    assert_eq!(mp(&facts), ["of11: nothing to give", "of12: P12", "of16: P16", "of17: nothing to give"]);
}

#[test]
fn only_a_tournament_declared_eliminatory_gives_a_qualification() {
    let undeclared = given().with(tournament("T1", 30, "A").class(Ordinary)).with(tournament("T2", 30, "B").class(Mp));
    assert_eq!(mp(&undeclared.facts()), ["T1: nothing to give", "T2: nothing to give"]);
    let by_facts = undeclared.rule(parameters::AWANS_TOURNAMENT_REQUIRES_DECLARED_CLASS, false);
    assert_eq!(mp(&by_facts.facts()), ["T1: A", "T2: nothing to give"], "requires_declared_class: false");
}

#[test]
fn a_player_who_played_no_game_keeps_the_place_but_gets_no_qualification() {
    let absent = given().with(tournament("T1", 29, "A B C D E").played("A B C D", 0));
    let facts = absent.facts();
    assert_eq!(facts.tournaments[0].participants(&facts.rulebook), 25);
    let facts = given().with(tournament("T1", 30, "A B").played("A", 0)).facts();
    assert_eq!(mp(&facts), ["T1: B"]);
    assert_eq!(considered_summary(&facts, "T1"), "A without games, B granted");
    let four_absent = given().with(tournament("T1", 32, "A B C D E").played("A B C D", 0)).facts();
    assert_eq!(mp(&four_absent), ["T1: nobody"]);
}

#[test]
fn a_player_below_half_of_the_games_may_still_qualify() {
    let facts = given().with(tournament("T1", 28, "A B").played("A", 1)).facts();
    assert_eq!(mp(&facts), ["T1: A"]);
}

#[test]
fn a_disqualified_player_gets_nothing_even_where_the_place_is_kept() {
    let moved_up = given().holding("B C D").with(tournament("T1", 28, "B C D E").disqualified("A"));
    assert_eq!(mp(&moved_up.facts()), ["T1: E"]);
    let kept = given().holding("B C D").with(tournament("T1", 28, "A B C D E").disqualified("A")).facts();
    assert_eq!(mp(&kept), ["T1: nobody"]);
    assert!(considered_summary(&kept, "T1").starts_with("A disqualified, B holder"));
}

#[test]
fn players_from_abroad_qualify_unless_the_rulebook_leaves_them_out() {
    let abroad = given().foreign("A").with(tournament("T1", 28, "A B"));
    assert_eq!(mp(&abroad.facts()), ["T1: A"]);
    let without = abroad.rule(parameters::FOREIGNERS_MP_AWANS, false).facts();
    assert_eq!(mp(&without), ["T1: B"], "foreigners.mp_awans: false");
    assert_eq!(considered_summary(&without, "T1"), "A foreign, B granted");
}

#[test]
fn the_depth_of_a_tournament_is_a_parameter() {
    let five = given().holding("A B C D").with(tournament("T1", 45, "A B C D E"));
    assert_eq!(mp(&five.clone().rule(parameters::AWANS_TOURNAMENT_DEPTH, Some(5)).facts()), ["T1: E"]);
    assert_eq!(mp(&five.rule(parameters::AWANS_TOURNAMENT_DEPTH, None).facts()), ["T1: E"]);
}

#[test]
fn the_least_attendance_the_length_and_the_exception_voivodeships_are_parameters() {
    let last_line = |given: Given| mp(&given.facts()).pop().unwrap();
    let twenty = given().with(tournament("T", 20, "A"));
    assert_eq!(last_line(twenty.clone()), "T: nothing to give");
    assert_eq!(last_line(twenty.rule(parameters::MIN_PLAYERS_MP, 20)), "T: A");
    let nine_games = given().with(tournament("T", 28, "A").planned(9));
    assert_eq!(last_line(nine_games.clone()), "T: nothing to give");
    assert_eq!(last_line(nine_games.rule(parameters::FORMATS_ELIM_TOTAL, Span::new(9, 16))), "T: A");
    let granted = |players| given().with(tournament("T", players, "A").exception_granted("2025-02-01"));
    let also_here = || vec![Mazowieckie];
    assert_eq!(last_line(granted(24)), "T: nothing to give");
    assert_eq!(last_line(granted(24).rule(parameters::EXCEPTION_VOIVODESHIPS, also_here())), "T: A");
    let floor = granted(20).rule(parameters::EXCEPTION_VOIVODESHIPS, also_here());
    assert_eq!(last_line(floor.clone()), "T: nothing to give");
    assert_eq!(last_line(floor.rule(parameters::MIN_PLAYERS_MP_EXCEPTION_FLOOR, 20)), "T: A");
}
