//! What named persons have settled about qualifications: facts that the calculation takes as given.

use super::{Considered, Decision, Origin, Pending, Refusal, Source, Verdict};
use crate::ids::{ChampionshipId, PlayerKey, SeasonId};
use crate::place::Place;
use crate::wildcard::Wildcard;
use rustc_hash::FxHashMap;

/// Everything that was settled, by championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    /// About the national championship, by season.
    pub mp: FxHashMap<SeasonId, SeatBook>,
    /// About the voivodeship championships.
    pub mw: FxHashMap<ChampionshipId, SeatBook>,
}

/// What was settled about one championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatBook {
    /// By where the qualifications come from.
    pub seats: FxHashMap<(Source, Origin), SettledSeats>,
    /// Wildcards that were granted.
    pub wildcards: Vec<Wildcard>,
    /// Who does not take a wildcard.
    pub wildcards_declined: Vec<PlayerKey>,
}

/// What was settled about the qualifications of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettledSeats {
    /// To whom they were granted, with the place.
    pub granted: Vec<(PlayerKey, Place)>,
    /// Who declined, with the place.
    pub declined: Vec<DeclinedBy>,
    /// How many go to nobody.
    pub withheld: u32,
}

/// Somebody who declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclinedBy {
    /// Who.
    pub player: PlayerKey,
    /// With which place.
    pub place: Place,
    /// Whether it passes to the next person (AMB-67).
    pub passed_on: bool,
}

impl SeatBook {
    /// Everybody who was granted a qualification, and where.
    pub fn holders(&self) -> impl Iterator<Item = (PlayerKey, Origin)> {
        self.seats.iter().flat_map(|((_, event), seats)| seats.granted.iter().map(|(player, _)| (*player, *event)))
    }

    /// Everybody who declined, and where.
    pub fn declined(&self) -> impl Iterator<Item = (PlayerKey, Origin)> {
        self.seats.iter().flat_map(|((_, event), seats)| seats.declined.iter().map(|by| (by.player, *event)))
    }

    /// What was settled about events that give nothing any more, because they do not belong here now.
    pub(crate) fn without_decision(&self, decisions: &[Decision]) -> Vec<Decision> {
        let decided = |origin: &(Source, Origin)| decisions.iter().any(|known| (known.source, known.event) == *origin);
        let mut gone: Vec<_> = self.seats.iter().filter(|(origin, _)| !decided(origin)).collect();
        gone.sort_unstable_by_key(|(origin, _)| **origin);
        let decision = |((source, event), settled): (&(Source, Origin), &SettledSeats)| {
            let mut decision = Decision::refused(*source, *event, Refusal::Gone);
            decision.without_grants = Some(Vec::new());
            decision.settle(settled);
            decision
        };
        gone.into_iter().map(decision).collect()
    }
}

impl SettledSeats {
    /// How many qualifications are neither to be granted nor to be proposed any more.
    pub fn gone(&self) -> u32 {
        self.withheld + self.declined.iter().filter(|by| !by.passed_on).count() as u32
    }

    fn is_granted(&self, player: PlayerKey) -> bool {
        self.granted.iter().any(|(granted, _)| *granted == player)
    }

    /// What was settled about somebody here, as far as it stands in the way of a proposal.
    pub fn verdict(&self, player: PlayerKey) -> Option<Verdict> {
        if self.is_granted(player) {
            return Some(Verdict::Granted);
        }
        self.declined.iter().find(|by| by.player == player).map(|by| Verdict::Declined { passed_on: by.passed_on })
    }
}

impl Decision {
    /// Puts what was settled into a decision that was made without looking at everybody: whom the walk down did not reach is
    /// still told.
    pub(crate) fn settle(&mut self, settled: &SettledSeats) {
        let told = |considered: &[Considered], player| considered.iter().any(|known| known.player == player);
        for (player, place) in &settled.granted {
            if !told(&self.considered, *player) {
                let granted = Considered { player: *player, place: *place, verdict: Verdict::Granted };
                self.considered.push(granted);
            }
        }
        for DeclinedBy { player, place, passed_on } in &settled.declined {
            if !told(&self.considered, *player) {
                let verdict = Verdict::Declined { passed_on: *passed_on };
                self.considered.push(Considered { player: *player, place: *place, verdict });
            }
        }
        self.considered.sort_by_key(|considered| considered.place);
        self.confirmed = settled.granted.iter().map(|(player, _)| *player).collect();
        self.withheld = settled.withheld;
        // What is open when nobody in particular is a candidate shrinks with what was granted or withheld.
        if let Some(Pending { open, candidates }) = &mut self.pending
            && candidates.is_empty()
        {
            *open = open.saturating_sub(settled.granted.len() as u32 + settled.gone());
            if *open == 0 {
                self.pending = None;
            }
        }
    }
}
