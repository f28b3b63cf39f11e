//! States of a qualification: proposed by the rules, granted by a person, or granted and in doubt.

use crate::views::{Records, RuleSet};
use domain::qualification::Decision;
pub use domain::qualification::QualificationState;
use domain::qualification::ledger::{Proposal, Target};
use domain::values::ids::{ChampionshipId, PlayerId, PlayerKey};

/// The decisions on a championship, in their order, with what they are computed from.
pub fn decisions<'a>(records: &'a Records, target: &Target) -> Option<(&'a RuleSet, &'a [Decision])> {
    let computed = records.computed();
    Some(match target {
        Target::Mp(season) => {
            let (set, lists) = computed.season(season)?;
            (set, &lists.mp)
        }
        Target::Mw(championship) => {
            let (set, list) = computed.championship(championship)?;
            (set, &list.decisions)
        }
    })
}

/// The state of the qualification of a player on the list.
pub fn qualification_state(
    records: &Records,
    target: &Target,
    set: &RuleSet,
    decision: &Decision,
    player: PlayerKey,
) -> QualificationState {
    if !decision.confirmed.contains(&player) {
        return QualificationState::Proposed;
    }
    if !decision.under_review().any(|doubtful| doubtful == player) {
        return QualificationState::Granted;
    }
    let proposal = Proposal::of(&set.facts, decision);
    let ledger = records.ledger(target).and_then(|entry| entry.ledger.of(&proposal.origin));
    let upheld = ledger.and_then(|seats| seats.upheld.get(set.facts.player_id(player)));
    if upheld == Some(&proposal.digest()) { QualificationState::Granted } else { QualificationState::Review }
}

/// The state of a wildcard that stands on the list of a championship: proposed by the rules, put forward by a person,
/// or granted.
pub fn wildcard_state(records: &Records, championship: &ChampionshipId, player: &PlayerId) -> &'static str {
    let ledger = records.ledger(&Target::Mw(championship.clone())).map(|entry| &entry.ledger);
    match ledger.and_then(|ledger| ledger.wildcards.get(player)) {
        None => "proposed",
        Some(known) if known.granted_by.is_none() => "nominated",
        Some(_) => "granted",
    }
}
