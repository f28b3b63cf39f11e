//! The lists of a season as people ask for them: who holds what and in which state, what is proposed, and a list as it would be
//! published.

mod accounts;
mod canonical;
mod chosen;
mod decisions;
mod every_list;
mod proposal;
mod state;
mod tie;

pub use accounts::{Account, SeatLine, SeatState, accounts, origin_stream, other_acts};
pub use canonical::{Drawn, canonical};
pub use chosen::{Chosen, championship_lists, cycle_lists, season_lists};
pub use decisions::{Matter, OpenDecision, open_decisions};
pub use every_list::every_list;
pub use proposal::{national_results, proposal, proposals, wildcard_offer, wrc_predecessors};
pub use state::{QualificationState, decisions, qualification_state, wildcard_state};
pub use tie::{ranking_ties, small_attendance, ties_of};
