//! Converts a ledger into the input of the calculations: written ids become keys.

use super::{Ledger, OriginSeats, WildcardState};
use crate::event::SeatOrigin;
use crate::qualification::wildcard::Wildcard;
use crate::qualification::{DeclinedQualification, SettledChampionship, SettledSeats};
use crate::values::ids::{CompetitionId, CompetitionKey, PlayerId, PlayerKey};

/// The keys of written ids.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    pub player: &'a dyn Fn(&PlayerId) -> Option<PlayerKey>,
    pub competition: &'a dyn Fn(&CompetitionId) -> Option<CompetitionKey>,
}

impl Ledger {
    /// Settled qualifications, without unknown players and competitions.
    pub fn settled_championship(&self, keys: Keys<'_>) -> SettledChampionship {
        let seats = self.seats.iter().filter_map(|(SeatOrigin { source, event: competition }, seats)| {
            let competition = match competition {
                Some(competition) => Some((keys.competition)(competition)?),
                None => None,
            };
            Some(((*source, competition), settled(seats, keys)))
        });
        let granted = self.wildcards.values().filter(|state| state.granted_by.is_some());
        let wildcard = |state: &WildcardState| {
            let nominated = &state.nominated;
            let (player, competition) = ((keys.player)(&nominated.player)?, (keys.competition)(&nominated.event)?);
            Some(Wildcard { player, competition, place: nominated.place })
        };
        SettledChampionship {
            seats: seats.collect(),
            wildcards: granted.filter_map(wildcard).collect(),
            wildcards_withdrawn: self.wildcards_withdrawn.iter().filter_map(keys.player).collect(),
        }
    }
}

fn settled(seats: &OriginSeats, keys: Keys<'_>) -> SettledSeats {
    let granted = seats.granted.iter().filter_map(|grant| Some(((keys.player)(&grant.player)?, grant.place)));
    let declined = seats.declined.iter().filter_map(|declined| {
        let player = (keys.player)(&declined.player)?;
        Some(DeclinedQualification { player, place: declined.place, passed_on: declined.passed_on })
    });
    SettledSeats {
        granted: granted.collect(),
        declined: declined.collect(),
        withheld: seats.withheld.as_ref().map_or(0, |withheld| withheld.seats),
    }
}
