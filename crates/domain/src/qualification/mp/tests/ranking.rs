//! Qualifications from the national ranking (R-AWR).

use crate::competitions::class::TournamentClass::Ordinary;
use crate::qualification::mp::ranking_for_qualification;
use crate::rulebook::{BoundaryTie, RankingMode, parameters};
use crate::test_support::given::{Given, given, tournament};
use crate::test_support::summary::{considered_summary, mp, rows};

/// The name of the player with this place in the ranking.
fn rank(number: usize) -> String {
    format!("R{number:03}")
}

fn ranks(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(rank).collect::<Vec<_>>().join(" ")
}

/// One tournament ranks so many players; those on places 1, 3, …, 39 hold a qualification.
fn ranked(players: usize) -> Given {
    given()
        .mp_on("2025-09-20")
        .holding(&ranks((1..40).step_by(2)))
        .with(tournament("O", players, &ranks(1..=players)).class(Ordinary))
}

/// Number of qualifications of the ranking, with the first and the last player.
fn span(given: &Given) -> (usize, String, String) {
    let line = mp(&given.facts()).pop().unwrap();
    let players: Vec<&str> = line.strip_prefix("ranking: ").unwrap().split(' ').collect();
    (players.len(), players[0].to_owned(), players[players.len() - 1].to_owned())
}

#[test]
fn e24_a_the_fifty_go_down_the_ranking_past_those_who_hold_one() {
    assert_eq!(span(&ranked(200)), (50, rank(2), rank(70)));
}

#[test]
fn e24_b_those_who_waived_do_not_use_up_one_of_the_fifty() {
    let waived = ranked(200).waiver(&rank(2), "2025-02-01").waiver(&rank(50), "2025-02-01");
    assert_eq!(span(&waived), (50, rank(4), rank(72)));
}

#[test]
fn e24_c_a_short_ranking_gives_fewer() {
    assert_eq!(span(&ranked(60)), (40, rank(2), rank(60)));
}

/// Forty-nine ranked players, and two ex aequo behind them.
fn tie_on_the_last() -> Given {
    let places = format!("{} X=Y Z", ranks(1..=49));
    given().mp_on("2025-09-20").with(tournament("O", 52, &places).class(Ordinary))
}

#[test]
fn e24_d_a_tie_on_the_last_one_waits_for_a_decision() {
    let line = mp(&tie_on_the_last().facts()).pop().unwrap();
    assert_eq!(line, format!("ranking: {}, 1 open for X Y", ranks(1..=49)));
}

#[test]
fn e24_d_with_include_all_the_tied_exceed_the_fifty() {
    let all = tie_on_the_last().rule(parameters::AWANS_RANKING_BOUNDARY_TIE, BoundaryTie::IncludeAll);
    assert_eq!(span(&all), (51, rank(1), "Y".to_owned()));
}

#[test]
fn e24_d_with_exclude_all_nobody_gets_the_last_one() {
    let none = tie_on_the_last().rule(parameters::AWANS_RANKING_BOUNDARY_TIE, BoundaryTie::ExcludeAll);
    assert_eq!(span(&none), (49, rank(1), rank(49)));
    assert!(considered_summary(&none.facts(), "ranking").ends_with("R049 granted, X tied out, Y tied out"));
}

#[test]
fn e24_d_a_tie_decision_settles_the_last_one_whatever_the_rulebook_says_about_ties() {
    for reading in [BoundaryTie::Decide, BoundaryTie::IncludeAll, BoundaryTie::ExcludeAll] {
        let settled =
            tie_on_the_last().ranking_tie_decided("Y X").rule(parameters::AWANS_RANKING_BOUNDARY_TIE, reading);
        assert_eq!(span(&settled), (50, rank(1), "Y".to_owned()), "{reading}");
    }
}

#[test]
fn other_readings_of_a_tie_concern_only_the_ranking() {
    let facts = tie_on_the_last()
        .rule(parameters::AWANS_RANKING_BOUNDARY_TIE, BoundaryTie::IncludeAll)
        .with(tournament("T", 28, "P=Q"))
        .facts();
    assert_eq!(mp(&facts)[1], "T: 1 open for P Q");
}

#[test]
fn with_top_places_only_the_first_fifty_of_the_ranking_can_get_one() {
    let top = ranked(200).rule(parameters::AWANS_RANKING_MODE, RankingMode::TopPlaces);
    assert_eq!(span(&top), (30, rank(2), rank(50)), "mode: top_places");
}

#[test]
fn the_number_of_qualifications_of_the_ranking_is_a_parameter() {
    let three = ranked(200).rule(parameters::AWANS_RANKING_COUNT, 3);
    assert_eq!(span(&three), (3, rank(2), rank(6)));
    let none = ranked(200).rule(parameters::AWANS_RANKING_COUNT, 0);
    assert_eq!(mp(&none.facts()).pop().unwrap(), "ranking: nobody");
}

/// A wins on 12 September, B on 13, C on 14, all in tournaments that give points only.
fn around_the_snapshot() -> Given {
    let competition = |id, winner, end| tournament(id, 24, winner).class(Ordinary).ended(end);
    given()
        .mp_on("2025-09-20")
        .rule(parameters::AWANS_RANKING_COUNT, 3)
        .with(competition("O12", "A", "2025-09-12 23:59"))
        .with(competition("O13", "B", "2025-09-13 23:59"))
        .with(competition("O14", "C", "2025-09-14 00:00"))
}

/// Those of A, B and C who are in the ranking from which qualifications are given.
fn snapshot(given: &Given) -> Vec<String> {
    let facts = given.facts();
    rows(&facts, &ranking_for_qualification(&facts, &facts.seasons[0]).unwrap())
}

#[test]
fn e36_the_snapshot_holds_the_events_up_to_and_with_seven_days_before_the_championship() {
    assert_eq!(snapshot(&around_the_snapshot()), ["1 A 100", "1 B 100"]);
    let line = mp(&around_the_snapshot().facts())[2].clone();
    assert_eq!(line, "ranking: A B, 1 open for ~O12.002 ~O13.002");
}

#[test]
fn the_day_itself_may_be_left_out_of_the_snapshot() {
    let exclusive = around_the_snapshot().rule(parameters::AWANS_RANKING_INCLUSIVE, false);
    assert_eq!(snapshot(&exclusive), ["1 A 100"], "inclusive: false");
    // The result of that day still counts for the ranking.
    let facts = exclusive.with(tournament("T", 28, "A").ended("2025-09-13 10:00")).facts();
    assert!(considered_summary(&facts, "ranking").starts_with("A holder from T"));
}

#[test]
fn the_distance_of_the_snapshot_from_the_championship_is_a_parameter() {
    let six = around_the_snapshot().rule(parameters::AWANS_RANKING_DAYS_BEFORE_MP, 6);
    assert_eq!(snapshot(&six), ["1 A 100", "1 B 100", "1 C 100"]);
    let eight = around_the_snapshot().rule(parameters::AWANS_RANKING_DAYS_BEFORE_MP, 8);
    assert_eq!(snapshot(&eight), ["1 A 100"]);
}

#[test]
fn players_from_abroad_are_ranked_but_may_be_left_without_a_qualification() {
    let abroad = ranked(60).foreign(&rank(2)).rule(parameters::FOREIGNERS_MP_AWANS, false);
    assert_eq!(span(&abroad), (39, rank(4), rank(60)), "foreigners.mp_awans: false");
}
