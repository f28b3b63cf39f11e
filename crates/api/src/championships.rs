//! Voivodeship championships and the world championship: announcing them, who plays there, wildcards, the nominee.

pub(crate) mod announcing;
pub(crate) mod mw;
pub(crate) mod wildcards;
pub(crate) mod wrc_nominee;
