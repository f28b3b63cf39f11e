//! Seasons over HTTP: rulebooks, the ranking, and the state at other moments.

mod ranking;
mod rulebooks;
mod time_travel;
