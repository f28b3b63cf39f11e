//! All lists are computed, in the order of the facts.

mod incremental;
mod invariants;
mod ledger_properties;

use super::lists;
use crate::competitions::class::TournamentClass::Ordinary;
use crate::test_support::given::{given, grand_prix, league, tournament};
use crate::test_support::summary::{mp, mp_of_season, mw_of_championship, rows};
use crate::values::ids::CompetitionKey;
use crate::values::voivodeship::Voivodeship::{Mazowieckie, Slaskie};

#[test]
fn there_is_a_list_for_each_season_grand_prix_and_championship_in_the_order_of_the_facts() {
    let facts = given()
        .and_the_next_season()
        .with(tournament("T1", 28, "A B C"))
        .with(tournament("T2", 28, "D E F").held_in(Slaskie).ended("2025-11-01"))
        .with(grand_prix("GP-z", "T2"))
        .with(grand_prix("GP-a", "T1 T2"))
        .championship_fed("MW-z", Slaskie, "2025-01-01", "2025-12-31")
        .championship_fed("MW-a", Mazowieckie, "2025-01-01", "2025-12-31")
        .facts();
    let lists = lists(&facts);
    let ranking = |season: usize| rows(&facts, &lists.seasons[season].ranking);
    assert_eq!(lists.seasons.len(), 2);
    assert_eq!(ranking(0), ["1 A 100", "2 B 85", "3 C 70"]);
    assert_eq!(ranking(1), ["1 D 100", "2 E 85", "3 F 70"]);
    let cycles: Vec<(CompetitionKey, u32)> =
        lists.grand_prix.iter().map(|gp| (gp.competition, gp.valid_events)).collect();
    assert_eq!(cycles, [(facts.grand_prix[0].competition, 1), (facts.grand_prix[1].competition, 2)]);
    assert_eq!(facts.competition_id(cycles[0].0).as_str(), "GP-z");
    assert_eq!(mw_of_championship(&facts, 0), ["T2: D E F"]);
    assert_eq!(mw_of_championship(&facts, 1), ["T1: A B C"]);
}

#[test]
fn every_season_has_holders_of_its_own() {
    let facts = given()
        .and_the_next_season()
        .with(tournament("T1", 28, "A B"))
        .with(tournament("T2", 28, "A B").ended("2025-11-01"))
        .facts();
    assert_eq!(mp(&facts), ["T1: A"]);
    assert_eq!(mp_of_season(&facts, 1), ["T2: A"]);
}

#[test]
fn the_ranking_of_a_season_holds_what_came_after_the_snapshot() {
    let facts = given()
        .mp_on("2025-09-20")
        .with(tournament("O", 24, "A").class(Ordinary).ended("2025-09-15"))
        .with(league("L", 16, "B A").ended("2025-09-16"))
        .facts();
    assert_eq!(rows(&facts, &lists(&facts).seasons[0].ranking), ["1 A 185", "2 B 100"]);
    assert_eq!(mp(&facts)[0], "ranking: nobody");
}

#[test]
fn without_facts_there_are_empty_lists() {
    let facts = given().championship("MW", Slaskie).facts();
    let lists = lists(&facts);
    assert!(lists.seasons[0].ranking.is_empty() && lists.seasons[0].mp.is_empty());
    assert!(lists.grand_prix.is_empty());
    assert!(lists.mw[0].decisions.is_empty() && lists.mw[0].wildcards.is_empty());
}
