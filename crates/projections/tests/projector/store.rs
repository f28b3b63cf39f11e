//! A store that goes away with its test, and acts that are recorded in it.

use commands::erasure::erase;
use commands::event_writer::EventWriter;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AccountEvent, AccountRecord, Correction, Event, GrandPrixEvent, GrandPrixRecord, PlayerEvent, PlayerRecord,
    RecordedOutcome, RulebookEvent, RulebookRecord, SeasonEvent, SeasonRecord, TournamentEvent, TournamentRecord,
};
use domain::rulebook::Preset;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::envelope::{Actor, EventId, Position, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{
    AccountLogin, AccountName, ErasureJournal, EventTexts, MasterKey, PlayerName, PlayerProfile, Prepared, Vault,
};
use projections::projector::{Health, Projector};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Longer than any test may take.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

pub(crate) struct Store {
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    folder: tempfile::TempDir,
}

/// First name, surname and city.
pub(crate) type Who<'a> = (&'a str, &'a str, &'a str);

impl Store {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::new(MasterKey::generate(&World), Arc::new(World)));
        Self { log: open(&folder), vault, folder }
    }

    /// The same file as another process would open it.
    pub(crate) fn second_log(&self) -> Arc<dyn Log> {
        open(&self.folder)
    }

    /// The same file and vault behind another handle.
    pub(crate) fn beside(&self, log: Arc<dyn Log>) -> OtherHandle<'_> {
        OtherHandle { store: self, log }
    }

    pub(crate) fn projector(&self) -> Projector {
        Projector::start(Arc::clone(&self.log), Arc::clone(&self.vault))
    }

    /// A projector that has taken in everything.
    pub(crate) fn caught_up(&self) -> Projector {
        let projector = self.projector();
        projector.wait_for_blocking(self.head(), TIMEOUT).unwrap();
        projector
    }

    pub(crate) fn head(&self) -> Position {
        self.log.head().unwrap().position
    }

    pub(crate) fn record(&self, stream: &str, event: &Event, texts: &[Prepared]) -> Position {
        self.beside(Arc::clone(&self.log)).record(stream, event, texts)
    }

    pub(crate) fn register(&self, id: &str, who: Who<'_>) -> Position {
        self.beside(Arc::clone(&self.log)).register(id, who)
    }

    pub(crate) fn rectify(&self, id: &str, who: Who<'_>) -> Position {
        let (record, texts) = self.player(who);
        let event = PlayerEvent::Rectified(Correction { record, reason: None });
        self.record(&format!("player/{id}"), &Event::Player(event), &texts)
    }

    pub(crate) fn player(&self, (first_name, surname, city): Who<'_>) -> (PlayerRecord, [Prepared; 2]) {
        let name = PlayerName { first_name: first_name.into(), surname: surname.into() };
        let profile = PlayerProfile {
            city: city.into(),
            voivodeship: "łódzkie".into(),
            country: "PL".into(),
            alias: Some("tajny-alias".into()),
        };
        let texts = [self.vault.prepare(&name), self.vault.prepare(&profile)];
        let record = PlayerRecord { name: texts[0].commitment(), profile: texts[1].commitment(), foreign: false };
        (record, texts)
    }

    pub(crate) fn erase(&self, id: &str) -> Position {
        let event_writer = EventWriter::new(&*self.log, &self.vault, &World, Actor::operator());
        let player = StreamName::parse(&format!("player/{id}")).unwrap();
        erase(&event_writer, &ErasureJournal::at(self.folder.path().join("journal")), &player).unwrap();
        self.head()
    }

    pub(crate) fn adopt(&self, id: &str, overrides: Vec<domain::event::Override>) -> Position {
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides };
        self.record(&format!("rulebook/{id}"), &Event::Rulebook(RulebookEvent::Adopted(record)), &[])
    }

    pub(crate) fn open_season(&self, id: &str, first: &str, last: Option<&str>) -> Position {
        let event = SeasonEvent::Opened(season(first, last));
        self.record(&format!("season/{id}"), &Event::Season(event), &[])
    }

    pub(crate) fn tournament(&self, id: &str, name: &str, ended_at: &str) -> Position {
        let texts = self.vault.prepare(&EventTexts { name: name.into() });
        let event = TournamentEvent::Recorded(tournament_record(&texts, ended_at));
        self.record(&format!("tournament/{id}"), &Event::Tournament(event), &[texts])
    }

    pub(crate) fn correct_tournament(&self, id: &str, name: &str, ended_at: &str) -> Position {
        let texts = self.vault.prepare(&EventTexts { name: name.into() });
        let record = tournament_record(&texts, ended_at);
        let event = TournamentEvent::Corrected(Correction { record, reason: None });
        self.record(&format!("tournament/{id}"), &Event::Tournament(event), &[texts])
    }

    pub(crate) fn grand_prix(&self, id: &str, tournaments: &[&str]) -> Position {
        let texts = self.vault.prepare(&EventTexts { name: "Grand Prix".into() });
        let record = GrandPrixRecord {
            name: texts.commitment(),
            tournaments: tournaments.iter().map(|id| CompetitionId::parse(id).unwrap()).collect(),
            rulebook: RulebookId::parse("r").unwrap(),
        };
        self.record(&format!("grand-prix/{id}"), &Event::GrandPrix(GrandPrixEvent::Recorded(record)), &[texts])
    }

    pub(crate) fn account_texts(&self, login: &str, name: &str) -> (AccountRecord, [Prepared; 2]) {
        let texts = [
            self.vault.prepare(&AccountLogin { login: login.into() }),
            self.vault.prepare(&AccountName { name: name.into() }),
        ];
        (AccountRecord { login: texts[0].commitment(), name: texts[1].commitment() }, texts)
    }

    pub(crate) fn open_account(&self, id: &str, login: &str) -> Position {
        let (record, texts) = self.account_texts(login, "Zofia Konto");
        self.account(id, AccountEvent::Opened(record), &texts)
    }

    pub(crate) fn account(&self, id: &str, event: AccountEvent, texts: &[Prepared]) -> Position {
        self.record(&format!("account/{id}"), &Event::Account(event), texts)
    }
}

/// A store written to through another handle.
pub(crate) struct OtherHandle<'a> {
    store: &'a Store,
    log: Arc<dyn Log>,
}

impl OtherHandle<'_> {
    pub(crate) fn register(&self, id: &str, who: Who<'_>) -> Position {
        let (record, texts) = self.store.player(who);
        self.record(&format!("player/{id}"), &Event::Player(PlayerEvent::Registered(record)), &texts)
    }

    fn record(&self, stream: &str, event: &Event, texts: &[Prepared]) -> Position {
        let vault = &self.store.vault;
        let event_writer = EventWriter::new(&*self.log, vault, &World, Actor::operator());
        let stream = StreamName::parse(stream).unwrap();
        let write = match self.log.sealed(&stream).unwrap() {
            _ if texts.is_empty() => Vec::new(),
            Some(kept) => vec![vault.replace(&kept, texts).unwrap()],
            None => vec![vault.create(&stream, texts).unwrap()],
        };
        let event = event_writer.write(&stream, EventId::new(&World), event, World.now());
        self.log.append(Append { vault: write, ..Append::of(vec![event]) }).wait().unwrap().last()
    }
}

fn open(folder: &tempfile::TempDir) -> Arc<dyn Log> {
    let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
    Arc::new(SqliteLog::open_or_create(&folder.path().join("kostka.db"), Arc::new(World), options).unwrap())
}

pub(crate) fn season(first: &str, last: Option<&str>) -> SeasonRecord {
    let day = |text| Day::parse(text).unwrap();
    SeasonRecord {
        window: Window::new(day(first), last.map(day)).unwrap(),
        mp_first_day: None,
        rulebook: RulebookId::parse("r").unwrap(),
    }
}

fn tournament_record(texts: &Prepared, ended_at: &str) -> TournamentRecord {
    TournamentRecord {
        name: texts.commitment(),
        ended_at: Moment::parse(ended_at).unwrap(),
        submitted_at: Moment::parse(ended_at).unwrap(),
        voivodeship: Voivodeship::Opolskie,
        class: TournamentClass::Ordinary,
        planned_games: 10,
        outcome: RecordedOutcome::Results(Vec::new()),
    }
}

pub(crate) fn player_id(id: &str) -> PlayerId {
    PlayerId::parse(id).unwrap()
}

/// Waits until the projector is in a state that satisfies the condition.
pub(crate) fn wait_for_health(projector: &Projector, is_so: impl Fn(&Health) -> bool) -> Health {
    let start = Instant::now();
    loop {
        let health = projector.health();
        if is_so(&health) {
            return health;
        }
        assert!(start.elapsed() < TIMEOUT, "{health:?}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}
