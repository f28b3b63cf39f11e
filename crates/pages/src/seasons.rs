//! A season: ranking, comparison of two players, calendar and rulebooks.

pub(crate) mod calendar;
pub(crate) mod compare;
pub(crate) mod ranking;
pub(crate) mod rulebook;
pub(crate) mod season;
