//! Lookups across streams that deciders need: seasons, admins, logins, namesakes.

use domain::competitions::class::OnlineEvent;
use domain::competitions::grand_prix::decider::KnownTournament;
use domain::event::{Role, TournamentRecord};
use domain::tournament::course::Phase;
use domain::values::calendar::Day;
use domain::values::ids::{AccountId, CompetitionId, PlayerId, SeasonId};
use domain::values::text::{Login, Name};
use events::envelope::{Position, StreamKind, StreamName};
use events::log::Log;
use events::vault::{AccountLogin, OnePerSubject, PlayerName, Vault};
use projections::projector::Projector;
use projections::record_book::{FoldError, RecordBook};
use projections::views::{Details, OnlineEntry, TournamentEntry, folded_name, replay_stream};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an act waits for the read models.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers from what is recorded, up to a position at least. What is found is looked at again in the log, so an answer
/// may be newer than asked for, but must be complete.
pub trait Lookup: Sync {
    /// Returns when everything up to this position is known.
    fn catch_up(&self, position: Position) -> Result<(), LookupError>;

    fn seasons(&self) -> Vec<SeasonId>;

    /// Whether a player comes from abroad; nothing if there is no such player.
    fn is_foreign(&self, player: &PlayerId) -> Option<bool>;

    /// A tournament, over or not.
    fn grand_prix_tournament(&self, id: &CompetitionId) -> Option<KnownTournament>;

    /// Every edition of every online event, with the day that decides its season.
    fn online_editions(&self) -> Vec<(CompetitionId, OnlineEvent, u32, Day)>;

    /// Every account that is enabled and has the role of an admin.
    fn admins(&self) -> Vec<AccountId>;

    /// The account with this login, enabled or not.
    fn account_of(&self, login: &Login) -> Option<AccountId>;

    fn tournament(&self, id: &CompetitionId) -> Result<Option<Arc<TournamentEntry>>, LookupError>;

    /// At most `limit` players of this name, however it is written.
    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, LookupError>;
}

/// Why something is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LookupError(pub String);

/// Folds the log on demand: for single commands of the command line, where no projector runs.
pub struct LogLookup {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    folded: Mutex<FoldedLog>,
}

#[derive(Default)]
struct FoldedLog {
    book: RecordBook,
    by_login: HashMap<String, AccountId>,
}

impl LogLookup {
    /// Knows nothing before it is asked to catch up.
    pub fn new(log: Arc<dyn Log>, vault: Arc<Vault>) -> Self {
        Self { log, vault, folded: Mutex::default() }
    }

    fn folded(&self) -> MutexGuard<'_, FoldedLog> {
        self.folded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fold(&self) -> Result<FoldedLog, LookupError> {
        let book = RecordBook::fold(&*self.log, &mut |_| ()).map_err(|error| lookup_error(&error))?;
        let mut by_login = HashMap::new();
        for account in book.accounts.iter() {
            if let Some(login) = self.text::<AccountLogin>(StreamKind::Account, account.id.as_str())? {
                by_login.entry(login.login.as_str().to_owned()).or_insert_with(|| account.id.clone());
            }
        }
        Ok(FoldedLog { book, by_login })
    }

    /// Reads a record of the vault.
    fn text<T: OnePerSubject>(&self, kind: StreamKind, id: &str) -> Result<Option<T>, LookupError> {
        let subject = StreamName::new(kind, id).map_err(|error| LookupError(format!("{id}: {error}")))?;
        let unreadable = |problem: &dyn std::fmt::Display| LookupError(format!("{subject}: {problem}"));
        let Some(sealed) = self.log.sealed(&subject).map_err(|error| unreadable(&error))? else { return Ok(None) };
        let open = self.vault.open(&sealed).map_err(|error| unreadable(&error))?;
        let kept = open.record::<T>().map_err(|error| unreadable(&error))?;
        Ok(kept.map(|kept| kept.record))
    }
}

impl Lookup for LogLookup {
    fn tournament(&self, id: &CompetitionId) -> Result<Option<Arc<TournamentEntry>>, LookupError> {
        let stream =
            StreamName::new(StreamKind::Tournament, id.as_str()).map_err(|error| LookupError(error.to_string()))?;
        let views = replay_stream(&*self.log, &self.vault, &stream)
            .map_err(|error| LookupError(format!("{stream}: {error}")))?;
        Ok(views.tournaments.find(id).cloned())
    }

    fn catch_up(&self, position: Position) -> Result<(), LookupError> {
        let mut folded = self.folded();
        if folded.book.position < position {
            *folded = self.fold()?;
        }
        Ok(())
    }

    fn seasons(&self) -> Vec<SeasonId> {
        self.folded().book.seasons.iter().map(|season| season.id.clone()).collect()
    }

    fn is_foreign(&self, player: &PlayerId) -> Option<bool> {
        self.folded().book.players.find(player).map(|entry| entry.record.foreign)
    }

    fn grand_prix_tournament(&self, id: &CompetitionId) -> Option<KnownTournament> {
        let record =
            |record: &TournamentRecord| KnownTournament { class: record.class, ended_at: Some(record.ended_at) };
        self.folded().book.tournaments.find(id).map(|entry| record(&entry.record))
    }

    fn online_editions(&self) -> Vec<(CompetitionId, OnlineEvent, u32, Day)> {
        let folded = self.folded();
        let over = folded.book.online.iter().map(|entry| {
            let record = &entry.record;
            (entry.id.clone(), record.kind, record.edition, record.ended_at.day())
        });
        let running = folded.book.running.iter().filter_map(|(stream, running)| {
            let (kind, edition, day) = running.edition?;
            Some((CompetitionId::parse(stream.id()).ok()?, kind, edition, day))
        });
        over.chain(running).collect()
    }

    fn admins(&self) -> Vec<AccountId> {
        let folded = self.folded();
        let is_admin = |role| role == Role::Admin;
        let accounts = folded.book.accounts.iter().filter(|account| !account.state.disabled);
        accounts
            .filter(|account| account.state.grants.iter().any(|grant| is_admin(grant.role)))
            .map(|account| account.id.clone())
            .collect()
    }

    fn account_of(&self, login: &Login) -> Option<AccountId> {
        self.folded().by_login.get(login.as_str()).cloned()
    }

    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, LookupError> {
        let wanted = folded_name(first_name.as_str(), surname.as_str());
        let folded = self.folded();
        let mut found = Vec::new();
        for player in folded.book.players.iter() {
            if found.len() == limit {
                break;
            }
            let name = self.text::<PlayerName>(StreamKind::Player, player.id.as_str())?;
            if name.is_some_and(|name| folded_name(name.first_name.as_str(), name.surname.as_str()) == wanted) {
                found.push(player.id.clone());
            }
        }
        Ok(found)
    }
}

impl Lookup for Projector {
    fn tournament(&self, id: &CompetitionId) -> Result<Option<Arc<TournamentEntry>>, LookupError> {
        Ok(self.views().tournaments.find(id).cloned())
    }

    fn catch_up(&self, position: Position) -> Result<(), LookupError> {
        self.wait_for_blocking(position, CATCH_UP_TIMEOUT).map_err(|problem| LookupError(problem.to_string()))
    }

    fn seasons(&self) -> Vec<SeasonId> {
        self.views().seasons.list().into_iter().map(|season| season.id.clone()).collect()
    }

    fn is_foreign(&self, player: &PlayerId) -> Option<bool> {
        self.views().players.get(player).map(|player| player.foreign)
    }

    fn grand_prix_tournament(&self, id: &CompetitionId) -> Option<KnownTournament> {
        let views = self.views();
        let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok()?;
        let class = match views.competitions.find(&stream).map(|competition| &competition.details) {
            Some(Details::Tournament { class, .. }) => *class,
            Some(_) => return None,
            // It runs here, and counts as what it was approved as; one that was called off is never played.
            None => {
                let now = views.tournaments.find(id)?.now()?;
                now.approval.as_ref().filter(|_| now.phase != Phase::Cancelled)?.class
            }
        };
        let ended_at = views.records.tournament(id).map(|recorded| recorded.record.ended_at);
        Some(KnownTournament { class, ended_at })
    }

    fn online_editions(&self) -> Vec<(CompetitionId, OnlineEvent, u32, Day)> {
        let views = self.views();
        let edition = |entry: &OnlineEntry| {
            let (kind, edition, day) = entry.edition()?;
            Some((entry.id.clone(), kind, edition, day))
        };
        views.online_events.list().filter_map(edition).collect()
    }

    fn admins(&self) -> Vec<AccountId> {
        self.views().accounts.admins().map(|account| account.id.clone()).collect()
    }

    fn account_of(&self, login: &Login) -> Option<AccountId> {
        self.views().accounts.with_login(login.as_str()).map(|account| account.id.clone())
    }

    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, LookupError> {
        let views = self.views();
        let found = views.players.namesakes(first_name.as_str(), surname.as_str(), limit);
        Ok(found.into_iter().map(|player| player.id.clone()).collect())
    }
}

fn lookup_error(error: &FoldError) -> LookupError {
    LookupError(error.to_string())
}
