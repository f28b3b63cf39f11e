//! The lists of a season as people ask for them: who holds what and in which state, what is proposed, and a list as it would be
//! published.

mod canonical;
mod every_list;
mod proposal;
mod state;

pub use canonical::{Drawn, canonical};
pub use every_list::every_list;
pub use proposal::{national_results, proposal, proposals, wildcard_offer};
pub use state::{QualificationState, decisions, qualification_state};
