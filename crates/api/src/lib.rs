//! The HTTP service: it translates between requests and acts, and between read models and answers.

pub(crate) mod championships;
pub(crate) mod competitions;
pub(crate) mod http;
pub(crate) mod publication;
pub(crate) mod qualifications;

mod accounts;
mod log;
mod players;
mod seasons;
#[cfg(feature = "testing")]
pub mod testing;
mod tournaments;

pub use accounts::password;
pub use http::api_client::{ApiClient, ApiError, AuthenticatedApiClient, File};
pub use http::app::Dependencies;
pub use http::endpoint::Endpoint;
pub use http::fair_queue::{FairQueue, QueuePermit};
pub use http::openapi::{Documents, documents};
pub use http::qr;
pub use http::service::{RunningService, block_on, start};
pub use http::settings::{ACCESSIBILITY_STATES, Accessibility, Limits, Operator, Settings, SignIn};
