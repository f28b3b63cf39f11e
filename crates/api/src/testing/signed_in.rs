//! Somebody who is signed in, without a password and its cost.

use super::Instance;
use crate::auth;
use domain::Choice;
use domain::event::{Grant, Role};
use domain::ids::AccountId;
use domain::text::{Login, Name};
use events::append::Append;
use events::cabinet::CabinetWrite;
use events::environment::Environment;
use projections::office::{AccountDetails, Act, KnownFromLog};
use std::sync::Arc;

/// Somebody who is signed in.
pub struct SignedIn {
    /// The account.
    pub account: AccountId,
    /// What stands in the header `Authorization`.
    pub authorization: String,
}

impl Instance {
    /// Opens an account with these grants and a session for it, as after a login with the second factor.
    pub fn sign_in(&self, login: &str, grants: &[Grant]) -> SignedIn {
        let known = KnownFromLog::new(Arc::clone(&self.log), Arc::clone(&self.vault));
        let details = AccountDetails {
            login: Login::parse(login).expect("a login"),
            name: Name::parse("Ewa Wzorowa").expect("a name"),
        };
        let act = Act::by(Self::operator());
        let opened = self.office().open_account(&act, &known, &details, grants, &|_| Vec::new()).expect("an account");
        let account = AccountId::parse(opened.resource.id()).expect("an id");
        let environment: Arc<dyn Environment> = self.clock.clone();
        let (record, token) = auth::session_for_tests(Arc::clone(&self.vault), environment, &account);
        self.write_to_cabinet(record);
        SignedIn { account, authorization: format!("Bearer {token}") }
    }

    /// The same with one role that is good everywhere.
    pub fn sign_in_as(&self, role: Role) -> SignedIn {
        self.sign_in(&format!("test.{}", role.name().replace('_', ".")), &[Grant { role, event: None }])
    }

    /// Ends all sessions of an account.
    pub fn end_sessions(&self, account: &AccountId) {
        self.write_to_cabinet(auth::end_all_sessions(account));
    }

    fn write_to_cabinet(&self, write: CabinetWrite) {
        let pending = self.log.append(Append { cabinet: vec![write], ..Append::default() });
        pending.wait().expect("a record in the cabinet");
    }
}
