//! The HTTP service: it translates between requests and acts, and between read models and answers.

mod access_log;
mod address;
mod answer;
mod auth;
mod body;
mod client_address;
mod conditional;
mod connections;
mod digits;
mod edge;
mod feed;
mod header_text;
mod health;
mod index;
mod kostka;
mod live;
mod log;
mod measures;
mod metrics_page;
mod negotiate;
mod openapi;
mod page;
mod paging;
mod params;
pub mod password;
mod players;
mod problem;
mod rate_limit;
mod reading;
mod route;
mod routes;
mod rulebooks;
mod seasons;
mod service;
mod settings;
mod sheet;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod tournaments;
mod write;

pub use kostka::Parts;
pub use openapi::{Documents, documents};
pub use service::{Running, block_on, start};
pub use settings::{Limits, Settings, SignIn};
