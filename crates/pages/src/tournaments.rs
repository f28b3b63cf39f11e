//! Tournaments: public pages, applications, the organiser's pages, sheet entry, and what is printed.

pub(crate) mod application;
pub(crate) mod apply;
pub(crate) mod organise;
pub(crate) mod people;
pub(crate) mod print;
pub(crate) mod projector;
pub(crate) mod sheet_entry;
pub(crate) mod stage_standings;
pub(crate) mod tournament;
