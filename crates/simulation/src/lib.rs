//! Plays tournaments that nobody plays: invented people, plausible sheets, and what whoever runs an event does with the service.
//!
//! Everything follows from a seed. There is no clock, no network and no randomness here: whoever uses it brings a [`Service`], which
//! sends the requests, lets time pass and shows the progress. `kostka simulate`, `kostka demo` and the tests of the service use it.

mod chance;
mod event;
mod game;
mod people;
mod plan;
mod service;

pub use chance::Chance;
pub use event::{Outcome, announce, hold, play, register_people};
pub use game::{Game, Sheet, play_table};
pub use people::{Person, event_name, people};
pub use plan::{Crew, InvalidFormat, InvalidStop, Plan, Setup, StopAt};
pub use service::{Answer, Call, Method, Service, Step, Trouble, Who};
