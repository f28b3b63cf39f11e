//! Leagues, Grand Prix cycles and online competitions.

pub mod grand_prix;
pub mod leagues;
pub mod lifecycle;
pub mod meetings;
pub mod online;
