//! What every benchmark shares: seeded input, rotated rounds, ratios from one run, and bars that must be met.

pub mod bar;
pub mod generator;
pub mod rounds;
