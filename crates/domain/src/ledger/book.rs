//! A ledger as the calculation takes it: written ids become keys.

use super::{Ledger, SeatsOf, WildcardState};
use crate::event::SeatOrigin;
use crate::ids::{EventId, EventKey, PlayerId, PlayerKey};
use crate::qualification::{DeclinedBy, SeatBook, SettledSeats};
use crate::wildcard::Wildcard;

/// The keys of written ids.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    /// Of a player.
    pub player: &'a dyn Fn(&PlayerId) -> Option<PlayerKey>,
    /// Of an event.
    pub event: &'a dyn Fn(&EventId) -> Option<EventKey>,
}

impl Ledger {
    /// What was settled, without what concerns nobody and nothing that is known.
    pub fn book(&self, keys: Keys<'_>) -> SeatBook {
        let seats = self.seats.iter().filter_map(|(SeatOrigin { source, event }, seats)| {
            let event = match event {
                Some(event) => Some((keys.event)(event)?),
                None => None,
            };
            Some(((*source, event), settled(seats, keys)))
        });
        let granted = self.wildcards.values().filter(|state| state.granted_by.is_some());
        let wildcard = |state: &WildcardState| {
            let nominated = &state.nominated;
            let (player, event) = ((keys.player)(&nominated.player)?, (keys.event)(&nominated.event)?);
            Some(Wildcard { player, event, place: nominated.place })
        };
        SeatBook {
            seats: seats.collect(),
            wildcards: granted.filter_map(wildcard).collect(),
            wildcards_withdrawn: self.wildcards_withdrawn.iter().filter_map(keys.player).collect(),
        }
    }
}

fn settled(seats: &SeatsOf, keys: Keys<'_>) -> SettledSeats {
    let granted = seats.granted.iter().filter_map(|grant| Some(((keys.player)(&grant.player)?, grant.place)));
    let declined = seats.declined.iter().filter_map(|declined| {
        let player = (keys.player)(&declined.player)?;
        Some(DeclinedBy { player, place: declined.place, passed_on: declined.passed_on })
    });
    SettledSeats {
        granted: granted.collect(),
        declined: declined.collect(),
        withheld: seats.withheld.as_ref().map_or(0, |withheld| withheld.seats),
    }
}
