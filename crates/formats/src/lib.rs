//! File formats and words: the season bundle, the season results, the rulebook file, and explanations.

pub mod bundle;
pub mod compare;
pub mod directory;
pub mod explain;
pub mod list;
pub mod localization;
pub mod name_search;
pub mod path;
pub mod problem;
pub mod results;
pub mod rulebook_file;
pub mod tables;
