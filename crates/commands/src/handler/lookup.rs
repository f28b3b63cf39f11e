//! Lookups across streams that deciders need: seasons, admins, logins, namesakes.

use domain::competitions::class::OnlineEvent;
use domain::competitions::grand_prix::decider::KnownTournament;
use domain::tournament::course::Phase;
use domain::values::calendar::Day;
use domain::values::ids::{AccountId, CompetitionId, PlayerId};
use domain::values::text::{Login, Name};
use events::envelope::{Position, StreamKind, StreamName};
use events::log::Log;
use events::vault::Vault;
use projections::projector::Projector;
use projections::views::{Details, OnlineEntry, TournamentEntry, Views, advance};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an act waits for the read models.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers from what is recorded, up to a position at least; an answer may be newer than that, but must be complete.
pub trait Lookup: Sync {
    /// Returns when everything up to this position is known.
    fn catch_up(&self, position: Position) -> Result<(), LookupError>;

    /// What is known.
    fn views(&self) -> Arc<Views>;

    /// Whether a player comes from abroad; nothing if there is no such player.
    fn is_foreign(&self, player: &PlayerId) -> Option<bool> {
        self.views().players.get(player).map(|player| player.foreign)
    }

    /// A tournament, over or not.
    fn grand_prix_tournament(&self, id: &CompetitionId) -> Option<KnownTournament> {
        let views = self.views();
        let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok()?;
        let class = match views.competitions.find(&stream).map(|competition| &competition.details) {
            Some(Details::Tournament { class, .. }) => *class,
            Some(_) => return None,
            // It runs here, and counts as what it was approved as; one that was called off is never played.
            None => {
                let state = views.tournaments.find(id)?.state()?;
                state.approval.as_ref().filter(|_| state.phase != Phase::Cancelled)?.class
            }
        };
        let ended_at = views.records.tournament(id).map(|recorded| recorded.record.ended_at);
        Some(KnownTournament { class, ended_at })
    }

    /// Every edition of every online event, with the day that decides its season.
    fn online_editions(&self) -> Vec<(CompetitionId, OnlineEvent, u32, Day)> {
        let edition = |entry: &OnlineEntry| {
            let (kind, edition, day) = entry.edition()?;
            Some((entry.id.clone(), kind, edition, day))
        };
        self.views().online_events.list().filter_map(edition).collect()
    }

    /// Every account that is enabled and has the role of an admin.
    fn admins(&self) -> Vec<AccountId> {
        self.views().accounts.admins().map(|account| account.id.clone()).collect()
    }

    /// The account with this login, enabled or not.
    fn account_of(&self, login: &Login) -> Option<AccountId> {
        self.views().accounts.with_login(login.as_str()).map(|account| account.id.clone())
    }

    /// A tournament as it stands.
    fn tournament(&self, id: &CompetitionId) -> Result<Option<Arc<TournamentEntry>>, LookupError> {
        Ok(self.views().tournaments.find(id).cloned())
    }

    /// At most `limit` players of this name, however it is written.
    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Vec<PlayerId> {
        let views = self.views();
        let found = views.players.namesakes(first_name.as_str(), surname.as_str(), limit);
        found.into_iter().map(|player| player.id.clone()).collect()
    }
}

/// Why something is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LookupError(pub String);

/// Folds the log on demand: for single commands of the command line, where no projector runs.
pub struct LogLookup {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    folded: Mutex<Arc<Views>>,
}

impl LogLookup {
    /// Knows nothing before it is asked to catch up.
    pub fn new(log: Arc<dyn Log>, vault: Arc<Vault>) -> Self {
        Self { log, vault, folded: Mutex::default() }
    }

    fn folded(&self) -> MutexGuard<'_, Arc<Views>> {
        self.folded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn catch_up_with_log(&self) -> Result<(), LookupError> {
        let unreadable = |problem: &dyn std::fmt::Display| LookupError(problem.to_string());
        let head = self.log.head().map_err(|problem| unreadable(&problem))?.position;
        let mut folded = self.folded();
        if folded.position < head {
            let views = Views::clone(&folded);
            *folded =
                advance(&*self.log, &self.vault, views, head).map(Arc::new).map_err(|error| unreadable(&error))?;
        }
        Ok(())
    }
}

impl Lookup for LogLookup {
    fn catch_up(&self, position: Position) -> Result<(), LookupError> {
        if self.folded().position < position { self.catch_up_with_log() } else { Ok(()) }
    }

    fn views(&self) -> Arc<Views> {
        Arc::clone(&self.folded())
    }

    fn tournament(&self, id: &CompetitionId) -> Result<Option<Arc<TournamentEntry>>, LookupError> {
        self.catch_up_with_log()?;
        Ok(self.views().tournaments.find(id).cloned())
    }
}

impl Lookup for Projector {
    fn catch_up(&self, position: Position) -> Result<(), LookupError> {
        self.wait_for_blocking(position, CATCH_UP_TIMEOUT).map_err(|problem| LookupError(problem.to_string()))
    }

    fn views(&self) -> Arc<Views> {
        self.views()
    }
}
