//! Qualifications: lists, ledgers with their acts, rulings and decisions that wait.

pub(crate) mod decisions;
pub(crate) mod ledger;
pub(crate) mod list;
pub(crate) mod rulings;
