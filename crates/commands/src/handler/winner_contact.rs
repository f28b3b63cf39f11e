//! Removes contacts of winners that must be held no longer: the time is over, or a winner was erased.

use super::{CommandError, CommandHandler, CommandMetadata, EtagScope, Lookup, TextSealer, TournamentRequest};
use domain::tournament::course::{ActorRef, Credentials, Principal, Rejection, TournamentAction, TournamentState};
use domain::values::calendar::Day;
use domain::values::ids::{CompetitionId, PlayerId};
use events::vault::WinnerContact;
use projections::views::{TournamentEntry, Views};

/// What the vault has after the removal of a contact.
pub const NO_WINNER_CONTACT: WinnerContact = WinnerContact { name: None, email: None };

/// The removals of contacts; one that fails does not stop the others.
#[derive(Debug, Default)]
pub struct WinnerContactRemovals {
    pub removed: usize,
    pub failed: Vec<(CompetitionId, CommandError<Rejection>)>,
}

/// The last day on which the winner's contact of a tournament is held; absent where there is none, or none that may
/// still be held.
pub fn winner_contact_until(views: &Views, entry: &TournamentEntry, today: Day) -> Option<Day> {
    let state = entry.state()?;
    let closing = state.closed.as_ref().filter(|closing| !closing.winner_contact.is_empty())?;
    let until = closing.winner_contact_until(mp_first_day(views, closing.ended_at.day()));
    (!is_contact_due(views, state, today)).then_some(until)
}

fn is_contact_due(views: &Views, state: &TournamentState, today: Day) -> bool {
    let mp_first_day = state.closed.as_ref().and_then(|closing| mp_first_day(views, closing.ended_at.day()));
    let is_erased = |player: &PlayerId| views.records.player(player).is_some_and(|player| player.erased);
    state.must_remove_winner_contact(today, mp_first_day, is_erased)
}

fn mp_first_day(views: &Views, end_of_play: Day) -> Option<Day> {
    views.records.season_on(end_of_play)?.record.mp_first_day
}

impl CommandHandler {
    /// Removes every contact that must be held no longer.
    pub fn remove_ended_winner_contacts(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
    ) -> Result<WinnerContactRemovals, CommandError<Rejection>> {
        let today = self.moment().day();
        self.remove_winner_contacts(metadata, known, |state| is_contact_due(&known.views(), state, today))
    }

    /// Removes the contacts of a winner who is to be erased.
    pub fn remove_winner_contacts_of(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        player: &PlayerId,
    ) -> Result<WinnerContactRemovals, CommandError<Rejection>> {
        self.remove_winner_contacts(metadata, known, |state| {
            state.closed.as_ref().is_some_and(|closing| closing.winner_contact.contains(player))
        })
    }

    fn remove_winner_contacts(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        is_due: impl Fn(&TournamentState) -> bool,
    ) -> Result<WinnerContactRemovals, CommandError<Rejection>> {
        // An actor of the log has at most as many bytes as one of a tournament.
        let id = ActorRef::parse(metadata.actor.as_str()).map_err(|_| CommandError::NotFound)?;
        let principal = Principal { id, credentials: Credentials::Service };
        // The state may have changed since the list was read: another contact was recorded, or the time is longer.
        let remove = |sealer: &TextSealer<'_>| match sealer.course().hosted().filter(|hosted| is_due(&hosted.state)) {
            Some(_) => Ok(TournamentAction::RemoveWinnerContact { empty: sealer.seal(&NO_WINNER_CONTACT) }),
            None => Err(CommandError::NotFound),
        };
        known.catch_up(self.log.head()?.position)?;
        let mut removals = WinnerContactRemovals::default();
        for entry in known.views().tournaments.list().filter(|entry| entry.state().is_some_and(&is_due)) {
            let request = TournamentRequest { tournament: &entry.id, principal: &principal, about: EtagScope::Whole };
            match self.run_tournament(metadata, known, &request, &remove) {
                Ok(_) => removals.removed += 1,
                Err(CommandError::NotFound) => {}
                Err(error) => removals.failed.push((entry.id.clone(), error)),
            }
        }
        Ok(removals)
    }
}
