//! The HTTP service: it translates between requests and acts, and between read models and answers.

mod access_log;
mod answer;
mod auth;
mod body;
mod client_address;
mod conditional;
mod edge;
mod health;
mod kostka;
mod measures;
mod metrics_page;
mod negotiate;
mod openapi;
mod page;
mod paging;
mod params;
pub mod password;
mod problem;
mod rate_limit;
mod route;
mod routes;
mod service;
mod settings;
mod sheet;
#[cfg(feature = "testing")]
pub mod testing;
mod write;

pub use kostka::Parts;
pub use openapi::{Documents, documents};
pub use service::{Running, start};
pub use settings::{Limits, Settings, SignIn};
