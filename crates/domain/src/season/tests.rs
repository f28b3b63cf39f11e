//! The season of a competition, against the worked examples of the rules.

use crate::competitions::class::TournamentClass::{Mp, Mw, Ordinary};
use crate::season::lists::lists;
use crate::test_support::day;
use crate::test_support::given::{Given, given, tournament};
use crate::test_support::summary::{mp, mp_of_season, player, rows};

/// The seasons of E36: the MP of 2025 is on 20 September.
fn two_seasons() -> Given {
    given().and_the_next_season().mp_on("2025-09-20")
}

#[test]
fn e36_a_day_belongs_to_the_season_whose_window_holds_it() {
    let facts = two_seasons().facts();
    let season = |text| facts.season_of(day(text)).map(|season| season.id.to_string());
    #[rustfmt::skip]
    let expected = [
        ("2024-09-28", None),
        ("2024-09-29", Some("2025")),
        ("2025-09-13", Some("2025")),
        ("2025-09-19", Some("2025")),
        ("2025-09-20", None),
        ("2025-09-21", Some("2026")),
        ("2025-10-11", Some("2026")),
    ];
    for (text, id) in expected {
        assert_eq!(season(text).as_deref(), id, "{text}");
    }
}

/// The winners of the rankings of both seasons, after tournaments that end at these times.
fn ranked(ends: [&str; 3]) -> [Vec<String>; 2] {
    let facts = ends
        .into_iter()
        .zip(["A", "B", "C"])
        .map(|(end, winner)| tournament(winner, 24, &format!("{winner} -")).class(Ordinary).ended(end))
        .fold(two_seasons(), Given::with)
        .facts();
    let lists = lists(&facts);
    [0, 1].map(|season| rows(&facts, &lists.seasons[season].ranking))
}

#[test]
fn e36_an_event_counts_for_the_ranking_of_its_season_from_the_first_minute_to_the_last() {
    let [first, next] = ranked(["2024-09-28 23:59", "2024-09-29 00:00", "2025-09-19 23:59"]);
    assert_eq!(first, ["1 B 100", "1 C 100"]);
    assert!(next.is_empty());
    let [first, next] = ranked(["2025-09-20 00:00", "2025-09-20 23:59", "2025-09-21 00:00"]);
    assert!(first.is_empty());
    assert_eq!(next, ["1 C 100"]);
}

#[test]
fn e36_an_event_after_the_snapshot_still_counts_for_the_ranking_of_the_season() {
    let [first, _] = ranked(["2025-09-13", "2025-09-14", "2025-09-19"]);
    assert_eq!(first, ["1 A 100", "1 B 100", "1 C 100"]);
}

#[test]
fn e36_a_voivodeship_championship_in_october_counts_for_the_next_season() {
    let facts = two_seasons().with(tournament("MW", 24, "A B C").class(Mw).ended("2025-10-11")).facts();
    let next = &lists(&facts).seasons[1];
    assert_eq!(rows(&facts, &next.ranking), ["1 A 100", "2 B 85", "3 C 70"]);
    assert_eq!(mp_of_season(&facts, 1), ["MW: A B"]);
    assert_eq!(mp(&facts), ["ranking: nobody"]);
}

#[test]
fn e36_the_championship_itself_gives_no_points_whatever_its_day() {
    let facts = two_seasons()
        .with(tournament("MP", 80, "A B").class(Mp).ended("2025-09-20"))
        .with(tournament("MP-early", 80, "A B").class(Mp).ended("2025-09-19"))
        .facts();
    assert!(lists(&facts).seasons.iter().all(|season| season.ranking.is_empty()));
}

#[test]
fn an_event_in_no_season_gives_no_qualification() {
    let facts = two_seasons().with(tournament("T", 28, "A").ended("2025-09-20")).facts();
    assert_eq!(mp(&facts), ["ranking: nobody"]);
    assert!(mp_of_season(&facts, 1).is_empty());
}

#[test]
fn players_and_events_are_found_by_their_ids() {
    let facts = given().with(tournament("T", 4, "Ala Zoe Łucja Ewa")).facts();
    for name in ["Ala", "Ewa", "Zoe", "Łucja"] {
        assert_eq!(facts.player_id(player(&facts, name)).as_str(), name);
    }
    assert_eq!(facts.player_key("Nobody"), None);
    assert_eq!(facts.competition_id(facts.tournaments[0].competition).as_str(), "T");
}
