//! Signing in, accounts and permissions: who is calling, and what they may do.

pub(crate) mod accounts;
pub(crate) mod applicant;
pub(crate) mod audit;
mod browser;
mod caller;
mod cleaning;
mod credentials;
pub(crate) mod deed;
mod filing;
mod gate;
pub(crate) mod grants;
mod hashing;
mod issued_secret;
pub(crate) mod links;
pub(crate) mod me;
mod moment;
mod names;
pub(crate) mod permission;
mod second_factor;
mod session;
pub(crate) mod sessions;
mod staff;
pub(crate) mod stage_tokens;
pub(crate) mod step_up;
mod table_token;
pub(crate) mod table_tokens;
#[cfg(feature = "testing")]
pub(crate) mod test_session;
mod throttle;
mod token;

pub(crate) use audit::{Action, Audit, Note, Outcome};
pub(crate) use caller::{Allowed, Caller, arrival, challenge, count_application, denied};
pub(crate) use cleaning::remove_expired;
pub(crate) use deed::Doing;
pub(crate) use hashing::Hashing;
pub(crate) use staff::AtWork;
pub(crate) use step_up::Fresh;
pub(crate) use throttle::Throttle;
pub(crate) use token::Tokens;

use crate::problem::Problem;
use actix_web::HttpRequest;

/// Waits until the caller is known to be allowed, and counts the request if nobody had to be known.
pub(crate) async fn passed(request: &HttpRequest) -> Result<(), Problem> {
    gate::passed(request).await;
    caller::count_reader(request).await
}
