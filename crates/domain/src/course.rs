//! The course of a tournament that runs here: from its application over draws, sheets and stages to its closed results.
//!
//! [`decide`] says what a command brings about or which rule refuses it, [`evolve`] what the tournament is like afterwards. Everything
//! that readers are shown (standings, seats, what is missing, who goes on) is derived from the state by [`Course`] and its parts.

mod advancement;
mod checks;
mod command;
mod decider;
mod doer;
mod evolution;
mod ladder;
mod outcome;
mod rejection;
mod stage;
mod standing;
mod state;

pub use advancement::{Advancement, Chance};
pub use checks::{SheetCheck, SheetInfo, SheetNote, SheetProblem, check_sheet};
pub use command::{Application, Command, GameEntry, GameScore, Order, SheetInput};
pub use decider::{decide, open_tie};
pub use doer::{ActKind, ActorRef, Authorised, Doer, InvalidActorRef, may_act};
pub use evolution::evolve;
pub use ladder::{Part, Rung, Touched, touched};
pub use rejection::Rejection;
pub use stage::{InvalidStage, Stage};
pub use standing::{LiveLine, LiveStandings};
pub use state::{Course, Dispute, Entrant, Now, Phase, Presence, Running, SeatedTable, Sheet, StagePlay};

#[cfg(test)]
mod tests;
