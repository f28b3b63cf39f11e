//! Leagues, Grand Prix and online competitions, and what they share. Tournaments have their own folder.

pub mod class;
pub mod from_records;
pub mod grand_prix;
pub mod league;
pub mod lifecycle;
pub mod online;
