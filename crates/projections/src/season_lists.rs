//! The lists of a season as people ask for them: who holds what and in which state, what is proposed, a list as it would be published,
//! and what changed it.

mod canonical;
mod causes;
mod difference;
mod proposal;
mod scope;
mod state;
mod what_if;

pub use canonical::{Drawn, canonical};
pub use causes::{Budget, Cause, Causes, CausesError, Searched, causes, may_change_lists};
pub use difference::{ListChange, RowChange, RowKey, changed_list, changed_lists, difference};
pub use proposal::{national_results, proposal, proposals, wildcard_offer};
pub use scope::{lists_of_all, lists_of_season};
pub use state::{QualificationState, decisions, qualification_state};
pub use what_if::{ImpossibleSupposition, Supposition, suppose};
