//! Removes contacts of winners that must be held no longer: the time is over, or a winner was erased.

use super::{CommandError, CommandHandler, CommandMetadata, EtagScope, Lookup, TextSealer, TournamentRequest};
use domain::tournament::course::{ActorRef, Credentials, Principal, Rejection, TournamentAction};
use domain::values::calendar::Day;
use domain::values::ids::PlayerId;
use events::vault::WinnerContact;
use projections::views::{TournamentEntry, Views};
use std::sync::Arc;

/// What the vault has after the removal of a contact.
pub const NO_WINNER_CONTACT: WinnerContact = WinnerContact { name: None, email: None };

/// The last day on which the winner's contact of a tournament is held; absent where there is none.
pub fn winner_contact_until(views: &Views, entry: &TournamentEntry) -> Option<Day> {
    let closing = entry.state()?.closed.as_ref().filter(|closing| !closing.winner_contact.is_empty())?;
    Some(closing.winner_contact_until(mp_first_day(views, closing.ended_at.day())))
}

fn mp_first_day(views: &Views, end_of_play: Day) -> Option<Day> {
    views.records.season_on(end_of_play)?.record.mp_first_day
}

impl CommandHandler {
    /// Removes every contact that must be held no longer; returns how many.
    pub fn remove_ended_winner_contacts(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
    ) -> Result<usize, CommandError<Rejection>> {
        let (views, today) = (known.views(), self.moment().day());
        let is_erased = |player: &PlayerId| views.records.player(player).is_some_and(|player| player.erased);
        self.remove_winner_contacts(metadata, known, &views, |entry| {
            let state = entry.state()?;
            let mp_first_day = mp_first_day(&views, state.closed.as_ref()?.ended_at.day());
            Some(state.must_remove_winner_contact(today, mp_first_day, is_erased))
        })
    }

    /// Removes the contacts of a winner who is to be erased; returns how many.
    pub fn remove_winner_contacts_of(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        player: &PlayerId,
    ) -> Result<usize, CommandError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        let views = known.views();
        self.remove_winner_contacts(metadata, known, &views, |entry| {
            Some(entry.state()?.closed.as_ref()?.winner_contact.contains(player))
        })
    }

    fn remove_winner_contacts(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        views: &Views,
        is_due: impl Fn(&Arc<TournamentEntry>) -> Option<bool>,
    ) -> Result<usize, CommandError<Rejection>> {
        // An actor of the log has at most as many bytes as one of a tournament.
        let id = ActorRef::parse(metadata.actor.as_str()).map_err(|_| CommandError::NotFound)?;
        let principal = Principal { id, credentials: Credentials::Service };
        let remove = |sealer: &TextSealer<'_>| {
            Ok(TournamentAction::RemoveWinnerContact { empty: sealer.seal(&NO_WINNER_CONTACT) })
        };
        let mut removed = 0;
        for entry in views.tournaments.list().filter(|entry| is_due(entry).unwrap_or(false)) {
            let request = TournamentRequest { tournament: &entry.id, principal: &principal, about: EtagScope::Whole };
            self.run_tournament(metadata, known, &request, &remove)?;
            removed += 1;
        }
        Ok(removed)
    }
}
