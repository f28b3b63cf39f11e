//! Passing qualifications down a table of places, with ties for the last of them (R-AW, P-SEATS).

use super::{Considered, Decision, Pending, SettledSeats, Source, Verdict};
use crate::ids::PlayerKey;
use crate::place::Place;
use crate::rulebook::{BoundaryTie, Step};
use rustc_hash::FxHashMap;

/// A player with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The player.
    pub player: PlayerKey,
    /// The place that counts.
    pub place: Place,
    /// Why this player cannot get a qualification by the event alone, if so.
    pub barred: Option<Verdict>,
}

/// How much there is to give, and how far down.
#[derive(Debug, Clone, Copy)]
pub struct Seats<'a> {
    /// How many qualifications.
    pub count: u32,
    /// The last place that may get one; `None` for no limit.
    pub depth: Option<u32>,
    /// The order that the competent body set among tied players.
    pub tie_decision: Option<&'a [PlayerKey]>,
    /// What a tie for the last of them does.
    pub boundary_tie: BoundaryTie,
}

/// The number of qualifications for this many persons: that of the last step reached (R-AWT-03, R-AWL-01).
pub fn seats_for(steps: &[Step], persons: u32) -> u32 {
    steps.iter().take_while(|step| step.from <= persons).last().map_or(0, |step| step.seats)
}

/// Walks down the places and gives out what there is.
///
/// `candidates` must be in the order of place, then of id. `obstacle` tells why a player is passed over at this moment.
/// Eligible players who share a place are one group: if not everybody in it can get one, a tie decision that orders all
/// of them settles it, and otherwise the group becomes pending and nobody further down gets anything.
pub fn pass_down(
    candidates: impl IntoIterator<Item = Candidate>,
    seats: Seats<'_>,
    obstacle: impl Fn(PlayerKey) -> Option<Verdict>,
) -> (Vec<Considered>, Option<Pending>) {
    let mut considered = Vec::new();
    let mut left = seats.count as usize;
    let order = seats.tie_decision.unwrap_or_default();
    let decided_order: FxHashMap<PlayerKey, usize> =
        order.iter().enumerate().map(|(position, player)| (*player, position)).collect();
    let mut candidates = candidates
        .into_iter()
        .take_while(|candidate| seats.depth.is_none_or(|depth| candidate.place.number() <= depth))
        .peekable();
    while left > 0
        && let Some(first) = candidates.next()
    {
        let place = first.place;
        let mut group = vec![first];
        while let Some(tied) = candidates.next_if(|candidate| candidate.place == place) {
            group.push(tied);
        }
        let mut eligible = Vec::new();
        for candidate in group {
            match candidate.barred.or_else(|| obstacle(candidate.player)) {
                Some(verdict) => considered.push(Considered { player: candidate.player, place, verdict }),
                None => eligible.push(candidate.player),
            }
        }
        let decided = if eligible.len() > 1 { ordered_by(&decided_order, &eligible) } else { None };
        let mut consider = |players: &[PlayerKey], verdict| {
            considered.extend(players.iter().map(|player| Considered { player: *player, place, verdict }));
        };
        if eligible.len() <= left {
            consider(decided.as_deref().unwrap_or(&eligible), Verdict::Granted);
            left -= eligible.len();
        } else if let Some(decided) = decided {
            consider(&decided[..left], Verdict::Granted);
            consider(&decided[left..], Verdict::LostTie);
            left = 0;
        } else {
            match seats.boundary_tie {
                BoundaryTie::Decide => {
                    consider(&eligible, Verdict::Pending);
                    return (considered, Some(Pending { open: left as u32, candidates: eligible }));
                }
                BoundaryTie::IncludeAll => consider(&eligible, Verdict::Granted),
                BoundaryTie::ExcludeAll => consider(&eligible, Verdict::TiedOut),
            }
            left = 0;
        }
    }
    (considered, None)
}

/// Walks down with what was settled: what was granted stays, and what is left is proposed. Source, event, seats, depth and
/// moment are the caller's to say.
pub(crate) fn walk_down(
    candidates: impl IntoIterator<Item = Candidate>,
    seats: Seats<'_>,
    settled: Option<&SettledSeats>,
    obstacle: impl Fn(PlayerKey) -> Option<Verdict>,
) -> Decision {
    let decision = |considered, pending| Decision {
        source: Source::Ranking,
        event: None,
        seats: 0,
        depth: None,
        considered,
        pending,
        refusal: None,
        decided_at: None,
        confirmed: Vec::new(),
        withheld: 0,
        without_grants: None,
    };
    let Some(settled) = settled else {
        let (considered, pending) = pass_down(candidates, seats, obstacle);
        return decision(considered, pending);
    };
    let candidates: Vec<Candidate> = candidates.into_iter().collect();
    let to_give = Seats { count: seats.count.saturating_sub(settled.gone()), ..seats };
    let as_if_ungranted = |player| match settled.verdict(player) {
        Some(Verdict::Granted) => None,
        Some(verdict) => Some(verdict),
        None => obstacle(player),
    };
    let (without_grants, _) = pass_down(candidates.iter().copied(), to_give, as_if_ungranted);
    let granted = settled.granted.len() as u32;
    let left = Seats { count: to_give.count.saturating_sub(granted), ..seats };
    let as_settled = |player| settled.verdict(player).or_else(|| obstacle(player));
    let (considered, pending) = pass_down(candidates, left, as_settled);
    let mut decision = decision(considered, pending);
    decision.without_grants = (granted > 0).then_some(without_grants);
    decision.settle(settled);
    decision
}

/// The group in the order of the decision, if the decision orders all of it.
fn ordered_by(order: &FxHashMap<PlayerKey, usize>, group: &[PlayerKey]) -> Option<Vec<PlayerKey>> {
    let mut positions: Vec<(usize, PlayerKey)> =
        group.iter().map(|player| Some((*order.get(player)?, *player))).collect::<Option<_>>()?;
    positions.sort_unstable();
    Some(positions.into_iter().map(|(_, player)| player).collect())
}
