//! Signing in, one's own account, and the work that waits for a signed-in person.

pub(crate) mod account;
pub(crate) mod dashboard;
pub(crate) mod sign_in;
