//! Signing in, accounts and permissions: who is calling, and what they may do.

mod caller;
mod moment;
pub(crate) mod permission;
mod session;
mod table_token;
#[cfg(feature = "testing")]
pub(crate) mod test_session;
mod token;

pub(crate) use caller::{Allowed, Caller, SignedIn};
pub(crate) use token::Tokens;
