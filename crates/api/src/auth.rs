//! Signing in, accounts and permissions: who is calling, and what they may do.

mod caller;
mod moment;
pub(crate) mod permission;
mod session;
mod table_token;
mod token;

pub(crate) use caller::{Allowed, Caller, SignedIn};
#[cfg(feature = "testing")]
pub(crate) use session::end_all as end_all_sessions;
pub(crate) use token::Tokens;

/// A session as after a login with the second factor, for tests: its record, and an access token for it.
#[cfg(feature = "testing")]
pub(crate) fn session_for_tests(
    vault: std::sync::Arc<events::vault::Vault>,
    environment: std::sync::Arc<dyn events::environment::Environment>,
    account: &domain::ids::AccountId,
) -> (events::cabinet::CabinetWrite, String) {
    let crate::settings::SignIn { access_token, session: good_for, key_rotation, .. } =
        crate::settings::SignIn::default();
    let (session, _) = session::Session::open(account, true, String::new(), good_for, &*environment);
    let tokens = Tokens::new(vault, environment, access_token, key_rotation);
    let token = tokens.issue(account, &session.written_id()).expect("a token");
    (session.put(), token.token)
}
