//! Events of the ledger of a championship: grants, declined and withdrawn qualifications, wildcards, the nominee.

use super::Commitment;
use crate::qualification::Source;
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId};
use crate::values::place::Place;

/// What a named person did about the qualifications of a championship. `…Withdrawn` takes back what was recorded by
/// mistake, and a wildcard that was granted or only nominated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerEvent {
    Granted(GrantedSeat),
    Declined(DeclinedSeat),
    DeclineWithdrawn(SeatOfPlayer),
    Withheld(SeatsWithheld),
    WithholdingWithdrawn(SeatsWithheld),
    Revoked(ReviewedSeat),
    Upheld(UpheldSeat),
    WildcardNominated(NominatedWildcard),
    WildcardGranted { player: PlayerId, by: AccountId },
    WildcardWithdrawn { player: PlayerId, by: AccountId, reason: Commitment },
    Chosen(MwChoice),
    NomineeNamed(NomineeRecord),
    NomineeWithdrawn { by: AccountId, reason: Commitment },
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

    /// Where the qualification comes from; none for wildcards, choices and nominations, which come from no competition.
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

    /// The player concerned, if there is exactly one.
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
            Self::Declined(_)
            | Self::DeclineWithdrawn(_)
            | Self::Withheld(_)
            | Self::WithholdingWithdrawn(_)
            | Self::Revoked(_)
            | Self::WildcardGranted { .. }
            | Self::WildcardWithdrawn { .. }
            | Self::Chosen(_)
            | Self::NomineeWithdrawn { .. } => None,
        }
    }

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

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatOrigin {
    pub source: Source,
    /// The competition; the ranking has none.
    pub event: Option<CompetitionId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantedSeat {
    pub origin: SeatOrigin,
    pub player: PlayerId,
    pub place: Place,
    pub proposal: Digest,
    pub by: AccountId,
    /// Reason for a grant before earlier competitions were closed, or against the proposal (AMB-68).
    pub reason: Option<Commitment>,
}

/// A qualification, proposed or granted, that a player does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclinedSeat {
    pub origin: SeatOrigin,
    pub player: PlayerId,
    pub place: Place,
    /// Whether the organiser lets it pass to the next person (AMB-67).
    pub passed_on: bool,
    pub by: AccountId,
    /// Reason why it passes on.
    pub reason: Option<Commitment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatOfPlayer {
    pub origin: SeatOrigin,
    pub player: PlayerId,
    pub by: AccountId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatsWithheld {
    pub origin: SeatOrigin,
    pub seats: u32,
    pub by: AccountId,
    pub reason: Commitment,
}

/// A grant that was reviewed, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedSeat {
    pub origin: SeatOrigin,
    pub player: PlayerId,
    pub by: AccountId,
    pub reason: Commitment,
}

/// A grant that stays although the rules would now give the qualification to another player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpheldSeat {
    pub seat: ReviewedSeat,
    pub proposal: Digest,
}

/// A player nominated for a wildcard, which a second person grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NominatedWildcard {
    pub player: PlayerId,
    /// The competition whose table it rests on.
    pub event: CompetitionId,
    pub place: Place,
    pub proposal: Digest,
    pub by: AccountId,
    /// Reason for nominating a player who is not the next in line.
    pub reason: Option<Commitment>,
}

/// A player will play here and not at the championships on the same days (R-MW-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MwChoice {
    pub player: PlayerId,
    /// Where they will not play.
    pub instead_of: Vec<ChampionshipId>,
    pub by: AccountId,
}

/// The player who is to represent the country at the world championship (R-WRC).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NomineeRecord {
    pub player: PlayerId,
    pub tournament: CompetitionId,
    pub place: Place,
    /// Representatives at the previous edition, as far as known at that time.
    pub previous: Vec<PlayerId>,
    pub proposal: Digest,
    pub by: AccountId,
    /// Reason for naming a player who is not proposed.
    pub reason: Option<Commitment>,
}
