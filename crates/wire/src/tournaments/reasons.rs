//! Reasons that commands on a tournament carry.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why something is done, if somebody says so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionalReason {
    /// Why; only staff can read it.
    #[schema(min_length = 1, max_length = 2000, example = "Sala jest zamknięta z powodu awarii")]
    pub reason: Option<String>,
}

/// Why something is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RequiredReason {
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Tak zdecydował sędzia główny")]
    pub reason: String,
}
