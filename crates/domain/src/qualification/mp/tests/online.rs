//! Qualifications from online competitions (R-AWO).

use crate::competitions::class::OnlineEvent::{Bronze, Gold, Hertzano, MpOnline, Silver};
use crate::rulebook::{Quota, parameters};
use crate::test_support::given::{given, online};
use crate::test_support::summary::{considered_summary, mp};

#[test]
fn e25_the_six_of_the_online_championship_go_to_the_highest_who_hold_none() {
    let facts = given().holding("P1 P2 P5").with(online("MPO", MpOnline, "P1 P2 P3 P4 P5 P6 P7 P8 P9 Q")).facts();
    assert_eq!(mp(&facts), ["MPO: P3 P4 P6 P7 P8 P9"]);
}

#[test]
fn e25_a_colour_league_passes_over_a_holder_and_a_waiver() {
    let facts = given().holding("A").with(online("gold", Gold, "A B C D").waived("B")).facts();
    assert_eq!(mp(&facts), ["gold: C"]);
    assert_eq!(considered_summary(&facts, "gold"), "A holder from held-A, B waived at gold, C granted");
}

#[test]
fn e25_the_second_edition_skips_the_winner_of_the_first() {
    let facts = given().with(online("gold-1", Gold, "A B")).with(online("gold-2", Gold, "A B").edition(2)).facts();
    assert_eq!(mp(&facts), ["gold-1: A", "gold-2: B"]);
}

#[test]
fn e25_every_kind_of_online_event_has_its_own_number() {
    let table = "A B C D E F G H I J K L M N O P";
    let facts = given()
        .with(online("hertzano", Hertzano, table))
        .with(online("silver", Silver, table))
        .with(online("bronze", Bronze, table))
        .with(online("mpo", MpOnline, table))
        .facts();
    assert_eq!(mp(&facts), ["hertzano: A B C", "silver: D", "bronze: E", "mpo: F G H I J K"]);
}

#[test]
fn e25_there_is_no_last_place_for_an_online_qualification() {
    let holders: Vec<String> = (10..60).map(|number| format!("P{number}")).collect();
    let holders = holders.join(" ");
    let facts = given().holding(&holders).with(online("gold", Gold, &format!("{holders} Z"))).facts();
    assert_eq!(mp(&facts), ["gold: Z"]);
}

#[test]
fn an_online_event_without_a_quota_gives_nothing() {
    let quota = Quota { event: Gold, seats: 2, editions: 1 };
    let facts = given()
        .rule(parameters::AWANS_ONLINE, vec![quota])
        .with(online("gold", Gold, "A B C"))
        .with(online("silver", Silver, "C D"))
        .facts();
    assert_eq!(mp(&facts), ["gold: A B", "silver: nothing to give"]);
}
