//! How long the contact of a winner is held after a tournament (HOW S17, R-PLR-10).

use super::{Closing, TournamentState};
use crate::event::{RecordedFinish, RecordedOutcome};
use crate::values::calendar::Day;
use crate::values::ids::PlayerId;
use crate::values::place::Place;

/// Days from the first planned day of the championship until the winner's contact is removed (R-PLR-10).
const DAYS_AFTER_MP: u32 = 14;

/// Days from the end of play until it is removed where no championship is planned.
const DAYS_WITHOUT_MP: u32 = 365;

impl Closing {
    /// The last day on which the winner's contact is held, by the first day of the championship of the season.
    pub fn winner_contact_until(&self, mp_first_day: Option<Day>) -> Day {
        match mp_first_day {
            Some(day) => day.plus_days(DAYS_AFTER_MP),
            None => self.ended_at.day().plus_days(DAYS_WITHOUT_MP),
        }
    }
}

impl TournamentState {
    /// The players in the first place of the record.
    pub(super) fn winners(&self) -> impl Iterator<Item = &PlayerId> {
        let lines = self.record.as_deref().map_or(&[][..], |record| match &record.outcome {
            RecordedOutcome::Results(lines) => lines,
            RecordedOutcome::Rounds { .. } => &[],
        });
        lines.iter().filter(|line| line.finish == RecordedFinish::Place(Place::FIRST)).map(|line| &line.player)
    }

    /// Whether a winner's contact is held that must be removed: its time is over, one of its winners was erased, or
    /// another player has won since a correction (R-PLR-10).
    pub fn must_remove_winner_contact(
        &self,
        today: Day,
        mp_first_day: Option<Day>,
        is_erased: impl Fn(&PlayerId) -> bool,
    ) -> bool {
        let Some(closing) = self.closed.as_ref().filter(|closing| !closing.winner_contact.is_empty()) else {
            return false;
        };
        let has_not_won = |player: &PlayerId| self.winners().all(|winner| winner != player);
        closing.winner_contact_until(mp_first_day) < today
            || closing.winner_contact.iter().any(|player| is_erased(player) || has_not_won(player))
    }
}
