//! Voivodeship championships and the nominee for the world championship.

pub mod announcing;
pub mod mw;
pub mod wrc_nominee;
