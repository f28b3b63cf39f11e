//! Stored forms of events of the qualification ledger.

use super::form::{records, several_values};
use super::value::{AsText, Hex};
use domain::event::{
    Commitment, DeclinedSeat, GrantedSeat, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat, SeatOfPlayer,
    SeatOrigin, SeatsWithheld, UpheldSeat,
};
use domain::qualification::Source;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId};
use std::num::NonZeroU32;

records! {
    /// Where a qualification comes from, in front of what else is told.
    Origin of SeatOrigin {
        source: AsText<Source>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<AsText<CompetitionId>>,
    }
    Granted of GrantedSeat {
        origin: Origin,
        player: AsText<PlayerId>,
        place: NonZeroU32,
        proposal: AsText<Digest>,
        by: AsText<AccountId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Hex>,
    }
    /// A qualification that its holder declines.
    Declined of DeclinedSeat {
        origin: Origin,
        player: AsText<PlayerId>,
        place: NonZeroU32,
        passed_on: bool,
        by: AsText<AccountId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Hex>,
    }
    /// The qualification of one player from one event.
    PlayerSeat of SeatOfPlayer { origin: Origin, player: AsText<PlayerId>, by: AsText<AccountId> }
    /// Qualifications that stay without a holder.
    Withheld of SeatsWithheld { origin: Origin, seats: u32, by: AsText<AccountId>, reason: Hex }
    /// A grant that was looked at again.
    Reviewed of ReviewedSeat { origin: Origin, player: AsText<PlayerId>, by: AsText<AccountId>, reason: Hex }
    /// A grant that stays, with the proposal that was seen.
    Upheld of UpheldSeat { seat: Reviewed, proposal: AsText<Digest> }
    /// A candidate for a wildcard.
    Nominated of NominatedWildcard {
        player: AsText<PlayerId>,
        event: AsText<CompetitionId>,
        place: NonZeroU32,
        proposal: AsText<Digest>,
        by: AsText<AccountId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Hex>,
    }
    /// Which of several championships on the same days a player plays at.
    Chosen of MwChoice {
        player: AsText<PlayerId>,
        instead_of: Vec<AsText<ChampionshipId>>,
        by: AsText<AccountId>,
    }
    /// Who is to represent the country.
    Named of NomineeRecord {
        player: AsText<PlayerId>,
        tournament: AsText<CompetitionId>,
        place: NonZeroU32,
        previous: Vec<AsText<PlayerId>>,
        proposal: AsText<Digest>,
        by: AsText<AccountId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Hex>,
    }
}

several_values! {
    PlayerAndActor { player: AsText<PlayerId> = PlayerId, by: AsText<AccountId> = AccountId }
    PlayerActorAndReason {
        player: AsText<PlayerId> = PlayerId,
        by: AsText<AccountId> = AccountId,
        reason: Hex = Commitment,
    }
    ActorAndReason { by: AsText<AccountId> = AccountId, reason: Hex = Commitment }
}
