//! Acts through the office, on a real store: what is recorded, what is refused, and that a retry has no second effect.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use domain::account;
use domain::calendar::{Day, Window};
use domain::event::{
    Event, Grant, GrantedEvent, GrantedKind, Override, PlayerEvent, Role, RulebookRecord, SeasonRecord,
};
use domain::ids::{AccountId, EventId, PlayerId, RulebookId, SeasonId};
use domain::player;
use domain::rulebook::{Preset, Raw, adoption};
use domain::season::decider as season;
use domain::text::{Country, Login, Name, StatedReason};
use domain::voivodeship::Voivodeship;
use events::append::{AppendError, Idempotency};
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::{Actor, Position, StreamKind, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::stored;
use events::vault::{AccountLogin, AccountName, Journal, MasterKey, PlayerName, PlayerProfile, Reason, Vault};
use formats::words::Lang;
use projections::erasure::erase;
use projections::office::{AccountDetails, Act, ActError, Done, KnownFromLog, Office, PlayerDetails};
use projections::projector::Projector;
use projections::scribe::Scribe;
use projections::season_bundle::{ImportOptions, import};
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
struct Meddling {
    turns: usize,
    asked: AtomicUsize,
    meddle: Box<dyn Fn(usize) + Send + Sync>,
}

impl Environment for Meddling {
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
struct Desk {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    office: Office,
    known: KnownFromLog,
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = open(folder.path());
        let vault = Arc::new(Vault::new(MasterKey::generate(&World), Arc::new(World)));
        Self {
            office: Office::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World)),
            known: KnownFromLog::new(Arc::clone(&log), Arc::clone(&vault)),
            log,
            vault,
            folder,
        }
    }

    /// An office that is slow: so many times somebody else rectifies the same player first.
    fn slow_office(&self, player: &PlayerId, turns: usize) -> Office {
        let (log, vault, id) = (Arc::clone(&self.log), Arc::clone(&self.vault), player.clone());
        let meddle = move |turn| {
            let other = Office::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World));
            other.rectify_player(&act(), &id, &anna(&format!("Inna{turn}")), None).unwrap();
        };
        let meddling = Meddling { turns, asked: AtomicUsize::new(0), meddle: Box::new(meddle) };
        Office::new(Arc::clone(&self.log), Arc::clone(&self.vault), Arc::new(meddling))
    }

    /// Another process on the same store.
    fn elsewhere(&self) -> Elsewhere {
        let log = open(self.folder.path());
        Elsewhere {
            office: Office::new(Arc::clone(&log), Arc::clone(&self.vault), Arc::new(World)),
            known: KnownFromLog::new(log, Arc::clone(&self.vault)),
        }
    }

    /// An office that is slow: when it has decided, something happens before it records.
    fn overtaken_by(&self, happens: impl Fn() + Send + Sync + 'static) -> Office {
        let meddling = Meddling { turns: 1, asked: AtomicUsize::new(0), meddle: Box::new(move |_| happens()) };
        Office::new(Arc::clone(&self.log), Arc::clone(&self.vault), Arc::new(meddling))
    }

    fn claims_of(&self, account: &AccountId) -> Vec<Vec<u8>> {
        let claims = self.log.cabinet_owned(Drawer::Claim, &format!("account/{account}"), 10).unwrap();
        claims.into_iter().map(|claim| claim.key).collect()
    }

    fn head(&self) -> Position {
        self.log.head().unwrap().position
    }

    fn register(&self, surname: &str) -> Done {
        self.register_by(&act(), surname).unwrap()
    }

    fn register_by(&self, act: &Act, surname: &str) -> Result<Done, ActError<player::Rejection>> {
        self.office.register_player(act, &self.known, &anna(surname), false)
    }

    fn adopt_preset(&self) {
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] };
        self.office.adopt_rulebook(&act(), &rulebook(), &record).unwrap();
    }

    fn open_account(&self, login: &str, grants: &[Grant]) -> AccountId {
        let done =
            self.office.open_account(&act(), &self.known, &details(login, "Ewa Wzorowa"), grants, &|_| vec![]).unwrap();
        AccountId::parse(done.resource.id()).unwrap()
    }

    fn event_types(&self) -> Vec<String> {
        self.log.read(Position::START, 1000).unwrap().iter().map(|event| event.event.event_type.to_string()).collect()
    }

    fn is_sound(&self) {
        assert_eq!(check_vault(&*self.log, &self.vault).unwrap().problems, []);
    }
}

/// An office with a handle of its own on the store of a desk.
struct Elsewhere {
    office: Office,
    known: KnownFromLog,
}

impl Elsewhere {
    fn open_account(&self, login: &str) -> Result<Done, ActError<account::Rejection>> {
        self.office.open_account(&act(), &self.known, &details(login, "Ewelina"), &[], &|_| vec![])
    }

    fn open_season(&self, id: &str, record: &SeasonRecord) -> Result<Done, ActError<season::Rejection>> {
        self.office.open_season(&act(), &self.known, &season_id(id), record)
    }
}

fn login_is_taken(outcome: &Result<Done, ActError<account::Rejection>>) -> bool {
    matches!(outcome, Err(ActError::Rejected(account::Rejection::LoginTaken)))
}

fn seasons_overlap(outcome: &Result<Done, ActError<season::Rejection>>) -> bool {
    matches!(outcome, Err(ActError::Rejected(season::Rejection::Overlaps { .. })))
}

fn open(folder: &Path) -> Arc<dyn Log> {
    let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
    Arc::new(SqliteLog::open_or_create(&folder.join("kostka.db"), Arc::new(World), options).unwrap())
}

fn act() -> Act {
    Act::by(Actor::operator())
}

fn keyed(key: u8, request: u8) -> Act {
    Act { idempotency: Some(Idempotency { key: [key; 32], request: [request; 32] }), ..act() }
}

fn dry() -> Act {
    Act { dry_run: true, ..act() }
}

fn seen(etag: Position) -> Act {
    Act { expected: Some(etag), ..act() }
}

fn by(account: &AccountId) -> Act {
    Act::by(Actor::parse(&format!("account/{account}")).unwrap())
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

fn player_id(done: &Done) -> PlayerId {
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

fn types(done: &Done) -> Vec<&str> {
    done.events.iter().map(|event| event.event_type.as_str()).collect()
}

fn told(done: &Done) -> Done {
    Done { replayed: false, ..done.clone() }
}

#[test]
fn a_player_is_registered_into_the_vault_and_the_log_knows_no_name() {
    let desk = Desk::new();
    let done = desk.register("Przykładowska");
    assert_eq!((done.etag, done.position, done.replayed, done.dry_run), (Position(1), Position(1), false, false));
    assert_eq!(types(&done), ["player.registered"]);
    assert_eq!(done.events[0].position, Some(Position(1)));
    assert_eq!(done.recorded_at, desk.log.head().unwrap().recorded_at);

    let details = PlayerDetails { country: Country::parse("cz").unwrap(), ..anna("Wymyślona") };
    let rectified = desk.office.rectify_player(&act(), &player_id(&done), &details, Some(&reason())).unwrap();
    assert_eq!((types(&rectified), rectified.etag), (vec!["player.rectified"], Position(2)));
    let recorded = desk.log.read(Position(1), 1).unwrap().remove(0);
    let event = stored::decode(&recorded.event.event_type, 1, &recorded.event.payload).unwrap();
    let Event::Player(PlayerEvent::Rectified(correction)) = event else { panic!("{event:?}") };
    assert!(correction.record.foreign);

    let sealed = desk.log.sealed(&done.resource).unwrap().unwrap();
    let open = desk.vault.open(&sealed).unwrap();
    assert_eq!(open.record::<PlayerName>().unwrap().unwrap().record.surname.as_str(), "Wymyślona");
    assert_eq!(open.record::<PlayerProfile>().unwrap().unwrap().record.country.as_str(), "CZ");
    let why = open.record_for::<Reason>(recorded.event.event_id).unwrap().unwrap();
    assert!(why.opens(&correction.reason.unwrap()));
    desk.is_sound();

    let account = desk.open_account("ewa.wzorowa", &[everywhere(Role::Admin)]);
    desk.office.rectify_account(&act(), &desk.known, &account, &details_of_ewa(), Some(&reason())).unwrap();
    let mut bytes = Vec::new();
    desk.log
        .scan(Position::START, desk.head(), &mut |event| {
            bytes.extend_from_slice(event.payload);
            bytes.extend_from_slice(event.stream.as_bytes());
            bytes.extend_from_slice(event.actor.as_bytes());
            ControlFlow::Continue(())
        })
        .unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for personal in ["Annamaria", "Przykład", "Wymyślona", "opolskie", "CZ", "Literówka", "ewa", "Ewa", "Wzorowa"] {
        assert!(!text.contains(personal), "{personal} stands in the log");
    }
    // Nor do the files of the store hold it in the clear.
    desk.log.close();
    for file in std::fs::read_dir(desk.folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(9).any(|part| part == b"Annamaria"), "a name is in a file");
    }
}

fn details_of_ewa() -> AccountDetails {
    details("ewa.wzorowa", "Ewa Wzorowa-Nowa")
}

#[test]
fn what_is_said_again_records_nothing() {
    let desk = Desk::new();
    let done = desk.register("Przykładowska");
    let again = desk.office.rectify_player(&act(), &player_id(&done), &anna("Przykładowska"), Some(&reason())).unwrap();
    assert_eq!((again.events.len(), again.etag, again.position), (0, Position(1), Position(1)));
    desk.adopt_preset();
    desk.adopt_preset();
    for _ in 0..2 {
        let record = days("2024-10-01", "2025-09-19");
        desk.office.open_season(&act(), &desk.known, &season_id("2025"), &record).unwrap();
        desk.office.correct_season(&act(), &desk.known, &season_id("2025"), &record, Some(&reason())).unwrap();
    }
    assert_eq!(desk.event_types(), ["player.registered", "rulebook.adopted", "season.opened"]);
    desk.is_sound();
}

#[test]
fn only_the_text_that_changes_gets_a_new_commitment() {
    let desk = Desk::new();
    let account = desk.open_account("ewa", &[]);
    desk.office.rectify_account(&act(), &desk.known, &account, &details("ewa", "Ewa Inna"), None).unwrap();
    let payload = |position| -> serde_json::Value {
        serde_json::from_slice(&desk.log.read(Position(position), 1).unwrap()[0].event.payload).unwrap()
    };
    let (opened, rectified) = (payload(0), payload(1)["record"].clone());
    assert_eq!(opened["login"], rectified["login"]);
    assert_ne!(opened["name"], rectified["name"]);
    let sealed = desk.log.sealed(&StreamName::new(StreamKind::Account, account.as_str()).unwrap()).unwrap().unwrap();
    let open = desk.vault.open(&sealed).unwrap();
    assert_eq!(open.record::<AccountLogin>().unwrap().unwrap().record.login.as_str(), "ewa");
    assert_eq!(open.record::<AccountName>().unwrap().unwrap().record.name.as_str(), "Ewa Inna");
    desk.is_sound();
}

#[test]
fn nobody_is_rectified_who_is_unknown_or_erased() {
    let desk = Desk::new();
    let nobody = PlayerId::parse("nobody").unwrap();
    let outcome = desk.office.rectify_player(&act(), &nobody, &anna("Inna"), None);
    assert!(matches!(outcome, Err(ActError::NotFound)), "{outcome:?}");
    let done = desk.register("Przykładowska");
    let journal = Journal::at(desk.folder.path().join("kostka.erasures"));
    let scribe = Scribe::new(&*desk.log, &desk.vault, &World, Actor::operator());
    erase(&scribe, &journal, &done.resource).unwrap();
    let outcome = desk.office.rectify_player(&act(), &player_id(&done), &anna("Inna"), None);
    assert!(matches!(outcome, Err(ActError::Rejected(player::Rejection::Erased))), "{outcome:?}");
    assert_eq!(desk.event_types(), ["player.registered", "player.erased"]);
}

#[test]
fn a_client_that_has_not_seen_the_last_change_is_told_both_positions() {
    let desk = Desk::new();
    let done = desk.register("Przykładowska");
    desk.register("Sąsiadka");
    let rectify = |act: &Act, surname| desk.office.rectify_player(act, &player_id(&done), &anna(surname), None);
    let second = rectify(&seen(done.etag), "Druga").unwrap();
    assert_eq!(second.etag, Position(3));
    let stale = rectify(&seen(done.etag), "Trzecia");
    let Err(ActError::Stale { expected, current }) = stale else { panic!("{stale:?}") };
    assert_eq!((expected, current), (Position(1), Position(3)));
    // Somebody else's record does not matter.
    desk.register("Kolejna");
    assert_eq!(rectify(&seen(second.etag), "Trzecia").unwrap().etag, Position(5));
}

#[test]
fn fifty_requests_with_one_key_have_one_effect_and_one_answer() {
    let desk = Desk::new();
    desk.register("Pierwsza");
    let start = Barrier::new(50);
    let answers: Vec<Done> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..50)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    desk.register_by(&keyed(7, 7), "Przykładowska").unwrap()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|done| !done.replayed).count(), 1);
    for answer in &answers {
        assert_eq!(told(answer), told(&answers[0]));
    }
    assert_eq!(desk.event_types(), ["player.registered", "player.registered"]);
    desk.is_sound();
}

#[test]
fn of_many_who_register_one_name_at_once_one_comes_through() {
    let desk = Desk::new();
    let projector = Projector::start(Arc::clone(&desk.log), Arc::clone(&desk.vault));
    let start = Barrier::new(8);
    let surnames = ["Wójcik-Żak", "WOJCIK-ZAK"];
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let (desk, projector, start) = (&desk, &projector, &start);
        let threads: Vec<_> = (0..8)
            .map(|number| {
                scope.spawn(move || {
                    start.wait();
                    desk.office.register_player(&act(), projector, &anna(surnames[number % 2]), false)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(desk.event_types(), ["player.registered"]);
    let registered = outcomes.iter().find_map(|outcome| outcome.as_ref().ok()).map(player_id).unwrap();
    let refused = |outcome: &Result<Done, ActError<player::Rejection>>| matches!(outcome, Err(ActError::Rejected(player::Rejection::Namesake { candidates })) if *candidates == [registered.clone()]);
    assert_eq!(outcomes.iter().filter(|outcome| refused(outcome)).count(), 7, "{outcomes:?}");
    projector.stop();

    // Whoever folds the log knows the same, and whoever says that it is another person is believed.
    let outcome = desk.register_by(&act(), "Wojcik-Żak");
    assert!(refused(&outcome), "{outcome:?}");
    desk.office.register_player(&act(), &desk.known, &anna("Wójcik-Żak"), true).unwrap();
    desk.office.rectify_player(&act(), &registered, &anna("Inna"), None).unwrap();
    let Err(ActError::Rejected(player::Rejection::Namesake { candidates })) = desk.register_by(&act(), "Wójcik-Żak")
    else {
        panic!("the other person still has the name")
    };
    assert!(candidates.len() == 1 && candidates[0] != registered, "{candidates:?}");
}

#[test]
fn a_retry_gets_the_recorded_answer_later_and_after_a_restart_too() {
    let desk = Desk::new();
    let first = desk.register_by(&keyed(1, 1), "Przykładowska").unwrap();
    let id = player_id(&first);
    let changed = desk.office.rectify_player(&keyed(2, 1), &id, &anna("Druga"), Some(&reason())).unwrap();
    let unchanged = desk.office.rectify_player(&keyed(3, 1), &id, &anna("Druga"), None).unwrap();
    assert_eq!((unchanged.events.len(), unchanged.etag), (0, changed.etag));
    desk.office.rectify_player(&act(), &id, &anna("Trzecia"), None).unwrap();
    desk.log.close();
    let log = open(desk.folder.path());
    let office = Office::new(Arc::clone(&log), Arc::clone(&desk.vault), Arc::new(World));
    let known = KnownFromLog::new(Arc::clone(&log), Arc::clone(&desk.vault));
    // Also with a condition that does not hold any more.
    let stale = |key| Act { expected: Some(first.etag), ..keyed(key, 1) };
    for (again, recorded) in [
        (office.register_player(&keyed(1, 1), &known, &anna("Przykładowska"), false).unwrap(), &first),
        (office.rectify_player(&stale(2), &id, &anna("Druga"), Some(&reason())).unwrap(), &changed),
        (office.rectify_player(&stale(3), &id, &anna("Druga"), None).unwrap(), &unchanged),
    ] {
        assert!(again.replayed);
        assert_eq!(told(&again), *recorded);
    }
    assert_eq!(log.head().unwrap().position, Position(3));
}

#[test]
fn another_request_under_the_same_key_is_refused() {
    let desk = Desk::new();
    desk.register_by(&keyed(1, 1), "Przykładowska").unwrap();
    let other = desk.register_by(&keyed(1, 2), "Inna");
    assert!(matches!(other, Err(ActError::IdempotencyMismatch)), "{other:?}");
    assert_eq!(desk.head(), Position(1));
}

#[test]
fn a_dry_run_says_what_would_happen_and_records_nothing() {
    let desk = Desk::new();
    let done = desk.register("Przykładowska");
    desk.adopt_preset();
    let id = player_id(&done);
    let would = desk.office.rectify_player(&dry(), &id, &anna("Druga"), Some(&reason())).unwrap();
    assert_eq!((types(&would), would.events[0].position), (vec!["player.rectified"], None));
    assert_eq!((would.etag, would.position, would.dry_run), (done.etag, Position(2), true));
    let season = days("2024-10-01", "2025-09-19");
    desk.office.open_season(&dry(), &desk.known, &season_id("2025"), &season).unwrap();
    desk.register_by(&Act { dry_run: true, ..keyed(9, 9) }, "Inna").unwrap();
    desk.office.open_account(&dry(), &desk.known, &details("ewa", "Ewa"), &[], &|_| vec![]).unwrap();
    assert!(desk.office.rectify_player(&Act { dry_run: true, ..seen(Position(9)) }, &id, &anna("X"), None).is_err());
    assert_eq!(desk.head(), Position(2));
    assert_eq!(desk.log.requests_after(None, 10).unwrap(), []);
    // The key was not used up.
    assert!(!desk.register_by(&keyed(9, 9), "Inna").unwrap().replayed);
}

#[test]
fn an_act_that_others_get_in_the_way_of_is_decided_again() {
    let desk = Desk::new();
    let player = player_id(&desk.register("Przykładowska"));
    let office = desk.slow_office(&player, 4);
    let last = office.rectify_player(&act(), &player, &anna("Ostatnia"), Some(&reason())).unwrap();
    assert_eq!((last.etag, desk.head()), (Position(6), Position(6)));
    desk.is_sound();
}

#[test]
fn two_offices_that_race_for_one_player_both_come_through() {
    let desk = Desk::new();
    let player = player_id(&desk.register("Przykładowska"));
    let other = open(desk.folder.path());
    let logs = [Arc::clone(&desk.log), other];
    let start = Barrier::new(2);
    std::thread::scope(|scope| {
        for (number, log) in logs.iter().enumerate() {
            let (desk, player, start) = (&desk, &player, &start);
            scope.spawn(move || {
                let office = Office::new(Arc::clone(log), Arc::clone(&desk.vault), Arc::new(World));
                start.wait();
                for turn in 0..5 {
                    office.rectify_player(&act(), player, &anna(&format!("Inna{number}x{turn}")), None).unwrap();
                }
            });
        }
    });
    assert_eq!(desk.head(), Position(11));
    desk.is_sound();
}

#[test]
fn a_change_between_looking_and_recording_is_not_overwritten_by_a_client_that_has_not_seen_it() {
    let desk = Desk::new();
    let done = desk.register("Przykładowska");
    let office = desk.slow_office(&player_id(&done), 1);
    let late = office.rectify_player(&seen(done.etag), &player_id(&done), &anna("Późniejsza"), None);
    assert!(matches!(late, Err(ActError::Stale { expected: Position(1), current: Position(2) })), "{late:?}");
}

#[test]
fn whoever_is_in_the_way_at_every_try_is_told() {
    let desk = Desk::new();
    let player = player_id(&desk.register("Przykładowska"));
    let office = desk.slow_office(&player, usize::MAX);
    let outcome = office.rectify_player(&act(), &player, &anna("Ostatnia"), None);
    assert!(matches!(outcome, Err(ActError::Append(AppendError::Conflict { .. }))), "{outcome:?}");
    // One try and five more, and each time the clock is asked twice.
    assert_eq!(desk.head(), Position(1 + 2 * 6));
}

#[test]
fn seasons_need_their_own_days_and_an_adopted_rulebook() {
    let desk = Desk::new();
    let open = |id: &str, record: &SeasonRecord| desk.office.open_season(&act(), &desk.known, &season_id(id), record);
    let record = days("2024-10-01", "2025-09-19");
    let outcome = open("2025", &record);
    assert!(matches!(outcome, Err(ActError::Rejected(season::Rejection::UnknownRulebook))), "{outcome:?}");
    desk.adopt_preset();
    assert_eq!(types(&open("2025", &record).unwrap()), ["season.opened"]);
    let outcome = open("2026", &days("2025-09-19", "2026-09-18"));
    let Err(ActError::Rejected(rejection)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        (rejection.code(), rejection),
        ("season-overlaps", season::Rejection::Overlaps { other: season_id("2025") })
    );
    open("2026", &days("2025-09-20", "2026-09-18")).unwrap();
    let longer = days("2024-10-01", "2025-09-20");
    let outcome = desk.office.correct_season(&act(), &desk.known, &season_id("2025"), &longer, Some(&reason()));
    assert!(matches!(outcome, Err(ActError::Rejected(season::Rejection::Overlaps { .. }))), "{outcome:?}");
    let shorter = days("2024-10-01", "2025-09-12");
    for text in [reason(), StatedReason::parse("Jeszcze raz").unwrap()] {
        let record = if text == reason() { &shorter } else { &record };
        desk.office.correct_season(&act(), &desk.known, &season_id("2025"), record, Some(&text)).unwrap();
    }
    let missing = desk.office.correct_season(&act(), &desk.known, &season_id("1999"), &shorter, None);
    assert!(matches!(missing, Err(ActError::NotFound)), "{missing:?}");
    desk.is_sound();
}

#[test]
fn seasons_that_are_opened_at_once_do_not_overlap() {
    let desk = Desk::new();
    desk.adopt_preset();
    let start = Barrier::new(8);
    let opened: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let (desk, start) = (&desk, &start);
                scope.spawn(move || {
                    start.wait();
                    let id = season_id(&format!("edycja-{number}"));
                    desk.office.open_season(&act(), &desk.known, &id, &days("2024-10-01", "2025-09-19")).is_ok()
                })
            })
            .collect();
        threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
    });
    assert_eq!(opened, 1);
}

#[test]
fn a_season_that_another_process_opens_or_moves_meanwhile_is_not_overlapped() {
    let desk = Desk::new();
    desk.adopt_preset();
    let (early, late) = (days("2024-10-01", "2025-09-19"), days("2025-09-20", "2026-09-18"));
    let elsewhere = desk.elsewhere();
    let record = early.clone();
    let office = desk.overtaken_by(move || drop(elsewhere.open_season("tam", &record).unwrap()));
    let outcome = office.open_season(&act(), &desk.known, &season_id("tu"), &early);
    assert!(seasons_overlap(&outcome), "{outcome:?}");

    let elsewhere = desk.elsewhere();
    let longer = days("2024-10-01", "2025-09-20");
    let correct = move || {
        let id = season_id("tam");
        elsewhere.office.correct_season(&act(), &elsewhere.known, &id, &longer, None).unwrap();
    };
    let outcome = desk.overtaken_by(correct).open_season(&act(), &desk.known, &season_id("tu"), &late);
    assert!(seasons_overlap(&outcome), "{outcome:?}");

    // What does not overlap comes through at the second try.
    let elsewhere = desk.elsewhere();
    let other = days("2026-09-19", "2027-09-17");
    let office = desk.overtaken_by(move || drop(elsewhere.open_season("tam-2", &other).unwrap()));
    office.open_season(&act(), &desk.known, &season_id("tu"), &days("2025-09-21", "2026-09-18")).unwrap();
    assert_eq!(desk.event_types().iter().filter(|kind| *kind == "season.opened").count(), 3);
}

#[test]
fn a_season_that_is_imported_meanwhile_is_not_overlapped() {
    let desk = Desk::new();
    desk.adopt_preset();
    let (log, vault) = (open(desk.folder.path()), Arc::clone(&desk.vault));
    let office = desk.overtaken_by(move || {
        let written = std::fs::read("../../examples/season-2025.bundle.json").unwrap();
        let bundle = formats::bundle::read(&*written).unwrap();
        import(&*log, &vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| {}).unwrap();
    });
    let outcome = office.open_season(&act(), &desk.known, &season_id("tu"), &days("2025-01-01", "2025-02-01"));
    assert!(seasons_overlap(&outcome), "{outcome:?}");
}

#[test]
fn a_login_that_another_process_gives_away_meanwhile_is_taken() {
    let desk = Desk::new();
    let meddle = |login: &'static str| {
        let elsewhere = desk.elsewhere();
        desk.overtaken_by(move || drop(elsewhere.open_account(login).unwrap()))
    };
    let open = |office: &Office, login: &str| {
        office.open_account(&act(), &desk.known, &details(login, "Ewa Wzorowa"), &[], &|_| vec![])
    };
    let outcome = open(&meddle("ewa"), "Ewa");
    assert!(login_is_taken(&outcome), "{outcome:?}");
    let account = desk.open_account("anna", &[]);
    let outcome =
        meddle("beata").rectify_account(&act(), &desk.known, &account, &details("beata", "Beata"), Some(&reason()));
    assert!(login_is_taken(&outcome), "{outcome:?}");
    desk.is_sound();
}

#[test]
fn of_two_processes_that_race_for_logins_and_days_one_gets_each() {
    let desk = Desk::new();
    desk.adopt_preset();
    let both = [desk.elsewhere(), desk.elsewhere()];
    let start = Barrier::new(2);
    let rounds = 10;
    let race = |number: usize, here: &Elsewhere| {
        (0..rounds)
            .map(|round| {
                let year = 2030 + round;
                let record = days(&format!("{year}-01-01"), &format!("{year}-12-31"));
                start.wait();
                let account = here.open_account(&format!("login-{round}"));
                assert!(account.is_ok() || login_is_taken(&account), "{account:?}");
                start.wait();
                let season = here.open_season(&format!("s-{number}-{round}"), &record);
                assert!(season.is_ok() || seasons_overlap(&season), "{season:?}");
                usize::from(account.is_ok()) + usize::from(season.is_ok())
            })
            .sum::<usize>()
    };
    let got: usize = std::thread::scope(|scope| {
        let race = &race;
        let threads: Vec<_> =
            both.iter().enumerate().map(|(number, here)| scope.spawn(move || race(number, here))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(got, 2 * rounds);
    assert_eq!(desk.head(), Position(1 + 2 * rounds as u64));
}

#[test]
fn a_login_is_claimed_once_given_back_when_it_changes_and_claimed_late_where_it_was_not() {
    let desk = Desk::new();
    let account = desk.open_account("ewa", &[]);
    let first = desk.claims_of(&account);
    assert_eq!(first.len(), 1);
    let rectify = |login: &str, name: &str| {
        desk.office.rectify_account(&act(), &desk.known, &account, &details(login, name), None).unwrap()
    };
    rectify("ewa", "Ewa Przykładowa");
    assert_eq!(desk.claims_of(&account), first);
    rectify("beata", "Ewa Przykładowa");
    assert_ne!(desk.claims_of(&account), first);
    let other = desk.open_account("ewa", &[]);
    assert_eq!(desk.claims_of(&other), first);

    // An account from before there were claims.
    let owner = format!("account/{other}").into();
    let none = vec![CabinetWrite::RemoveOwned { drawer: Drawer::Claim, owner }];
    desk.log.append(events::append::Append { cabinet: none, ..Default::default() }).wait().unwrap();
    let outcome = desk.elsewhere().open_account("ewa");
    assert!(login_is_taken(&outcome), "{outcome:?}");
    desk.office.rectify_account(&act(), &desk.known, &other, &details("ewa", "Ewa Inna"), None).unwrap();
    assert_eq!(desk.claims_of(&other), first);
}

#[test]
fn rulebooks_are_adopted_with_their_differences() {
    let desk = Desk::new();
    let adopt = |id: &str, cap: i64| {
        let overrides = vec![Override::new("wildcard.cap", &Raw::Int(cap)).unwrap()];
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides };
        desk.office.adopt_rulebook(&act(), &RulebookId::parse(id).unwrap(), &record)
    };
    assert_eq!(adopt("2026", 40).unwrap().etag, Position(1));
    assert_eq!(adopt("2026", 48).unwrap().etag, Position(2));
    let outcome = adopt("pl-2024-25", 48);
    assert!(matches!(outcome, Err(ActError::Rejected(adoption::Rejection::PresetName))), "{outcome:?}");
}

#[test]
fn an_account_opens_with_its_roles_and_a_login_of_its_own() {
    let desk = Desk::new();
    let account = desk.open_account("ewa", &[everywhere(Role::Admin), everywhere(Role::Arbiter)]);
    assert_eq!(desk.event_types(), ["account.opened", "account.role_granted", "account.role_granted"]);
    assert_eq!(account.as_str().len(), 20);
    let taken = desk.office.open_account(&act(), &desk.known, &details("EWA", "Ewelina"), &[], &|_| vec![]);
    assert!(matches!(taken, Err(ActError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    let other = desk.open_account("ewelina", &[]);
    let taken = desk.office.rectify_account(&act(), &desk.known, &other, &details("ewa", "Ewelina"), None);
    assert!(matches!(taken, Err(ActError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    // Her own login is hers.
    desk.office.rectify_account(&act(), &desk.known, &account, &details("ewa", "Ewa Zamężna"), None).unwrap();
    // A login that was given up is free.
    desk.office.rectify_account(&act(), &desk.known, &account, &details("ewa2", "Ewa Zamężna"), None).unwrap();
    desk.office.rectify_account(&act(), &desk.known, &other, &details("ewa", "Ewelina"), None).unwrap();
    desk.is_sound();
}

#[test]
fn an_invitation_comes_with_the_account_and_sessions_go_with_it() {
    let desk = Desk::new();
    let invite = |stream: &StreamName| {
        vec![CabinetWrite::PutNew {
            drawer: Drawer::Link,
            key: vec![1; 32],
            owner: stream.as_str().into(),
            value: b"invitation".to_vec(),
            expires_at: None,
        }]
    };
    let open = |act: &Act, login| desk.office.open_account(act, &desk.known, &details(login, "Ewa"), &[], &invite);
    let would = open(&dry(), "ewa").unwrap();
    assert_eq!(desk.log.cabinet_owned(Drawer::Link, would.resource.as_str(), 10).unwrap(), []);
    let done = open(&keyed(1, 1), "ewa").unwrap();
    assert_eq!(told(&open(&keyed(1, 1), "ewa").unwrap()), done);
    let links = desk.log.cabinet_owned(Drawer::Link, done.resource.as_str(), 10).unwrap();
    assert_eq!((links.len(), links[0].revision), (1, 1));
    let taken = open(&act(), "ewelina");
    assert!(matches!(taken, Err(ActError::Append(AppendError::CabinetConflict { .. }))), "{taken:?}");
    let remove = [CabinetWrite::RemoveOwned { drawer: Drawer::Link, owner: done.resource.as_str().into() }];
    let account = AccountId::parse(done.resource.id()).unwrap();
    desk.office.disable_account(&act(), &desk.known, &account, None, &remove).unwrap();
    assert_eq!(desk.log.cabinet_owned(Drawer::Link, done.resource.as_str(), 10).unwrap(), []);
    assert_eq!(desk.event_types(), ["account.opened", "account.disabled"]);
}

#[test]
fn the_read_models_know_what_the_rules_ask() {
    let desk = Desk::new();
    let projector = Projector::start(Arc::clone(&desk.log), Arc::clone(&desk.vault));
    desk.adopt_preset();
    let record = days("2024-10-01", "2025-09-19");
    desk.office.open_season(&act(), &projector, &season_id("2025"), &record).unwrap();
    let outcome = desk.office.open_season(&act(), &projector, &season_id("inny"), &record);
    assert!(matches!(outcome, Err(ActError::Rejected(season::Rejection::Overlaps { .. }))), "{outcome:?}");
    let admin = desk.open_account("ewa", &[everywhere(Role::Admin)]);
    let taken = desk.office.open_account(&act(), &projector, &details("ewa", "Ewelina"), &[], &|_| vec![]);
    assert!(matches!(taken, Err(ActError::Rejected(account::Rejection::LoginTaken))), "{taken:?}");
    let outcome = desk.office.disable_account(&act(), &projector, &admin, None, &[]);
    assert!(matches!(outcome, Err(ActError::Rejected(account::Rejection::LastAdmin))), "{outcome:?}");
    projector.stop();
}

#[test]
fn the_last_admin_stays_and_nobody_locks_herself_out() {
    let desk = Desk::new();
    let admin = everywhere(Role::Admin);
    let first = desk.open_account("pierwsza", std::slice::from_ref(&admin));
    let second = desk.open_account("druga", &[]);
    let disable = |by: &Act, account| desk.office.disable_account(by, &desk.known, account, Some(&reason()), &[]);
    let revoke = |by: &Act, account| desk.office.revoke_role(by, &desk.known, account, &admin);
    let rejected = |outcome: Result<Done, ActError<account::Rejection>>| match outcome {
        Err(ActError::Rejected(rejection)) => rejection.code(),
        other => panic!("{other:?}"),
    };
    assert_eq!(rejected(disable(&act(), &first)), "last-admin");
    assert_eq!(rejected(revoke(&by(&second), &first)), "last-admin");
    assert_eq!(rejected(disable(&by(&first), &first)), "own-account");
    assert_eq!(rejected(desk.office.grant_role(&by(&second), &second, &admin)), "own-admin-role");
    desk.office.grant_role(&by(&first), &second, &admin).unwrap();
    assert_eq!(rejected(revoke(&by(&first), &first)), "own-admin-role");
    assert_eq!(types(&disable(&by(&second), &first).unwrap()), ["account.disabled"]);
    assert_eq!(rejected(desk.office.grant_role(&act(), &first, &everywhere(Role::Auditor))), "account-disabled");
    assert_eq!(rejected(revoke(&act(), &second)), "last-admin");
    assert_eq!(types(&desk.office.enable_account(&act(), &first).unwrap()), ["account.enabled"]);
    assert_eq!(types(&revoke(&act(), &second).unwrap()), ["account.role_revoked"]);
    desk.is_sound();
}

#[test]
fn two_admins_who_disable_each_other_at_once_do_not_both_go() {
    let desk = Desk::new();
    let admin = [everywhere(Role::Admin)];
    let accounts = [desk.open_account("pierwsza", &admin), desk.open_account("druga", &admin)];
    // Two processes: each has an office, a log and a memory of its own.
    let other = open(desk.folder.path());
    let logs = [Arc::clone(&desk.log), other];
    let start = Barrier::new(2);
    let disabled: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|number| {
                let (log, vault) = (Arc::clone(&logs[number]), Arc::clone(&desk.vault));
                let (start, accounts) = (&start, &accounts);
                scope.spawn(move || {
                    let office = Office::new(Arc::clone(&log), Arc::clone(&vault), Arc::new(World));
                    let known = KnownFromLog::new(log, vault);
                    start.wait();
                    let outcome =
                        office.disable_account(&by(&accounts[number]), &known, &accounts[1 - number], None, &[]);
                    outcome.is_ok()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(disabled.iter().filter(|done| **done).count(), 1, "{disabled:?}");
}

#[test]
fn a_role_for_an_event_needs_the_event() {
    let desk = Desk::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season-2025.bundle.json");
    let bundle = formats::bundle::read(std::fs::File::open(example).unwrap()).unwrap();
    let (tournament, league) = (bundle.tournaments[0].id.clone(), bundle.leagues[0].id.clone());
    import(&*desk.log, &desk.vault, &World, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    let account = desk.open_account("sedzia", &[]);
    let grant = |kind, id: &str| Grant {
        role: Role::MainReferee,
        event: Some(GrantedEvent { kind, id: EventId::parse(id).unwrap() }),
    };
    let there = grant(GrantedKind::Tournament, &tournament);
    let done = desk.office.grant_role(&act(), &account, &there).unwrap();
    assert_eq!(types(&done), ["account.role_granted"]);
    assert_eq!(desk.office.grant_role(&act(), &account, &there).unwrap().events, []);
    for nowhere in [grant(GrantedKind::Tournament, &league), grant(GrantedKind::League, &tournament)] {
        let outcome = desk.office.grant_role(&act(), &account, &nowhere);
        assert!(matches!(outcome, Err(ActError::Rejected(account::Rejection::UnknownEvent))), "{outcome:?}");
    }
    desk.office.revoke_role(&act(), &desk.known, &account, &there).unwrap();
    let nobody = AccountId::parse("nobody").unwrap();
    assert!(matches!(desk.office.enable_account(&act(), &nobody), Err(ActError::NotFound)));
}

#[test]
fn the_log_is_told_in_sentences_with_the_names_of_today() {
    let desk = Desk::new();
    let projector = Projector::start(Arc::clone(&desk.log), Arc::clone(&desk.vault));
    let (first, second) = (desk.register("Przykładowska"), desk.register("Druga"));
    desk.office.rectify_player(&act(), &player_id(&first), &anna("Zamężna"), None).unwrap();
    let journal = Journal::at(desk.folder.path().join("kostka.erasures"));
    let scribe = Scribe::new(&*desk.log, &desk.vault, &World, Actor::operator());
    erase(&scribe, &journal, &second.resource).unwrap();
    projector.wait_for_blocking(desk.head(), Duration::from_secs(30)).unwrap();
    let views = projector.views();
    let told = desk.log.read(Position::START, 10).unwrap().into_iter().map(|recorded| {
        let event = &recorded.event;
        let decoded = stored::decode(&event.event_type, event.schema_version, &event.payload).unwrap();
        Lang::Pl.say(&sentence(&decoded, &event.stream, &*views))
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "Zarejestrowano gracza: Annamaria Zamężna",
            "Zarejestrowano gracza: gracz usunięty",
            "Sprostowano dane gracza: Annamaria Zamężna",
            "Usunięto dane gracza: gracz usunięty",
        ]
    );
    projector.stop();
}
