//! Giving a qualification up (R-WAV).

use crate::competitions::class::OnlineEvent::Gold;
use crate::competitions::class::TournamentClass::Ordinary;
use crate::rulebook::{WaiverScope, parameters};
use crate::test_support::given::{Given, given, grand_prix, league, online, tournament};
use crate::test_support::summary::{considered_summary, mp, mp_of_season, mw};
use crate::values::voivodeship::Voivodeship::{Lubelskie, Mazowieckie};

/// K waives at T1 and goes on winning: the Grand Prix, the Gold League and the ranking.
fn k_waives_at_t1() -> Given {
    let order = "K B C D E F G H I";
    (2..=5)
        .map(|number| tournament(&format!("T{number}"), 28, order))
        .fold(given().with(tournament("T1", 28, order).waived("K")), Given::with)
        .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
        .with(online("gold", Gold, "K F G"))
        .rule(parameters::AWANS_RANKING_COUNT, 2)
        .mp_on("2025-09-20")
}

#[test]
fn e21_a_waiver_reaches_every_later_source_of_the_edition() {
    let facts = k_waives_at_t1().facts();
    let expected = ["T1: B", "T2: C", "T3: D", "T4: nobody", "T5: nobody", "GP: E", "gold: F", "ranking: G H"];
    assert_eq!(mp(&facts), expected);
    assert!(considered_summary(&facts, "GP").starts_with("K waived at T1, B holder from T1"));
    assert_eq!(considered_summary(&facts, "gold"), "K waived at T1, F granted");
    assert!(considered_summary(&facts, "ranking").starts_with("K waived at T1, B holder from T1"));
}

#[test]
fn e21_a_waiver_does_not_touch_the_voivodeship_championship() {
    let facts = k_waives_at_t1().championship("MW", Mazowieckie).facts();
    assert_eq!(mw(&facts)[0], "T1: K B C");
}

#[test]
fn e21_a_waiver_ends_with_the_season() {
    let facts = given()
        .and_the_next_season()
        .with(tournament("T1", 28, "K B").waived("K"))
        .with(tournament("T2", 28, "K B").ended("2025-09-21"))
        .facts();
    assert_eq!(mp(&facts), ["T1: B"]);
    assert_eq!(mp_of_season(&facts, 1), ["T2: K"]);
}

#[test]
fn a_waiver_outside_an_event_counts_in_the_season_of_its_day() {
    let declared = |day| {
        given()
            .and_the_next_season()
            .waiver("K", day)
            .with(tournament("T1", 28, "K B").ended("2025-09-19"))
            .with(tournament("T2", 28, "K B").ended("2025-09-22"))
            .facts()
    };
    let both = |day| [mp(&declared(day)), mp_of_season(&declared(day), 1)].concat();
    assert_eq!(both("2025-09-18"), ["T1: B", "T2: K"]);
    assert_eq!(both("2025-09-20"), ["T1: K", "T2: K"], "a day of no season");
    assert_eq!(both("2025-09-21"), ["T1: K", "T2: B"]);
}

#[test]
fn a_waiver_does_not_touch_a_qualification_already_held() {
    let facts = given()
        .with(tournament("T1", 28, "K B"))
        .with(tournament("T2", 28, "K C").waived("K"))
        .with(tournament("T3", 28, "K D"))
        .facts();
    assert_eq!(mp(&facts), ["T1: K", "T2: C", "T3: D"]);
    assert_eq!(considered_summary(&facts, "T3"), "K holder from T1, D granted");
}

#[test]
fn the_waivers_of_an_event_that_gives_nothing_still_count() {
    let facts = given()
        .with(tournament("small", 27, "K B").waived("K"))
        .with(tournament("ordinary", 40, "L C").class(Ordinary).waived("L"))
        .with(tournament("undecided", 25, "M C").held_in(Lubelskie).waived("M"))
        .with(league("league", 15, "N D").waived("N"))
        .with(tournament("T2", 28, "K L M N"))
        .facts();
    assert_eq!(mp(&facts).last().unwrap(), "T2: nobody");
    assert_eq!(
        considered_summary(&facts, "T2"),
        "K waived at small, L waived at ordinary, M waived at undecided, N waived at league"
    );
}

#[test]
fn a_waiver_that_reaches_only_its_tournament_is_forgotten_after_it() {
    let facts = given()
        .rule(parameters::AWANS_WAIVER_SCOPE_TOURNAMENT, WaiverScope::Event)
        .with(tournament("T1", 28, "K B").waived("K"))
        .with(tournament("T2", 28, "K C"))
        .with(league("L1", 16, "M D").waived("M"))
        .with(tournament("T3", 28, "M E"))
        .facts();
    assert_eq!(mp(&facts), ["T1: B", "T2: K", "L1: D", "T3: E"]);
}

#[test]
fn a_waiver_that_reaches_only_its_league_is_forgotten_after_it() {
    let facts = given()
        .rule(parameters::AWANS_WAIVER_SCOPE_LEAGUE, WaiverScope::Event)
        .with(league("L1", 16, "K B").waived("K"))
        .with(league("L2", 16, "K C"))
        .with(tournament("T1", 28, "M D").waived("M"))
        .with(league("L3", 16, "M E"))
        .facts();
    assert_eq!(mp(&facts), ["L1: B", "L2: K", "T1: D", "L3: E"]);
}

/// T1 waits for its exception from 1 to 10 March, and K waived there.
fn waiting_tournament() -> Given {
    given().rule(parameters::AWANS_WAIVER_SCOPE_TOURNAMENT, WaiverScope::Event).with(
        tournament("T1", 26, "K Q").held_in(Lubelskie).waived("K").ended("2025-03-01").exception_granted("2025-03-10"),
    )
}

#[test]
fn a_waiver_that_reaches_only_its_tournament_does_not_touch_others_while_that_one_waits_for_a_decision() {
    let facts = waiting_tournament().with(tournament("T2", 28, "K X").ended("2025-03-08")).facts();
    assert_eq!(mp(&facts), ["T2: K", "T1: Q"]);
    let alone = waiting_tournament().facts();
    assert_eq!(considered_summary(&alone, "T1"), "K waived at T1, Q granted");
}

#[test]
fn a_waiver_outside_an_event_outlives_one_that_reaches_only_its_tournament() {
    let facts =
        waiting_tournament().waiver("K", "2025-03-05").with(tournament("T2", 28, "K X").ended("2025-03-12")).facts();
    assert_eq!(mp(&facts), ["T1: Q", "T2: X"]);
}
