//! Results of a closed tournament, and results of tournaments played elsewhere.

pub(crate) mod import;
pub(crate) mod show;
