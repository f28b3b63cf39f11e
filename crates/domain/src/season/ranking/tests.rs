//! Results that count for the ranking, and the step that decides between two rows.

use super::*;
use crate::competitions::class::OnlineEvent::Gold;
use crate::competitions::class::TournamentClass;
use crate::competitions::class::TournamentClass::{Eliminatory, Mp, Mw, Ordinary};
use crate::rulebook::{Band, HalfRuleBase, ParticipantBasis, PlaceTie, TiebreakBasis, TiebreakSources};
use crate::test_support::given::{Competition, Given, Stationary, given, league, online, tournament};
use crate::test_support::summary::{player, ranking};

/// An ordinary tournament of 24, which gives points and no qualifications.
fn competition(id: &str, places: &str) -> Competition<Stationary> {
    tournament(id, 24, places).class(Ordinary)
}

/// Every result of A, one line each: the competition, the place, and the points or why there are none.
fn results_of_a(given: &Given) -> Vec<String> {
    let facts = given.facts();
    considered_results(&facts, &facts.seasons[0], player(&facts, "A"))
        .iter()
        .map(|result| {
            let place = result.place.map_or("-".to_owned(), |place| place.to_string());
            let outcome = match result.outcome {
                Ok(points) => points.to_string(),
                Err(NotCounted::ExcludedClass) => "excluded class".to_owned(),
                Err(NotCounted::TooFewParticipants { participants, needed }) => {
                    format!("{participants} of {needed} participants")
                }
                Err(NotCounted::TooFewMeetings { found, needed }) => format!("{found} of {needed} meetings"),
                Err(NotCounted::RarelyPresent { present, needed }) => format!("present at {present} of {needed}"),
                Err(NotCounted::BelowHalf { played, needed }) => format!("{played} of {needed} games"),
                Err(NotCounted::Disqualified) => "disqualified".to_owned(),
                Err(NotCounted::NoGames) => "no games".to_owned(),
                Err(NotCounted::NotAmongBest) => "not among the best".to_owned(),
            };
            format!("{} {place} {outcome}", facts.competition_id(result.competition))
        })
        .collect()
}

#[test]
fn every_result_says_what_it_gave_or_why_it_gave_nothing() {
    let season = given()
        .with(competition("T1", "A"))
        .with(tournament("mp", 40, "A").class(Mp))
        .with(tournament("few", 23, "- A").class(Ordinary))
        .with(competition("half", "A").played("A", 5))
        .with(competition("out", "B").disqualified("A"))
        .with(competition("kept", "B A").disqualified("A"))
        .with(tournament("idle", 25, "- - A").class(Ordinary).played("A", 0))
        .with(competition("elsewhere", "B"))
        .with(competition("later", "A").ended("2025-09-20"))
        .with(league("L1", 16, "B A"))
        .with(league("L2", 16, "A").present("A", 2))
        .with(league("L3", 16, "A").attendance(3, |person, meeting| person > 0 || meeting > 0));
    #[rustfmt::skip]
    let expected = [
        "T1 1 100",
        "mp 1 excluded class",
        "few 2 23 of 24 participants",
        "half 1 5 of 6 games",
        "out - disqualified",
        "kept 2 disqualified",
        "idle 3 no games",
        "L1 2 85",
        "L2 1 2 of 3 meetings",
        "L3 1 2 of 3 meetings",
    ];
    assert_eq!(results_of_a(&season), expected);
}

#[test]
fn a_player_rarely_present_at_a_league_that_counts_gets_nothing_from_it() {
    let rarely = given().with(league("L1", 17, "B A").present("A", 2));
    assert_eq!(results_of_a(&rarely), ["L1 2 present at 2 of 3"]);
    assert_eq!(ranking(&rarely.facts()), ["1 B 100"]);
    let two = rarely.rule(parameters::RANKING_LEAGUE_PLAYER_MIN_ROUNDS, 2);
    assert_eq!(results_of_a(&two), ["L1 2 85"], "player_min_rounds: 2");
}

#[test]
fn a_result_beyond_the_best_is_not_counted_and_says_so() {
    let three = given()
        .rule(parameters::RANKING_BEST_N, Some(2))
        .with(competition("T1", "- - - A"))
        .with(competition("T2", "- A"))
        .with(competition("T3", "A").played("A", 0))
        .with(league("L1", 16, "- - A"));
    assert_eq!(results_of_a(&three), ["T1 4 not among the best", "T2 2 85", "T3 1 23 of 24 participants", "L1 3 70"]);
    assert_eq!(ranking(&three.facts()), ["1 A 155"]);
}

#[test]
fn stationary_events_rank_everybody_also_from_abroad_and_online_events_nobody() {
    let facts = given()
        .foreign("A")
        .with(competition("T1", "A B"))
        .with(league("L1", 16, "C"))
        .with(online("gold", Gold, "D B"))
        .facts();
    assert_eq!(ranking(&facts), ["1 A 100", "1 C 100", "3 B 85"]);
}

#[test]
fn the_best_results_are_those_with_the_most_points_even_if_a_better_place_gave_fewer() {
    // Ten share the fourth place of T1 and get the points of the thirteenth.
    let shared = given()
        .rule(parameters::STANDINGS_PLACE_TIE, PlaceTie::SharedWorst)
        .rule(parameters::RANKING_BEST_N, Some(1))
        .with(competition("T1", "- - - A=B=C=D=E=F=G=H=I=J"))
        .with(competition("T2", "- - - - A"));
    assert_eq!(results_of_a(&shared), ["T1 4 not among the best", "T2 5 60"]);
}

#[test]
fn a_tournament_counts_from_twenty_four_participants_whatever_its_class_but_the_championship() {
    let counts = |players, class: TournamentClass| {
        let facts = given().with(tournament("T", players, "A").class(class)).facts();
        tournament_counts(&facts.tournaments[0], &facts.rulebook)
    };
    for class in [Ordinary, Eliminatory, Mw] {
        assert_eq!(counts(24, class), Ok(()), "{class}");
        let too_few = NotCounted::TooFewParticipants { participants: 23, needed: 24 };
        assert_eq!(counts(23, class), Err(too_few), "{class}");
    }
    assert_eq!(counts(24, Mp), Err(NotCounted::ExcludedClass));
}

#[test]
fn the_classes_that_give_no_points_and_the_least_attendance_are_parameters() {
    let competitions = given().with(tournament("O", 20, "A").class(Ordinary)).with(tournament("MW", 24, "B").class(Mw));
    assert_eq!(ranking(&competitions.facts()), ["1 B 100"]);
    let twenty = competitions.clone().rule(parameters::MIN_PLAYERS_RANKING, 20);
    assert_eq!(ranking(&twenty.facts()), ["1 A 100", "1 B 100"]);
    let without_mw = competitions.rule(parameters::RANKING_EXCLUDED_CLASSES, vec![Mp, Mw]);
    assert!(ranking(&without_mw.facts()).is_empty());
}

#[test]
fn the_points_of_a_place_and_of_a_shared_place_are_parameters() {
    let shared = given().with(competition("T", "A=B C"));
    assert_eq!(ranking(&shared.facts()), ["1 A 100", "1 B 100", "3 C 70"]);
    let average = shared.clone().rule(parameters::STANDINGS_PLACE_TIE, PlaceTie::Average);
    assert_eq!(ranking(&average.facts()), ["1 A 92", "1 B 92", "3 C 70"], "place_tie: average");
    let bands = [(1, 9), (3, 5), (4, 1)].map(|(from, points)| Band { from, points });
    let other = shared.rule(parameters::RANKING_BANDS, bands.to_vec());
    assert_eq!(ranking(&other.facts()), ["1 A 9", "1 B 9", "3 C 5"], "ranking.bands");
}

#[test]
fn e22_b_a_league_counts_by_full_meetings_and_other_readings_differ() {
    // E22 b: twenty persons, each at three consecutive meetings of five, twelve at a meeting.
    let rotating =
        given().with(league("L1", 20, "A B").attendance(5, |person, meeting| (meeting + 5 - person % 5) % 5 < 3));
    let reading = |given: &Given, condition| {
        ranking(&given.clone().rule(parameters::RANKING_LEAGUE_CONDITION, condition).facts())
    };
    assert!(reading(&rotating, LeagueCondition::RoundsMinPresent).is_empty());
    assert_eq!(reading(&rotating, LeagueCondition::PersonsMinRounds), ["1 A 100", "2 B 85"]);
    assert!(reading(&rotating, LeagueCondition::SameRounds).is_empty());
    // Sixteen at each of three meetings, but the sixteenth is not always the same person.
    let scattered = given()
        .with(league("L1", 17, "A B").attendance(3, |person, meeting| person < 15 || (person == 15) == (meeting > 0)));
    assert_eq!(reading(&scattered, LeagueCondition::RoundsMinPresent), ["1 A 100", "2 B 85"]);
    assert!(reading(&scattered, LeagueCondition::PersonsMinRounds).is_empty());
    assert!(reading(&scattered, LeagueCondition::SameRounds).is_empty());
}

#[test]
fn e22_a_only_the_regulars_of_a_league_get_points() {
    // Fourteen at all five meetings, and four of ten others at each, so that these are at two.
    let others = |person: usize, meeting: usize| (0..4).any(|seat| 14 + (meeting * 4 + seat) % 10 == person);
    let facts = given()
        .with(league("L1", 24, "").attendance(5, |person, meeting| person < 14 || others(person, meeting)))
        .facts();
    assert_eq!(national_ranking(&facts, &facts.seasons[0], None).len(), 14);
}

#[test]
fn the_numbers_of_the_league_condition_are_parameters() {
    let small = given().with(league("L1", 12, "A"));
    assert!(ranking(&small.facts()).is_empty());
    let twelve = small.rule(parameters::RANKING_LEAGUE_N, 12);
    assert_eq!(ranking(&twelve.facts()), ["1 A 100"], "ranking.league.n: 12");
    let four = twelve.rule(parameters::RANKING_LEAGUE_ROUNDS, 4);
    assert!(ranking(&four.facts()).is_empty(), "ranking.league.rounds: 4");
}

#[test]
fn half_of_the_games_held_is_enough_where_the_rulebook_says_held() {
    // Twelve games were planned, but no player played more than eight of them, A only four and B three.
    let all_players = "A B C D E F G H I J K L M N O P Q R S T U V W X";
    let competition = competition("T", all_players).played("A", 4).played("B", 3).played(all_players, 8);
    let shortened = given().with(competition);
    assert_eq!(ranking(&shortened.facts())[0], "1 C 70");
    let held = shortened.rule(parameters::HALF_RULE_BASE, HalfRuleBase::Held).facts();
    assert_eq!(ranking(&held)[..2], ["1 A 100", "2 C 70"], "half_rule.base: held");
}

#[test]
fn the_part_of_the_games_and_where_it_is_asked_for_are_parameters() {
    let five_of_twelve = given().with(competition("T", "A B").played("A", 5));
    assert_eq!(results_of_a(&five_of_twelve), ["T 1 5 of 6 games"]);
    let third = five_of_twelve.clone().rule(parameters::HALF_RULE_DEN, 3);
    assert_eq!(results_of_a(&third), ["T 1 100"], "half_rule.den: 3");
    let all = five_of_twelve.clone().rule(parameters::HALF_RULE_NUM, 2);
    assert_eq!(results_of_a(&all), ["T 1 5 of 12 games"], "half_rule.num: 2");
    let only_gp = five_of_twelve.rule(parameters::HALF_RULE_APPLIES_TO, vec![HalfRuleScope::GrandPrix]);
    assert_eq!(results_of_a(&only_gp), ["T 1 100"], "half_rule.applies_to: gp");
}

#[test]
fn who_counts_as_a_participant_decides_whether_an_event_gives_points() {
    let idle = given().with(competition("T", "A B").played("B", 0));
    assert!(ranking(&idle.facts()).is_empty());
    let listed = idle.rule(parameters::EVENT_PARTICIPANT_BASIS, ParticipantBasis::Listed);
    assert_eq!(ranking(&listed.facts()), ["1 A 100"], "participant_basis: registered");

    let five = given().with(competition("T", "A B").played("B", 5));
    assert_eq!(ranking(&five.facts()), ["1 A 100"]);
    let half = five.rule(parameters::EVENT_PARTICIPANT_BASIS, ParticipantBasis::PlayedHalf);
    assert!(ranking(&half.facts()).is_empty(), "participant_basis: played_half");

    let out = given().with(competition("T", "A").disqualified("B"));
    assert_eq!(ranking(&out.facts()), ["1 A 100"]);
    let without = out.rule(parameters::DSQ_COUNTS_AS_PARTICIPANT, false);
    assert!(ranking(&without.facts()).is_empty(), "dsq.counts_as_participant: false");
}

#[test]
fn results_count_up_to_and_with_the_given_day() {
    let facts = given()
        .with(competition("T1", "A B").ended("2025-03-01 23:59"))
        .with(competition("T2", "B A").ended("2025-03-02 00:00"))
        .with(league("L1", 16, "B").ended("2025-03-02 00:00"))
        .facts();
    let until = |text| {
        let counted = counted_results(&facts, &facts.seasons[0], Some(crate::test_support::day(text)));
        let mut competitions: Vec<u32> = counted.iter().map(|counted| counted.result.competition.0).collect();
        competitions.dedup();
        competitions.len()
    };
    assert_eq!([until("2025-02-28"), until("2025-03-01"), until("2025-03-02")], [0, 1, 3]);
    let all = counted_results(&facts, &facts.seasons[0], None);
    assert_eq!(all.len(), 24 + 24 + 16);
    assert_eq!(all.iter().filter(|counted| counted.result.league).count(), 16);
}

/// The step that decides between A and B, A being the better one.
fn step(given: &Given) -> DecidingStep {
    let facts = given.facts();
    let table = national_ranking(&facts, &facts.seasons[0], None);
    let row = |name| table.row(table.position(player(&facts, name)).unwrap()).unwrap();
    let (above, here) = (row("A"), row("B"));
    assert!(above.place <= here.place);
    deciding_step(table.rules(), &above, &here)
}

/// The number of the deciding result, and the places of A and B in it.
fn deciding_result(given: &Given) -> (usize, Option<u32>, Option<u32>) {
    match step(given) {
        DecidingStep::Result { number, above, here } => {
            (number, above.map(|result| result.place.number()), here.map(|result| result.place.number()))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn different_totals_decide_at_once() {
    let total = DecidingStep::Total { above: RankingPoints(100), here: RankingPoints(85) };
    assert_eq!(step(&given().with(competition("T1", "A B"))), total);
}

#[test]
fn equal_totals_are_decided_by_the_first_result_that_differs() {
    // E19 a: 1 and 3 against 2 and 2.
    let best = given().with(competition("T1", "A B")).with(competition("T2", "- B A"));
    assert_eq!(deciding_result(&best), (1, Some(1), Some(2)));
    // E19 b: 5, 5, 9 against 5, 7, 7.
    let how_often = given()
        .with(competition("T1", "- - - - A - B"))
        .with(competition("T2", "- - - - B - - - A"))
        .with(competition("T3", "- - - - A - B"));
    assert_eq!(deciding_result(&how_often), (2, Some(5), Some(7)));
}

#[test]
fn e19_e_ninth_and_tenth_differ_by_position_and_not_by_points() {
    let ninth_and_tenth = given().with(competition("T1", "- - - - - - - - A B"));
    assert_eq!(deciding_result(&ninth_and_tenth), (1, Some(9), Some(10)));
    let points = ninth_and_tenth.rule(parameters::RANKING_TIEBREAK_BASIS, TiebreakBasis::Points);
    assert_eq!(step(&points), DecidingStep::ExAequo);
}

#[test]
fn equal_lists_are_ex_aequo() {
    let same = given().with(competition("T1", "A B")).with(competition("T2", "B A"));
    assert_eq!(step(&same), DecidingStep::ExAequo);
    assert_eq!(ranking(&same.facts()), ["1 A 185", "1 B 185"]);
}

#[test]
fn a_list_that_goes_on_is_before_one_that_has_ended_where_leagues_do_not_break_ties() {
    // A and B have 200 points each: A from two tournaments, B from one and a league.
    let leagues_out = given()
        .rule(parameters::RANKING_TIEBREAK_SOURCES, TiebreakSources::TournamentsOnly)
        .with(competition("T1", "A"))
        .with(competition("T2", "A"))
        .with(competition("T3", "B"))
        .with(league("L1", 16, "B"));
    assert_eq!(deciding_result(&leagues_out), (2, Some(1), None));
    let leagues_in = leagues_out.rule(parameters::RANKING_TIEBREAK_SOURCES, TiebreakSources::AllCounted);
    assert_eq!(step(&leagues_in), DecidingStep::ExAequo);
}

#[test]
fn the_national_championship_counts_only_if_the_rulebook_twice_says_so() {
    let season = given().with(tournament("T1", 30, "A B").class(Mp));
    let counting = season.clone().rule(parameters::RANKING_EXCLUDED_CLASSES, Vec::new());
    assert_eq!(ranking(&season.facts()), Vec::<String>::new());
    assert_eq!(ranking(&counting.facts()), Vec::<String>::new());
    assert_eq!(ranking(&counting.rule(parameters::SEASON_MP_COUNTS, true).facts())[..2], ["1 A 100", "2 B 85"]);
}
