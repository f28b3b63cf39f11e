//! The index of the API and the readiness of the service.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether the service is ready, and if not, why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Readiness {
    /// Everything below is well.
    pub ready: bool,
    /// The log can be read.
    pub log_readable: bool,
    /// The log takes writes.
    pub log_writable: bool,
    /// The read models know everything that is in the log.
    pub caught_up: bool,
    /// The last position of the log.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub log_position: Option<u64>,
    /// The last position that the read models know.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// Why it is not ready; empty if it is.
    #[schema(max_items = 10)]
    pub reasons: Vec<Reason>,
}

/// One reason why the service is not ready.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Reason {
    /// The reason: `log-unreadable`, `log-read-only`, `read-models-stopped`, `catching-up` or `stopping`.
    #[schema(max_length = 40, example = "catching-up")]
    pub code: String,
    /// The same for people, in the language of the client.
    #[schema(max_length = 2000, example = "the read models know 40 events of 1042")]
    pub detail: String,
}

/// What there is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Index {
    /// The name of the product.
    #[schema(max_length = 30, example = "Kostka")]
    pub name: String,
    /// Its version.
    #[schema(max_length = 30, example = "0.1.0")]
    pub version: String,
    /// The position of the log that is shown.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// Every address of this version of the API.
    #[schema(max_items = 1000)]
    pub links: Vec<Link>,
    /// What to read first: how errors, ETags, retries, pages and streams work.
    #[schema(max_length = 100, example = "/api/conventions.md")]
    pub conventions: String,
    /// Documentation that can be tried out.
    #[schema(max_length = 100, example = "/api/docs/")]
    pub documentation: String,
    /// The OpenAPI document.
    #[schema(max_length = 100, example = "/api/openapi.json")]
    pub openapi: String,
    /// Every problem that can be reported.
    #[schema(max_length = 100, example = "/problems")]
    pub problems: String,
}

/// An address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Link {
    /// The address; a name in braces stands for an id.
    #[schema(max_length = 200, example = "/api/v1/players/{id}")]
    pub href: String,
    /// Whether it has names in braces.
    #[schema(example = true)]
    pub templated: bool,
    /// What it answers.
    #[schema(max_items = 10, example = json!(["GET", "HEAD", "PUT"]))]
    pub methods: Vec<String>,
}
