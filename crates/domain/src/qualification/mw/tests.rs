//! Qualifications to the voivodeship championships against the worked examples of the rules.

use crate::competitions::class::OnlineEvent::Gold;
use crate::competitions::class::TournamentClass::{Mp, Mw, Ordinary};
use crate::rulebook::{HolderScope, LeagueCondition, parameters};
use crate::season::lists::lists;
use crate::test_support::given::{Given, given, league, online, tournament};
use crate::test_support::summary::{mw, mw_of_championship, proposed};
use crate::values::voivodeship::Voivodeship::{Mazowieckie, Slaskie};

/// The championship of mazowieckie, where every competition takes place that says nothing else.
fn mazovian() -> Given {
    given().championship("MW", Mazowieckie)
}

#[test]
fn e27_the_three_best_of_a_tournament_of_sixteen_qualify() {
    let facts = mazovian().with(tournament("T1", 16, "A B C D").class(Ordinary)).facts();
    assert_eq!(mw(&facts), ["T1: A B C"]);
    let one = mazovian().rule(parameters::MW_TOURNAMENT_SEATS, 1).with(tournament("T1", 16, "A B C D"));
    assert_eq!(mw(&one.facts()), ["T1: A"], "mw.tournament.seats: 1");
}

#[test]
fn e27_a_tournament_of_fifteen_gives_nothing() {
    let fifteen = mazovian().with(tournament("T1", 15, "A B C D").class(Ordinary));
    assert_eq!(mw(&fifteen.facts()), ["T1: nothing to give"]);
    let allowed = fifteen.rule(parameters::MW_TOURNAMENT_MIN, 15).facts();
    assert_eq!(mw(&allowed), ["T1: A B C"], "mw.tournament.min: 15");
}

#[test]
fn e27_those_who_hold_this_championship_are_passed_over() {
    let facts = mazovian().holding_mw(Mazowieckie, "A C").with(tournament("T1", 16, "A B C D E F")).facts();
    assert_eq!(mw(&facts), ["T1: B D E"]);
}

/// A holds a qualification to the championship of another voivodeship.
fn holder_elsewhere() -> Given {
    mazovian().championship("MW-S", Slaskie).holding_mw(Slaskie, "A").with(tournament("T1", 16, "A B C D"))
}

#[test]
fn e27_a_holder_of_another_championship_qualifies_to_this_one_too() {
    assert_eq!(mw(&holder_elsewhere().facts()), ["T1: A B C"]);
}

#[test]
fn e27_with_holder_scope_any_a_holder_of_another_championship_is_passed_over() {
    let any = holder_elsewhere().rule(parameters::MW_HOLDER_SCOPE, HolderScope::Any);
    assert_eq!(mw(&any.facts()), ["T1: B C D"]);
    // The holder of this championship is passed over by either reading.
    let here = any.holding_mw(Mazowieckie, "B");
    assert_eq!(mw(&here.facts()), ["T1: C D ~T1.005"]);
}

#[test]
fn e27_fewer_than_three_qualify_when_nobody_else_is_left() {
    let eight_placed = tournament("T1", 16, "A B C D E F G H").disqualified("I J K L M N O P");
    let facts = mazovian().holding_mw(Mazowieckie, "A B C D E F G").with(eight_placed).facts();
    assert_eq!(mw(&facts), ["T1: H"]);
}

#[test]
fn there_is_no_last_place_unless_the_rulebook_sets_one() {
    let far_down = mazovian().holding_mw(Mazowieckie, "A B C D E").with(tournament("T1", 16, "A B C D E F G H I"));
    assert_eq!(mw(&far_down.facts()), ["T1: F G H"]);
    let seven = far_down.rule(parameters::MW_DEPTH, Some(7));
    assert_eq!(mw(&seven.facts()), ["T1: F G"], "mw.depth: 7");
}

#[test]
fn a_league_of_twelve_regulars_gives_three_and_of_eleven_nothing() {
    let leagues = mazovian().with(league("L11", 11, "A B C")).with(league("L12", 12, "A B C D"));
    assert_eq!(mw(&leagues.facts()), ["L11: nothing to give", "L12: A B C"]);
    let eleven = leagues.clone().rule(parameters::MW_LEAGUE_REGULARS, 11);
    assert_eq!(mw(&eleven.facts())[0], "L11: A B C", "mw.league.regulars: 11");
    let four_meetings = leagues.clone().rule(parameters::MW_LEAGUE_MIN_ROUNDS, 4);
    assert_eq!(mw(&four_meetings.facts())[1], "L12: nothing to give", "mw.league.min_rounds: 4");
    let two = leagues.rule(parameters::MW_LEAGUE_SEATS, 2);
    assert_eq!(mw(&two.facts())[1], "L12: A B", "mw.league.seats: 2");
}

#[test]
fn e22_b_the_three_readings_of_the_league_condition_differ() {
    // Twenty persons, each at three consecutive meetings of five, twelve at a meeting.
    let rotating = mazovian()
        .with(league("L1", 20, "A B C").attendance(5, |person, meeting| (meeting + 5 - person % 5) % 5 < 3))
        .rule(parameters::MW_LEAGUE_REGULARS, 13);
    let reading = |condition| mw(&rotating.clone().rule(parameters::MW_LEAGUE_CONDITION, condition).facts());
    assert_eq!(reading(LeagueCondition::PersonsMinRounds), ["L1: A B C"]);
    assert_eq!(reading(LeagueCondition::SameRounds), ["L1: nothing to give"]);
    assert_eq!(reading(LeagueCondition::RoundsMinPresent), ["L1: nothing to give"]);
}

#[test]
fn an_event_feeds_the_championship_of_the_voivodeship_where_it_took_place() {
    let facts = mazovian()
        .championship("MW-S", Slaskie)
        .with(tournament("T1", 16, "A B C").held_in(Slaskie))
        .with(tournament("T2", 16, "D E F"))
        .facts();
    assert_eq!(mw(&facts), ["T2: D E F"]);
    assert_eq!(mw_of_championship(&facts, 1), ["T1: A B C"]);
}

#[test]
fn an_event_feeds_a_championship_if_it_ends_between_its_first_and_last_day() {
    let competition = |id: &str, end: &str| tournament(id, 16, &format!("A{id} B{id} C{id}")).ended(end);
    let facts = given()
        .championship_fed("MW", Mazowieckie, "2025-03-01", "2025-10-10")
        .with(competition("early", "2025-02-28 23:59"))
        .with(competition("first", "2025-03-01 00:00"))
        .with(competition("between-seasons", "2025-09-20"))
        .with(competition("last", "2025-10-10 23:59"))
        .with(competition("late", "2025-10-11 00:00"))
        .facts();
    assert_eq!(
        mw(&facts),
        [
            "first: Afirst Bfirst Cfirst",
            "between-seasons: Abetween-seasons Bbetween-seasons Cbetween-seasons",
            "last: Alast Blast Clast"
        ]
    );
}

#[test]
fn overlapping_championships_of_one_voivodeship_are_each_on_their_own() {
    let facts = mazovian()
        .championship_fed("MW-2", Mazowieckie, "2025-01-02", "2025-12-31")
        .with(tournament("T1", 16, "A B C D").ended("2025-01-01"))
        .with(tournament("T2", 16, "A B C D E F").ended("2025-01-02"))
        .facts();
    assert_eq!(mw(&facts), ["T1: A B C", "T2: D E F"]);
    assert_eq!(mw_of_championship(&facts, 1), ["T2: A B C"]);
}

#[test]
fn feeding_events_are_decided_by_end_then_application_then_id() {
    let order = "A B C D E F G H I J K L M N O";
    let same_end = |id, submitted| tournament(id, 16, order).ended("2025-03-02").submitted(submitted);
    let facts = mazovian()
        .with(same_end("T1", "2025-01-03"))
        .with(same_end("T3", "2025-01-02"))
        .with(same_end("T2", "2025-01-02"))
        .with(league("L1", 16, order).ended("2025-03-02").submitted("2025-01-01"))
        .with(tournament("T9", 16, order).ended("2025-03-01").submitted("2025-01-04"))
        .facts();
    assert_eq!(mw(&facts), ["T9: A B C", "L1: D E F", "T2: G H I", "T3: J K L", "T1: M N O"]);
}

#[test]
fn an_exception_decision_does_not_delay_the_voivodeship_qualification() {
    let facts = mazovian()
        .with(tournament("T1", 24, "A B C D").exception_granted("2025-06-01"))
        .with(tournament("T2", 24, "A B C D E F"))
        .facts();
    assert_eq!(mw(&facts), ["T1: A B C", "T2: D E F"]);
}

#[test]
fn only_ordinary_and_eliminatory_tournaments_and_leagues_feed_a_championship() {
    let facts = mazovian()
        .with(tournament("mw", 40, "A B C").class(Mw))
        .with(tournament("mp", 40, "A B C").class(Mp))
        .with(online("gold", Gold, "A B C"))
        .with(tournament("short", 16, "A B C").planned(9).class(Ordinary))
        .facts();
    assert_eq!(mw(&facts), ["short: A B C"]);
}

#[test]
fn neither_waivers_nor_mp_qualifications_play_a_part() {
    let facts = mazovian()
        .holding("A")
        .waiver("B", "2024-10-01")
        .with(tournament("T1", 16, "A B C D").waived("C"))
        .with(league("L1", 12, "D E F").waived("D"))
        .facts();
    assert_eq!(mw(&facts), ["T1: A B C", "L1: D E F"]);
}

#[test]
fn players_without_a_game_and_disqualified_ones_are_passed_over() {
    let facts =
        mazovian().with(tournament("T1", 18, "A B C D E").played("A", 0).played("B", 1).disqualified("C")).facts();
    assert_eq!(mw(&facts), ["T1: B D E"]);
}

#[test]
fn a_tie_for_the_third_waits_for_a_decision_and_its_candidates_may_qualify_elsewhere() {
    let tied = mazovian().with(tournament("T1", 16, "A B C=D E")).with(tournament("T2", 16, "D E F G"));
    assert_eq!(mw(&tied.facts()), ["T1: A B, 1 open for C D", "T2: D E F"]);
    let decided = tied.tie_decided("T1", "D C");
    assert_eq!(mw(&decided.facts()), ["T1: A B D", "T2: E F G"]);
}

#[test]
fn players_from_abroad_qualify_unless_the_rulebook_leaves_them_out() {
    let abroad = mazovian().foreign("A").with(tournament("T1", 28, "A B C D"));
    assert_eq!(mw(&abroad.facts()), ["T1: A B C"]);
    let without = abroad.clone().rule(parameters::FOREIGNERS_MW_AWANS, false);
    assert_eq!(mw(&without.facts()), ["T1: B C D"], "foreigners.mw_awans: false");
    let only_mp = abroad.rule(parameters::FOREIGNERS_MP_AWANS, false);
    assert_eq!(mw(&only_mp.facts()), ["T1: A B C"], "foreigners.mp_awans is another");
}

#[test]
fn the_list_of_a_championship_names_the_qualified_the_open_and_the_proposed() {
    let facts = mazovian()
        .rule(parameters::MW_WILDCARD_CAP, 4)
        .with(tournament("T1", 16, "A B C=D E").disqualified("X"))
        .with(league("L1", 3, "E A D"))
        .facts();
    let list = &lists(&facts).mw[0];
    let qualified: Vec<String> = list
        .qualified()
        .map(|(competition, granted)| {
            format!("{} {} {}", facts.player_id(granted.player), facts.competition_id(competition), granted.place)
        })
        .collect();
    assert_eq!(qualified, ["A T1 1", "B T1 2"]);
    let pending: Vec<u32> = list.pending().map(|(_, pending)| pending.open).collect();
    assert_eq!(pending, [1]);
    // Two are qualified, so two of the four may be proposed; what is pending does not count.
    assert_eq!(proposed(&facts, &list.wildcards), "E D");
}
