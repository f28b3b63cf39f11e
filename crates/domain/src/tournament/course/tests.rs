//! The course of a tournament, rule by rule.

mod applications;
mod closing;
mod hiding;
mod local;
mod officiating;
mod players;
mod sheets;
mod stages;
mod undo;
