//! Qualifications from the voivodeship championships themselves (R-AWM).

use crate::competitions::class::TournamentClass::Mw;
use crate::rulebook::parameters;
use crate::test_support::given::{given, tournament};
use crate::test_support::summary::{considered_summary, mp, mp_of_season};
use crate::values::voivodeship::Voivodeship::Lubelskie;

#[test]
fn e30_the_two_best_without_a_qualification_to_the_next_championship_get_one() {
    let facts = given()
        .and_the_next_season()
        .holding_since("2025-09-21", "A B D")
        .with(tournament("MW", 40, "A B C D E F").class(Mw).ended("2025-10-11"))
        .facts();
    assert_eq!(mp_of_season(&facts, 1), ["MW: C E"]);
    assert!(mp(&facts).is_empty());
}

#[test]
fn e30_a_qualification_to_the_championship_already_played_does_not_matter() {
    let facts = given()
        .and_the_next_season()
        .holding("A B")
        .with(tournament("MW", 40, "A B C").class(Mw).ended("2025-10-11"))
        .facts();
    assert_eq!(mp_of_season(&facts, 1), ["MW: A B"]);
}

#[test]
fn e30_a_voivodeship_championship_of_sixteen_gives_its_two_and_of_fifteen_nothing() {
    let facts =
        given().with(tournament("MW15", 15, "A B C").class(Mw)).with(tournament("MW16", 16, "A B C").class(Mw)).facts();
    assert_eq!(mp(&facts), ["MW15: nothing to give", "MW16: A B"]);
    let fifteen = given().rule(parameters::MIN_PLAYERS_STATIONARY, 15).with(tournament("MW15", 15, "A B C").class(Mw));
    assert_eq!(mp(&fifteen.facts()), ["MW15: A B"], "min_players.stationary: 15");
}

#[test]
fn there_is_no_last_place_for_the_two_unless_the_rulebook_sets_one() {
    let far_down = given().holding("A B C D E").with(tournament("MW", 28, "A B C D E F G").class(Mw));
    assert_eq!(mp(&far_down.facts()), ["MW: F G"]);
    let six = far_down.clone().rule(parameters::AWANS_MW_DEPTH, Some(6));
    assert_eq!(mp(&six.facts()), ["MW: F"], "awans.mw.depth: 6");
    let one = far_down.rule(parameters::AWANS_MW_SEATS, 1);
    assert_eq!(mp(&one.facts()), ["MW: F"], "awans.mw.seats: 1");
}

#[test]
fn a_voivodeship_championship_may_also_count_as_an_eliminatory_tournament() {
    let large = given().with(tournament("MW", 80, "A B C D E").class(Mw));
    assert_eq!(mp(&large.facts()), ["MW: A B"]);
    let both = large.rule(parameters::AWANS_MW_ALSO_AWT, true);
    assert_eq!(mp(&both.facts()), ["MW: A B", "MW: C D"], "mw.also_awt: true");
    let small = given().rule(parameters::AWANS_MW_ALSO_AWT, true).with(tournament("MW", 27, "A B C").class(Mw));
    assert_eq!(mp(&small.facts()), ["MW: A B", "MW: nothing to give"]);
}

#[test]
fn its_own_two_do_not_wait_for_the_decision_on_a_small_attendance() {
    let facts = given()
        .rule(parameters::AWANS_MW_ALSO_AWT, true)
        .with(
            tournament("MW", 26, "A B C")
                .class(Mw)
                .held_in(Lubelskie)
                .ended("2025-03-01")
                .exception_granted("2025-03-10"),
        )
        .with(tournament("T2", 28, "A D").ended("2025-03-08"))
        .facts();
    assert_eq!(mp(&facts), ["MW: A B", "T2: D", "MW: C"]);
}

#[test]
fn a_waiver_at_a_voivodeship_championship_passes_its_two_on() {
    let facts = given().with(tournament("MW", 16, "A B C").class(Mw).waived("A")).facts();
    assert_eq!(considered_summary(&facts, "MW"), "A waived at MW, B granted, C granted");
}
