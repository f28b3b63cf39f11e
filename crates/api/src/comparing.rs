//! Two states of a season side by side: what changed between two moments and why, what an act would change, what would be if.

mod body;
mod consequences;
mod diff;
mod what_if;

pub(crate) use body::CausingEvent;
pub(crate) use consequences::{Consequences, consequences, has_consequences};
pub(crate) use diff::{__path_diff, BUDGET, diff, unknown_edition};
pub(crate) use what_if::{__path_suppose, suppose};
