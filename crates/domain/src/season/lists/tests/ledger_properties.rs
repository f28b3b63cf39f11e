//! Invariants of every season while named persons settle its qualifications step by step (AMB-68, AMB-90).

use crate::competitions::grand_prix::GrandPrixStandings;
use crate::qualification::ledger::Rejection;
use crate::qualification::{Decision, SettledQualifications};
use crate::season::lists::lists;
use crate::test_support::ledger_fixture::LedgerFixture;
use crate::test_support::random_season::{RandomSeason, random_season};
use crate::test_support::summary::origin;
use crate::values::ids::PlayerKey;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::sync::Arc;

const TARGETS: [&str; 3] = ["mp:2025", "mw:MW-M", "mw:MW-L"];

/// The rows of a list: competition, place, player; and what is open.
fn rows(fixture: &LedgerFixture) -> Vec<String> {
    let facts = fixture.facts();
    let summary = |decision: &Decision| {
        let competition = origin(&facts, decision.competition).to_owned();
        let granted = decision.granted().map(|it| format!("{competition} {} {}", it.place, facts.player_id(it.player)));
        let mut rows: Vec<String> = granted.collect();
        rows.extend(decision.pending.iter().map(|pending| format!("{competition} {pending:?}")));
        rows
    };
    fixture.decisions().iter().flat_map(summary).collect()
}

/// The other lists: the ranking, the wildcards and the tables of the Grand Prix.
fn everything(fixture: &LedgerFixture) -> String {
    let facts = fixture.facts();
    let lists = lists(&facts);
    let table =
        |cycle: &Arc<GrandPrixStandings>| -> Vec<_> { cycle.table.rows().map(|row| (row.place, row.player)).collect() };
    let cycles: Vec<_> = lists.grand_prix.iter().map(table).collect();
    let wildcards: Vec<_> = lists.mw.iter().map(|list| &list.wildcards).collect();
    let ranking: Vec<_> = lists.seasons[0].ranking.rows().map(|row| (row.place, row.player, row.points)).collect();
    format!("{cycles:?} {wildcards:?} {ranking:?}")
}

/// Competitions from which something is proposed, with the players.
fn proposals(fixture: &LedgerFixture) -> Vec<(String, Vec<String>)> {
    let facts = fixture.facts();
    let summary = |decision: &Decision| {
        let players = decision.granted().map(|it| facts.player_id(it.player).to_string()).collect();
        (origin(&facts, decision.competition).to_owned(), players)
    };
    let all = fixture.decisions();
    all.iter().map(summary).filter(|(_, players): &(String, Vec<String>)| !players.is_empty()).collect()
}

/// An act at random, if the rules let it happen.
#[derive(Debug, Clone)]
struct Step {
    act: u8,
    competition: Index,
    player: Index,
}

fn step() -> impl Strategy<Value = Step> {
    (0..6_u8, any::<Index>(), any::<Index>()).prop_map(|(act, competition, player)| Step { act, competition, player })
}

fn take(fixture: &LedgerFixture, step: &Step) -> LedgerFixture {
    let proposals = proposals(fixture);
    if proposals.is_empty() {
        return fixture.clone();
    }
    let (competition, players) = &proposals[step.competition.index(proposals.len())];
    let player = &players[step.player.index(players.len())];
    let action = match step.act {
        0 => fixture.grant(competition, ""),
        1 => fixture.grant(competition, player),
        2 => fixture.decline(competition, player),
        3 => fixture.decline_and_pass_on(competition, player),
        4 => fixture.withhold(competition),
        _ => fixture.revoke(competition, player),
    };
    match fixture.ask(action.clone()) {
        Ok(_) => fixture.clone().act(action),
        Err(_) => fixture.clone(),
    }
}

/// Whether everything that a competition has to give is somewhere.
fn sum_fits(decision: &Decision) -> Result<(), TestCaseError> {
    let open = decision.pending.as_ref().map_or(0, |pending| pending.open);
    let (granted, proposed) = {
        let is_confirmed = |player: PlayerKey| decision.confirmed.contains(&player);
        let granted = decision.granted().filter(|it| is_confirmed(it.player)).count() as u32;
        (granted, decision.granted().count() as u32 - granted)
    };
    prop_assert_eq!(granted as usize, decision.confirmed.len(), "{:?}", decision);
    let sum = granted + proposed + open + decision.lapsed() + decision.withheld + decision.forfeited;
    prop_assert_eq!(sum, decision.seats, "{:?}", decision);
    Ok(())
}

/// No player is qualified twice.
fn one_each(decisions: &[Decision]) -> Result<(), TestCaseError> {
    let mut seen = BTreeSet::new();
    for granted in decisions.iter().flat_map(Decision::granted) {
        prop_assert!(seen.insert(granted.player), "{:?} twice", granted.player);
    }
    Ok(())
}

fn fixture(season: &RandomSeason, target: usize) -> LedgerFixture {
    LedgerFixture::at(TARGETS[target], season.given())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn with_nothing_settled_the_lists_are_those_of_the_events(season in random_season(), target in 0..3_usize) {
        let plain = season.given().facts();
        prop_assert_eq!(&plain.settled, &SettledQualifications::default());
        let fixture = fixture(&season, target);
        let (settled, plain) = (lists(&fixture.facts()), lists(&plain));
        prop_assert_eq!(&settled.seasons[0].mp, &plain.seasons[0].mp);
        prop_assert_eq!(&settled.mw, &plain.mw);
    }

    #[test]
    fn granting_exactly_what_is_proposed_changes_no_row_of_any_list(
        season in random_season(), target in 0..3_usize, order in any::<u64>(),
    ) {
        let mut fixture = fixture(&season, target);
        let (rows_before, before) = (rows(&fixture), everything(&fixture));
        let mut competitions: Vec<String> = proposals(&fixture).into_iter().map(|(competition, _)| competition).collect();
        // In any order: grants elsewhere do not block a proposed player.
        let count = competitions.len().max(1);
        competitions.rotate_left(order as usize % count);
        let mut waiting = BTreeSet::new();
        for competition in competitions {
            if fixture.proposal(&competition).unwrap().waits_for.is_empty() {
                fixture = fixture.clone().act(fixture.grant(&competition, ""));
            } else {
                let refused = matches!(fixture.ask(fixture.grant(&competition, "")), Err(Rejection::EarlierEventsOpen { .. }));
                prop_assert!(refused, "{}", competition);
                waiting.insert(competition);
            }
            prop_assert_eq!(&rows(&fixture), &rows_before);
        }
        prop_assert_eq!(everything(&fixture), before);
        let facts = fixture.facts();
        for decision in fixture.decisions() {
            prop_assert_eq!(decision.under_review().count(), 0);
            let all = decision.confirmed.len() == decision.granted().count();
            prop_assert!(all || waiting.contains(origin(&facts, decision.competition)), "{:?}", decision);
        }
    }

    #[test]
    fn whatever_is_done_the_sum_fits_and_nobody_is_qualified_twice(
        season in random_season(), target in 0..3_usize, steps in proptest::collection::vec(step(), 1..12),
    ) {
        let mut fixture = fixture(&season, target);
        for step in &steps {
            fixture = take(&fixture, step);
            let decisions = fixture.decisions();
            for decision in &decisions {
                sum_fits(decision)?;
            }
            one_each(&decisions)?;
        }
    }

    #[test]
    fn a_correction_moves_nobody_who_was_granted_a_qualification(
        before in random_season(), after in random_season(), target in 0..3_usize,
        steps in proptest::collection::vec(step(), 1..8),
    ) {
        let mut fixture = fixture(&before, target);
        for step in &steps {
            fixture = take(&fixture, step);
        }
        let held = |fixture: &LedgerFixture| -> BTreeSet<String> {
            let facts = fixture.facts();
            let confirmed = |decision: &Decision| {
                let competition = origin(&facts, decision.competition).to_owned();
                let on_the_list: BTreeSet<PlayerKey> = decision.granted().map(|it| it.player).collect();
                let still = decision.confirmed.iter().filter(|player| on_the_list.contains(player));
                still.map(|player| format!("{competition} {}", facts.player_id(*player))).collect::<Vec<_>>()
            };
            fixture.decisions().iter().flat_map(confirmed).collect()
        };
        // Players and competitions that the other season does not know are left out of its input.
        let known = after.given().facts();
        let in_both = |line: &String| {
            let (competition, player) = line.split_once(' ').unwrap();
            let competition = competition == "ranking" || known.competitions.iter().any(|id| id.as_str() == competition);
            competition && known.player_key(player).is_some()
        };
        let expected: BTreeSet<String> = held(&fixture).into_iter().filter(in_both).collect();
        let corrected = LedgerFixture { given: after.given(), ..fixture };
        prop_assert!(held(&corrected).is_superset(&expected));
        one_each(&corrected.decisions())?;
    }
}
