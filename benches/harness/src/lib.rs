//! What every benchmark shares: seeded input, rotated rounds and slices, ratios from one run, and bars that must be
//! met.

pub mod bar;
pub mod disk;
pub mod generator;
pub mod rounds;
pub mod slices;
