//! Tournaments over a running service: from the application to closed results.

mod applications;
mod desk;
mod hall;
mod hidden;
mod live;
mod play;
mod scenarios;
mod seen;
pub(crate) mod support;
