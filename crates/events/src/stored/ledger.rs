//! Stored forms of events of the qualification ledger.

use super::value::{AsText, Hex, as_texts, values};
use domain::event::{
    Commitment, DeclinedSeat, GrantedSeat, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat, SeatOfPlayer,
    SeatOrigin, SeatsWithheld, UpheldSeat,
};
use domain::qualification::Source;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// Where a qualification comes from, in front of what else is told.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    source: AsText<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<AsText<CompetitionId>>,
}

impl From<&SeatOrigin> for Origin {
    fn from(origin: &SeatOrigin) -> Self {
        Self { source: AsText(origin.source), event: origin.event.clone().map(AsText) }
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
    player: AsText<PlayerId>,
    place: NonZeroU32,
    proposal: AsText<Digest>,
    by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&GrantedSeat> for Granted {
    fn from(grant: &GrantedSeat) -> Self {
        Self {
            origin: (&grant.origin).into(),
            player: AsText(grant.player.clone()),
            place: grant.place.into(),
            proposal: AsText(grant.proposal),
            by: AsText(grant.by.clone()),
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

/// A qualification that its holder declines.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Declined {
    origin: Origin,
    player: AsText<PlayerId>,
    place: NonZeroU32,
    passed_on: bool,
    by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&DeclinedSeat> for Declined {
    fn from(declined: &DeclinedSeat) -> Self {
        Self {
            origin: (&declined.origin).into(),
            player: AsText(declined.player.clone()),
            place: declined.place.into(),
            passed_on: declined.passed_on,
            by: AsText(declined.by.clone()),
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
pub(super) struct PlayerSeat {
    origin: Origin,
    player: AsText<PlayerId>,
    by: AsText<AccountId>,
}

impl From<&SeatOfPlayer> for PlayerSeat {
    fn from(seat: &SeatOfPlayer) -> Self {
        Self { origin: (&seat.origin).into(), player: AsText(seat.player.clone()), by: AsText(seat.by.clone()) }
    }
}

impl From<PlayerSeat> for SeatOfPlayer {
    fn from(form: PlayerSeat) -> Self {
        Self { origin: form.origin.into(), player: form.player.0, by: form.by.0 }
    }
}

/// Qualifications that stay without a holder.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Withheld {
    origin: Origin,
    seats: u32,
    by: AsText<AccountId>,
    reason: Hex,
}

impl From<&SeatsWithheld> for Withheld {
    fn from(withheld: &SeatsWithheld) -> Self {
        Self {
            origin: (&withheld.origin).into(),
            seats: withheld.seats,
            by: AsText(withheld.by.clone()),
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
    player: AsText<PlayerId>,
    by: AsText<AccountId>,
    reason: Hex,
}

impl From<&ReviewedSeat> for Reviewed {
    fn from(seat: &ReviewedSeat) -> Self {
        Self {
            origin: (&seat.origin).into(),
            player: AsText(seat.player.clone()),
            by: AsText(seat.by.clone()),
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
    proposal: AsText<Digest>,
}

impl From<&UpheldSeat> for Upheld {
    fn from(upheld: &UpheldSeat) -> Self {
        Self { seat: (&upheld.seat).into(), proposal: AsText(upheld.proposal) }
    }
}

impl From<Upheld> for UpheldSeat {
    fn from(form: Upheld) -> Self {
        Self { seat: form.seat.into(), proposal: form.proposal.0 }
    }
}

/// A candidate for a wildcard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nominated {
    player: AsText<PlayerId>,
    event: AsText<CompetitionId>,
    place: NonZeroU32,
    proposal: AsText<Digest>,
    by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&NominatedWildcard> for Nominated {
    fn from(nominated: &NominatedWildcard) -> Self {
        Self {
            player: AsText(nominated.player.clone()),
            event: AsText(nominated.event.clone()),
            place: nominated.place.into(),
            proposal: AsText(nominated.proposal),
            by: AsText(nominated.by.clone()),
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
pub(super) struct PlayerAndActor {
    player: AsText<PlayerId>,
    by: AsText<AccountId>,
}

impl From<(&PlayerId, &AccountId)> for PlayerAndActor {
    fn from((player, by): (&PlayerId, &AccountId)) -> Self {
        Self { player: AsText(player.clone()), by: AsText(by.clone()) }
    }
}

impl From<PlayerAndActor> for (PlayerId, AccountId) {
    fn from(form: PlayerAndActor) -> Self {
        (form.player.0, form.by.0)
    }
}

/// A player, who did it, and why.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerActorAndReason {
    player: AsText<PlayerId>,
    by: AsText<AccountId>,
    reason: Hex,
}

impl From<(&PlayerId, &AccountId, &Commitment)> for PlayerActorAndReason {
    fn from((player, by, reason): (&PlayerId, &AccountId, &Commitment)) -> Self {
        Self { player: AsText(player.clone()), by: AsText(by.clone()), reason: (*reason).into() }
    }
}

impl From<PlayerActorAndReason> for (PlayerId, AccountId, Commitment) {
    fn from(form: PlayerActorAndReason) -> Self {
        (form.player.0, form.by.0, form.reason.into())
    }
}

/// Who did it, and why.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActorAndReason {
    by: AsText<AccountId>,
    reason: Hex,
}

impl From<(&AccountId, &Commitment)> for ActorAndReason {
    fn from((by, reason): (&AccountId, &Commitment)) -> Self {
        Self { by: AsText(by.clone()), reason: (*reason).into() }
    }
}

impl From<ActorAndReason> for (AccountId, Commitment) {
    fn from(form: ActorAndReason) -> Self {
        (form.by.0, form.reason.into())
    }
}

/// Which of several championships on the same days a player plays at.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chosen {
    player: AsText<PlayerId>,
    instead_of: Vec<AsText<ChampionshipId>>,
    by: AsText<AccountId>,
}

impl From<&MwChoice> for Chosen {
    fn from(choice: &MwChoice) -> Self {
        Self {
            player: AsText(choice.player.clone()),
            instead_of: as_texts(&choice.instead_of),
            by: AsText(choice.by.clone()),
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
    player: AsText<PlayerId>,
    tournament: AsText<CompetitionId>,
    place: NonZeroU32,
    previous: Vec<AsText<PlayerId>>,
    proposal: AsText<Digest>,
    by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&NomineeRecord> for Named {
    fn from(nominee: &NomineeRecord) -> Self {
        Self {
            player: AsText(nominee.player.clone()),
            tournament: AsText(nominee.tournament.clone()),
            place: nominee.place.into(),
            previous: as_texts(&nominee.previous),
            proposal: AsText(nominee.proposal),
            by: AsText(nominee.by.clone()),
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
