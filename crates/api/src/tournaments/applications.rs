//! Applications for tournaments: sending, reading, approving and rejecting them, and their deadlines.

pub(crate) mod application;
pub(crate) mod approval;
