//! Order in which qualifications are decided (AMB-68, AMB-77).

use crate::competitions::class::OnlineEvent::Gold;
use crate::competitions::class::TournamentClass::Ordinary;
use crate::rulebook::parameters;
use crate::test_support::given::{Given, given, grand_prix, league, online, tournament};
use crate::test_support::moment;
use crate::test_support::summary::{considered_summary, mp, mp_of_season};
use crate::values::voivodeship::Voivodeship::Lubelskie;
use std::sync::Arc;

#[test]
fn e26_the_event_that_ended_first_is_decided_first_whatever_was_entered_first() {
    let facts = given()
        .with(tournament("T2", 28, "P X2").ended("2025-03-02 15:00"))
        .with(tournament("T1", 28, "P Y2").ended("2025-03-01 16:00"))
        .facts();
    assert_eq!(mp(&facts), ["T1: P", "T2: X2"]);
}

#[test]
fn e26_the_last_tournament_of_a_grand_prix_is_decided_before_the_grand_prix() {
    let facts = (1..=4)
        .map(|number| tournament(&format!("T{number}"), 28, &format!("W{number} P Z")))
        .fold(given(), Given::with)
        .with(tournament("T5", 28, "P Z"))
        .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
        .facts();
    assert_eq!(mp(&facts), ["T1: W1", "T2: W2", "T3: W3", "T4: W4", "T5: P", "GP: Z"]);
}

#[test]
fn a_grand_prix_is_decided_after_every_event_that_ended_at_the_same_time() {
    let last = "2025-03-08 16:00";
    let facts = (1..=4)
        .map(|number| tournament(&format!("T{number}"), 28, &format!("W{number} P Z Y")))
        .fold(given(), Given::with)
        .with(tournament("T5", 28, "W5 P Z Y").ended(last))
        .with(grand_prix("GP", "T1 T2 T3 T4 T5"))
        .with(league("late", 16, "P Q").ended(last).submitted("2025-03-07"))
        .with(online("zz", Gold, "Z Q").ended(last))
        .facts();
    assert_eq!(mp(&facts)[4..], ["zz: Z", "T5: W5", "late: P", "GP: Y"]);
}

#[test]
fn two_grand_prix_that_end_together_are_decided_in_the_order_of_their_ids() {
    let facts = (1..=5)
        .map(|number| tournament(&format!("T{number}"), 28, &format!("W{number} P Z")))
        .fold(given(), Given::with)
        .with(grand_prix("GP-b", "T1 T2 T3 T4 T5"))
        .with(grand_prix("GP-a", "T1 T2 T3 T4 T5"))
        .facts();
    assert_eq!(mp(&facts)[5..], ["GP-a: P", "GP-b: Z"]);
}

/// T and U end together and have the same winner; each has its application.
fn together(submitted_t: &str, submitted_u: &str) -> Vec<String> {
    let end = "2025-03-01 16:00";
    let facts = given()
        .with(tournament("T", 28, "P X").ended(end).submitted(submitted_t))
        .with(tournament("U", 28, "P Y").ended(end).submitted(submitted_u))
        .facts();
    mp(&facts)
}

#[test]
fn of_events_that_end_together_the_one_applied_for_first_is_decided_first() {
    assert_eq!(together("2025-01-02", "2025-01-01"), ["U: P", "T: X"]);
    assert_eq!(together("2025-01-01", "2025-01-02"), ["T: P", "U: Y"]);
}

#[test]
fn of_events_that_end_together_and_were_applied_for_together_the_lower_id_is_decided_first() {
    assert_eq!(together("2025-01-01", "2025-01-01"), ["T: P", "U: Y"]);
    let end = "2025-03-01 16:00";
    let facts =
        given().with(tournament("T2", 28, "P X").ended(end)).with(tournament("T10", 28, "P Y").ended(end)).facts();
    assert_eq!(mp(&facts), ["T10: P", "T2: X"], "ids compare by code point");
}

#[test]
fn of_events_that_end_together_the_one_without_an_application_is_decided_first() {
    let end = "2025-03-01 16:00";
    let facts = given()
        .with(tournament("T", 28, "P X").ended(end).submitted("2024-01-01"))
        .with(online("Z", Gold, "P Y").ended(end))
        .facts();
    assert_eq!(mp(&facts), ["Z: P", "T: X"]);
    let applied = given()
        .with(tournament("T", 28, "P X").ended(end).submitted("2024-01-01"))
        .with(online("Z", Gold, "P Y").ended(end).submitted("2024-01-02"))
        .facts();
    assert_eq!(mp(&applied), ["T: P", "Z: Y"]);
}

#[test]
fn leagues_tournaments_and_online_events_are_decided_in_one_order() {
    let facts = given()
        .with(online("O", Gold, "P Q R").ended("2025-03-01 16:02"))
        .with(tournament("T", 28, "P Q R").ended("2025-03-01 16:01"))
        .with(league("L", 16, "P Q R").ended("2025-03-01 16:00"))
        .facts();
    assert_eq!(mp(&facts), ["L: P", "T: Q", "O: R"]);
}

#[test]
fn moments_are_compared_and_not_what_the_clock_shows() {
    // On 26 October 2025 the hour from two to three came twice: T2 ended at 2:10 of the second one.
    let mut facts =
        given().and_the_next_season().with(tournament("T1", 28, "P X")).with(tournament("T2", 28, "P Y")).facts();
    Arc::make_mut(&mut facts.tournaments[0]).ended_at = moment("2025-10-26T02:30:00+02:00");
    Arc::make_mut(&mut facts.tournaments[1]).ended_at = moment("2025-10-26T02:10:00+01:00");
    assert_eq!(mp_of_season(&facts, 1), ["T1: P", "T2: Y"]);
}

#[test]
fn a_waiver_at_the_very_end_of_an_event_still_counts_for_it() {
    let declared = |time| {
        let facts = given().waiver("K", time).with(tournament("T1", 28, "K B").ended("2025-03-01 16:00")).facts();
        considered_summary(&facts, "T1")
    };
    assert_eq!(declared("2025-03-01 16:00"), "K waived, B granted");
    assert_eq!(declared("2025-03-01 16:01"), "K granted");
}

#[test]
fn a_waiver_at_an_event_does_not_reach_one_that_ended_at_the_same_time_but_is_decided_before() {
    let end = "2025-03-01 16:00";
    let decided = |first: &str, second: &str| {
        let facts = given()
            .with(tournament("T", 28, "K B").ended(end).submitted(first))
            .with(tournament("U", 28, "C K").ended(end).submitted(second).waived("K"))
            .facts();
        mp(&facts)
    };
    assert_eq!(decided("2025-01-01", "2025-01-02"), ["T: K", "U: C"]);
    assert_eq!(decided("2025-01-02", "2025-01-01"), ["U: C", "T: B"]);
}

#[test]
fn the_waivers_of_an_event_count_from_its_end_even_if_its_own_decision_comes_later() {
    let waiting = |waiver_at| {
        tournament("T1", 26, "P Q K").held_in(Lubelskie).ended(waiver_at).waived("K").exception_granted("2025-03-10")
    };
    let facts =
        |waiver_at| given().with(waiting(waiver_at)).with(tournament("T2", 28, "K X").ended("2025-03-08")).facts();
    assert_eq!(mp(&facts("2025-03-01")), ["T2: X", "T1: P"]);
    assert_eq!(mp(&facts("2025-03-09")), ["T2: K", "T1: P"]);
}

#[test]
fn events_of_one_instant_are_decided_before_an_exception_decided_at_that_instant_only_if_applied_for_before() {
    let decided = |submitted: &str| {
        let facts = given()
            .with(
                tournament("T1", 26, "P Q")
                    .held_in(Lubelskie)
                    .ended("2025-03-01")
                    .submitted("2025-01-10")
                    .exception_granted("2025-03-08"),
            )
            .with(tournament("T2", 28, "P X").ended("2025-03-08").submitted(submitted))
            .facts();
        mp(&facts)
    };
    assert_eq!(decided("2025-01-09"), ["T2: P", "T1: Q"]);
    assert_eq!(decided("2025-01-11"), ["T1: P", "T2: X"]);
}

/// A ranking with A before B before C, its two qualifications decided at the end of 13 September.
fn ranked() -> Given {
    given()
        .mp_on("2025-09-20")
        .rule(parameters::AWANS_RANKING_COUNT, 2)
        .with(tournament("O", 24, "A B C D").class(Ordinary))
}

#[test]
fn the_ranking_is_decided_after_everything_of_its_day_and_before_anything_later() {
    let lines = |end: &str| mp(&ranked().with(online("gold", Gold, "A X").ended(end)).facts())[1..].to_vec();
    assert_eq!(lines("2025-09-13 00:00"), ["gold: A", "ranking: B C"]);
    assert_eq!(lines("2025-09-13 23:59"), ["gold: A", "ranking: B C"]);
    assert_eq!(lines("2025-09-14 00:00"), ["ranking: A B", "gold: X"]);
}

#[test]
fn a_waiver_counts_for_the_ranking_until_the_end_of_its_day() {
    let lines = |time: &str| mp(&ranked().waiver("A", time).facts()).pop().unwrap();
    assert_eq!(lines("2025-09-13 23:59"), "ranking: B C");
    assert_eq!(lines("2025-09-14 00:00"), "ranking: A B");
}

#[test]
fn an_exception_decided_after_the_ranking_is_given_after_it() {
    let decided = |day: &str| {
        let small = tournament("T", 26, "A X").held_in(Lubelskie).ended("2025-09-06");
        mp(&ranked().with(small.exception_granted(day)).facts())[1..].to_vec()
    };
    // B and X were second in one tournament each and share the second place of the ranking.
    assert_eq!(decided("2025-09-13 20:00"), ["T: A", "ranking: B X"]);
    assert_eq!(decided("2025-09-14 08:00"), ["ranking: A, 1 open for B X", "T: X"]);
}

#[test]
fn without_a_date_of_the_championship_the_ranking_gives_nothing_yet() {
    let facts = given().with(tournament("O", 24, "A B").class(Ordinary)).facts();
    assert_eq!(mp(&facts), ["O: nothing to give"]);
}
