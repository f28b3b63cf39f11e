//! Qualifications to the national and to the voivodeship championships.

pub(crate) mod mp;
pub(crate) mod mw;
pub(crate) mod reason;
