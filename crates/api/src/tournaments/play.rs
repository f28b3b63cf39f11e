//! Playing a tournament: draws, stages, sheets, officiating, ties, undo, closing, and the contact of the winner.

pub(crate) mod acts;
pub(crate) mod calculator;
pub(crate) mod closing;
pub(crate) mod draws;
pub(crate) mod officiating;
pub(crate) mod sheets;
pub(crate) mod stages;
pub(crate) mod ties;
pub(crate) mod winner_contact;
