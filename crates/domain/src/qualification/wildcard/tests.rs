//! Wildcards against the worked examples of the rules.

use super::propose_wildcards;
use crate::competitions::class::TournamentClass::{Mw, Ordinary};
use crate::rulebook::{HolderScope, MultiLeague, TournamentFallback, parameters};
use crate::season::lists::lists;
use crate::test_support::given::{Given, given, league, tournament};
use crate::test_support::summary::{player, proposed};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::voivodeship::Voivodeship::{Mazowieckie, Slaskie};
use rustc_hash::FxHashMap;

fn mazovian() -> Given {
    given().championship("MW", Mazowieckie)
}

/// The proposals when so many qualifications were granted, some of them to these holders.
fn wildcards(given: &Given, granted: u32, holders: &str) -> String {
    let facts = given.facts();
    let somewhere = CompetitionKey(0);
    let mut held: FxHashMap<PlayerKey, CompetitionKey> = FxHashMap::default();
    held.extend(holders.split_whitespace().map(|name| (player(&facts, name), somewhere)));
    let others = granted - held.len() as u32;
    held.extend((0..others).map(|number| (PlayerKey(1_000_000 + number), somewhere)));
    proposed(&facts, &propose_wildcards(&facts, &facts.championships[0], &held, |_| false))
}

#[test]
fn e29_a_the_league_table_is_gone_through_until_sixty_four_are_reached() {
    let one_league = mazovian().with(league("L1", 5, "a b c d e"));
    assert_eq!(wildcards(&one_league, 61, "a c"), "b d e");
    assert_eq!(wildcards(&one_league, 62, "a c"), "b d");
    let cap = one_league.rule(parameters::MW_WILDCARD_CAP, 62);
    assert_eq!(wildcards(&cap, 61, "a c"), "b", "wildcard.cap: 62");
}

fn two_leagues() -> Given {
    mazovian().with(league("L2", 4, "k b m n")).with(league("L1", 5, "a b c d e"))
}

#[test]
fn e29_b_several_leagues_are_interleaved_by_place_and_nobody_is_proposed_twice() {
    assert_eq!(wildcards(&two_leagues(), 60, "a"), "k b c m");
    assert_eq!(wildcards(&two_leagues(), 1, "a"), "k b c m d n e");
}

#[test]
fn e29_b_by_league_size_the_larger_league_comes_first_as_a_whole() {
    let by_size = two_leagues().rule(parameters::MW_WILDCARD_MULTI_LEAGUE, MultiLeague::ByLeagueSize);
    assert_eq!(wildcards(&by_size, 60, "a"), "b c d e");
    assert_eq!(wildcards(&by_size, 1, "a"), "b c d e k m n");
}

#[test]
fn e29_c_with_sixty_four_granted_there_are_none() {
    let one_league = mazovian().with(league("L1", 5, "a b c d e"));
    assert_eq!(wildcards(&one_league, 64, ""), "");
    assert_eq!(wildcards(&one_league, 70, ""), "");
}

/// A league of five and a tournament.
fn league_and_tournament() -> Given {
    mazovian().with(league("L1", 5, "a b c d e")).with(tournament("T1", 16, "t a u"))
}

#[test]
fn e29_d_where_a_league_existed_tournaments_give_no_wildcards() {
    assert_eq!(wildcards(&league_and_tournament(), 50, "a b c"), "d e");
}

#[test]
fn e29_d_with_fallback_unfilled_tournaments_fill_up_what_the_leagues_leave() {
    let unfilled =
        league_and_tournament().rule(parameters::MW_WILDCARD_TOURNAMENT_FALLBACK, TournamentFallback::Unfilled);
    assert_eq!(wildcards(&unfilled, 60, "a b c"), "d e t u");
}

fn two_tournaments() -> Given {
    mazovian().with(tournament("T1", 17, "a b c")).with(tournament("T2", 16, "d a e"))
}

#[test]
fn e29_e_without_a_league_the_highest_places_of_the_tournaments_are_proposed() {
    assert_eq!(wildcards(&two_tournaments(), 62, ""), "a d");
    assert_eq!(wildcards(&two_tournaments(), 60, ""), "a d b c");
}

#[test]
fn a_league_without_a_table_is_still_a_league() {
    let empty = two_tournaments().with(league("L1", 0, ""));
    assert_eq!(wildcards(&empty, 0, ""), "");
}

#[test]
fn leagues_elsewhere_or_at_another_time_do_not_count() {
    let elsewhere = two_tournaments()
        .with(league("L1", 3, "x y z").held_in(Slaskie))
        .with(league("L2", 3, "x y z").ended("2025-10-11"));
    assert_eq!(wildcards(&elsewhere, 62, ""), "a d");
}

#[test]
fn only_ordinary_and_eliminatory_tournaments_of_sixteen_there_and_then_are_looked_at() {
    let others = mazovian()
        .with(tournament("small", 15, "a"))
        .with(tournament("mw", 30, "b").class(Mw))
        .with(tournament("elsewhere", 30, "c").held_in(Slaskie))
        .with(tournament("late", 30, "d").ended("2025-10-11"))
        .with(tournament("ordinary", 16, "e").class(Ordinary))
        .with(tournament("eliminatory", 16, "f"));
    assert_eq!(wildcards(&others, 62, ""), "e f");
}

#[test]
fn within_a_place_the_larger_event_comes_first_then_the_earlier_then_the_id_then_the_player() {
    let larger =
        mazovian().with(league("L1", 2, "a -").ended("2025-03-01")).with(league("L2", 3, "b - -").ended("2025-03-02"));
    assert_eq!(wildcards(&larger, 62, ""), "b a");
    let earlier =
        mazovian().with(league("L1", 2, "a -").ended("2025-03-02")).with(league("L2", 2, "b -").ended("2025-03-01"));
    assert_eq!(wildcards(&earlier, 62, ""), "b a");
    let id =
        mazovian().with(league("L2", 2, "a -").ended("2025-03-01")).with(league("L1", 2, "b -").ended("2025-03-01"));
    assert_eq!(wildcards(&id, 62, ""), "b a");
    let tied = mazovian().with(league("L1", 3, "c=b=a"));
    assert_eq!(wildcards(&tied, 62, ""), "a b");
}

#[test]
fn the_size_of_a_tournament_is_its_participants_and_that_of_a_league_its_table() {
    let tournaments =
        mazovian().with(tournament("T1", 20, "a b c d e").played("b c d e", 0)).with(tournament("T2", 17, "z"));
    assert_eq!(wildcards(&tournaments, 62, ""), "z a");
    let leagues = mazovian()
        .with(league("L1", 3, "a b c").attendance(9, |_, _| true))
        .with(league("L2", 4, "z - - -").attendance(0, |_, _| false));
    assert_eq!(wildcards(&leagues, 62, ""), "z a");
}

#[test]
fn nobody_without_a_game_and_nobody_disqualified_is_proposed() {
    let event = tournament("T1", 18, "a b c").played("a", 0).disqualified("b");
    assert_eq!(wildcards(&mazovian().with(event), 63, ""), "c");
}

#[test]
fn e29_the_whole_list_counts_what_its_events_gave() {
    // T1 and the league give three each; the cap leaves room for two more.
    let facts = mazovian()
        .rule(parameters::MW_WILDCARD_CAP, 8)
        .with(tournament("T1", 16, "a b c"))
        .with(league("L1", 12, "a d b e f g h"))
        .facts();
    assert_eq!(proposed(&facts, &lists(&facts).mw[0].wildcards), "g h");
}

#[test]
fn a_wildcard_names_the_event_and_the_place_it_rests_on() {
    let facts = two_leagues().facts();
    let none = FxHashMap::default();
    let lines: Vec<String> = propose_wildcards(&facts, &facts.championships[0], &none, |_| false)
        .iter()
        .map(|wildcard| format!("{} {}", facts.competition_id(wildcard.competition), wildcard.place))
        .collect();
    assert_eq!(lines, ["L1 1", "L2 1", "L1 2", "L1 3", "L2 3", "L1 4", "L2 4", "L1 5"]);
}

#[test]
fn whom_the_rulebook_leaves_out_of_the_qualifications_it_leaves_out_of_the_wildcards() {
    let season = mazovian().foreign("d").with(league("L1", 12, "a b c d e"));
    let first_proposed = |given: &Given| {
        let facts = given.facts();
        proposed(&facts, &lists(&facts).mw[0].wildcards[..1])
    };
    assert_eq!(first_proposed(&season), "d");
    assert_eq!(first_proposed(&season.clone().rule(parameters::FOREIGNERS_MW_AWANS, false)), "e");
}

#[test]
fn with_holder_scope_any_a_holder_of_another_championship_is_not_proposed() {
    let season = mazovian().championship("MW2", Slaskie).with(tournament("T1", 16, "d").held_in(Slaskie)).with(league(
        "L1",
        12,
        "a b c d e",
    ));
    let first_proposed = |given: &Given| {
        let facts = given.facts();
        proposed(&facts, &lists(&facts).mw[0].wildcards[..1])
    };
    assert_eq!(first_proposed(&season), "d");
    assert_eq!(first_proposed(&season.clone().rule(parameters::MW_HOLDER_SCOPE, HolderScope::Any)), "e");
}
