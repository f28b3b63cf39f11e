//! Qualifications: lists, ledgers and the requests about them, rulings and decisions that wait.

pub mod commands;
pub mod decisions;
pub mod derivation;
pub mod ledger;
pub mod list;
pub mod proposals;
pub mod rulings;
