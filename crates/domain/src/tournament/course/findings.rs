//! Everything that the rules say about a written sheet: the findings of its check, its points, and their sums.

use super::{GamePoints, SeatSum, SeatedTable, SheetCheck, SheetInput, TournamentState, check_sheet};
use super::{game_points, seat_sums};
use crate::rulebook::Rulebook;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFindings {
    pub check: SheetCheck,
    /// Empty if the check has errors.
    pub games: Vec<GamePoints>,
    pub sums: Vec<SeatSum>,
}

impl SheetFindings {
    /// The findings in a state of the tournament; `None` if there is no such table.
    pub fn in_state(state: &TournamentState, input: &SheetInput) -> Option<Self> {
        let table = state.table(input.stage, input.table)?;
        let default = Rulebook::default();
        Some(Self::at_table(state, table, input, state.rulebook.as_deref().unwrap_or(&default)))
    }

    pub(crate) fn at_table(
        state: &TournamentState,
        table: &SeatedTable,
        input: &SheetInput,
        rulebook: &Rulebook,
    ) -> Self {
        let check = check_sheet(state, table, input, rulebook);
        let games = game_points(&check.games, rulebook);
        let sums = seat_sums(&games, table.seats.len());
        Self { check, games, sums }
    }
}
