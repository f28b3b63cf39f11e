//! Tournaments over HTTP, for organisers and for tables.

mod hall;
mod officiating;
mod races;
mod results;
mod sheets;
mod tokens;
