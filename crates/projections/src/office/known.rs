//! What the rules ask of the rest of the log: which seasons there are, who is an admin, whose a login is, who has a name.

use crate::projector::Projector;
use crate::record_book::{FoldError, RecordBook};
use crate::views::{Decoded, Details, OnlineEntry, Spacing, TournamentEntry, Views, fold_in_place, folded_name};
use domain::calendar::Day;
use domain::class::OnlineEvent;
use domain::course::Phase;
use domain::event::{Role, TournamentRecord};
use domain::grand_prix::decider::KnownTournament;
use domain::ids::{AccountId, EventId, PlayerId, SeasonId};
use domain::text::{Login, Name};
use events::envelope::{Position, StreamKind, StreamName, Version};
use events::log::{Log, MAX_PAGE};
use events::vault::{AccountLogin, OnePerSubject, PlayerName, Vault};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an act waits for the read models.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers from what is recorded, up to a position at least. What is found is looked at again in the log, so an answer may be
/// newer than asked for, but must leave nobody out.
pub trait Known: Sync {
    /// Returns when everything up to this position is known.
    fn catch_up(&self, position: Position) -> Result<(), NotKnown>;

    /// Every season.
    fn seasons(&self) -> Vec<SeasonId>;

    /// Whether a player comes from abroad; nothing if there is no such player.
    fn is_foreign(&self, player: &PlayerId) -> Option<bool>;

    /// A tournament, over or not.
    fn cycle_tournament(&self, id: &EventId) -> Option<KnownTournament>;

    /// Every edition of every online event, with the day that decides its season.
    fn online_editions(&self) -> Vec<(EventId, OnlineEvent, u32, Day)>;

    /// Every account that is enabled and has the role of an admin.
    fn admins(&self) -> Vec<AccountId>;

    /// The account with this login, enabled or not.
    fn account_of(&self, login: &Login) -> Option<AccountId>;

    /// A tournament as it stands.
    fn tournament(&self, id: &EventId) -> Result<Option<Arc<TournamentEntry>>, NotKnown>;

    /// At most `limit` players of this name, however it is written.
    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, NotKnown>;
}

/// Why something is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotKnown(pub String);

/// Folds the log whenever it has moved: for single commands, where nobody keeps a read model.
pub struct KnownFromLog {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    folded: Mutex<Folded>,
}

#[derive(Default)]
struct Folded {
    book: RecordBook,
    by_login: HashMap<String, AccountId>,
}

impl KnownFromLog {
    /// Knows nothing before it is asked to catch up.
    pub fn new(log: Arc<dyn Log>, vault: Arc<Vault>) -> Self {
        Self { log, vault, folded: Mutex::default() }
    }

    fn folded(&self) -> MutexGuard<'_, Folded> {
        self.folded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fold(&self) -> Result<Folded, NotKnown> {
        let book = RecordBook::fold(&*self.log, &mut |_| ()).map_err(|error| not_known(&error))?;
        let mut by_login = HashMap::new();
        for account in book.accounts.iter() {
            if let Some(login) = self.text::<AccountLogin>(StreamKind::Account, account.id.as_str())? {
                by_login.entry(login.login.as_str().to_owned()).or_insert_with(|| account.id.clone());
            }
        }
        Ok(Folded { book, by_login })
    }

    /// What the vault has of somebody.
    fn text<T: OnePerSubject>(&self, kind: StreamKind, id: &str) -> Result<Option<T>, NotKnown> {
        let subject = StreamName::new(kind, id).map_err(|error| NotKnown(format!("{id}: {error}")))?;
        let unreadable = |problem: &dyn std::fmt::Display| NotKnown(format!("{subject}: {problem}"));
        let Some(sealed) = self.log.sealed(&subject).map_err(|error| unreadable(&error))? else { return Ok(None) };
        let open = self.vault.open(&sealed).map_err(|error| unreadable(&error))?;
        let kept = open.record::<T>().map_err(|error| unreadable(&error))?;
        Ok(kept.map(|kept| kept.record))
    }
}

impl Known for KnownFromLog {
    fn tournament(&self, id: &EventId) -> Result<Option<Arc<TournamentEntry>>, NotKnown> {
        let stream =
            StreamName::new(StreamKind::Tournament, id.as_str()).map_err(|error| NotKnown(error.to_string()))?;
        let read = |after| {
            self.log.read_stream(&stream, after, MAX_PAGE).map_err(|error| NotKnown(format!("{stream}: {error}")))
        };
        let (mut views, mut after) = (Views::default(), Version(0));
        loop {
            let page = read(after)?;
            let decoded: Result<Vec<Decoded>, _> = page.iter().map(Decoded::of).collect();
            decoded
                .and_then(|page| fold_in_place(&*self.log, &self.vault, &mut views, &page, Spacing::NONE))
                .map_err(|error| NotKnown(error.to_string()))?;
            match page.last() {
                Some(last) if page.len() == MAX_PAGE => after = last.version,
                _ => return Ok(views.tournaments.find(id).cloned()),
            }
        }
    }

    fn catch_up(&self, position: Position) -> Result<(), NotKnown> {
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

    fn cycle_tournament(&self, id: &EventId) -> Option<KnownTournament> {
        let record =
            |record: &TournamentRecord| KnownTournament { class: record.class, ended_at: Some(record.ended_at) };
        self.folded().book.tournaments.find(id).map(|entry| record(&entry.record))
    }

    fn online_editions(&self) -> Vec<(EventId, OnlineEvent, u32, Day)> {
        let folded = self.folded();
        let over = folded.book.online.iter().map(|entry| {
            let record = &entry.record;
            (entry.id.clone(), record.kind, record.edition, record.ended_at.day())
        });
        let running = folded.book.running.iter().filter_map(|(stream, running)| {
            let (kind, edition, day) = running.edition?;
            Some((EventId::parse(stream.id()).ok()?, kind, edition, day))
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

    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, NotKnown> {
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

impl Known for Projector {
    fn tournament(&self, id: &EventId) -> Result<Option<Arc<TournamentEntry>>, NotKnown> {
        Ok(self.views().tournaments.find(id).cloned())
    }

    fn catch_up(&self, position: Position) -> Result<(), NotKnown> {
        self.wait_for_blocking(position, PATIENCE).map_err(|problem| NotKnown(problem.to_string()))
    }

    fn seasons(&self) -> Vec<SeasonId> {
        self.views().seasons.list().into_iter().map(|season| season.id.clone()).collect()
    }

    fn is_foreign(&self, player: &PlayerId) -> Option<bool> {
        self.views().players.get(player).map(|player| player.foreign)
    }

    fn cycle_tournament(&self, id: &EventId) -> Option<KnownTournament> {
        let views = self.views();
        let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok()?;
        let class = match views.happenings.find(&stream).map(|happening| &happening.details) {
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

    fn online_editions(&self) -> Vec<(EventId, OnlineEvent, u32, Day)> {
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

    fn namesakes(&self, first_name: &Name, surname: &Name, limit: usize) -> Result<Vec<PlayerId>, NotKnown> {
        let views = self.views();
        let found = views.players.namesakes(first_name.as_str(), surname.as_str(), limit);
        Ok(found.into_iter().map(|player| player.id.clone()).collect())
    }
}

fn not_known(error: &FoldError) -> NotKnown {
    NotKnown(error.to_string())
}
