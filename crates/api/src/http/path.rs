//! Placeholders of addresses as types: a path type is the extractor of a handler and its OpenAPI parameters at once.

use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct AccountPath {
    /// The account
    #[param(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub(crate) id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct GrantPath {
    /// The account
    #[param(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub(crate) id: String,
    /// `role`, or `role@kind:id` for a role of one event
    #[param(max_length = 300, example = "organiser@tournament:t-2026-07")]
    pub(crate) grant: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct TableTokensPath {
    /// The tournament
    #[param(max_length = 200, example = "t-2026-07")]
    pub(crate) id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct TableTokenPath {
    /// The tournament
    #[param(max_length = 200, example = "t-2026-07")]
    pub(crate) id: String,
    /// The id of the token
    #[param(max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) token_id: String,
}
