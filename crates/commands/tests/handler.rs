//! Acts through the office, on a real store: what is recorded, what is refused, and that a retry has no second effect.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "handler/accounts.rs"]
mod accounts;
#[path = "handler/players.rs"]
mod players;
#[path = "handler/requests.rs"]
mod requests;
#[path = "handler/running_events.rs"]
mod running_events;
#[path = "handler/seasons.rs"]
mod seasons;
#[path = "handler/tournaments.rs"]
mod tournaments;

use commands::bundle_import::{ImportOptions, import};
use commands::erasure::erase;
use commands::event_writer::EventWriter;
use commands::{
    AccountDetails, CommandError, CommandHandler, CommandMetadata, CommandReceipt, LogLookup, PlayerDetails,
};
use domain::event::{
    CompetitionKind, Event, Grant, GrantedCompetition, Override, PlayerEvent, Role, RulebookRecord, SeasonRecord,
};
use domain::people::account;
use domain::people::player;
use domain::rulebook::{Preset, Raw, adoption};
use domain::season::decider as season;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{AccountId, CompetitionId, PlayerId, RulebookId, SeasonId};
use domain::values::text::{Country, Login, Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use events::append::{AppendError, Idempotency};
use events::envelope::{Actor, Position, StreamKind, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};
use events::sqlite::{SqliteLog, SqliteOptions};
use events::stored;
use events::vault::{AccountLogin, AccountName, ErasureJournal, MasterKey, PlayerName, PlayerProfile, Reason, Vault};
use formats::localization::Lang;
use projections::projector::Projector;
use projections::sentence::sentence;
use projections::vault_check::check_vault;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

/// A clock in whose way somebody gets: whenever it is asked while an act is decided, another act is recorded first.
struct RacingClock {
    turns: usize,
    asked: AtomicUsize,
    meddle: Box<dyn Fn(usize) + Send + Sync>,
}

impl Environment for RacingClock {
    fn now(&self) -> Timestamp {
        // The first time is before the act looks at anything.
        let turn = self.asked.fetch_add(1, Ordering::SeqCst);
        if (1..=self.turns).contains(&turn) {
            (self.meddle)(turn);
        }
        World.now()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        World.fill_random(bytes);
    }
}

/// A store of its own with an office, both gone with the test.
struct StoreFixture {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    commands: CommandHandler,
    known: LogLookup,
    folder: tempfile::TempDir,
}

impl StoreFixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = open(folder.path());
        let vault = Arc::new(Vault::new(MasterKey::generate(&World), Arc::new(World)));
        Self {
            commands: CommandHandler::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World)),
            known: LogLookup::new(Arc::clone(&log), Arc::clone(&vault)),
            log,
            vault,
            folder,
        }
    }

    /// An office that is slow: so many times somebody else rectifies the same player first.
    fn slow_office(&self, player: &PlayerId, turns: usize) -> CommandHandler {
        let (log, vault, id) = (Arc::clone(&self.log), Arc::clone(&self.vault), player.clone());
        let meddle = move |turn| {
            let other = CommandHandler::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World));
            other.rectify_player(&metadata(), &id, &anna(&format!("Inna{turn}")), None).unwrap();
        };
        let racing_clock = RacingClock { turns, asked: AtomicUsize::new(0), meddle: Box::new(meddle) };
        CommandHandler::new(Arc::clone(&self.log), Arc::clone(&self.vault), Arc::new(racing_clock))
    }

    /// Another process on the same store.
    fn other_process(&self) -> OtherProcess {
        let log = open(self.folder.path());
        OtherProcess {
            commands: CommandHandler::new(Arc::clone(&log), Arc::clone(&self.vault), Arc::new(World)),
            known: LogLookup::new(log, Arc::clone(&self.vault)),
        }
    }

    /// An office that is slow: when it has decided, something happens before it records.
    fn overtaken_by(&self, happens: impl Fn() + Send + Sync + 'static) -> CommandHandler {
        let racing_clock = RacingClock { turns: 1, asked: AtomicUsize::new(0), meddle: Box::new(move |_| happens()) };
        CommandHandler::new(Arc::clone(&self.log), Arc::clone(&self.vault), Arc::new(racing_clock))
    }

    fn claims_of(&self, account: &AccountId) -> Vec<Vec<u8>> {
        let claims = self.log.mutable_records_of_owner(RecordKind::Claim, &format!("account/{account}"), 10).unwrap();
        claims.into_iter().map(|claim| claim.key).collect()
    }

    fn head(&self) -> Position {
        self.log.head().unwrap().position
    }

    fn register(&self, surname: &str) -> CommandReceipt {
        self.register_by(&metadata(), surname).unwrap()
    }

    fn register_by(
        &self,
        metadata: &CommandMetadata,
        surname: &str,
    ) -> Result<CommandReceipt, CommandError<player::Rejection>> {
        self.commands.register_player(metadata, &self.known, &anna(surname), false)
    }

    fn adopt_preset(&self) {
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] };
        self.commands.adopt_rulebook(&metadata(), &rulebook(), &record).unwrap();
    }

    fn open_account(&self, login: &str, grants: &[Grant]) -> AccountId {
        let done = self
            .commands
            .open_account(&metadata(), &self.known, &details(login, "Ewa Wzorowa"), grants, &|_| vec![])
            .unwrap();
        AccountId::parse(done.resource.id()).unwrap()
    }

    fn event_types(&self) -> Vec<String> {
        self.log.read(Position::START, 1000).unwrap().iter().map(|event| event.event.event_type.to_string()).collect()
    }

    fn assert_vault_matches(&self) {
        assert_eq!(check_vault(&*self.log, &self.vault).unwrap().problems, []);
    }
}

/// An office with a handle of its own on the store of a desk.
struct OtherProcess {
    commands: CommandHandler,
    known: LogLookup,
}

impl OtherProcess {
    fn open_account(&self, login: &str) -> Result<CommandReceipt, CommandError<account::Rejection>> {
        self.commands.open_account(&metadata(), &self.known, &details(login, "Ewelina"), &[], &|_| vec![])
    }

    fn open_season(&self, id: &str, record: &SeasonRecord) -> Result<CommandReceipt, CommandError<season::Rejection>> {
        self.commands.open_season(&metadata(), &self.known, &season_id(id), record)
    }
}

fn login_is_taken(outcome: &Result<CommandReceipt, CommandError<account::Rejection>>) -> bool {
    matches!(outcome, Err(CommandError::Rejected(account::Rejection::LoginTaken)))
}

fn seasons_overlap(outcome: &Result<CommandReceipt, CommandError<season::Rejection>>) -> bool {
    matches!(outcome, Err(CommandError::Rejected(season::Rejection::Overlaps { .. })))
}

fn open(folder: &Path) -> Arc<dyn Log> {
    let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
    Arc::new(SqliteLog::open_or_create(&folder.join("kostka.db"), Arc::new(World), options).unwrap())
}

fn metadata() -> CommandMetadata {
    CommandMetadata::by(Actor::operator())
}

fn keyed(key: u8, request: u8) -> CommandMetadata {
    CommandMetadata { idempotency: Some(Idempotency { key: [key; 32], request: [request; 32] }), ..metadata() }
}

fn dry() -> CommandMetadata {
    CommandMetadata { dry_run: true, ..metadata() }
}

fn seen(etag: Position) -> CommandMetadata {
    CommandMetadata { expected: Some(etag), ..metadata() }
}

fn by(account: &AccountId) -> CommandMetadata {
    CommandMetadata::by(Actor::parse(&format!("account/{account}")).unwrap())
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn anna(surname: &str) -> PlayerDetails {
    PlayerDetails {
        first_name: name("Annamaria"),
        surname: name(surname),
        city: name("Przykładowice"),
        voivodeship: Voivodeship::Opolskie,
        country: Country::parse("PL").unwrap(),
    }
}

fn details(login: &str, holder: &str) -> AccountDetails {
    AccountDetails { login: Login::parse(login).unwrap(), name: name(holder) }
}

fn reason() -> StatedReason {
    StatedReason::parse("Literówka w protokole").unwrap()
}

fn player_id(done: &CommandReceipt) -> PlayerId {
    PlayerId::parse(done.resource.id()).unwrap()
}

fn rulebook() -> RulebookId {
    RulebookId::parse("pl-2024-25").unwrap()
}

fn season_id(text: &str) -> SeasonId {
    SeasonId::parse(text).unwrap()
}

fn days(first: &str, last: &str) -> SeasonRecord {
    let day = |text| Day::parse(text).unwrap();
    SeasonRecord { window: Window::new(day(first), Some(day(last))).unwrap(), mp_first_day: None, rulebook: rulebook() }
}

fn everywhere(role: Role) -> Grant {
    Grant { role, event: None }
}

fn types(done: &CommandReceipt) -> Vec<&str> {
    done.events.iter().map(|event| event.event_type.as_str()).collect()
}

fn as_first_answer(done: &CommandReceipt) -> CommandReceipt {
    CommandReceipt { replayed: false, ..done.clone() }
}

fn details_of_ewa() -> AccountDetails {
    details("ewa.wzorowa", "Ewa Wzorowa-Nowa")
}
