//! Accounts in the mutable store: sessions, second factors, passwords, one-time links and table tokens.

pub mod links;
pub mod passwords;
pub mod second_factor;
pub mod sessions;
pub mod table_tokens;

use domain::values::ids::AccountId;
use events::envelope::StreamKind;
use smol_str::{SmolStr, format_smolstr};

/// Whose the records of an account are.
pub fn owner(account: &AccountId) -> SmolStr {
    format_smolstr!("{}/{account}", StreamKind::Account.name())
}

/// The account whose records these are; none if they are not of an account.
pub fn account_of(owner: &str) -> Option<AccountId> {
    let (kind, id) = owner.split_once('/')?;
    AccountId::parse(id).ok().filter(|_| kind == StreamKind::Account.name())
}
