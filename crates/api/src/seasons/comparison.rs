//! Compares two states of a season: between two moments, before and after a command, and what-if questions.

mod changed_lists;
mod consequences;
mod diff;
mod what_if;

pub(crate) use changed_lists::causing_event;
pub(crate) use consequences::{consequences, has_consequences};
pub(crate) use diff::{__path_diff, BUDGET, diff, unknown_edition};
pub(crate) use what_if::{__path_suppose, suppose};
