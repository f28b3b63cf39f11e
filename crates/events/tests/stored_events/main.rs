//! Stored events: what a log holds stays readable for ever, says nothing of a person, and loses nothing.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod acts;
mod arbitrary;
mod decoding;
mod examples;
mod golden;
mod no_free_text;
mod tournament_facts;
