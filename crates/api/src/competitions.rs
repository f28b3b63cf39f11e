//! Leagues, Grand Prix cycles and online competitions: opened, run, closed and corrected.

pub(crate) mod grand_prix;
pub(crate) mod leagues;
pub(crate) mod lifecycle;
pub(crate) mod online;
