//! What happens to the qualifications of one championship: who was granted one, who declined, what was taken back.

use super::Commitment;
use crate::digest::Digest;
use crate::ids::{AccountId, ChampionshipId, EventId, PlayerId};
use crate::place::Place;
use crate::qualification::Source;

/// Something that a named person did about the qualifications of a championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerEvent {
    /// A qualification was granted.
    Granted(GrantedSeat),
    /// Somebody does not take a qualification that they were proposed for or granted.
    Declined(DeclinedSeat),
    /// That does not hold: it was recorded by mistake.
    DeclineWithdrawn(SeatOfPlayer),
    /// What is left of an event's qualifications goes to nobody.
    Withheld(SeatsWithheld),
    /// That does not hold: they can be given again.
    WithholdingWithdrawn(SeatsWithheld),
    /// A grant was taken back after a review.
    Revoked(ReviewedSeat),
    /// A grant stays although the rules would give the qualification to somebody else now.
    Upheld(UpheldSeat),
    /// Somebody was put forward for a wildcard.
    WildcardNominated(NominatedWildcard),
    /// A wildcard that was put forward was granted by a second person.
    WildcardGranted {
        /// Who got it.
        player: PlayerId,
        /// Who granted it.
        by: AccountId,
    },
    /// A wildcard does not hold, granted or only put forward.
    WildcardWithdrawn {
        /// Whose.
        player: PlayerId,
        /// By whom.
        by: AccountId,
        /// Why; the text is in the vault.
        reason: Commitment,
    },
    /// A player will play here and not at the championships on the same days (R-MW-07).
    Chosen(MwChoice),
    /// Somebody is to represent the country at the world championship (R-WRC).
    NomineeNamed(NomineeRecord),
    /// Nobody is named any more.
    NomineeWithdrawn {
        /// By whom.
        by: AccountId,
        /// Why; the text is in the vault.
        reason: Commitment,
    },
}

impl LedgerEvent {
    /// The act in one word.
    pub fn act(&self) -> &'static str {
        match self {
            Self::Granted(_) => "granted",
            Self::Declined(_) => "declined",
            Self::DeclineWithdrawn(_) => "decline_withdrawn",
            Self::Withheld(_) => "withheld",
            Self::WithholdingWithdrawn(_) => "withholding_withdrawn",
            Self::Revoked(_) => "revoked",
            Self::Upheld(_) => "upheld",
            Self::WildcardNominated(_) => "wildcard_nominated",
            Self::WildcardGranted { .. } => "wildcard_granted",
            Self::WildcardWithdrawn { .. } => "wildcard_withdrawn",
            Self::Chosen(_) => "chosen",
            Self::NomineeNamed(_) => "nominee_named",
            Self::NomineeWithdrawn { .. } => "nominee_withdrawn",
        }
    }

    /// From where the qualification comes; a wildcard, a choice and a nomination are about none of an event.
    pub fn origin(&self) -> Option<&SeatOrigin> {
        match self {
            Self::Granted(grant) => Some(&grant.origin),
            Self::Declined(declined) => Some(&declined.origin),
            Self::DeclineWithdrawn(seat) => Some(&seat.origin),
            Self::Withheld(withheld) | Self::WithholdingWithdrawn(withheld) => Some(&withheld.origin),
            Self::Revoked(seat) => Some(&seat.origin),
            Self::Upheld(upheld) => Some(&upheld.seat.origin),
            Self::WildcardNominated(_)
            | Self::WildcardGranted { .. }
            | Self::WildcardWithdrawn { .. }
            | Self::Chosen(_)
            | Self::NomineeNamed(_)
            | Self::NomineeWithdrawn { .. } => None,
        }
    }

    /// Whom it is about, if it is about one person.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Self::Granted(grant) => Some(&grant.player),
            Self::Declined(declined) => Some(&declined.player),
            Self::DeclineWithdrawn(seat) => Some(&seat.player),
            Self::Revoked(seat) => Some(&seat.player),
            Self::Upheld(upheld) => Some(&upheld.seat.player),
            Self::WildcardNominated(nominated) => Some(&nominated.player),
            Self::WildcardGranted { player, .. } | Self::WildcardWithdrawn { player, .. } => Some(player),
            Self::Chosen(choice) => Some(&choice.player),
            Self::NomineeNamed(nominee) => Some(&nominee.player),
            Self::Withheld(_) | Self::WithholdingWithdrawn(_) | Self::NomineeWithdrawn { .. } => None,
        }
    }

    /// The proposal that it answers.
    pub fn proposal(&self) -> Option<Digest> {
        match self {
            Self::Granted(grant) => Some(grant.proposal),
            Self::Upheld(upheld) => Some(upheld.proposal),
            Self::WildcardNominated(nominated) => Some(nominated.proposal),
            Self::NomineeNamed(nominee) => Some(nominee.proposal),
            _ => None,
        }
    }

    /// Who did it.
    pub fn by(&self) -> &AccountId {
        match self {
            Self::Granted(grant) => &grant.by,
            Self::Declined(declined) => &declined.by,
            Self::DeclineWithdrawn(seat) => &seat.by,
            Self::Withheld(withheld) | Self::WithholdingWithdrawn(withheld) => &withheld.by,
            Self::Revoked(seat) => &seat.by,
            Self::Upheld(upheld) => &upheld.seat.by,
            Self::WildcardNominated(nominated) => &nominated.by,
            Self::WildcardGranted { by, .. }
            | Self::WildcardWithdrawn { by, .. }
            | Self::NomineeWithdrawn { by, .. } => by,
            Self::Chosen(choice) => &choice.by,
            Self::NomineeNamed(nominee) => &nominee.by,
        }
    }

    /// The commitment to why, if a reason was given.
    pub fn reason(&self) -> Option<Commitment> {
        match self {
            Self::Granted(grant) => grant.reason,
            Self::Declined(declined) => declined.reason,
            Self::Withheld(withheld) | Self::WithholdingWithdrawn(withheld) => Some(withheld.reason),
            Self::Revoked(seat) => Some(seat.reason),
            Self::Upheld(upheld) => Some(upheld.seat.reason),
            Self::WildcardNominated(nominated) => nominated.reason,
            Self::NomineeNamed(nominee) => nominee.reason,
            Self::WildcardWithdrawn { reason, .. } | Self::NomineeWithdrawn { reason, .. } => Some(*reason),
            Self::DeclineWithdrawn(_) | Self::WildcardGranted { .. } | Self::Chosen(_) => None,
        }
    }
}

/// Where a qualification comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatOrigin {
    /// The kind of source.
    pub source: Source,
    /// The event; the ranking has none.
    pub event: Option<EventId>,
}

/// A qualification that was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantedSeat {
    /// Where it comes from.
    pub origin: SeatOrigin,
    /// To whom.
    pub player: PlayerId,
    /// With which place there.
    pub place: Place,
    /// The proposal that it answers.
    pub proposal: Digest,
    /// Who granted it.
    pub by: AccountId,
    /// Why it was granted before earlier events were closed, or against the proposal (AMB-68); the text is in the vault.
    pub reason: Option<Commitment>,
}

/// A qualification that somebody does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclinedSeat {
    /// Where it comes from.
    pub origin: SeatOrigin,
    /// Who declined.
    pub player: PlayerId,
    /// With which place there.
    pub place: Place,
    /// Whether the organiser lets it pass to the next person (AMB-67).
    pub passed_on: bool,
    /// Who recorded it.
    pub by: AccountId,
    /// Why it passes on; the text is in the vault.
    pub reason: Option<Commitment>,
}

/// The qualification of one player from one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatOfPlayer {
    /// Where it comes from.
    pub origin: SeatOrigin,
    /// Whose.
    pub player: PlayerId,
    /// By whom the act was done.
    pub by: AccountId,
}

/// Qualifications of an event that go to nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatsWithheld {
    /// Of which event.
    pub origin: SeatOrigin,
    /// How many.
    pub seats: u32,
    /// By whom.
    pub by: AccountId,
    /// Why; the text is in the vault.
    pub reason: Commitment,
}

/// A grant that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedSeat {
    /// Where it comes from.
    pub origin: SeatOrigin,
    /// Whose.
    pub player: PlayerId,
    /// By whom.
    pub by: AccountId,
    /// Why; the text is in the vault.
    pub reason: Commitment,
}

/// A grant that stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpheldSeat {
    /// Which, by whom and why.
    pub seat: ReviewedSeat,
    /// What the rules would give instead, as it was seen.
    pub proposal: Digest,
}

/// Somebody who was put forward for a wildcard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NominatedWildcard {
    /// Who.
    pub player: PlayerId,
    /// The event whose table it rests on.
    pub event: EventId,
    /// The place there.
    pub place: Place,
    /// The proposals that it answers.
    pub proposal: Digest,
    /// Who put them forward.
    pub by: AccountId,
    /// Why somebody who is not the next in line was put forward; the text is in the vault.
    pub reason: Option<Commitment>,
}

/// Which of several championships on the same days a player plays at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MwChoice {
    /// Who.
    pub player: PlayerId,
    /// Where they will not play.
    pub instead_of: Vec<ChampionshipId>,
    /// Who recorded it.
    pub by: AccountId,
}

/// Whom the federation sends to the world championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NomineeRecord {
    /// Who.
    pub player: PlayerId,
    /// The tournament of the national championship.
    pub tournament: EventId,
    /// The place there.
    pub place: Place,
    /// Who represented the country at the edition before, as it was known.
    pub previous: Vec<PlayerId>,
    /// The proposal that it answers.
    pub proposal: Digest,
    /// Who named them.
    pub by: AccountId,
    /// Why somebody who is not proposed was named; the text is in the vault.
    pub reason: Option<Commitment>,
}
