//! The lists of a season as people ask for them: who holds what and in which state, what is proposed, and a list as it would be
//! published.

mod accounts;
mod canonical;
mod chosen;
mod proposal;
mod state;

pub use accounts::{Account, SeatLine, SeatState, accounts, origin_stream, other_acts};
pub use canonical::{Drawn, canonical};
pub use chosen::{Chosen, championship_lists, cycle_lists, season_lists};
pub use proposal::{national_results, proposal, proposals, wildcard_offer};
pub use state::{QualificationState, decisions, qualification_state, wildcard_state};
