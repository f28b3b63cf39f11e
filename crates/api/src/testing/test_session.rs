//! Lets tests in without a password.

use crate::accounts::Tokens;
use commands::accounts::sessions::{Holder, Session};
use domain::values::ids::AccountId;
use events::append::Append;
use events::environment::Environment;
use events::log::Log;
use events::vault::Vault;
use std::sync::Arc;
use std::time::Duration;

/// Opens a session with a second factor for an account, and gives an access token for it.
pub(crate) fn open(
    log: &Arc<dyn Log>,
    vault: &Arc<Vault>,
    environment: &Arc<dyn Environment>,
    account: &AccountId,
) -> String {
    let hour = Duration::from_hours(1);
    let (session, _) = Session::open(Holder::Program, account, true, String::new(), hour, &**environment);
    let append = Append { mutable_writes: vec![session.put()], ..Append::default() };
    log.append(append).wait().expect("a session");
    let sign_in = crate::http::settings::SignIn::default();
    let tokens = Tokens::new(Arc::clone(vault), Arc::clone(environment), sign_in.access_token, sign_in.key_rotation);
    tokens.issue(account, &session.id_hex()).expect("a token").token
}
