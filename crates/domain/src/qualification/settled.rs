//! Decisions of named persons on qualifications, which the calculation takes as given.

use super::{Considered, Decision, Origin, Pending, Refusal, Source, Verdict};
use crate::qualification::wildcard::Wildcard;
use crate::values::ids::{ChampionshipId, PlayerKey, SeasonId};
use crate::values::place::Place;
use rustc_hash::FxHashMap;

/// Everything that was settled, by championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettledQualifications {
    pub mp: FxHashMap<SeasonId, SettledChampionship>,
    pub mw: FxHashMap<ChampionshipId, SettledChampionship>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettledChampionship {
    pub seats: FxHashMap<(Source, Origin), SettledSeats>,
    pub wildcards: Vec<Wildcard>,
    pub wildcards_withdrawn: Vec<PlayerKey>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettledSeats {
    pub granted: Vec<(PlayerKey, Place)>,
    pub declined: Vec<DeclinedQualification>,
    pub withheld: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclinedQualification {
    pub player: PlayerKey,
    pub place: Place,
    /// Whether it passes to the next person (AMB-67).
    pub passed_on: bool,
}

impl SettledChampionship {
    pub fn holders(&self) -> impl Iterator<Item = (PlayerKey, Origin)> {
        self.seats
            .iter()
            .flat_map(|((_, competition), seats)| seats.granted.iter().map(|(player, _)| (*player, *competition)))
    }

    pub fn declined(&self) -> impl Iterator<Item = (PlayerKey, (Source, Origin))> {
        self.seats.iter().flat_map(|(origin, seats)| seats.declined.iter().map(|by| (by.player, *origin)))
    }

    /// Settled qualifications of competitions that no longer belong to this championship.
    pub(crate) fn orphaned(&self, decisions: &[Decision]) -> Vec<Decision> {
        let decided =
            |origin: &(Source, Origin)| decisions.iter().any(|known| (known.source, known.competition) == *origin);
        let mut gone: Vec<_> = self.seats.iter().filter(|(origin, _)| !decided(origin)).collect();
        gone.sort_unstable_by_key(|(origin, _)| **origin);
        let decision = |((source, competition), settled): (&(Source, Origin), &SettledSeats)| {
            let mut decision = Decision::refused(*source, *competition, Refusal::Gone);
            decision.merge_recorded_without_seats(settled);
            decision
        };
        gone.into_iter().map(decision).collect()
    }
}

impl SettledSeats {
    fn is_granted(&self, player: PlayerKey) -> bool {
        self.granted.iter().any(|(granted, _)| *granted == player)
    }

    pub(crate) fn declined_by(&self, player: PlayerKey) -> Option<&DeclinedQualification> {
        self.declined.iter().find(|by| by.player == player)
    }

    /// The verdict on a player by what was settled here, where it keeps them from being proposed.
    pub fn verdict(&self, player: PlayerKey) -> Option<Verdict> {
        if self.is_granted(player) {
            return Some(Verdict::Granted);
        }
        self.declined_by(player).map(|by| Verdict::Declined { passed_on: by.passed_on })
    }
}

impl Decision {
    /// Adds settled players to a decision that did not consider all players: those not reached are listed too, with
    /// their current place or the place at settlement.
    pub(super) fn merge_recorded(&mut self, settled: &SettledSeats, place_of: impl Fn(PlayerKey) -> Option<Place>) {
        let is_listed = |considered: &[Considered], player| considered.iter().any(|known| known.player == player);
        let granted = settled.granted.iter().map(|(player, place)| (*player, *place, Verdict::Granted));
        let declined = settled.declined.iter().map(|by| {
            let verdict = Verdict::Declined { passed_on: by.passed_on };
            (by.player, by.place, verdict)
        });
        for (player, place, verdict) in granted.chain(declined) {
            if !is_listed(&self.considered, player) {
                let place = place_of(player).unwrap_or(place);
                self.considered.push(Considered { player, place, verdict });
            }
        }
        self.considered.sort_by_key(|considered| considered.place);
        self.confirmed = settled.granted.iter().map(|(player, _)| *player).collect();
    }

    /// Adds settled players to a decision on a competition that gives no seats.
    pub(crate) fn merge_recorded_without_seats(&mut self, settled: &SettledSeats) {
        self.without_grants = Some(Vec::new());
        self.merge_recorded(settled, |_| None);
    }

    /// Adds settled players to a decision where a person chooses the player: the chosen player is not pending.
    pub(super) fn merge_recorded_choice(
        &mut self,
        settled: &SettledSeats,
        place_of: impl Fn(PlayerKey) -> Option<Place>,
    ) {
        self.merge_recorded(settled, place_of);
        self.withheld = settled.withheld.min(self.seats);
        let forfeited = settled.declined.iter().filter(|by| !by.passed_on).count() as u32;
        self.forfeited = forfeited.min(self.seats - self.withheld);
        self.pending = None;
        let open = self.lapsed();
        self.pending = (open > 0).then(|| Pending { open, candidates: Vec::new() });
    }
}
