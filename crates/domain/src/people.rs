//! Players, accounts and what their roles allow.

pub mod account;
pub mod age;
pub mod authority;
pub mod linked_accounts;
pub mod player;
