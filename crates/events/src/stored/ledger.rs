//! Stored forms of what named persons do about the qualifications of a championship.

use super::value::{Hex, Written, values, written};
use domain::digest::Digest;
use domain::event::{
    Commitment, DeclinedSeat, GrantedSeat, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat, SeatOfPlayer,
    SeatOrigin, SeatsWithheld, UpheldSeat,
};
use domain::ids::{AccountId, ChampionshipId, EventId, PlayerId};
use domain::qualification::Source;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// Where a qualification comes from, in front of what else is told.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    source: Written<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<Written<EventId>>,
}

impl From<&SeatOrigin> for Origin {
    fn from(origin: &SeatOrigin) -> Self {
        Self { source: Written(origin.source), event: origin.event.clone().map(Written) }
    }
}

impl From<Origin> for SeatOrigin {
    fn from(form: Origin) -> Self {
        Self { source: form.source.0, event: form.event.map(|event| event.0) }
    }
}

/// A qualification that was granted.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Granted {
    origin: Origin,
    player: Written<PlayerId>,
    place: NonZeroU32,
    proposal: Written<Digest>,
    by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&GrantedSeat> for Granted {
    fn from(grant: &GrantedSeat) -> Self {
        Self {
            origin: (&grant.origin).into(),
            player: Written(grant.player.clone()),
            place: grant.place.into(),
            proposal: Written(grant.proposal),
            by: Written(grant.by.clone()),
            reason: grant.reason.map(Into::into),
        }
    }
}

impl From<Granted> for GrantedSeat {
    fn from(form: Granted) -> Self {
        Self {
            origin: form.origin.into(),
            player: form.player.0,
            place: form.place.into(),
            proposal: form.proposal.0,
            by: form.by.0,
            reason: form.reason.map(Into::into),
        }
    }
}

/// A qualification that somebody does not take.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Declined {
    origin: Origin,
    player: Written<PlayerId>,
    place: NonZeroU32,
    passed_on: bool,
    by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&DeclinedSeat> for Declined {
    fn from(declined: &DeclinedSeat) -> Self {
        Self {
            origin: (&declined.origin).into(),
            player: Written(declined.player.clone()),
            place: declined.place.into(),
            passed_on: declined.passed_on,
            by: Written(declined.by.clone()),
            reason: declined.reason.map(Into::into),
        }
    }
}

impl From<Declined> for DeclinedSeat {
    fn from(form: Declined) -> Self {
        Self {
            origin: form.origin.into(),
            player: form.player.0,
            place: form.place.into(),
            passed_on: form.passed_on,
            by: form.by.0,
            reason: form.reason.map(Into::into),
        }
    }
}

/// The qualification of one player from one event.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfPlayer {
    origin: Origin,
    player: Written<PlayerId>,
    by: Written<AccountId>,
}

impl From<&SeatOfPlayer> for OfPlayer {
    fn from(seat: &SeatOfPlayer) -> Self {
        Self { origin: (&seat.origin).into(), player: Written(seat.player.clone()), by: Written(seat.by.clone()) }
    }
}

impl From<OfPlayer> for SeatOfPlayer {
    fn from(form: OfPlayer) -> Self {
        Self { origin: form.origin.into(), player: form.player.0, by: form.by.0 }
    }
}

/// Qualifications that go to nobody.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Withheld {
    origin: Origin,
    seats: u32,
    by: Written<AccountId>,
    reason: Hex,
}

impl From<&SeatsWithheld> for Withheld {
    fn from(withheld: &SeatsWithheld) -> Self {
        Self {
            origin: (&withheld.origin).into(),
            seats: withheld.seats,
            by: Written(withheld.by.clone()),
            reason: withheld.reason.into(),
        }
    }
}

impl From<Withheld> for SeatsWithheld {
    fn from(form: Withheld) -> Self {
        Self { origin: form.origin.into(), seats: form.seats, by: form.by.0, reason: form.reason.into() }
    }
}

/// A grant that was looked at again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reviewed {
    origin: Origin,
    player: Written<PlayerId>,
    by: Written<AccountId>,
    reason: Hex,
}

impl From<&ReviewedSeat> for Reviewed {
    fn from(seat: &ReviewedSeat) -> Self {
        Self {
            origin: (&seat.origin).into(),
            player: Written(seat.player.clone()),
            by: Written(seat.by.clone()),
            reason: seat.reason.into(),
        }
    }
}

impl From<Reviewed> for ReviewedSeat {
    fn from(form: Reviewed) -> Self {
        Self { origin: form.origin.into(), player: form.player.0, by: form.by.0, reason: form.reason.into() }
    }
}

/// A grant that stays, with the proposal that was seen.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Upheld {
    seat: Reviewed,
    proposal: Written<Digest>,
}

impl From<&UpheldSeat> for Upheld {
    fn from(upheld: &UpheldSeat) -> Self {
        Self { seat: (&upheld.seat).into(), proposal: Written(upheld.proposal) }
    }
}

impl From<Upheld> for UpheldSeat {
    fn from(form: Upheld) -> Self {
        Self { seat: form.seat.into(), proposal: form.proposal.0 }
    }
}

/// Somebody who was put forward for a wildcard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nominated {
    player: Written<PlayerId>,
    event: Written<EventId>,
    place: NonZeroU32,
    proposal: Written<Digest>,
    by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&NominatedWildcard> for Nominated {
    fn from(nominated: &NominatedWildcard) -> Self {
        Self {
            player: Written(nominated.player.clone()),
            event: Written(nominated.event.clone()),
            place: nominated.place.into(),
            proposal: Written(nominated.proposal),
            by: Written(nominated.by.clone()),
            reason: nominated.reason.map(Into::into),
        }
    }
}

impl From<Nominated> for NominatedWildcard {
    fn from(form: Nominated) -> Self {
        Self {
            player: form.player.0,
            event: form.event.0,
            place: form.place.into(),
            proposal: form.proposal.0,
            by: form.by.0,
            reason: form.reason.map(Into::into),
        }
    }
}

/// A player, and who did it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerBy {
    player: Written<PlayerId>,
    by: Written<AccountId>,
}

impl From<(&PlayerId, &AccountId)> for PlayerBy {
    fn from((player, by): (&PlayerId, &AccountId)) -> Self {
        Self { player: Written(player.clone()), by: Written(by.clone()) }
    }
}

impl From<PlayerBy> for (PlayerId, AccountId) {
    fn from(form: PlayerBy) -> Self {
        (form.player.0, form.by.0)
    }
}

/// A player, who did it, and why.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerByBecause {
    player: Written<PlayerId>,
    by: Written<AccountId>,
    reason: Hex,
}

impl From<(&PlayerId, &AccountId, &Commitment)> for PlayerByBecause {
    fn from((player, by, reason): (&PlayerId, &AccountId, &Commitment)) -> Self {
        Self { player: Written(player.clone()), by: Written(by.clone()), reason: (*reason).into() }
    }
}

impl From<PlayerByBecause> for (PlayerId, AccountId, Commitment) {
    fn from(form: PlayerByBecause) -> Self {
        (form.player.0, form.by.0, form.reason.into())
    }
}

/// Who did it, and why.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByBecause {
    by: Written<AccountId>,
    reason: Hex,
}

impl From<(&AccountId, &Commitment)> for ByBecause {
    fn from((by, reason): (&AccountId, &Commitment)) -> Self {
        Self { by: Written(by.clone()), reason: (*reason).into() }
    }
}

impl From<ByBecause> for (AccountId, Commitment) {
    fn from(form: ByBecause) -> Self {
        (form.by.0, form.reason.into())
    }
}

/// Which of several championships on the same days a player plays at.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chosen {
    player: Written<PlayerId>,
    instead_of: Vec<Written<ChampionshipId>>,
    by: Written<AccountId>,
}

impl From<&MwChoice> for Chosen {
    fn from(choice: &MwChoice) -> Self {
        Self {
            player: Written(choice.player.clone()),
            instead_of: written(&choice.instead_of),
            by: Written(choice.by.clone()),
        }
    }
}

impl From<Chosen> for MwChoice {
    fn from(form: Chosen) -> Self {
        Self { player: form.player.0, instead_of: values(form.instead_of), by: form.by.0 }
    }
}

/// Who is to represent the country.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    player: Written<PlayerId>,
    tournament: Written<EventId>,
    place: NonZeroU32,
    previous: Vec<Written<PlayerId>>,
    proposal: Written<Digest>,
    by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&NomineeRecord> for Named {
    fn from(nominee: &NomineeRecord) -> Self {
        Self {
            player: Written(nominee.player.clone()),
            tournament: Written(nominee.tournament.clone()),
            place: nominee.place.into(),
            previous: written(&nominee.previous),
            proposal: Written(nominee.proposal),
            by: Written(nominee.by.clone()),
            reason: nominee.reason.map(Into::into),
        }
    }
}

impl From<Named> for NomineeRecord {
    fn from(form: Named) -> Self {
        Self {
            player: form.player.0,
            tournament: form.tournament.0,
            place: form.place.into(),
            previous: values(form.previous),
            proposal: form.proposal.0,
            by: form.by.0,
            reason: form.reason.map(Into::into),
        }
    }
}
