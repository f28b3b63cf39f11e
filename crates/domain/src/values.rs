//! Value types with checked constructors: ids, days, texts, points, places and digests.

pub mod calendar;
pub(crate) mod choice;
pub mod digest;
pub mod ids;
pub mod place;
pub mod points;
pub mod text;
pub mod variant;
pub mod voivodeship;
