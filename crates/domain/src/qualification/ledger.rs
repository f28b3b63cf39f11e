//! The ledger of a championship: acts of named persons on its qualifications (AMB-68, AMB-90).
//!
//! A proposal is computed and never recorded. The act of a person is recorded, with the digest of the proposal that it
//! answers; the calculation takes it as given from then on.

pub mod decider;
mod proposal;
mod rejection;
mod settlement;

pub use proposal::{Prerequisite, Proposal, ProposedSeat, proposals_digest, ties_before};
pub use rejection::Rejection;
pub use settlement::Keys;

use crate::event::history::CorruptHistory;
use crate::event::{
    DeclinedSeat, GrantedSeat, LedgerEvent, MwChoice, NominatedWildcard, NomineeRecord, SeatOrigin, SeatsWithheld,
};
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, ChampionshipId, InvalidId, PlayerId, SeasonId};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// The championship that a qualification is for, written `mp:season` or `mw:championship`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Mp(SeasonId),
    Mw(ChampionshipId),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no championship: one is written `mp:season` or `mw:championship`")]
pub struct InvalidTarget(SmolStr);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mp(season) => write!(f, "mp:{season}"),
            Self::Mw(championship) => write!(f, "mw:{championship}"),
        }
    }
}

impl FromStr for Target {
    type Err = InvalidTarget;

    fn from_str(text: &str) -> Result<Self, InvalidTarget> {
        let read = || -> Result<Self, InvalidId> {
            match text.split_once(':') {
                Some(("mp", season)) => SeasonId::parse(season).map(Self::Mp),
                Some(("mw", championship)) => ChampionshipId::parse(championship).map(Self::Mw),
                _ => Err(InvalidId::Empty),
            }
        };
        read().map_err(|_| InvalidTarget(SmolStr::new(text)))
    }
}

/// Current acts on the qualifications of one championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    pub seats: BTreeMap<SeatOrigin, OriginSeats>,
    pub wildcards: BTreeMap<PlayerId, WildcardState>,
    /// Players with a withdrawn wildcard; the rules do not propose them again.
    pub wildcards_withdrawn: BTreeSet<PlayerId>,
    /// Players who chose this championship over others on the same days.
    pub choices: BTreeMap<PlayerId, MwChoice>,
    pub nominee: Option<NomineeRecord>,
}

/// Current acts on the qualifications of one competition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OriginSeats {
    pub granted: Vec<GrantedSeat>,
    pub declined: Vec<DeclinedSeat>,
    pub withheld: Option<SeatsWithheld>,
    /// Grants that were upheld, with the proposal that was seen then.
    pub upheld: BTreeMap<PlayerId, Digest>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WildcardState {
    pub nominated: NominatedWildcard,
    pub granted_by: Option<AccountId>,
}

impl OriginSeats {
    fn is_empty(&self) -> bool {
        self.granted.is_empty() && self.declined.is_empty() && self.withheld.is_none()
    }
}

impl Ledger {
    pub fn of(&self, origin: &SeatOrigin) -> Option<&OriginSeats> {
        self.seats.get(origin)
    }

    /// The competition that a granted qualification of the player comes from.
    pub fn held_from(&self, player: &PlayerId) -> Option<&SeatOrigin> {
        let holds = |seats: &OriginSeats| seats.granted.iter().any(|grant| grant.player == *player);
        self.seats.iter().find(|(_, seats)| holds(seats)).map(|(origin, _)| origin)
    }
}

pub fn evolve(mut ledger: Ledger, event: &LedgerEvent) -> Result<Ledger, CorruptHistory> {
    let misfit = || CorruptHistory::DoesNotFit;
    match event {
        LedgerEvent::Granted(grant) => {
            // One qualification for each person (R-DEF-06).
            if ledger.held_from(&grant.player).is_some() {
                return Err(misfit());
            }
            let seats = ledger.seats.entry(grant.origin.clone()).or_default();
            seats.granted.push(grant.clone());
        }
        LedgerEvent::Declined(declined) => {
            let seats = ledger.seats.entry(declined.origin.clone()).or_default();
            if seats.declined.iter().any(|known| known.player == declined.player) {
                return Err(misfit());
            }
            seats.granted.retain(|grant| grant.player != declined.player);
            seats.upheld.remove(&declined.player);
            seats.declined.push(declined.clone());
        }
        LedgerEvent::DeclineWithdrawn(withdrawn) => {
            let seats = ledger.seats.get_mut(&withdrawn.origin).ok_or_else(misfit)?;
            let before = seats.declined.len();
            seats.declined.retain(|known| known.player != withdrawn.player);
            if seats.declined.len() == before {
                return Err(misfit());
            }
        }
        LedgerEvent::Withheld(withheld) => {
            let seats = ledger.seats.entry(withheld.origin.clone()).or_default();
            if seats.withheld.replace(withheld.clone()).is_some() {
                return Err(misfit());
            }
        }
        LedgerEvent::WithholdingWithdrawn(withheld) => {
            let seats = ledger.seats.get_mut(&withheld.origin).ok_or_else(misfit)?;
            seats.withheld.take().ok_or_else(misfit)?;
        }
        LedgerEvent::Revoked(reviewed) => {
            let seats = ledger.seats.get_mut(&reviewed.origin).ok_or_else(misfit)?;
            let before = seats.granted.len();
            seats.granted.retain(|grant| grant.player != reviewed.player);
            seats.upheld.remove(&reviewed.player);
            if seats.granted.len() == before {
                return Err(misfit());
            }
        }
        LedgerEvent::Upheld(upheld) => {
            let seats = ledger.seats.get_mut(&upheld.seat.origin).ok_or_else(misfit)?;
            if !seats.granted.iter().any(|grant| grant.player == upheld.seat.player) {
                return Err(misfit());
            }
            seats.upheld.insert(upheld.seat.player.clone(), upheld.proposal);
        }
        LedgerEvent::WildcardNominated(nominated) => {
            let state = WildcardState { nominated: nominated.clone(), granted_by: None };
            ledger.wildcards_withdrawn.remove(&nominated.player);
            ledger.wildcards.insert(nominated.player.clone(), state);
        }
        LedgerEvent::WildcardGranted { player, by } => {
            ledger.wildcards.get_mut(player).ok_or_else(misfit)?.granted_by = Some(by.clone());
        }
        LedgerEvent::WildcardWithdrawn { player, .. } => {
            ledger.wildcards.remove(player).ok_or_else(misfit)?;
            ledger.wildcards_withdrawn.insert(player.clone());
        }
        LedgerEvent::Chosen(choice) => {
            ledger.choices.insert(choice.player.clone(), choice.clone());
        }
        LedgerEvent::NomineeNamed(nominee) => ledger.nominee = Some(nominee.clone()),
        LedgerEvent::NomineeWithdrawn { .. } => {
            ledger.nominee.take().ok_or_else(misfit)?;
        }
    }
    ledger.seats.retain(|_, seats| !seats.is_empty());
    Ok(ledger)
}

#[cfg(test)]
mod tests;
