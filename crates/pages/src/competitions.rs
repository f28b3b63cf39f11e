//! Leagues, Grand Prix cycles, online competitions, and all competitions of a season.

pub(crate) mod grand_prix;
pub(crate) mod league;
pub(crate) mod list;
pub(crate) mod online;
