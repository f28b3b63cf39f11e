//! What the rules propose about the qualifications to a championship.

use super::ledger::LedgerPlayer;
use crate::choice::ByName;
use domain::qualification::Source;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the rules propose about a championship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Proposals {
    /// `mp:` and the season, or `mw:` and the championship.
    #[schema(max_length = 1030, example = "mp:2025-26")]
    pub target: String,
    /// One for each event and title, in the order of decision.
    #[schema(max_items = 100_000)]
    pub items: Vec<ProposalItem>,
    /// The wildcards of a voivodeship championship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wildcards: Option<WildcardProposals>,
}

/// What the rules propose about the qualifications of one event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProposalItem {
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// What it is called.
    #[schema(max_length = 1024, example = "Turniej w Łodzi")]
    pub event_name: String,
    /// Under which title it gives qualifications.
    #[schema(value_type = String, max_length = 20, example = "tournament")]
    pub source: ByName<Source>,
    /// The digest by which an act says what it answers.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub proposal: String,
    /// When it is decided to whom they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    pub decided_at: Option<String>,
    /// How many qualifications there are.
    #[schema(minimum = 0, maximum = 100_000, example = 2)]
    pub seats: u32,
    /// How many of them nobody has granted, declined for good or withheld.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    pub left: u32,
    /// Whom the rules would give them to, whatever was granted.
    #[schema(max_items = 100_000)]
    pub proposed: Vec<ProposedPlayer>,
    /// Who was granted one that the rules would give to somebody else now, and whom nobody has upheld since.
    #[schema(max_items = 100_000)]
    pub in_review: Vec<LedgerPlayer>,
    /// How many are open because a person has to decide first.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub open: u32,
    /// Who is tied for those.
    #[schema(max_items = 100_000)]
    pub tied: Vec<LedgerPlayer>,
    /// Whom the rules name for those if only a person agrees: granting is agreeing.
    #[schema(max_items = 100_000)]
    pub consent: Vec<ProposedPlayer>,
    /// Who may be chosen where the rules name nobody; that needs a reason.
    #[schema(max_items = 100_000)]
    pub eligible: Vec<ProposedPlayer>,
    /// Events that ended earlier, or should have, and are not closed, or lack a decision on somebody who is proposed
    /// here: granting before they are needs a reason.
    #[schema(max_items = 100_000)]
    pub waits_for: Vec<String>,
    /// Those of them that lack nothing but the decision.
    #[schema(max_items = 100_000)]
    pub undecided: Vec<String>,
}

/// Somebody who is proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProposedPlayer {
    #[serde(flatten)]
    pub player: LedgerPlayer,
    /// With which place.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    pub place: u32,
    /// Whether somebody has granted it.
    pub granted: bool,
}

/// The wildcards that may be put forward.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WildcardProposals {
    /// The digest by which a nomination says what it answers.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub proposal: String,
    /// How many more there may be.
    #[schema(minimum = 0, maximum = 100_000, example = 4)]
    pub free: u32,
    /// Whom the rules propose, without those who were granted one.
    #[schema(max_items = 100_000)]
    pub proposed: Vec<ProposedWildcard>,
}

/// Somebody who may get a wildcard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ProposedWildcard {
    #[serde(flatten)]
    pub player: LedgerPlayer,
    /// The event whose table it rests on.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    pub place: u32,
    /// Whether somebody has put them forward.
    pub nominated: bool,
}
