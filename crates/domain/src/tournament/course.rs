//! Running a tournament: from its application over draws, sheets and stages to its closed results.
//!
//! [`decide`] turns a command into events or a rejection, [`evolve`] applies an event to the state. Read models
//! (standings, seats, missing sheets, advancement) are derived from the state by [`Tournament`] and its parts.

mod advancement;
mod authorization;
mod checks;
mod command;
mod decider;
mod evolution;
mod fact;
mod findings;
mod outcome;
mod rejection;
mod sheet_points;
mod shown_standings;
mod stage;
mod standing;
mod state;
mod undo_stack;
mod winner_contact;

pub use advancement::{Advancement, Chance};
pub use authorization::{ActorRef, Credentials, InvalidActorRef, Principal, may_act};
pub use checks::{SheetCheck, SheetInfo, SheetNote, SheetProblem, check_sheet};
pub use command::{Application, Command, CommandKind, GameEntry, GameScore, SheetInput, TournamentAction};
pub use decider::{Decided, decide, open_tie};
pub use evolution::evolve;
pub use fact::{EntryChange, NamedValue, NumberedFact, PublicChange, TournamentFact};
pub use findings::SheetFindings;
pub use rejection::Rejection;
pub use sheet_points::{GamePoints, SeatSum, game_points, seat_sums};
pub use stage::{InvalidStage, Stage};
pub use standing::{LiveStandings, LiveStandingsLine};
pub use state::{
    Closing, Dispute, Entrant, HostedTournament, Phase, Presence, SeatedTable, Sheet, StagePlay, Tournament,
    TournamentState,
};
pub use undo_stack::{AffectedParts, Part, UndoEntry, affected_parts};

#[cfg(test)]
mod tests;
