//! Passing qualifications down a table of places, with ties for the last of them (R-AW, P-SEATS).

use super::{Considered, Decision, Pending, SettledSeats, Source, Verdict};
use crate::rulebook::{BoundaryTie, Step};
use crate::values::ids::PlayerKey;
use crate::values::place::Place;
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub player: PlayerKey,
    pub place: Place,
    /// Why the competition itself bars this player.
    pub barred: Option<Verdict>,
}

/// Number of qualifications and how far down they pass.
#[derive(Debug, Clone, Copy)]
pub struct Seats<'a> {
    pub count: u32,
    /// The last place that may get one; `None` for no limit.
    pub depth: Option<u32>,
    /// The order that the competent body set among tied players.
    pub tie_decision: Option<&'a [PlayerKey]>,
    pub boundary_tie: BoundaryTie,
}

/// The number of qualifications for this many persons: that of the last step reached (R-AWT-03, R-AWL-01).
pub fn seats_for(steps: &[Step], persons: u32) -> u32 {
    steps.iter().take_while(|step| step.from <= persons).last().map_or(0, |step| step.seats)
}

/// Passes qualifications down the places.
///
/// `candidates` must be in the order of place, then of id. `obstacle` tells why a player is passed over at this moment.
/// Eligible players who share a place are one group: if there is not one for each of them, a tie decision that orders
/// all of them settles it; otherwise the group becomes pending and no player further down gets anything.
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

/// Walks down with what was settled: what was granted stays, and what is left is proposed. Source, competition, seats,
/// depth and moment are the caller's to say; its `obstacle` leaves aside what was granted here.
pub(crate) fn allocate_seats(
    candidates: impl IntoIterator<Item = Candidate>,
    seats: Seats<'_>,
    settled: Option<&SettledSeats>,
    obstacle: impl Fn(PlayerKey) -> Option<Verdict>,
) -> Decision {
    let decision =
        |considered, pending| Decision { considered, pending, ..Decision::without_seats(Source::Ranking, None) };
    let Some(settled) = settled else {
        let (considered, pending) = pass_down(candidates, seats, obstacle);
        return decision(considered, pending);
    };
    let candidates: Vec<Candidate> = candidates.into_iter().collect();
    let withheld = settled.withheld.min(seats.count);
    let to_give = Seats { count: seats.count - withheld, ..seats };
    let (before_grants, forfeited) = before_grants(&candidates, to_give, settled, &obstacle);
    let granted = settled.granted.len() as u32;
    let left = Seats { count: to_give.count.saturating_sub(forfeited + granted), ..seats };
    let unbarred = candidates.iter().map(|candidate| Candidate {
        barred: candidate.barred.filter(|_| settled.verdict(candidate.player).is_none()),
        ..*candidate
    });
    let (considered, pending) =
        pass_down(unbarred, left, |player| settled.verdict(player).or_else(|| obstacle(player)));
    let mut decision = decision(considered, pending);
    // The verdicts on players passed over are kept also when nothing is left to give.
    let passed_over = before_grants.iter().filter(|it| !matches!(it.verdict, Verdict::Granted | Verdict::Pending));
    for considered in passed_over {
        let is_told = decision.considered.iter().any(|known| known.player == considered.player);
        if !is_told && settled.verdict(considered.player).is_none() {
            decision.considered.push(*considered);
        }
    }
    decision.withheld = withheld;
    decision.forfeited = forfeited;
    let places: FxHashMap<PlayerKey, Place> = candidates.iter().map(|it| (it.player, it.place)).collect();
    decision.merge_recorded(settled, |player| places.get(&player).copied());
    // Players who share a place stand in the order of the rules, not in the order of grants.
    let order: FxHashMap<PlayerKey, usize> =
        before_grants.iter().enumerate().map(|(position, it)| (it.player, position)).collect();
    decision.considered.sort_by_key(|it| (it.place, order.get(&it.player).copied().unwrap_or(usize::MAX)));
    decision.without_grants = (granted > 0).then_some(before_grants);
    decision
}

/// Walks down as if nothing had been granted; tells also how many stay empty because who was in line declined.
fn before_grants(
    candidates: &[Candidate],
    seats: Seats<'_>,
    settled: &SettledSeats,
    obstacle: impl Fn(PlayerKey) -> Option<Verdict>,
) -> (Vec<Considered>, u32) {
    let keeps = |player| settled.declined_by(player).is_some_and(|by| !by.passed_on);
    // A player who declined uses up the qualification in line and leaves it empty, but takes no part in ties.
    let mut out_of_ties: Vec<PlayerKey> = Vec::new();
    let mut walk = loop {
        let in_line = |player| match settled.declined_by(player) {
            Some(by) if by.passed_on || out_of_ties.contains(&player) => {
                Some(Verdict::Declined { passed_on: by.passed_on })
            }
            Some(_) => None,
            None => obstacle(player),
        };
        let (walk, _) = pass_down(candidates.iter().copied(), seats, in_line);
        let in_a_tie = |it: &&Considered| matches!(it.verdict, Verdict::Pending | Verdict::LostTie) && keeps(it.player);
        let tied: Vec<PlayerKey> = walk.iter().filter(in_a_tie).map(|it| it.player).collect();
        if tied.is_empty() {
            break walk;
        }
        out_of_ties.extend(tied);
    };
    let mut forfeited = 0;
    for considered in walk.iter_mut().filter(|it| it.verdict == Verdict::Granted && keeps(it.player)) {
        considered.verdict = Verdict::Declined { passed_on: false };
        forfeited += 1;
    }
    (walk, forfeited)
}

/// The group in the order of the decision, if the decision orders all of it.
fn ordered_by(order: &FxHashMap<PlayerKey, usize>, group: &[PlayerKey]) -> Option<Vec<PlayerKey>> {
    let mut positions: Vec<(usize, PlayerKey)> =
        group.iter().map(|player| Some((*order.get(player)?, *player))).collect::<Option<_>>()?;
    positions.sort_unstable();
    Some(positions.into_iter().map(|(_, player)| player).collect())
}
