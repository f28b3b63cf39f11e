//! Requests that grant, decline, withhold, revoke and uphold qualifications, and those about wildcards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Qualifications that are granted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGrants {
    /// The event that gives them, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The source, where the event gives qualifications under several titles: `tournament`, `league`, `grand_prix`,
    /// `online`, `mw`, `ranking`.
    #[schema(max_length = 20, example = "tournament")]
    pub source: Option<String>,
    /// To whom; everybody who is proposed if nobody is named.
    #[serde(default)]
    #[schema(max_items = 1000)]
    pub players: Vec<String>,
    /// The digest of the proposal that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub proposal: String,
    /// Why it cannot wait for earlier events, or why this person where a person chooses.
    #[schema(min_length = 1, max_length = 2000, example = "Liga w Rybniku skończy się dopiero po terminie zgłoszeń")]
    pub reason: Option<String>,
}

/// A qualification that somebody does not take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDecline {
    /// The event that it comes from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[schema(max_length = 20, example = "tournament")]
    pub source: Option<String>,
    /// Who declined.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// Whether it passes to the next person; that needs a reason.
    pub pass_on: bool,
    /// Why it passes on.
    #[schema(min_length = 1, max_length = 2000, example = "Zgłoszona przed zamknięciem listy startowej")]
    pub reason: Option<String>,
}

/// What is left of an event's qualifications, given to nobody or made available again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWithholding {
    /// The event, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[schema(max_length = 20, example = "tournament")]
    pub source: Option<String>,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Lista startowa jest zamknięta")]
    pub reason: String,
}

/// A grant that is taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRevocation {
    /// The event that the qualification came from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[schema(max_length = 20, example = "tournament")]
    pub source: Option<String>,
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Poprawiono wyniki finału")]
    pub reason: String,
}

/// A grant that stays although the rules would give it to somebody else now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewUpholding {
    /// The event that the qualification comes from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[schema(max_length = 20, example = "tournament")]
    pub source: Option<String>,
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The digest of the proposal that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub proposal: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Zawodniczka ma już opłacony wyjazd")]
    pub reason: String,
}

/// People who are put forward for wildcards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNominations {
    /// Whom; everybody who is proposed if nobody is named.
    #[serde(default)]
    #[schema(max_items = 1000)]
    pub players: Vec<String>,
    /// The digest of the wildcard proposals that were looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub proposal: String,
    /// Why somebody who is not the next in line.
    #[schema(min_length = 1, max_length = 2000, example = "Gospodyni mistrzostw")]
    pub reason: Option<String>,
}

/// Wildcards that are granted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WildcardGrants {
    /// To whom.
    #[schema(min_items = 1, max_items = 1000)]
    pub players: Vec<String>,
}

/// A wildcard that is taken back, granted or only put forward.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WildcardWithdrawal {
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Nie przyjedzie")]
    pub reason: String,
}
