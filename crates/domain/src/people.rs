//! Players, accounts and what their roles allow.

pub mod account;
pub mod age;
pub mod authority;
pub mod four_eyes;
pub mod player;
