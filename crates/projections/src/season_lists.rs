//! The lists of a season: qualification states, proposals, canonical lists, causes of changes,
//! and open decisions.

mod accounts;
mod canonical;
mod causes;
mod championship_choice;
mod decisions;
mod difference;
mod every_list;
mod lists_by_rulebook;
mod proposal;
mod scope;
mod state;
mod tie;
mod what_if;

pub use accounts::{Account, SeatLine, SeatState, accounts, origin_stream, other_acts};
pub use canonical::{ListWithRulebook, canonical};
pub use causes::{Budget, Cause, CauseQuery, Causes, CausesError, causes, may_change_lists};
pub use championship_choice::{chosen_alternative, is_qualified_for};
pub use decisions::{Matter, OpenDecision, open_decisions};
pub use difference::{ListChange, RowChange, RowKey, changed_list, changed_lists, difference};
pub use every_list::every_list;
pub use lists_by_rulebook::{RuleSetRef, championship_lists, grand_prix_lists, season_lists};
pub use proposal::{national_results, proposal, proposals, wildcard_offer, wrc_predecessors};
pub use scope::{championships_fed_by, championships_of, lists_of_all, lists_of_season, season_of_championship};
pub use state::{QualificationState, decisions, qualification_state, wildcard_state};
pub use tie::{ranking_ties, small_attendance, ties_of};
pub use what_if::{WhatIfError, WhatIfScenario, evaluate_what_if};
