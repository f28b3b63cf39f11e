//! Simulated tournaments: invented people, plausible sheets, and the requests of the staff who run a tournament.
//!
//! Everything follows from a seed. There is no clock, no network and no randomness here: the caller brings a
//! [`Service`], which sends the requests, lets time pass and shows the progress. `kostka simulate`, `kostka demo` and
//! the tests of the service use it.

mod game;
mod people;
mod plan;
mod rng;
mod service;
mod tournament;

pub use game::{Game, Sheet, play_table};
pub use people::{Person, people, tournament_name};
pub use plan::{InvalidFormat, InvalidStop, Plan, Setup, StopAt, TournamentStaff};
pub use rng::SeededRng;
pub use service::{ActingRole, Method, ProgressStep, Service, ServiceError, ServiceRequest, ServiceResponse};
pub use tournament::{Outcome, announce, hold, play, register_people};
