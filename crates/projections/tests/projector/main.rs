//! The projector over a store: what it shows, when it shows it, and what it never shows again.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod following;
mod people;
mod played_tournaments;
mod random_histories;
mod random_seasons;
mod seasons;
mod store;
mod time_travel;
mod watermark;
