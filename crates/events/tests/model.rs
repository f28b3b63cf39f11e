//! Drives a log and the model of a log through the same random histories, and compares every answer and what is kept.
//!
//! `PROPTEST_CASES` says how many histories; without it there are a few hundred. PostgreSQL, where each needs a
//! database of its own, gets a tenth of them.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::append::{Append, AppendError, Expected, Idempotency, Receipt};
use events::conformance::sample::{Sample, all_events, all_records, all_subjects, wait_until};
use events::conformance::{Backend, MemoryBackend, TemporaryDatabase, TestEnvironment};
use events::envelope::{EventId, NewEvent, Position, StreamKind, StreamName, Timestamp, Version};
use events::log::{Head, Log, MAX_PAGE, StoredCheckpoint};
use events::mutable_store::{MutableWrite, RecordKind};
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{SealedRecord, VaultWrite};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{FileFailurePersistence, TestCaseError, TestError, TestRunner};
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;

const HISTORIES: u32 = 200;
const HISTORIES_IN_POSTGRES: u32 = 20;

/// Histories that went wrong once are tried first.
const SQLITE_FAILURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/model-sqlite.txt");
const POSTGRES_FAILURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/model-postgres.txt");

/// One thing that somebody does, with choices that are made when it is known how the log stands.
#[derive(Debug, Clone)]
enum Step {
    /// Hands these over one after the other without waiting, then waits for all.
    Append(Handle, Vec<Request>),
    MoveClock(i64),
    Reopen(Handle),
    SetReadOnly(Handle),
    KeepCheckpoint(Handle, u64),
    Read(Handle, Place, usize),
    ReadStream(Handle, Stream, Place, usize),
    Compare(Handle),
}

/// Which of the two logs on the store.
type Handle = usize;
/// Which of a few streams.
type Stream = usize;
/// A part of what there is, in tenths; more than ten is behind the end.
type Place = u64;

#[derive(Debug, Clone)]
struct Request {
    events: Vec<(Stream, Vec<u8>, bool)>,
    expected: Vec<(Stream, ExpectedVersion)>,
    key: Key,
    vault: Vec<(Stream, Change)>,
    mutable_writes: Vec<(RecordKind, RecordChange)>,
}

#[derive(Debug, Clone)]
enum ExpectedVersion {
    Any,
    NoStream,
    Right,
    OffBy(i64),
}

#[derive(Debug, Clone)]
enum Key {
    None,
    Fresh,
    Repeated(usize),
    Mismatched(usize),
}

#[derive(Debug, Clone)]
enum Change {
    Create(u8, Vec<(u8, Vec<u8>)>),
    Replace(Vec<(u8, Vec<u8>)>),
    ReplaceUnderAnotherKey,
    Erase,
}

/// What is done with one of a few records, or with those of one of a few owners.
#[derive(Debug, Clone)]
enum RecordChange {
    Put(u8, u8, Vec<u8>, Option<i64>),
    PutNew(u8, u8, Vec<u8>, Option<i64>),
    Replace(u8, u8, Vec<u8>, i64),
    Remove(u8),
    RemoveIfThere(u8),
    RemoveOwned(u8),
    RemoveExpired(i64),
}

fn record_change() -> impl Strategy<Value = (RecordKind, RecordChange)> {
    let (key, owner) = (|| 0_u8..4, || 0_u8..2);
    let value = || prop_oneof![4 => vec(any::<u8>(), 0..100), 1 => vec(any::<u8>(), 5000..5100)];
    // Over by any clock, or far away.
    let moment = || prop_oneof![0_i64..5, Just(i64::MAX)];
    let record_change = prop_oneof![
        3 => (key(), owner(), value(), option::of(moment()))
            .prop_map(|(key, owner, value, moment)| RecordChange::Put(key, owner, value, moment)),
        4 => (key(), owner(), value(), option::of(moment()))
            .prop_map(|(key, owner, value, moment)| RecordChange::PutNew(key, owner, value, moment)),
        4 => (key(), owner(), value(), prop_oneof![6 => Just(0_i64), 1 => -1_i64..2])
            .prop_map(|(key, owner, value, off)| RecordChange::Replace(key, owner, value, off)),
        3 => key().prop_map(RecordChange::Remove),
        2 => key().prop_map(RecordChange::RemoveIfThere),
        1 => owner().prop_map(RecordChange::RemoveOwned),
        1 => moment().prop_map(RecordChange::RemoveExpired),
    ];
    (
        prop_oneof![4 => Just(RecordKind::Session), 2 => Just(RecordKind::Password), 1 => Just(RecordKind::Audit)],
        record_change,
    )
}

fn streams() -> &'static [StreamName] {
    static STREAMS: LazyLock<Vec<StreamName>> = LazyLock::new(|| {
        [
            (StreamKind::Season, "2026"),
            (StreamKind::Player, "ż"),
            (StreamKind::Player, "Ż"),
            (StreamKind::Log, "epochs"),
        ]
        .map(|(kind, id)| StreamName::new(kind, id).unwrap())
        .into()
    });
    &STREAMS
}

fn stream() -> impl Strategy<Value = Stream> + Clone {
    0..streams().len()
}

fn request() -> impl Strategy<Value = Request> {
    let event = (stream(), vec(any::<u8>(), 0..20), any::<bool>());
    let guess = prop_oneof![
        1 => Just(ExpectedVersion::Any),
        1 => Just(ExpectedVersion::NoStream),
        6 => Just(ExpectedVersion::Right),
        1 => (-2_i64..3).prop_map(ExpectedVersion::OffBy),
    ];
    let key = prop_oneof![
        3 => Just(Key::None),
        3 => Just(Key::Fresh),
        2 => any::<usize>().prop_map(Key::Repeated),
        1 => any::<usize>().prop_map(Key::Mismatched),
    ];
    let records = || vec((0_u8..3, vec(any::<u8>(), 0..8)), 0..3);
    let change = prop_oneof![
        4 => (any::<u8>(), records()).prop_map(|(key, records)| Change::Create(key, records)),
        4 => records().prop_map(Change::Replace),
        1 => Just(Change::ReplaceUnderAnotherKey),
        2 => Just(Change::Erase),
    ];
    // Mostly a few events; sometimes none, sometimes enough to complete a subtree.
    let events = prop_oneof![1 => vec(event.clone(), 0..1), 20 => vec(event.clone(), 1..5), 1 => vec(event, 100..200)];
    let vault = prop_oneof![3 => vec((stream(), change.clone()), 0..1), 2 => vec((stream(), change), 1..3)];
    let mutable_writes = prop_oneof![3 => vec(record_change(), 0..1), 2 => vec(record_change(), 1..4)];
    (events, vec((stream(), guess), 0..3), key, vault, mutable_writes).prop_map(
        |(events, expected, key, vault, mutable_writes)| Request { events, expected, key, vault, mutable_writes },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let handle = || 0_usize..2;
    prop_oneof![
        12 => (handle(), vec(request(), 1..4)).prop_map(|(handle, requests)| Step::Append(handle, requests)),
        2 => (-50_i64..200).prop_map(Step::MoveClock),
        1 => handle().prop_map(Step::Reopen),
        1 => (0_u8..8, handle()).prop_map(|(rarely, handle)| {
            if rarely == 0 { Step::SetReadOnly(handle) } else { Step::Reopen(handle) }
        }),
        1 => (handle(), 0_u64..300).prop_map(|(handle, size)| Step::KeepCheckpoint(handle, size)),
        2 => (handle(), 0_u64..12, 0_usize..50).prop_map(|(handle, place, limit)| Step::Read(handle, place, limit)),
        2 => (handle(), stream(), 0_u64..12, 0_usize..50)
            .prop_map(|(handle, stream, place, limit)| Step::ReadStream(handle, stream, place, limit)),
        1 => handle().prop_map(Step::Compare),
    ]
}

/// A store under test and the model, side by side under one clock.
struct Pair {
    backend: Box<dyn Backend>,
    model_backend: MemoryBackend,
    logs: [Arc<dyn Log>; 2],
    models: [Arc<dyn Log>; 2],
    /// Ids and nonces come from here, so that both get the same.
    world: Arc<TestEnvironment>,
    keys: Vec<Idempotency>,
    /// The kinds of answers that there were.
    answers: BTreeSet<&'static str>,
}

/// What kind of answer it is.
fn kind(outcome: &Result<Receipt, AppendError>) -> &'static str {
    match outcome {
        Ok(Receipt { replayed: true, .. }) => "replayed",
        Ok(Receipt { count: 0, .. }) => "empty",
        Ok(_) => "recorded",
        Err(AppendError::Conflict { .. }) => "conflict",
        Err(AppendError::VaultConflict { .. }) => "vault conflict",
        Err(AppendError::RecordConflict { .. }) => "record conflict",
        Err(AppendError::IdempotencyMismatch) => "mismatch",
        Err(AppendError::Invalid(_)) => "invalid",
        Err(AppendError::ReadOnly(_)) => "read-only",
        Err(_) => "other",
    }
}

type Checked = Result<(), TestCaseError>;

impl Pair {
    fn new(backend: Box<dyn Backend>, clock: &Arc<TestEnvironment>) -> Self {
        let model_backend = MemoryBackend::new(clock.clone());
        let logs = [backend.open(), backend.open()];
        let models = [model_backend.open(), model_backend.open()];
        Self {
            backend,
            model_backend,
            logs,
            models,
            world: TestEnvironment::new(9),
            keys: Vec::new(),
            answers: BTreeSet::new(),
        }
    }

    fn live(&mut self, history: &[Step]) -> Checked {
        history.iter().try_for_each(|step| self.take(step))?;
        self.compare(0)?;
        self.reopen(1);
        self.compare(1)
    }

    fn take(&mut self, step: &Step) -> Checked {
        match step {
            Step::Append(handle, requests) => self.append(*handle, requests),
            Step::MoveClock(microseconds) => {
                self.backend.environment().advance(*microseconds);
                Ok(())
            }
            Step::Reopen(handle) => {
                self.reopen(*handle);
                Ok(())
            }
            Step::SetReadOnly(handle) => {
                for log in [&self.logs[*handle], &self.models[*handle]] {
                    log.set_read_only("as a test of it");
                }
                prop_assert_eq!(self.logs[*handle].mode(), self.models[*handle].mode());
                Ok(())
            }
            Step::KeepCheckpoint(handle, size) => {
                self.store_checkpoint(*handle, *size);
                Ok(())
            }
            Step::Read(handle, place, limit) => {
                let after = Position(self.models[*handle].head().unwrap().position.0 * place / 10);
                let [page, expected] =
                    [&self.logs, &self.models].map(|logs| logs[*handle].read(after, *limit).unwrap());
                prop_assert_eq!(page, expected);
                Ok(())
            }
            Step::ReadStream(handle, stream, place, limit) => {
                let name = &streams()[*stream];
                let after = Version(self.models[*handle].stream_version(name).unwrap().0 * place / 10);
                let [page, expected] =
                    [&self.logs, &self.models].map(|logs| logs[*handle].read_stream(name, after, *limit).unwrap());
                prop_assert_eq!(page, expected);
                Ok(())
            }
            Step::Compare(handle) => self.compare(*handle),
        }
    }

    fn reopen(&mut self, handle: Handle) {
        self.logs[handle].close();
        self.models[handle].close();
        self.logs[handle] = self.backend.open();
        self.models[handle] = self.model_backend.open();
    }

    /// A log keeps checkpoints as it grows, so only larger ones are kept, and the last one again.
    fn store_checkpoint(&self, handle: Handle, size: u64) {
        let last = self.models[handle].last_checkpoint().unwrap().map_or(0, |last| last.size);
        let checkpoint = StoredCheckpoint { size: last.max(size), note: format!("{size} after {last}") };
        for logs in [&self.logs, &self.models] {
            logs[handle].store_checkpoint(&checkpoint).unwrap();
        }
    }

    fn append(&mut self, handle: Handle, requests: &[Request]) -> Checked {
        let mut expected: Vec<Result<Receipt, AppendError>> = Vec::new();
        let mut appends = Vec::new();
        for request in requests {
            let append = self.decided(request, &*Arc::clone(&self.models[handle]));
            expected.push(self.models[handle].append(append.clone()).wait());
            appends.push(append);
        }
        let waiting: Vec<_> = appends.into_iter().map(|append| self.logs[handle].append(append)).collect();
        let outcomes: Vec<_> = waiting.into_iter().map(events::append::Pending::wait).collect();
        self.answers.extend(expected.iter().map(kind));
        prop_assert_eq!(outcomes, expected);
        Ok(())
    }

    fn decided(&mut self, request: &Request, model: &dyn Log) -> Append {
        let version = |stream: &StreamName| model.stream_version(stream).unwrap();
        let expected = |(stream, guess): &(Stream, ExpectedVersion)| {
            let name = &streams()[*stream];
            let expected = match guess {
                ExpectedVersion::Any => Expected::Any,
                ExpectedVersion::NoStream => Expected::NoStream,
                ExpectedVersion::Right => Expected::Exact(version(name)),
                ExpectedVersion::OffBy(versions) => {
                    Expected::Exact(Version(version(name).0.saturating_add_signed(*versions)))
                }
            };
            (name.clone(), expected)
        };
        let sample = Sample::of(&self.world);
        let event = |(stream, payload, caused): &(Stream, Vec<u8>, bool)| {
            let cause = caused.then(|| EventId::new(&*self.world));
            NewEvent { causation: cause, correlation: cause, ..sample.event_with(&streams()[*stream], payload.clone()) }
        };
        Append {
            expected: request.expected.iter().map(expected).collect(),
            events: request.events.iter().map(event).collect(),
            vault: request.vault.iter().map(|(stream, change)| write(&streams()[*stream], change, model)).collect(),
            mutable_writes: request
                .mutable_writes
                .iter()
                .map(|(record_kind, record_change)| file(*record_kind, record_change, model))
                .collect(),
            idempotency: self.key(&request.key),
        }
    }

    fn key(&mut self, key: &Key) -> Option<Idempotency> {
        let used = |number: usize| self.keys.get(number % self.keys.len().max(1)).copied();
        let earlier = match key {
            Key::None => return None,
            Key::Fresh => None,
            Key::Repeated(number) => used(*number),
            Key::Mismatched(number) => used(*number).map(|used| Idempotency { request: [0xff; 32], ..used }),
        };
        earlier.or_else(|| {
            let number = self.keys.len() as u8;
            self.keys.push(Idempotency { key: [number; 32], request: [1; 32] });
            self.keys.last().copied()
        })
    }

    /// Compares all that is kept.
    fn compare(&self, handle: Handle) -> Checked {
        let (log, model) = (&*self.logs[handle], &*self.models[handle]);
        prop_assert_eq!(log.head().unwrap(), model.head().unwrap());
        let rows = all_events(log);
        prop_assert_eq!(&rows, &all_events(model));
        prop_assert!(rows.iter().all(|row| row.leaf == row.as_ref().expected_leaf()));
        let last =
            rows.last().map_or_else(Head::default, |row| Head { position: row.position, recorded_at: row.recorded_at });
        prop_assert_eq!(log.head().unwrap(), last);
        for name in streams() {
            prop_assert_eq!(log.stream_version(name).unwrap(), model.stream_version(name).unwrap());
            let [of_log, of_model] = [log, model].map(|log| log.read_stream(name, Version(0), MAX_PAGE).unwrap());
            prop_assert_eq!(of_log, of_model);
        }
        prop_assert_eq!(
            log.leaves(Position::START, MAX_PAGE).unwrap(),
            model.leaves(Position::START, MAX_PAGE).unwrap()
        );
        // Inner nodes may come a little after the events.
        let roots = model.subtrees(1, 0, 100).unwrap();
        wait_until(&*self.backend, "roots of subtrees", || log.subtrees(1, 0, 100).unwrap().len() >= roots.len());
        prop_assert_eq!(log.subtrees(1, 0, 100).unwrap(), roots);
        // Numbers may have gaps, so only their order counts.
        let subjects = all_subjects(log);
        prop_assert!(subjects.windows(2).all(|pair| pair[0].number < pair[1].number));
        let vault = |log: &dyn Log| {
            let content = |sealed: events::vault::SealedSubject| (sealed.subject, sealed.wrapped_key, sealed.records);
            all_subjects(log).into_iter().map(content).collect::<Vec<_>>()
        };
        prop_assert_eq!(vault(log), vault(model));
        for sealed in subjects {
            let one = log.sealed(&sealed.subject).unwrap();
            prop_assert_eq!(one, Some(sealed));
        }
        let records = all_records(log);
        prop_assert_eq!(&records, &all_records(model));
        for record in records {
            let owned = log.mutable_records_of_owner(record.record_kind, &record.owner, MAX_PAGE).unwrap();
            prop_assert!(owned.contains(&record));
            prop_assert_eq!(log.mutable_record(record.record_kind, &record.key).unwrap(), Some(record));
        }
        prop_assert_eq!(
            log.idempotency_records_after(None, MAX_PAGE).unwrap(),
            model.idempotency_records_after(None, MAX_PAGE).unwrap()
        );
        prop_assert_eq!(log.checkpoints(0, 100).unwrap(), model.checkpoints(0, 100).unwrap());
        prop_assert_eq!(log.last_checkpoint().unwrap(), model.last_checkpoint().unwrap());
        prop_assert_eq!(log.identity().unwrap().epoch, model.identity().unwrap().epoch);
        Ok(())
    }
}

fn file(record_kind: RecordKind, record_change: &RecordChange, model: &dyn Log) -> MutableWrite {
    let key = |key: &u8| vec![*key; usize::from(*key) + 1];
    let owner = |owner: &u8| SmolStr::from(format!("account/{owner}"));
    match record_change {
        RecordChange::Put(place, whose, value, moment) => MutableWrite::Put {
            record_kind,
            key: key(place),
            owner: owner(whose),
            value: value.clone(),
            expires_at: moment.map(Timestamp),
        },
        RecordChange::PutNew(place, whose, value, moment) => MutableWrite::PutNew {
            record_kind,
            key: key(place),
            owner: owner(whose),
            value: value.clone(),
            expires_at: moment.map(Timestamp),
        },
        RecordChange::Replace(place, whose, value, off) => {
            let found = model.mutable_record(record_kind, &key(place)).unwrap().map_or(1, |record| record.revision);
            let revision = found.saturating_add_signed(*off);
            let (key, owner) = (key(place), owner(whose));
            MutableWrite::Replace { record_kind, key, owner, value: value.clone(), expires_at: None, revision }
        }
        RecordChange::Remove(place) => MutableWrite::Remove { record_kind, key: key(place) },
        RecordChange::RemoveIfThere(place) => MutableWrite::RemoveIfThere { record_kind, key: key(place) },
        RecordChange::RemoveOwned(whose) => MutableWrite::RemoveOwned { record_kind, owner: owner(whose) },
        RecordChange::RemoveExpired(moment) => MutableWrite::RemoveExpired { record_kind, before: Timestamp(*moment) },
    }
}

fn write(subject: &StreamName, change: &Change, model: &dyn Log) -> VaultWrite {
    let subject = subject.clone();
    let found = || model.sealed(&subject).unwrap().map_or(vec![0], |sealed| sealed.wrapped_key);
    match change {
        Change::Create(key, contents) => {
            VaultWrite::Create { subject, wrapped_key: vec![*key; 8], records: records(contents) }
        }
        Change::Replace(contents) => VaultWrite::Replace { wrapped_key: found(), subject, records: records(contents) },
        Change::ReplaceUnderAnotherKey => {
            VaultWrite::Replace { wrapped_key: [found(), vec![1]].concat(), subject, records: Vec::new() }
        }
        Change::Erase => VaultWrite::Erase { subject },
    }
}

/// Each name once: a write does not contradict itself.
fn records(contents: &[(u8, Vec<u8>)]) -> Vec<SealedRecord> {
    let mut records: Vec<SealedRecord> = Vec::new();
    for (name, sealed) in contents {
        let name = format!("record {name}");
        if records.iter().all(|record| record.name != name) {
            records.push(SealedRecord { name, sealed: sealed.clone() });
        }
    }
    records
}

/// Lets stores from this factory live through random histories; one that goes wrong is noted in the file.
fn compare_histories(
    histories: u32,
    failures: Option<&'static str>,
    make: impl Fn(Arc<TestEnvironment>) -> Box<dyn Backend>,
) -> Result<(), TestError<Vec<Step>>> {
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { HISTORIES }
        * histories
        / HISTORIES;
    let failure_persistence = failures.map(|file| Box::new(FileFailurePersistence::Direct(file)) as _);
    let config = ProptestConfig { cases, failure_persistence, ..ProptestConfig::default() };
    TestRunner::new(config).run(&vec(step(), 1..25), |history| {
        let clock = TestEnvironment::new(4);
        Pair::new(make(clock.clone()), &clock).live(&history)
    })
}

/// An empty store that every history gets a copy of, because making one costs more than living through a history.
static EMPTY: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.db");
    SqliteLog::migrate(&path, &*TestEnvironment::new(5)).unwrap();
    (folder, path)
});

struct Sqlite {
    environment: Arc<TestEnvironment>,
    folder: TempDir,
}

impl Sqlite {
    fn new(environment: Arc<TestEnvironment>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(&EMPTY.1, folder.path().join("kostka.db")).unwrap();
        Self { environment, folder }
    }
}

impl Backend for Sqlite {
    fn open(&self) -> Arc<dyn Log> {
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        let path = self.folder.path().join("kostka.db");
        Arc::new(SqliteLog::open(&path, self.environment.clone(), options).unwrap())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }
}

#[test]
fn the_log_in_sqlite_lives_as_the_model_does() {
    compare_histories(HISTORIES, Some(SQLITE_FAILURES), |clock| Box::new(Sqlite::new(clock)))
        .unwrap_or_else(|error| panic!("{error}"));
}

struct Postgres {
    environment: Arc<TestEnvironment>,
    database: TemporaryDatabase,
}

impl Backend for Postgres {
    fn open(&self) -> Arc<dyn Log> {
        self.database.open(self.environment.clone())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }
}

#[test]
fn the_log_in_postgres_lives_as_the_model_does() {
    if TemporaryDatabase::create().is_none() {
        return;
    }
    let new = |environment| Postgres { environment, database: TemporaryDatabase::create().unwrap() };
    compare_histories(HISTORIES_IN_POSTGRES, Some(POSTGRES_FAILURES), |clock| Box::new(new(clock)))
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Forgets everything whenever it is opened.
struct AmnesiacBackend(Arc<TestEnvironment>);

impl Backend for AmnesiacBackend {
    fn open(&self) -> Arc<dyn Log> {
        MemoryBackend::new(self.0.clone()).open()
    }

    fn environment(&self) -> &TestEnvironment {
        &self.0
    }
}

#[test]
fn a_log_that_forgets_does_not_live_as_the_model_does() {
    let noticed = compare_histories(HISTORIES, None, |clock| Box::new(AmnesiacBackend(clock)));
    let Err(TestError::Fail(_, shortest)) = noticed else { panic!("nothing was noticed: {noticed:?}") };
    assert!(shortest.len() <= 2, "a short history shows it: {shortest:?}");
}

#[test]
fn the_histories_come_across_every_kind_of_answer() {
    let mut runner = TestRunner::deterministic();
    let histories = vec(step(), 1..25);
    let mut answers = BTreeSet::new();
    let mut longest = 0;
    for _ in 0..HISTORIES {
        let clock = TestEnvironment::new(4);
        let mut pair = Pair::new(Box::new(MemoryBackend::new(clock.clone())), &clock);
        pair.live(&histories.new_tree(&mut runner).unwrap().current()).unwrap();
        longest = longest.max(pair.models[0].head().unwrap().position.0);
        answers.extend(pair.answers);
    }
    let kinds = [
        "conflict",
        "empty",
        "invalid",
        "mismatch",
        "read-only",
        "record conflict",
        "recorded",
        "replayed",
        "vault conflict",
    ];
    assert_eq!(answers.into_iter().collect::<Vec<_>>(), kinds);
    assert!(longest >= 256, "some history completes a subtree: {longest}");
}
