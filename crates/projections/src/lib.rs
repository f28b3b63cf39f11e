//! Read models folded from the log.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod names;
pub mod projector;
pub mod replay;
pub mod season_bundle;
pub mod season_lists;
pub mod sentence;
pub mod vault_check;
pub mod views;
