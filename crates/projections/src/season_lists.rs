//! The lists of a season as people ask for them: who holds what and in which state, what is proposed, a list as it would be published,
//! what changed it, and what waits for a decision.

mod accounts;
mod canonical;
mod causes;
mod choice;
mod chosen;
mod decisions;
mod difference;
mod every_list;
mod proposal;
mod scope;
mod state;
mod tie;
mod what_if;

pub use accounts::{Account, SeatLine, SeatState, accounts, origin_stream, other_acts};
pub use canonical::{Drawn, canonical};
pub use causes::{Budget, Cause, Causes, CausesError, Searched, causes, may_change_lists};
pub use choice::{plays_at, plays_elsewhere};
pub use chosen::{Chosen, championship_lists, cycle_lists, season_lists};
pub use decisions::{Matter, OpenDecision, open_decisions};
pub use difference::{ListChange, RowChange, RowKey, changed_list, changed_lists, difference};
pub use every_list::every_list;
pub use proposal::{national_results, proposal, proposals, wildcard_offer, wrc_predecessors};
pub use scope::{championships_fed_by, championships_of, lists_of_all, lists_of_season, season_of_championship};
pub use state::{QualificationState, decisions, qualification_state, wildcard_state};
pub use tie::{ranking_ties, small_attendance, ties_of};
pub use what_if::{ImpossibleSupposition, Supposition, suppose};
