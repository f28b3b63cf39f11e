//! The table of a Grand Prix against the worked examples of the rules.

use super::{GrandPrixStandings, grand_prix_standings};
use crate::competitions::class::TournamentClass::{Mw, Ordinary};
use crate::rulebook::{GpFormats, HalfRuleScope, ParticipantBasis, parameters};
use crate::season::Facts;
use crate::test_support::given::{Given, given, grand_prix, tournament};
use crate::test_support::summary::rows;
use crate::values::voivodeship::Voivodeship::{Lubelskie, Mazowieckie};

fn standings(facts: &Facts) -> GrandPrixStandings {
    grand_prix_standings(facts, &facts.grand_prix[0]).unwrap()
}

fn table(given: &Given) -> Vec<String> {
    let facts = given.facts();
    rows(&facts, &standings(&facts).table)
}

/// A Grand Prix of tournaments with 28 players and these places.
fn cycle<const N: usize>(members: [&str; N]) -> Given {
    let ids: Vec<String> = (1..=N).map(|number| format!("T{number}")).collect();
    ids.iter()
        .zip(members)
        .map(|(id, places)| tournament(id, 28, places))
        .fold(given(), Given::with)
        .with(grand_prix("GP", &ids.join(" ")))
}

#[test]
fn e23_a_points_add_up_over_the_cycle_and_equal_lists_of_places_share_one() {
    let first =
        cycle(["Ala Bob Dan Cel", "Bob Dan Ala Cel", "Dan Ala - Cel Bob", "Cel - Bob - Ala", "- - - - - - - - Cel"]);
    assert_eq!(table(&first), ["1 Cel 335", "2 Ala 315", "2 Bob 315", "4 Dan 255"]);
}

#[test]
fn e23_a_equal_totals_are_broken_as_in_the_ranking() {
    let second = cycle([
        "Gol Fil Ewa",
        "Ewa Gol - - - - - - Fil",
        "- Fil - Gol - - - - Ewa",
        "- - - - - - - - - - - Ewa",
        "- - - - - - - - - - - Fil",
    ]);
    assert_eq!(table(&second), ["1 Gol 250", "2 Ewa 246", "3 Fil 246"]);
}

#[test]
fn only_the_best_results_count_if_the_rulebook_says_so() {
    let many_or_good = cycle(["A - - B", "- - - B", "- - - B"]);
    assert_eq!(table(&many_or_good), ["1 B 195", "2 A 100"]);
    let one = many_or_good.clone().rule(parameters::AWANS_GP_BEST_N, Some(1));
    assert_eq!(table(&one), ["1 A 100", "10 B 65"], "gp.best_n: 1");
    let best_of_ranking = many_or_good.rule(parameters::RANKING_BEST_N, Some(1));
    assert_eq!(table(&best_of_ranking), ["1 B 195", "2 A 100"], "ranking.best_n is another");
}

#[test]
fn a_member_below_the_minimum_gives_no_points_but_its_people_count() {
    let facts = given()
        .with(tournament("T1", 28, "A B"))
        .with(tournament("T2", 27, "B A"))
        .with(tournament("T3", 28, "A").planned(9))
        .with(grand_prix("GP", "T1 T2 T3"))
        .facts();
    let standings = standings(&facts);
    assert_eq!(rows(&facts, &standings.table), ["1 A 100", "2 B 85"]);
    assert_eq!((standings.valid_events, standings.members), (1, 3));
    // A and B, and 26, 25 and 27 others.
    assert_eq!((standings.persons, standings.attendances), (80, 83));
}

#[test]
fn a_member_is_valid_by_a_granted_exception_whenever_it_was_decided() {
    let valid = |small| {
        let facts = given().with(small).with(grand_prix("GP", "T1")).facts();
        standings(&facts).valid_events
    };
    let small = || tournament("T1", 24, "A").held_in(Lubelskie);
    assert_eq!(valid(small().exception_granted("2026-01-01")), 1);
    assert_eq!(valid(small().exception_refused("2026-01-01")), 0);
    assert_eq!(valid(small()), 0);
    assert_eq!(valid(small().held_in(Mazowieckie).exception_granted("2026-01-01")), 0);
    assert_eq!(valid(tournament("T1", 28, "A")), 1);
    assert_eq!(valid(tournament("T1", 28, "A").class(Ordinary)), 0);
    assert_eq!(valid(tournament("T1", 28, "A").class(Mw)), 0);
}

#[test]
fn the_half_rule_and_disqualifications_hold_in_a_grand_prix_as_in_the_ranking() {
    let event = tournament("T1", 29, "A B C D").played("A", 5).played("B", 6).disqualified("C");
    let cycle = given().with(event).with(grand_prix("GP", "T1"));
    assert_eq!(table(&cycle), ["1 B 85", "2 D 65"]);
    let only_ranking = cycle.rule(parameters::HALF_RULE_APPLIES_TO, vec![HalfRuleScope::Ranking]);
    assert_eq!(table(&only_ranking), ["1 A 100", "2 B 85", "3 D 65"], "half_rule.applies_to: ranking");
}

#[test]
fn a_grand_prix_ends_with_its_last_member_however_they_are_listed() {
    let facts = given()
        .with(tournament("T1", 28, "A").ended("2025-05-01"))
        .with(tournament("T2", 28, "A").ended("2025-04-01"))
        .with(grand_prix("GP", "T1 T2"))
        .facts();
    assert_eq!(standings(&facts).ended_at, facts.tournaments[0].ended_at);
}

#[test]
fn a_cycle_without_members_has_no_standings() {
    let facts = given().with(grand_prix("GP", "")).facts();
    assert!(grand_prix_standings(&facts, &facts.grand_prix[0]).is_none());
}

#[test]
fn the_persons_of_a_grand_prix_are_its_participants_by_the_same_definition_as_everywhere() {
    // Of thirty listed, A did not play at all, B less than half of the games, and C was disqualified.
    let event = tournament("T1", 30, "A B").played("A", 0).played("B", 5).disqualified("C");
    let cycle = given().with(event).with(grand_prix("GP", "T1"));
    let persons = |given: Given| {
        let facts = given.facts();
        let standings = standings(&facts);
        assert_eq!(standings.attendances, facts.tournaments[0].participants(&facts.rulebook));
        standings.persons
    };
    assert_eq!(persons(cycle.clone()), 29);
    let basis = |basis| cycle.clone().rule(parameters::EVENT_PARTICIPANT_BASIS, basis);
    assert_eq!(persons(basis(ParticipantBasis::Listed)), 30, "participant_basis: registered");
    assert_eq!(persons(basis(ParticipantBasis::PlayedHalf)), 28, "participant_basis: played_half");
    assert_eq!(
        persons(cycle.clone().rule(parameters::DSQ_COUNTS_AS_PARTICIPANT, false)),
        28,
        "dsq.counts_as_participant: false"
    );
}

#[test]
fn a_rulebook_may_take_only_tournaments_of_the_standard_formats() {
    let season = given()
        .with(tournament("T1", 28, "A B").planned(12))
        .with(tournament("T2", 28, "B A").planned(16))
        .with(grand_prix("GP", "T1 T2"));
    assert_eq!(standings(&season.facts()).valid_events, 2);
    let standard = season.rule(parameters::AWANS_GP_ALLOWED_FORMATS, GpFormats::StandardOnly);
    assert_eq!(standings(&standard.facts()).valid_events, 1);
    assert_eq!(table(&standard)[..2], ["1 A 100", "2 B 85"]);
}
