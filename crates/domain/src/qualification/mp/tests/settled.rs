//! Settled qualifications stay: a later correction opens a review and changes no grant (AMB-68).

use crate::rulebook::{WaiverScope, parameters};
use crate::test_support::given::{Given, given, league, tournament};
use crate::test_support::ledger_fixture::LedgerFixture;
use crate::test_support::summary::{considered_summary, mp, mw, player};
use crate::values::voivodeship::Voivodeship::{Lubelskie, Mazowieckie};

/// Grants everything that is proposed, competition by competition.
fn granting_all(mut fixture: LedgerFixture) -> LedgerFixture {
    let facts = fixture.facts();
    for decision in fixture.decisions() {
        if decision.granted().next().is_some() {
            let competition = crate::test_support::summary::origin(&facts, decision.competition).to_owned();
            fixture = fixture.clone().act(fixture.grant(&competition, ""));
        }
    }
    fixture
}

/// Grants under review, `T1 A`.
fn doubts(fixture: &LedgerFixture) -> Vec<String> {
    let facts = fixture.facts();
    let summary = |decision: &crate::qualification::Decision| {
        let competition = crate::test_support::summary::origin(&facts, decision.competition).to_owned();
        let doubtful = decision.under_review().map(|player| format!("{competition} {}", facts.player_id(player)));
        doubtful.collect::<Vec<_>>()
    };
    fixture.decisions().iter().flat_map(summary).collect()
}

fn corrected(fixture: &LedgerFixture, given: Given) -> LedgerFixture {
    LedgerFixture { given, ..fixture.clone() }
}

fn e26() -> Given {
    given().with(tournament("T1", 28, "P Y2 Z")).with(tournament("T2", 28, "P X2 Z"))
}

#[test]
fn a_correction_of_an_event_puts_its_own_grant_in_doubt_and_no_other() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    assert_eq!(mp(&fixture.facts()), ["T1: P", "T2: X2"]);
    let after = corrected(&fixture, given().with(tournament("T1", 28, "Y2 P Z")).with(tournament("T2", 28, "P X2 Z")));
    assert_eq!(mp(&after.facts()), ["T1: P", "T2: X2"], "nobody moves");
    assert_eq!(doubts(&after), ["T1 P"]);
    let proposed: Vec<_> = after.decisions()[0].proposed().map(|it| it.player).collect();
    assert_eq!(proposed, [player(&after.facts(), "Y2")]);
}

#[test]
fn an_event_that_comes_late_and_ended_earlier_does_not_touch_what_was_granted() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    let late = e26().with(tournament("T0", 28, "X2 P W").ended("2024-10-01"));
    assert_eq!(mp(&late.facts()), ["T0: X2", "T1: P", "T2: Z"], "as the rules say without the grants");
    let after = corrected(&fixture, late);
    assert_eq!(mp(&after.facts()), ["T0: W", "T1: P", "T2: X2"]);
    assert!(doubts(&after).is_empty());
}

#[test]
fn a_grant_to_somebody_who_turns_out_to_have_waived_before_is_in_doubt() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    let after = corrected(&fixture, e26().waiver("P", "2024-10-01"));
    assert_eq!(mp(&after.facts()), ["T1: P", "T2: X2"]);
    assert_eq!(doubts(&after), ["T1 P"]);
}

#[test]
fn a_grant_to_somebody_who_is_disqualified_or_did_not_play_is_in_doubt_and_keeps_its_place() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    let others = tournament("T2", 28, "P X2 Z");
    let after = |first| corrected(&fixture, given().with(first).with(others.clone()));
    let disqualified = after(tournament("T1", 28, "Y2 Z").disqualified("P"));
    assert_eq!((mp(&disqualified.facts())[0].as_str(), doubts(&disqualified)), ("T1: P", vec!["T1 P".to_owned()]));
    let idle = after(tournament("T1", 29, "P Y2 Z").played("P", 0));
    assert_eq!((mp(&idle.facts())[0].as_str(), doubts(&idle)), ("T1: P", vec!["T1 P".to_owned()]));
}

#[test]
fn a_grant_from_an_event_that_became_a_tie_is_in_doubt_until_the_tie_is_decided_for_it() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    let tied = given().with(tournament("T1", 28, "P=Y2 Z")).with(tournament("T2", 28, "P X2 Z"));
    let after = corrected(&fixture, tied.clone());
    assert_eq!((mp(&after.facts())[0].as_str(), doubts(&after)), ("T1: P", vec!["T1 P".to_owned()]));
    let decided = corrected(&fixture, tied.clone().tie_decided("T1", "P Y2"));
    assert!(doubts(&decided).is_empty());
    let against = corrected(&fixture, tied.tie_decided("T1", "Y2 P"));
    assert_eq!(doubts(&against), ["T1 P"]);
}

#[test]
fn grants_from_an_event_that_left_the_season_stay_and_are_in_doubt() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", e26()));
    let after = corrected(
        &fixture,
        given().with(tournament("T1", 28, "P Y2 Z").ended("2024-09-01")).with(tournament("T2", 28, "P X2 Z")),
    );
    assert_eq!(mp(&after.facts()), ["T2: X2", "T1: P"]);
    assert_eq!(doubts(&after), ["T1 P"]);
    let too_small =
        corrected(&fixture, given().with(tournament("T1", 23, "P Y2 Z")).with(tournament("T2", 28, "P X2 Z")));
    assert_eq!((mp(&too_small.facts()), doubts(&too_small)), (mp(&fixture.facts()), vec!["T1 P".to_owned()]));
}

#[test]
fn seats_that_a_correction_takes_away_leave_the_last_grant_in_doubt() {
    let two_seats = given().with(tournament("T", 80, "A B C D"));
    let fixture = granting_all(LedgerFixture::at("mp:2025", two_seats));
    let after = corrected(&fixture, given().with(tournament("T", 79, "A B C D")));
    assert_eq!((mp(&after.facts()), doubts(&after)), (vec!["T: A B".to_owned()], vec!["T B".to_owned()]));
}

#[test]
fn a_place_that_was_corrected_is_told_as_it_is() {
    let fixture = granting_all(LedgerFixture::at("mp:2025", given().with(tournament("T", 80, "A B C D"))));
    let after = corrected(&fixture, given().with(tournament("T", 80, "A C B D")));
    let places: Vec<u32> = after.decisions()[0].granted().map(|it| it.place.number()).collect();
    assert_eq!(places, [1, 3]);
}

#[test]
fn e20h_an_exception_that_is_decided_late_passes_over_who_was_granted_a_qualification_meanwhile() {
    let t1 = || tournament("T1", 26, "P Q R S").held_in(Lubelskie).ended("2025-03-01");
    let t2 = || tournament("T2", 30, "P X").ended("2025-03-08");
    let fixture = LedgerFixture::at("mp:2025", given().with(t1()).with(t2()));
    assert_eq!(mp(&fixture.facts()), ["T1: nothing to give", "T2: P"]);
    let fixture = fixture.clone().act(fixture.grant("T2", ""));
    let decided = given().with(t1().exception_granted("2025-03-10")).with(t2());
    let after = corrected(&fixture, decided.clone());
    assert_eq!(mp(&after.facts()), ["T2: P", "T1: Q"]);
    let back_dated = decided.rule(parameters::EXCEPTION_EFFECTIVE_AT, crate::rulebook::EffectiveAt::EventEnd);
    let after = corrected(&fixture, back_dated);
    assert_eq!(mp(&after.facts()), ["T1: Q", "T2: P"], "also back-dated it takes nothing from anybody");
    assert!(doubts(&after).is_empty());
}

#[test]
fn a_decline_passes_on_within_the_depth_and_lapses_beyond_it() {
    let fixture = LedgerFixture::at("mp:2025", given().holding("B C").with(tournament("T", 28, "A B C D E")));
    let declined = fixture.clone().act(fixture.decline_and_pass_on("T", "A"));
    assert_eq!(mp(&declined.facts()), ["T: D"]);
    assert_eq!(
        considered_summary(&declined.facts(), "T"),
        "A declined, passed on, B holder from held-B, C holder from held-C, D granted"
    );
    let last = declined.clone().act(declined.decline_and_pass_on("T", "D"));
    assert_eq!(mp(&last.facts()), ["T: nobody"], "E is fifth");
    let decision = last.decisions().pop().unwrap();
    assert_eq!((decision.forfeited, decision.lapsed()), (0, 1));
}

#[test]
fn a_decline_reaches_the_whole_edition_where_a_waiver_does() {
    let competitions = || e26().with(league("L", 16, "P Q"));
    let fixture = LedgerFixture::at("mp:2025", competitions());
    let declined = fixture.clone().act(fixture.decline("T1", "P"));
    assert_eq!(mp(&declined.facts()), ["T1: nobody", "T2: X2", "L: Q"]);
    let here_only = competitions().rule(parameters::AWANS_WAIVER_SCOPE_TOURNAMENT, WaiverScope::Event);
    let fixture = LedgerFixture::at("mp:2025", here_only);
    let declined = fixture.clone().act(fixture.decline("T1", "P"));
    assert_eq!(mp(&declined.facts()), ["T1: nobody", "T2: P", "L: Q"]);
}

#[test]
fn a_decline_of_somebody_who_turns_out_not_to_be_in_line_leaves_no_seat_empty() {
    let fixture = LedgerFixture::at("mp:2025", given().with(tournament("T", 28, "A B C D")));
    let fixture = fixture.clone().act(fixture.decline("T", "A"));
    assert_eq!(fixture.decisions()[0].forfeited, 1);
    let after = corrected(&fixture, given().with(tournament("T", 28, "B A C D")));
    assert_eq!(mp(&after.facts()), ["T: B"]);
    assert_eq!(after.decisions()[0].forfeited, 0);
    let tied = corrected(&fixture, given().with(tournament("T", 28, "A=B C D")));
    assert_eq!(mp(&tied.facts()), ["T: B"], "who declined is tied with nobody");
    assert!(after.ask(after.grant("T", "")).is_ok() && tied.ask(tied.grant("T", "")).is_ok());
}

#[test]
fn why_those_before_got_nothing_is_told_also_when_everything_is_granted() {
    let season = given().holding("A").waiver("B", "2024-10-02").with(tournament("T", 28, "A B C D E"));
    let fixture = LedgerFixture::at("mp:2025", season);
    let before = considered_summary(&fixture.facts(), "T");
    let after = fixture.clone().act(fixture.grant("T", ""));
    assert_eq!(considered_summary(&after.facts(), "T"), before);
}

#[test]
fn a_voivodeship_championship_keeps_what_was_granted_and_doubts_it_alone() {
    let season = |first| {
        let second = tournament("T2", 16, "A F G H");
        given().championship("MW", Mazowieckie).with(tournament("T1", 16, first)).with(second)
    };
    let fixture = LedgerFixture::at("mw:MW", season("A B C D"));
    assert_eq!(mw(&fixture.facts()), ["T1: A B C", "T2: F G H"]);
    let fixture = granting_all(fixture);
    let after = corrected(&fixture, season("D B C A"));
    assert_eq!(mw(&after.facts()), ["T1: B C A", "T2: F G H"]);
    assert_eq!(doubts(&after), ["T1 A"]);
    let too_small = corrected(
        &fixture,
        given()
            .championship("MW", Mazowieckie)
            .with(tournament("T1", 15, "A B C D"))
            .with(tournament("T2", 16, "A F G H")),
    );
    assert_eq!(doubts(&too_small), ["T1 A", "T1 B", "T1 C"]);
}
