//! Requests and answers of the HTTP API as types, by subject: `api` fills them, `pages`, `cli`, `simulation` and tests
//! read them.
//!
//! Nothing here computes anything: a type says what stands in the JSON document and in its OpenAPI schema.

pub mod accounts;
pub mod as_text;
pub mod championships;
pub mod changed_lists;
pub mod choice;
pub mod common;
pub mod competitions;
pub mod log;
pub mod players;
pub mod publication;
pub mod qualifications;
pub mod seasons;
pub mod service;
pub mod tournaments;

mod names;
