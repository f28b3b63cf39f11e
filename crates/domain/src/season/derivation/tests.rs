//! Derivations of a player's results.

use super::{Outcome, QualificationDerivation, WildcardOutcome, derive};
use crate::qualification::{Refusal, Source, Verdict};
use crate::rulebook::parameters;
use crate::season::Facts;
use crate::season::lists::{Lists, lists};
use crate::season::ranking::{DecidingStep, NotCounted};
use crate::test_support::given::{Given, given, league, tournament};
use crate::test_support::summary::player;
use crate::tournament::status::MpStatus;
use crate::values::place::Place;
use crate::values::voivodeship::Voivodeship::Mazowieckie;

/// Outcome of a player in a competition of the season.
fn outcome(facts: &Facts, lists: &Lists, name: &str, competition: &str) -> Option<Outcome> {
    let derivation = derive(facts, lists, player(facts, name));
    let of_competition = |qualification: &&QualificationDerivation<'_>| {
        qualification.decision.competition.is_some_and(|key| facts.competition_id(key).as_str() == competition)
    };
    derivation.seasons[0].qualifications.iter().find(of_competition).map(|qualification| qualification.outcome)
}

fn outcomes(given: &Given, competition: &str, names: &str) -> Vec<Option<Outcome>> {
    let facts = given.facts();
    let lists = lists(&facts);
    names.split_whitespace().map(|name| outcome(&facts, &lists, name, competition)).collect()
}

#[test]
fn everybody_in_an_event_learns_what_became_of_its_qualifications() {
    let season = given()
        .waiver("B", "2025-01-01")
        .with(tournament("T", 30, "A B C D E").ended("2025-03-01"))
        .holding_since("2025-02-01", "A");
    let found = outcomes(&season, "T", "A B C D E");
    assert!(matches!(found[0], Some(Outcome::Considered(Verdict::Holder(Some(_))))), "{:?}", found[0]);
    assert_eq!(found[1], Some(Outcome::Considered(Verdict::Waived(None))));
    assert_eq!(found[2], Some(Outcome::Considered(Verdict::Granted)));
    assert_eq!(found[3], Some(Outcome::NotReached));
    assert_eq!(found[4], Some(Outcome::BeyondDepth { depth: 4 }));
}

#[test]
fn who_missed_a_qualification_learns_who_got_the_last_and_how_many_stand_between() {
    let season = given().with(tournament("T", 30, "A B C D E").ended("2025-03-01")).holding_since("2025-02-01", "B");
    let facts = season.facts();
    let lists = lists(&facts);
    let missed = |name| {
        let derivation = derive(&facts, &lists, player(&facts, name));
        let mut found = derivation.seasons[0].qualifications.iter();
        let found =
            found.find(|it| it.decision.competition.is_some_and(|key| facts.competition_id(key).as_str() == "T"));
        found.unwrap().missed.map(|missed| (missed.last.0, missed.before, missed.points))
    };
    let a = player(&facts, "A");
    assert_eq!(missed("A"), None);
    assert_eq!(missed("C"), Some((a, 0, None)), "B is qualified already and not in the way");
    assert_eq!(missed("D"), Some((a, 1, None)));
}

#[test]
fn who_was_passed_over_above_the_player_is_named_with_the_reason() {
    let season = given().waiver("B", "2025-01-01").with(tournament("T", 30, "A B C").disqualified("A"));
    let facts = season.facts();
    let lists = lists(&facts);
    let c = player(&facts, "C");
    let derivation = derive(&facts, &lists, c);
    let passed_over: Vec<Verdict> =
        derivation.seasons[0].qualifications[0].passed_over(c).map(|considered| considered.verdict).collect();
    assert_eq!(passed_over, [Verdict::Disqualified, Verdict::Waived(None)]);
}

#[test]
fn a_tie_that_was_settled_tells_the_losers_so() {
    let tied = given().with(tournament("T", 30, "A=B C"));
    assert_eq!(outcomes(&tied, "T", "A B"), [Some(Outcome::Considered(Verdict::Pending)); 2]);
    let settled = tied.tie_decided("T", "B A");
    let granted_and_lost = [Verdict::LostTie, Verdict::Granted].map(|verdict| Some(Outcome::Considered(verdict)));
    assert_eq!(outcomes(&settled, "T", "A B"), granted_and_lost);
}

#[test]
fn an_event_that_gives_nothing_says_why_and_by_which_rule() {
    let season = given().with(tournament("small", 27, "A")).with(tournament("short", 30, "A").planned(9));
    let too_few = Refusal::NotValid(MpStatus::TooFewParticipants { participants: 27, needed: 28 });
    assert_eq!(outcomes(&season, "small", "A"), [Some(Outcome::Refused(too_few))]);
    assert_eq!(Outcome::Refused(too_few).rules(Source::Tournament, false), "R-FMT-15, REG I.5");
    let too_short = Refusal::NotValid(MpStatus::WrongLength { planned: 9 });
    assert_eq!(outcomes(&season, "short", "A"), [Some(Outcome::Refused(too_short))]);
}

#[test]
fn a_ranking_row_names_its_neighbours_and_the_step_that_decides() {
    let facts = given().with(tournament("T", 24, "A B=C D")).facts();
    let lists = lists(&facts);
    let position = |name| derive(&facts, &lists, player(&facts, name)).seasons.remove(0).ranking.unwrap();
    let b = position("B");
    assert_eq!((b.place, b.rows), (Place::new(2).unwrap(), 24));
    let (above, step) = b.above.unwrap();
    assert_eq!((above, step.rules()), (player(&facts, "A"), "R-RANK-06, REG II.5"));
    assert_eq!(b.sharing, [player(&facts, "C")]);
    let (below, step) = b.below.unwrap();
    assert_eq!(below, player(&facts, "D"));
    assert!(matches!(step, DecidingStep::Total { .. }));
    assert_eq!(position("A").above, None);
}

#[test]
fn results_of_a_season_are_listed_whether_they_count_or_not() {
    let facts = given().with(tournament("big", 24, "A B")).with(tournament("small", 23, "B A")).facts();
    let lists = lists(&facts);
    let results = &derive(&facts, &lists, player(&facts, "A")).seasons[0].results;
    let too_few = NotCounted::TooFewParticipants { participants: 23, needed: 24 };
    assert_eq!(
        results.iter().map(|result| result.outcome.map(|points| points.0)).collect::<Vec<_>>(),
        [Ok(100), Err(too_few)]
    );
    assert_eq!(too_few.rules(), "R-RANK-02, REG II.2");
}

#[test]
fn a_wildcard_is_proposed_or_the_places_are_full_or_there_was_nothing_to_propose() {
    let season =
        given().championship("MW", Mazowieckie).with(league("L", 12, "A B C D E")).rule(parameters::MW_WILDCARD_CAP, 4);
    let facts = season.facts();
    let lists = lists(&facts);
    let wildcard = |name| derive(&facts, &lists, player(&facts, name)).championships[0].wildcard;
    assert_eq!(wildcard("A"), WildcardOutcome::NotACandidate, "qualified");
    assert!(matches!(wildcard("D"), WildcardOutcome::Proposed { number: 1, of: 1, .. }));
    assert_eq!(wildcard("E"), WildcardOutcome::CapReached { cap: 4 });
}
