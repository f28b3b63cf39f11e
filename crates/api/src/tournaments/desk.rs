//! The desk of a tournament: details, format, staff, registrations and attendance.

pub(crate) mod attendance;
pub(crate) mod details;
pub(crate) mod format;
pub(crate) mod registrations;
pub(crate) mod staff;
pub(crate) mod work;
