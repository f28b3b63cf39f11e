//! What crosses a border: the season bundle, the season results, the rulebook file, and the words that explain them.

pub mod bundle;
pub mod compare;
pub mod directory;
pub mod explain;
pub mod list;
pub mod name_search;
pub mod path;
pub mod problem;
pub mod results;
pub mod rulebook_file;
pub mod tables;
pub mod words;
