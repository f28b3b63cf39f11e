//! Acts on the ledger against what the rules propose.

use super::decider::{LedgerAction, NationalResult, NationalResults};
use super::*;
use crate::event::{LedgerEvent, ReviewedSeat, SeatOfPlayer, UpheldSeat};
use crate::qualification::Source;
use crate::rulebook::{
    BelowThreshold, EffectiveAt, MwWaiver, ResignAfterGrant, Rulebook, Unfilled, Watermark, parameters,
};
use crate::test_support::given::{Given, given, grand_prix, league, tournament};
use crate::test_support::ledger_fixture::{LedgerFixture, id, ids, reason};
use crate::test_support::place;
use crate::test_support::summary::{mp, mw, proposed};
use crate::values::ids::CompetitionId;
use crate::values::voivodeship::Voivodeship::{Lubelskie, Mazowieckie};

/// T1 with one qualification, T2 with two.
fn two_tournaments() -> Given {
    given().with(tournament("T1", 28, "A B C D E")).with(tournament("T2", 80, "A F G H I"))
}

fn fixture() -> LedgerFixture {
    LedgerFixture::at("mp:2025", two_tournaments())
}

fn awaited(event: &str) -> Prerequisite {
    Prerequisite::Event(CompetitionId::parse(event).unwrap())
}

fn granted(events: &[LedgerEvent]) -> Vec<String> {
    let summary = |event: &LedgerEvent| match event {
        LedgerEvent::Granted(grant) => {
            let from = grant.origin.event.as_ref().map_or("ranking", CompetitionId::as_str);
            format!("{from} {} {}", grant.place, grant.player)
        }
        LedgerEvent::WildcardGranted { player, .. } => format!("wildcard {player}"),
        LedgerEvent::WildcardNominated(nominated) => format!("{} {}", nominated.event, nominated.player),
        other => format!("{other:?}"),
    };
    events.iter().map(summary).collect()
}

#[test]
fn everybody_who_is_proposed_is_granted_when_nobody_is_named() {
    let fixture = fixture();
    assert_eq!(granted(&fixture.ask(fixture.grant("T1", "")).unwrap()), ["T1 1 A"]);
    assert_eq!(granted(&fixture.ask(fixture.grant("T2", "")).unwrap()), ["T2 2 F", "T2 3 G"]);
    assert_eq!(granted(&fixture.ask(fixture.grant("T2", "G")).unwrap()), ["T2 3 G"], "one by one");
}

#[test]
fn a_grant_tells_which_proposal_it_answers_and_who_granted_it() {
    let fixture = fixture();
    let events = fixture.ask(fixture.grant("T1", "")).unwrap();
    let [LedgerEvent::Granted(grant)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(grant.proposal, fixture.proposal("T1").unwrap().digest());
    assert_eq!((grant.by.as_str(), grant.reason), ("anna", None));
}

#[test]
fn a_proposal_that_changed_since_it_was_looked_at_is_refused_with_the_new_one() {
    let before = fixture();
    let seen = before.proposal("T1").unwrap().digest();
    let mut after = before.clone();
    after.given = given().with(tournament("T1", 28, "B A C D E")).with(tournament("T2", 80, "A F G H I"));
    let proposal = after.proposal("T1");
    let current = proposal.as_ref().unwrap().digest();
    let stale = LedgerAction::Grant { players: vec![], seen, proposal, reason: None };
    assert_eq!(after.ask(stale), Err(Rejection::Stale { current }));
}

#[test]
fn what_was_granted_already_is_not_granted_again_and_the_rest_is() {
    let fixture = fixture();
    let fixture = fixture.clone().act(fixture.grant("T2", "F"));
    assert_eq!(granted(&fixture.ask(fixture.grant("T2", "")).unwrap()), ["T2 3 G"]);
    let fixture = fixture.clone().act(fixture.grant("T2", ""));
    assert_eq!(fixture.ask(fixture.grant("T2", "")), Ok(vec![]));
}

#[test]
fn while_earlier_events_are_open_a_grant_needs_a_reason_unless_the_rulebook_only_warns() {
    let mut fixture = fixture();
    fixture.open = vec!["T0"];
    let events = vec![awaited("T0")];
    assert_eq!(fixture.ask(fixture.grant("T1", "")), Err(Rejection::EarlierEventsOpen { events, undecided: vec![] }));
    let events = fixture.ask(fixture.grant_because("T1", "")).unwrap();
    assert!(matches!(&events[..], [LedgerEvent::Granted(grant)] if grant.reason == Some(reason())), "{events:?}");
    fixture.given = fixture.given.rule(parameters::AWANS_DECISION_WATERMARK, Watermark::Warn);
    assert_eq!(granted(&fixture.ask(fixture.grant("T1", "")).unwrap()), ["T1 1 A"]);
}

#[test]
fn one_reason_goes_with_the_first_grant_of_an_act() {
    let mut fixture = fixture();
    fixture.open = vec!["T0"];
    let events = fixture.ask(fixture.grant_because("T2", "")).unwrap();
    let reasons = events.iter().map(|event| matches!(event, LedgerEvent::Granted(grant) if grant.reason.is_some()));
    assert_eq!(reasons.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn the_ranking_is_granted_only_after_its_day() {
    let mut fixture = LedgerFixture::at("mp:2025", two_tournaments().mp_on("2025-09-20"));
    fixture.at = "2025-09-13 23:00";
    assert_eq!(fixture.ask(fixture.grant("ranking", "B")), Err(Rejection::TooEarly));
    fixture.at = "2025-09-14 00:01";
    assert_eq!(granted(&fixture.ask(fixture.grant("ranking", "B")).unwrap()), ["ranking 2 B"]);
}

#[test]
fn a_tie_is_put_in_order_before_anybody_of_it_is_granted() {
    let fixture = LedgerFixture::at("mp:2025", given().with(tournament("T", 28, "A=B C")));
    assert_eq!(fixture.ask(fixture.grant("T", "")), Err(Rejection::TieOpen));
    assert_eq!(fixture.ask(fixture.grant_because("T", "A")), Err(Rejection::TieOpen));
    let mut decided = fixture.clone();
    decided.given = decided.given.tie_decided("T", "B A");
    assert_eq!(granted(&decided.ask(decided.grant("T", "")).unwrap()), ["T 1 B"]);
}

#[test]
fn nobody_is_granted_what_the_rules_give_to_somebody_else_whatever_the_reason() {
    let fixture = fixture();
    assert_eq!(fixture.ask(fixture.grant_because("T1", "B")), Err(Rejection::NotProposed { player: id("B") }));
    assert_eq!(fixture.ask(fixture.grant("T9", "")), Err(Rejection::UnknownOrigin));
}

#[test]
fn nothing_is_left_where_somebody_else_holds_the_seat() {
    let fixture = fixture();
    let mut fixture = fixture.clone().act(fixture.grant("T1", ""));
    fixture.given = given().with(tournament("T1", 28, "B A C D E")).with(tournament("T2", 80, "A F G H I"));
    assert_eq!(fixture.ask(fixture.grant("T1", "B")), Err(Rejection::NothingLeft));
    let refused = LedgerFixture::at("mp:2025", given().with(tournament("T", 23, "A B")));
    assert_eq!(refused.ask(refused.grant("T", "")), Err(Rejection::NothingLeft));
}

#[test]
fn nobody_holds_two_qualifications_also_if_an_old_proposal_says_so() {
    let fixture = fixture();
    let of_t2 = LedgerFixture::at("mp:2025", given().with(tournament("T2", 80, "A F G H I"))).grant("T2", "A");
    let fixture = fixture.clone().act(fixture.grant("T1", ""));
    let from = fixture.origin("T1");
    assert_eq!(fixture.ask(of_t2), Err(Rejection::AlreadyHolds { player: id("A"), from }));
}

#[test]
fn a_history_in_which_somebody_holds_two_is_corrupt() {
    let fixture = fixture();
    let of_t2 = fixture.ask(fixture.grant("T2", "F")).unwrap();
    let fixture = fixture.clone().act(fixture.grant("T1", ""));
    let [LedgerEvent::Granted(second)] = &of_t2[..] else { panic!("{of_t2:?}") };
    let second = LedgerEvent::Granted(crate::event::GrantedSeat { player: id("A"), ..second.clone() });
    assert_eq!(evolve(fixture.ledger, &second), Err(CorruptHistory::DoesNotFit));
}

#[test]
fn acts_that_take_back_what_nobody_did_are_refused_and_such_a_history_is_corrupt() {
    let fixture = fixture();
    let origin = || fixture.origin("T1");
    for action in [
        LedgerAction::WithdrawDecline { origin: origin(), player: id("A") },
        LedgerAction::WithdrawWithholding { origin: origin(), reason: reason() },
        LedgerAction::Revoke { origin: origin(), player: id("A"), reason: reason() },
        fixture.uphold("T1", "A"),
        LedgerAction::WithdrawNominee { reason: reason() },
    ] {
        assert_eq!(fixture.ask(action.clone()), Err(Rejection::NothingRecorded), "{action:?}");
    }
    let by = crate::values::ids::AccountId::parse("anna").unwrap();
    let seat = ReviewedSeat { origin: origin(), player: id("A"), by: by.clone(), reason: reason() };
    for event in [
        LedgerEvent::DeclineWithdrawn(SeatOfPlayer { origin: origin(), player: id("A"), by: by.clone() }),
        LedgerEvent::Revoked(seat.clone()),
        LedgerEvent::Upheld(UpheldSeat { seat, proposal: Digest::of(b"") }),
        LedgerEvent::WildcardGranted { player: id("A"), by: by.clone() },
        LedgerEvent::WildcardWithdrawn { player: id("A"), by: by.clone(), reason: reason() },
        LedgerEvent::NomineeWithdrawn { by, reason: reason() },
    ] {
        assert_eq!(evolve(Ledger::default(), &event), Err(CorruptHistory::DoesNotFit), "{event:?}");
    }
}

#[test]
fn a_declined_qualification_stays_empty_unless_the_organiser_lets_it_pass_on_with_a_reason() {
    let fixture = fixture();
    let kept = fixture.clone().act(fixture.decline("T1", "A"));
    assert_eq!(mp(&kept.facts()), ["T1: nobody", "T2: F G"]);
    assert_eq!(kept.ask(kept.grant("T1", "")), Err(Rejection::NothingLeft));
    let LedgerAction::Decline { player, pass_on, proposal, .. } = fixture.decline_and_pass_on("T1", "A") else {
        panic!()
    };
    let without_reason = LedgerAction::Decline { player, pass_on, proposal, reason: None };
    let refused = fixture.ask(without_reason).unwrap_err();
    assert_eq!(refused, Rejection::ReasonMissing);
    assert!(refused.rule().contains("AMB-67"), "{}", refused.rule());
    let passed_on = fixture.clone().act(fixture.decline_and_pass_on("T1", "A"));
    assert_eq!(mp(&passed_on.facts()), ["T1: B", "T2: F G"]);
}

#[test]
fn a_declined_qualification_passes_on_by_itself_where_the_rulebook_says_so() {
    let cascade = two_tournaments().rule(parameters::AWANS_RESIGN_AFTER_GRANT, ResignAfterGrant::Cascade);
    let fixture = LedgerFixture::at("mp:2025", cascade);
    let fixture = fixture.clone().act(fixture.grant("T1", ""));
    let fixture = fixture.clone().act(fixture.decline("T1", "A"));
    assert_eq!(mp(&fixture.facts()), ["T1: B", "T2: F G"]);
    let decide = two_tournaments().rule(parameters::AWANS_RESIGN_AFTER_GRANT, ResignAfterGrant::Decide);
    let fixture = LedgerFixture::at("mp:2025", decide);
    let fixture = fixture.clone().act(fixture.decline("T1", "A"));
    assert_eq!(mp(&fixture.facts()), ["T1: nobody", "T2: F G"]);
}

#[test]
fn a_declined_qualification_to_a_voivodeship_championship_passes_on_unless_the_rulebook_says_no() {
    let given = || given().championship("MW", Mazowieckie).with(tournament("T", 16, "A B C D E"));
    let fixture = LedgerFixture::at("mw:MW", given());
    let passed_on = fixture.clone().act(fixture.decline("T", "B"));
    assert_eq!(mw(&passed_on.facts()), ["T: A C D"]);
    let fixture = LedgerFixture::at("mw:MW", given().rule(parameters::MW_WAIVER, MwWaiver::None));
    let kept = fixture.clone().act(fixture.decline("T", "B"));
    assert_eq!(mw(&kept.facts()), ["T: A C"]);
}

#[test]
fn only_who_is_proposed_or_was_granted_it_can_decline_and_only_once() {
    let fixture = fixture();
    assert_eq!(fixture.ask(fixture.decline("T1", "B")), Err(Rejection::NotProposed { player: id("B") }));
    let granted = fixture.clone().act(fixture.grant("T1", ""));
    let declined = granted.clone().act(granted.decline("T1", "A"));
    assert_eq!(declined.ask(declined.decline("T1", "A")), Err(Rejection::HasDeclined { player: id("A") }));
    assert_eq!(declined.ask(declined.grant("T1", "A")), Err(Rejection::HasDeclined { player: id("A") }));
    assert!(declined.ledger.held_from(&id("A")).is_none());
}

#[test]
fn a_decline_that_is_taken_back_was_never_there() {
    let fixture = fixture();
    let declined = fixture.clone().act(fixture.decline("T1", "A"));
    let origin = declined.origin("T1");
    let taken_back = declined.act(LedgerAction::WithdrawDecline { origin, player: id("A") });
    assert_eq!(taken_back.ledger, fixture.ledger);
}

#[test]
fn what_is_left_can_be_withheld_once_and_given_again_when_that_is_taken_back() {
    let fixture = fixture();
    let fixture = fixture.clone().act(fixture.grant("T2", "F"));
    let withheld = fixture.clone().act(fixture.withhold("T2"));
    assert_eq!(mp(&withheld.facts()), ["T1: A", "T2: F"]);
    assert_eq!(withheld.ask(withheld.withhold("T2")), Err(Rejection::NothingLeft));
    assert_eq!(withheld.ask(withheld.grant("T2", "G")), Err(Rejection::NotProposed { player: id("G") }));
    let origin = withheld.origin("T2");
    let again = withheld.act(LedgerAction::WithdrawWithholding { origin, reason: reason() });
    assert_eq!(mp(&again.facts()), ["T1: A", "T2: F G"]);
    let full = again.clone().act(again.grant("T2", ""));
    assert_eq!(full.ask(full.withhold("T2")), Err(Rejection::NothingLeft), "everything is granted");
}

#[test]
fn a_revoked_grant_opens_its_seat_for_whom_the_rules_propose_then() {
    let fixture = fixture();
    let mut fixture = fixture.clone().act(fixture.grant("T1", ""));
    fixture.given = given().with(tournament("T1", 28, "B A C D E")).with(tournament("T2", 80, "A F G H I"));
    assert_eq!(mp(&fixture.facts()), ["T1: A", "T2: F G"], "a correction moves nobody who was granted it");
    let revoked = fixture.clone().act(fixture.revoke("T1", "A"));
    assert_eq!(mp(&revoked.facts()), ["T1: B", "T2: A F"]);
    assert_eq!(granted(&revoked.ask(revoked.grant("T1", "")).unwrap()), ["T1 1 B"]);
}

#[test]
fn an_upheld_grant_is_in_no_doubt_until_the_proposal_changes_again() {
    let fixture = fixture();
    let mut fixture = fixture.clone().act(fixture.grant("T1", ""));
    assert_eq!(fixture.ask(fixture.uphold("T1", "A")), Err(Rejection::NothingToReview), "the rules say the same");
    fixture.given = given().with(tournament("T1", 28, "B A C D E"));
    let upheld = fixture.clone().act(fixture.uphold("T1", "A"));
    let digest = upheld.proposal("T1").unwrap().digest();
    assert_eq!(upheld.ledger.of(&upheld.origin("T1")).unwrap().upheld.get(&id("A")), Some(&digest));
    assert_eq!(upheld.ask(upheld.uphold("T1", "A")), Err(Rejection::NothingToReview));
    let mut changed = upheld.clone();
    changed.given = given().with(tournament("T1", 28, "C A B D E"));
    assert!(changed.ask(changed.uphold("T1", "A")).is_ok(), "another doubt");
    let declined = upheld.clone().act(upheld.decline("T1", "A"));
    assert!(declined.ledger.of(&declined.origin("T1")).unwrap().upheld.is_empty());
}

#[test]
fn an_upheld_grant_stays_upheld_whatever_becomes_of_the_others() {
    let league_of = |order: &str| given().championship("MW", Mazowieckie).with(league("L", 16, order));
    let fixture = LedgerFixture::at("mw:MW", league_of("A B C D E F"));
    let mut fixture = fixture.clone().act(fixture.grant("L", "A B"));
    fixture.given = league_of("C=D=E=F A B");
    let upheld = fixture.clone().act(fixture.uphold("L", "A"));
    let revoked = upheld.clone().act(upheld.revoke("L", "B"));
    assert_eq!(revoked.proposal("L").unwrap().open, 3, "by the rules, not by what is left");
    assert_eq!(revoked.ask(revoked.uphold("L", "A")), Err(Rejection::NothingToReview));
}

/// Four tournaments and a Grand Prix of them, which is one too few.
fn incomplete_cycle() -> Given {
    let tournaments = (1..=4).map(|number| tournament(&format!("T{number}"), 28, &format!("W{number} A B C")));
    tournaments.fold(given(), Given::with).with(grand_prix("GP", "T1 T2 T3 T4"))
}

#[test]
fn whom_an_incomplete_grand_prix_qualifies_a_person_says_with_a_reason() {
    let fixture = LedgerFixture::at("mp:2025", incomplete_cycle());
    let proposal = fixture.proposal("GP").unwrap();
    let eligible: Vec<&str> = proposal.eligible.iter().take(3).map(|seat| seat.player.as_str()).collect();
    assert_eq!(eligible, ["A", "B", "C"], "and nobody who is qualified by a tournament");
    assert_eq!(fixture.ask(fixture.grant("GP", "")), Err(Rejection::CandidateMissing), "somebody is to be named");
    assert_eq!(fixture.ask(fixture.grant("GP", "B")), Err(Rejection::ReasonMissing));
    assert_eq!(fixture.ask(fixture.grant_because("GP", "W1")), Err(Rejection::NotProposed { player: id("W1") }));
    let named = fixture.clone().act(fixture.grant_because("GP", "B"));
    assert_eq!(mp(&named.facts()).last().unwrap(), "GP: B");
    assert_eq!(named.decisions().last().unwrap().under_review().count(), 0);
    assert_eq!(named.ask(named.grant_because("GP", "A")), Err(Rejection::NothingLeft));
}

#[test]
fn what_a_person_is_yet_to_decide_comes_before_what_its_candidates_win_later() {
    let later = |fixture: &LedgerFixture| fixture.proposal("T9").unwrap().waits_for;
    let fixture = LedgerFixture::at("mp:2025", incomplete_cycle().with(tournament("T9", 28, "A X Y")));
    assert_eq!(later(&fixture), [awaited("GP")], "A may be chosen");
    let mut both = fixture.clone();
    both.open = vec!["T0", "GP"];
    let proposal = |fixture: &LedgerFixture| fixture.proposal("T9").unwrap();
    assert_eq!(proposal(&fixture).undecided, [awaited("GP")], "it is over and lacks only the decision");
    assert_eq!((proposal(&both).waits_for.len(), proposal(&both).undecided.len()), (2, 0), "each is named once");
    assert_eq!(later(&fixture.clone().act(fixture.withhold("GP"))), []);
    let small = given()
        .with(tournament("T1", 26, "P Q R").held_in(Lubelskie).ended("2025-03-01"))
        .with(tournament("T9", 30, "P X").ended("2025-03-08"));
    let fixture = LedgerFixture::at("mp:2025", small.clone());
    assert_eq!(later(&fixture), [], "an exception takes effect when it is decided");
    let back_dated = small.rule(parameters::EXCEPTION_EFFECTIVE_AT, EffectiveAt::EventEnd);
    assert_eq!(later(&LedgerFixture::at("mp:2025", back_dated)), [awaited("T1")]);
}

#[test]
fn nobody_at_all_may_be_qualified_by_an_incomplete_grand_prix() {
    let fixture = LedgerFixture::at("mp:2025", incomplete_cycle());
    let withheld = fixture.clone().act(fixture.withhold("GP"));
    assert_eq!(mp(&withheld.facts()).last().unwrap(), "GP: nothing to give");
    assert_eq!(withheld.decisions().last().unwrap().lapsed(), 0, "it is withheld and does not lapse");
}

#[test]
fn where_a_small_grand_prix_only_names_somebody_a_person_agrees_by_granting_it() {
    let cycle = incomplete_cycle().with(tournament("T5", 28, "W5 A B C")).with(grand_prix("G2", "T1 T2 T3 T4 T5"));
    let cycle = cycle.rule(parameters::AWANS_GP_BELOW_THRESHOLD, BelowThreshold::Discretionary);
    let fixture = LedgerFixture::at("mp:2025", cycle);
    assert_eq!(mp(&fixture.facts()).last().unwrap(), "G2: 1 open for A");
    assert_eq!(fixture.ask(fixture.grant_because("G2", "B")), Err(Rejection::NotProposed { player: id("B") }));
    let agreed = fixture.clone().act(fixture.grant("G2", ""));
    assert_eq!(mp(&agreed.facts()).last().unwrap(), "G2: A");
    assert_eq!(agreed.decisions().last().unwrap().under_review().count(), 0);
    let withheld = fixture.clone().act(fixture.withhold("G2"));
    assert_eq!(mp(&withheld.facts()).last().unwrap(), "G2: nobody");
}

#[test]
fn what_nobody_in_line_can_take_a_person_may_give_where_the_rulebook_leaves_it_open() {
    let unfilled = given()
        .holding("A B C D")
        .with(tournament("T", 28, "A B C D E F"))
        .rule(parameters::AWANS_TOURNAMENT_UNFILLED, Unfilled::Decide);
    let fixture = LedgerFixture::at("mp:2025", unfilled);
    assert_eq!(mp(&fixture.facts()), ["T: 1 open"]);
    assert_eq!(fixture.ask(fixture.grant_because("T", "A")), Err(Rejection::NotProposed { player: id("A") }));
    let named = fixture.clone().act(fixture.grant_because("T", "F"));
    assert_eq!(mp(&named.facts()), ["T: F"]);
    assert_eq!(named.decisions().last().unwrap().under_review().count(), 0);
    let withheld = fixture.clone().act(fixture.withhold("T"));
    assert_eq!(mp(&withheld.facts()), ["T: nobody"]);
}

/// A league with room for three more: the cap is six, and three are qualified.
fn with_wildcards() -> Given {
    given()
        .championship("MW", Mazowieckie)
        .with(league("L", 16, "A B C D E F G H"))
        .rule(parameters::MW_WILDCARD_CAP, 6)
}

fn wildcards(fixture: &LedgerFixture) -> String {
    let facts = fixture.facts();
    proposed(&facts, &crate::season::lists::lists(&facts).mw[0].wildcards)
}

#[test]
fn a_wildcard_is_put_forward_by_one_person_and_granted_by_another() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    assert_eq!(wildcards(&fixture), "D E F");
    let fixture = fixture.clone().act(fixture.nominate(""));
    assert_eq!(fixture.ask(fixture.grant_wildcards("D")), Err(Rejection::SamePerson));
    let second = fixture.done_by("jan");
    assert_eq!(granted(&second.ask(second.grant_wildcards("E")).unwrap()), ["wildcard E"], "one by one");
    assert_eq!(second.ask(second.grant_wildcards("")), Err(Rejection::NothingRecorded), "nobody is named");
    let all = second.clone().act(second.grant_wildcards("D E F"));
    assert_eq!(wildcards(&all), "D E F");
    assert_eq!(all.ask(all.grant_wildcards("D")), Ok(vec![]), "it was granted before");
    assert_eq!(all.ask(all.nominate("G")), Err(Rejection::ReasonMissing), "the cap is reached, so G is not in line");
}

#[test]
fn wildcards_are_put_forward_only_when_no_event_can_feed_the_championship_any_more() {
    let mut fixture = LedgerFixture::at("mw:MW", with_wildcards());
    fixture.at = "2025-10-10 23:59";
    assert_eq!(fixture.ask(fixture.nominate("")), Err(Rejection::TooEarly));
    fixture.at = "2025-10-11 00:01";
    assert_eq!(granted(&fixture.ask(fixture.nominate("")).unwrap()), ["L D", "L E", "L F"]);
}

#[test]
fn whoever_is_not_in_line_is_put_forward_with_a_reason_and_no_more_than_there_is_room_for() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    assert_eq!(fixture.ask(fixture.nominate("H")), Err(Rejection::ReasonMissing));
    let LedgerAction::NominateWildcards { players, seen, offer, .. } = fixture.nominate("H") else { panic!() };
    let with_reason = LedgerAction::NominateWildcards { players, seen, offer, reason: Some(reason()) };
    let fixture = fixture.act(with_reason);
    let fixture = fixture.clone().act(fixture.nominate("D E"));
    assert_eq!(fixture.ask(fixture.nominate("F")), Err(Rejection::NothingLeft));
    let from = fixture.origin("L");
    assert_eq!(fixture.ask(fixture.nominate("A")), Err(Rejection::AlreadyHolds { player: id("A"), from }));
    let second = fixture.done_by("jan");
    let second = second.clone().act(second.grant_wildcards("H"));
    assert_eq!(wildcards(&second), "D E H", "the granted one counts to the cap before those in line");
}

#[test]
fn an_account_in_the_same_hands_grants_no_wildcard() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let mut second = fixture.clone().act(fixture.nominate("")).done_by("jan");
    second.linked_accounts = vec![fixture.by];
    assert_eq!(second.ask(second.grant_wildcards("D")), Err(Rejection::SamePerson));
    second.linked_accounts = vec!["somebody-else"];
    assert!(second.ask(second.grant_wildcards("D")).is_ok());
}

#[test]
fn the_reason_stays_with_whoever_is_not_in_line_also_beside_those_who_are() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let LedgerAction::NominateWildcards { players, seen, offer, .. } = fixture.nominate("D H") else { panic!() };
    let events = fixture.ask(LedgerAction::NominateWildcards { players, seen, offer, reason: Some(reason()) }).unwrap();
    let summary = |event: &LedgerEvent| (event.player().unwrap().to_string(), event.reason());
    assert_eq!(
        events.iter().map(summary).collect::<Vec<_>>(),
        [("H".to_owned(), Some(reason())), ("D".to_owned(), None)],
        "the text goes with the first event"
    );
}

#[test]
fn whom_the_rulebook_bars_from_abroad_is_put_forward_by_nobody() {
    let nominate = |allowed: bool| {
        let given = with_wildcards().foreign("H").rule(parameters::FOREIGNERS_MW_AWANS, allowed);
        let fixture = LedgerFixture::at("mw:MW", given);
        let LedgerAction::NominateWildcards { players, seen, offer, .. } = fixture.nominate("H") else { panic!() };
        fixture.ask(LedgerAction::NominateWildcards { players, seen, offer, reason: Some(reason()) })
    };
    assert_eq!(nominate(false), Err(Rejection::NotProposed { player: id("H") }));
    assert_eq!(granted(&nominate(true).unwrap()), ["L H"]);
}

#[test]
fn who_has_become_qualified_meanwhile_gets_no_wildcard_and_takes_no_room() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let mut fixture = fixture.clone().act(fixture.nominate("D E")).done_by("jan");
    fixture = fixture.clone().act(fixture.grant_wildcards("D"));
    fixture.given = given()
        .championship("MW", Mazowieckie)
        .with(league("L", 16, "D E A B C F G H"))
        .rule(parameters::MW_WILDCARD_CAP, 6);
    assert_eq!(wildcards(&fixture), "B C F", "D and E are qualified by the league");
    let from = fixture.origin("L");
    assert_eq!(fixture.ask(fixture.grant_wildcards("E")), Err(Rejection::AlreadyHolds { player: id("E"), from }));
    assert_eq!(fixture.ask(fixture.grant_wildcards("")), Err(Rejection::NothingRecorded));
    let offer = fixture.offer();
    assert_eq!((offer.waiting(&fixture.ledger).count(), offer.room(&fixture.ledger)), (0, 3), "E waits for nothing");
}

#[test]
fn a_wildcard_that_is_taken_back_goes_to_the_next_in_line() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let fixture = fixture.clone().act(fixture.nominate("")).done_by("jan");
    let fixture = fixture.clone().act(fixture.grant_wildcards("D E F"));
    let fixture = fixture.act(LedgerAction::WithdrawWildcard { player: id("E"), reason: reason() });
    assert_eq!(wildcards(&fixture), "D F G");
    assert_eq!(fixture.ask(fixture.nominate("E")), Err(Rejection::ReasonMissing));
}

#[test]
fn who_declined_a_championship_is_not_proposed_for_a_wildcard_to_it() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let fixture = fixture.clone().act(fixture.decline("L", "A"));
    assert_eq!(mw(&fixture.facts()), ["L: B C D"]);
    assert_eq!(wildcards(&fixture), "E F G");
}

#[test]
fn wildcards_and_choices_are_to_voivodeship_championships_only() {
    let fixture = fixture();
    assert_eq!(fixture.ask(fixture.nominate("")), Err(Rejection::UnknownOrigin));
    let choice = LedgerAction::Choose { player: id("A"), qualified: true, colliding: vec![], overtaken: false };
    assert_eq!(fixture.ask(choice), Err(Rejection::UnknownOrigin));
    let mw = LedgerFixture::at("mw:MW", with_wildcards());
    let nominee =
        LedgerAction::NameNominee { player: None, seen: None, previous: vec![], championship: None, reason: None };
    assert_eq!(mw.ask(nominee), Err(Rejection::UnknownOrigin));
}

#[test]
fn a_player_chooses_among_championships_on_the_same_days_for_which_they_are_qualified() {
    let fixture = LedgerFixture::at("mw:MW", with_wildcards());
    let colliding = vec![ChampionshipId::parse("MW-2").unwrap()];
    let choose =
        |qualified, colliding| LedgerAction::Choose { player: id("A"), qualified, colliding, overtaken: false };
    assert_eq!(fixture.ask(choose(false, colliding.clone())), Err(Rejection::NotQualified { player: id("A") }));
    assert_eq!(fixture.ask(choose(true, vec![])), Err(Rejection::NoCollision));
    let before = mw(&fixture.facts());
    let chosen = fixture.act(choose(true, colliding.clone()));
    assert_eq!(chosen.ledger.choices[&id("A")].instead_of, colliding);
    assert_eq!(chosen.ask(choose(true, colliding.clone())), Ok(vec![]), "the same choice again");
    let back = LedgerAction::Choose { player: id("A"), qualified: true, colliding, overtaken: true };
    assert_eq!(chosen.ask(back).unwrap().len(), 1, "the same choice after another one");
    assert_eq!(mw(&chosen.facts()), before, "what is not used does not pass on (AMB-83)");
}

/// E31: A represented the country before, B is no citizen.
fn national_results() -> NationalResults {
    let line = |player: &str, number, citizen| NationalResult { player: id(player), place: place(number), citizen };
    let places = vec![line("A", 1, true), line("B", 2, false), line("C", 3, true), line("D", 4, true)];
    NationalResults { tournament: CompetitionId::parse("MP").unwrap(), places }
}

fn name(player: Option<&str>, previous: &str, because: Option<crate::event::Commitment>) -> LedgerAction {
    let (results, previous) = (national_results(), ids(previous));
    let seen = Some(results.proposal_digest(&previous, &Rulebook::default()));
    LedgerAction::NameNominee { player: player.map(id), seen, previous, championship: Some(results), reason: because }
}

#[test]
fn the_proposed_nominee_is_named_by_whoever_has_looked_at_the_proposal() {
    let fixture = fixture();
    let unseen = |player: Option<&str>, seen| {
        let LedgerAction::NameNominee { previous, championship, .. } = name(None, "A", None) else { panic!() };
        LedgerAction::NameNominee { player: player.map(id), seen, previous, championship, reason: None }
    };
    let current = national_results().proposal_digest(&ids("A"), &Rulebook::default());
    assert_eq!(fixture.ask(unseen(None, None)), Err(Rejection::Stale { current }));
    assert_eq!(fixture.ask(unseen(None, Some(Digest::of(b"older")))), Err(Rejection::Stale { current }));
    assert!(fixture.ask(unseen(Some("C"), None)).is_ok(), "somebody was named");
}

#[test]
fn e31_the_nominee_is_the_best_citizen_who_did_not_go_last_time() {
    let fixture = fixture();
    let nominee = |fixture: LedgerFixture| {
        fixture.ledger.nominee.map(|nominee| (nominee.player.to_string(), nominee.place.number()))
    };
    assert_eq!(nominee(fixture.clone().act(name(None, "A", None))), Some(("C".to_owned(), 3)));
    assert_eq!(nominee(fixture.clone().act(name(None, "", None))), Some(("A".to_owned(), 1)));
    assert_eq!(fixture.ask(name(Some("A"), "A", Some(reason()))), Err(Rejection::NotEligible { player: id("A") }));
    assert_eq!(fixture.ask(name(Some("B"), "", Some(reason()))), Err(Rejection::NotEligible { player: id("B") }));
    assert_eq!(fixture.ask(name(Some("D"), "A", None)), Err(Rejection::ReasonMissing));
    assert_eq!(fixture.ask(name(Some("Z"), "A", None)), Err(Rejection::NotProposed { player: id("Z") }));
    assert_eq!(nominee(fixture.clone().act(name(Some("D"), "A", Some(reason())))), Some(("D".to_owned(), 4)));
}

#[test]
fn a_nominee_is_named_anew_only_when_something_changed_and_can_be_taken_back() {
    let fixture = fixture().act(name(None, "A", None));
    assert_eq!(fixture.ask(name(None, "A", None)), Ok(vec![]));
    let other = fixture.clone().act(name(None, "", None));
    assert_eq!(other.ledger.nominee.as_ref().unwrap().player, id("A"));
    assert!(fixture.act(LedgerAction::WithdrawNominee { reason: reason() }).ledger.nominee.is_none());
}

#[test]
fn before_the_championship_has_results_nobody_is_named() {
    let unnamed =
        LedgerAction::NameNominee { player: None, seen: None, previous: vec![], championship: None, reason: None };
    assert_eq!(fixture().ask(unnamed), Err(Rejection::NoResults));
}

#[test]
fn a_nominee_beyond_the_last_place_of_the_rulebook_is_refused() {
    let fixture = LedgerFixture::at("mp:2025", two_tournaments().rule(parameters::WRC_MAX_PLACE, Some(3)));
    assert_eq!(fixture.ask(name(Some("D"), "", Some(reason()))), Err(Rejection::NotEligible { player: id("D") }));
}

#[test]
fn a_ledger_in_which_everything_was_taken_back_is_empty() {
    let fixture = fixture();
    let granted = fixture.clone().act(fixture.grant("T1", ""));
    let revoked = granted.clone().act(granted.revoke("T1", "A"));
    assert_eq!(revoked.ledger, Ledger::default());
}

#[test]
fn every_rejection_has_a_name_and_a_rule_of_its_own_kind() {
    let player = || id("A");
    let origin = SeatOrigin { source: Source::Ranking, event: None };
    let all = [
        Rejection::UnknownOrigin,
        Rejection::Stale { current: Digest::of(b"") },
        Rejection::EarlierEventsOpen { events: vec![], undecided: vec![] },
        Rejection::CandidateMissing,
        Rejection::TooEarly,
        Rejection::NotProposed { player: player() },
        Rejection::TieOpen,
        Rejection::NothingLeft,
        Rejection::AlreadyHolds { player: player(), from: origin },
        Rejection::HasDeclined { player: player() },
        Rejection::NothingRecorded,
        Rejection::NothingToReview,
        Rejection::ReasonMissing,
        Rejection::SamePerson,
        Rejection::NoCollision,
        Rejection::NotQualified { player: player() },
        Rejection::NoResults,
        Rejection::NotEligible { player: player() },
    ];
    let codes: std::collections::BTreeSet<&str> = all.iter().map(Rejection::code).collect();
    assert_eq!(codes.len(), all.len());
    assert!(all.iter().all(|rejection| !rejection.rule().is_empty()));
}

#[test]
fn a_championship_is_read_as_it_is_written() {
    for written in ["mp:2025", "mw:mw-2025-śląskie", "mp:a:b"] {
        assert_eq!(written.parse::<Target>().unwrap().to_string(), written);
    }
    for wrong in ["", "mp", "mp:", "wrc:2025", "mp2025"] {
        assert!(wrong.parse::<Target>().is_err(), "{wrong}");
    }
}
