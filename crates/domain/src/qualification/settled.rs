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
    /// Whose wildcard was taken back.
    pub wildcards_withdrawn: Vec<PlayerKey>,
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
    pub fn declined(&self) -> impl Iterator<Item = (PlayerKey, (Source, Origin))> {
        self.seats.iter().flat_map(|(origin, seats)| seats.declined.iter().map(|by| (by.player, *origin)))
    }

    /// What was settled about events that give nothing any more, because they do not belong here now.
    pub(crate) fn without_decision(&self, decisions: &[Decision]) -> Vec<Decision> {
        let decided = |origin: &(Source, Origin)| decisions.iter().any(|known| (known.source, known.event) == *origin);
        let mut gone: Vec<_> = self.seats.iter().filter(|(origin, _)| !decided(origin)).collect();
        gone.sort_unstable_by_key(|(origin, _)| **origin);
        let decision = |((source, event), settled): (&(Source, Origin), &SettledSeats)| {
            let mut decision = Decision::refused(*source, *event, Refusal::Gone);
            decision.settle_nothing_to_give(settled);
            decision
        };
        gone.into_iter().map(decision).collect()
    }
}

impl SettledSeats {
    fn is_granted(&self, player: PlayerKey) -> bool {
        self.granted.iter().any(|(granted, _)| *granted == player)
    }

    /// How somebody declined.
    pub(crate) fn declined_by(&self, player: PlayerKey) -> Option<&DeclinedBy> {
        self.declined.iter().find(|by| by.player == player)
    }

    /// What was settled about somebody here, as far as it stands in the way of a proposal.
    pub fn verdict(&self, player: PlayerKey) -> Option<Verdict> {
        if self.is_granted(player) {
            return Some(Verdict::Granted);
        }
        self.declined_by(player).map(|by| Verdict::Declined { passed_on: by.passed_on })
    }
}

impl Decision {
    /// Puts what was settled into a decision that was made without looking at everybody: whom the walk down did not reach is
    /// still told, with the place that they have, or had when it was settled.
    pub(super) fn settle(&mut self, settled: &SettledSeats, place_of: impl Fn(PlayerKey) -> Option<Place>) {
        let told = |considered: &[Considered], player| considered.iter().any(|known| known.player == player);
        let granted = settled.granted.iter().map(|(player, place)| (*player, *place, Verdict::Granted));
        let declined = settled.declined.iter().map(|by| {
            let verdict = Verdict::Declined { passed_on: by.passed_on };
            (by.player, by.place, verdict)
        });
        for (player, place, verdict) in granted.chain(declined) {
            if !told(&self.considered, player) {
                let place = place_of(player).unwrap_or(place);
                self.considered.push(Considered { player, place, verdict });
            }
        }
        self.considered.sort_by_key(|considered| considered.place);
        self.confirmed = settled.granted.iter().map(|(player, _)| *player).collect();
    }

    /// Puts what was settled into a decision on an event that has nothing to give.
    pub(crate) fn settle_nothing_to_give(&mut self, settled: &SettledSeats) {
        self.without_grants = Some(Vec::new());
        self.settle(settled, |_| None);
    }

    /// Puts what was settled into a decision where a person says who gets it, so that whom they named is in no doubt.
    pub(super) fn settle_free_choice(&mut self, settled: &SettledSeats, place_of: impl Fn(PlayerKey) -> Option<Place>) {
        self.settle(settled, place_of);
        self.withheld = settled.withheld.min(self.seats);
        let kept = settled.declined.iter().filter(|by| !by.passed_on).count() as u32;
        self.kept = kept.min(self.seats - self.withheld);
        self.pending = None;
        let open = self.lapsed();
        self.pending = (open > 0).then(|| Pending { open, candidates: Vec::new() });
    }
}
