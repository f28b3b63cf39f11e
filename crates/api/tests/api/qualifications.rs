//! Qualifications over HTTP: lists, the ledger, and decisions on them.

mod decisions;
mod ledger;
mod lists;
