//! Copies of logs that are behind with their tree or in use, into stores that go on.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::append::{Append, Pending};
use events::cabinet::{CabinetRecord, CabinetWrite, Drawer};
use events::conformance::sample::{Sample, every_record, everything, idempotency, stream};
use events::conformance::{MemoryStore, TestEnvironment};
use events::copy::copy_into_file;
use events::envelope::{Hash, Position, Recorded, StreamName, Timestamp, Version};
use events::log::{Head, Identity, KeptCheckpoint, KeptRequest, Log, Mode, ReadError, Visit};
use events::proof::tree::root_at;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::SealedSubject;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::watch;

/// A log that keeps only so many subtrees of each level, and that does something of its own while it is read.
struct Meddled<'t> {
    log: Arc<dyn Log>,
    kept_subtrees: u64,
    while_requests_are_read: &'t (dyn Fn(&dyn Log) + Sync),
    before_the_cabinet_is_read: &'t (dyn Fn(&dyn Log, Drawer) + Sync),
}

impl Meddled<'_> {
    /// A log that nobody meddles with yet.
    fn plain(log: &Arc<dyn Log>) -> Self {
        let log = Arc::clone(log);
        let kept_subtrees = u64::MAX;
        Self { log, kept_subtrees, while_requests_are_read: &|_| {}, before_the_cabinet_is_read: &|_, _| {} }
    }
}

impl Log for Meddled<'_> {
    fn append(&self, append: Append) -> Pending {
        self.log.append(append)
    }

    fn head(&self) -> Result<Head, ReadError> {
        self.log.head()
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        self.log.position_at(time)
    }

    fn scan(&self, after: Position, until: Position, visit: &mut Visit<'_>) -> Result<(), ReadError> {
        self.log.scan(after, until, visit)
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        self.log.read_stream(stream, after, limit)
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.log.stream_version(stream)
    }

    fn watch(&self) -> watch::Receiver<Position> {
        self.log.watch()
    }

    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.log.leaves(after, limit)
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.log.subtrees(level, from, limit.min(self.kept_subtrees.saturating_sub(from) as usize))
    }

    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
        self.log.sealed(subject)
    }

    fn sealed_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError> {
        self.log.sealed_after(after, limit)
    }

    fn requests_after(&self, after: Option<Hash>, limit: usize) -> Result<Vec<KeptRequest>, ReadError> {
        let page = self.log.requests_after(after, limit);
        (self.while_requests_are_read)(&*self.log);
        page
    }

    fn kept_request(&self, key: &Hash) -> Result<Option<KeptRequest>, ReadError> {
        self.log.kept_request(key)
    }

    fn cabinet_record(&self, drawer: Drawer, key: &[u8]) -> Result<Option<CabinetRecord>, ReadError> {
        self.log.cabinet_record(drawer, key)
    }

    fn cabinet_owned(&self, drawer: Drawer, owner: &str, limit: usize) -> Result<Vec<CabinetRecord>, ReadError> {
        self.log.cabinet_owned(drawer, owner, limit)
    }

    fn cabinet_after(
        &self,
        drawer: Drawer,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<CabinetRecord>, ReadError> {
        (self.before_the_cabinet_is_read)(&*self.log, drawer);
        self.log.cabinet_after(drawer, after, limit)
    }

    fn keep_checkpoint(&self, checkpoint: &KeptCheckpoint) -> Result<(), ReadError> {
        self.log.keep_checkpoint(checkpoint)
    }

    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<KeptCheckpoint>, ReadError> {
        self.log.checkpoints(after_size, limit)
    }

    fn last_checkpoint(&self) -> Result<Option<KeptCheckpoint>, ReadError> {
        self.log.last_checkpoint()
    }

    fn identity(&self) -> Result<Identity, ReadError> {
        self.log.identity()
    }

    fn mode(&self) -> Mode {
        self.log.mode()
    }

    fn set_read_only(&self, reason: &str) {
        self.log.set_read_only(reason);
    }

    fn purge_erased(&self) -> Result<bool, ReadError> {
        self.log.purge_erased()
    }

    fn close(&self) {
        self.log.close();
    }
}

fn open(path: &Path, environment: &Arc<TestEnvironment>) -> SqliteLog {
    let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
    SqliteLog::open_or_create(path, environment.clone(), options).unwrap()
}

fn append_events(log: &dyn Log, sample: Sample<'_>, mut count: usize) {
    while count > 0 {
        let some = count.min(10_000);
        log.append(Append::of(sample.events(&stream("hall"), some))).wait().unwrap();
        count -= some;
    }
}

#[test]
fn a_copy_of_a_log_that_is_behind_with_its_tree_has_the_whole_tree_and_goes_on() {
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let folder = tempfile::tempdir().unwrap();
    let log: Arc<dyn Log> = Arc::new(open(&folder.path().join("source.db"), &environment));
    append_events(&*log, sample, 256 * 256 + 3 * 256 - 5);
    for kept_subtrees in [0, 2, 255] {
        let behind = Meddled { kept_subtrees, ..Meddled::plain(&log) };
        let path = folder.path().join(format!("copy-{kept_subtrees}.db"));
        copy_into_file(&behind, &path, &*environment, &mut |_, _| {}).unwrap();
        let copy = open(&path, &environment);
        for level in [1, 2] {
            let [copied, kept] = [&copy as &dyn Log, &*log].map(|log| log.subtrees(level, 0, 1000).unwrap());
            assert!(copied == kept, "{} of {} roots at level {level}", copied.len(), kept.len());
        }
        append_events(&copy, sample, 300);
        assert_eq!(copy.subtrees(1, 0, 1000).unwrap().len(), 256 + 4);
        let size = log.head().unwrap().position.0;
        assert_eq!(root_at(&copy, size).unwrap(), root_at(&*log, size).unwrap());
    }
}

#[test]
fn a_key_that_is_used_for_nothing_while_requests_are_copied_comes_along() {
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = Arc::new(MemoryStore::new(environment.clone()).open());
    append_events(&*log, Sample::of(&environment), 3);
    let keyed = |key| Append { idempotency: idempotency(key, key), ..Append::default() };
    log.append(keyed(100)).wait().unwrap();
    // The first stands before what was read by then and the second behind it: a copy with the second alone was never so.
    let reads = AtomicU64::new(0);
    let meddle = |log: &dyn Log| {
        if reads.fetch_add(1, Ordering::SeqCst) == 0 {
            log.append(keyed(50)).wait().unwrap();
            log.append(keyed(200)).wait().unwrap();
        }
    };
    let meddled = Meddled { while_requests_are_read: &meddle, ..Meddled::plain(&log) };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&meddled, &path, &*environment, &mut |_, _| {}).unwrap();
    let copy = open(&path, &environment);
    assert_eq!(everything(&copy), everything(&*log));
    assert_eq!(copy.requests_after(None, 10).unwrap(), log.requests_after(None, 10).unwrap());
}

fn kept(drawer: Drawer, key: &[u8], value: &[u8]) -> CabinetWrite {
    let (key, value) = (key.to_vec(), value.to_vec());
    CabinetWrite::PutNew { drawer, key, owner: "account/ola".into(), value, expires_at: Some(Timestamp(7)) }
}

#[test]
fn a_copy_carries_passwords_second_factors_claims_and_audit_with_their_revisions() {
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = Arc::new(MemoryStore::new(environment.clone()).open());
    for page in 0..3_u8 {
        let keys = (0..=255_u8).flat_map(|key| Drawer::ALL.map(|drawer| kept(drawer, &[page, key], &[key; 100])));
        log.append(Append { cabinet: keys.collect(), ..Append::default() }).wait().unwrap();
    }
    let (drawer, key, owner) = (Drawer::Password, vec![0, 0], "account/ola".into());
    let newer = CabinetWrite::Replace { drawer, key, owner, value: b"newer".to_vec(), expires_at: None, revision: 1 };
    log.append(Append { cabinet: vec![newer], ..Append::default() }).wait().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&*log, &path, &*environment, &mut |_, _| {}).unwrap();
    let copy = open(&path, &environment);
    for drawer in Drawer::ALL {
        let copied = copy.cabinet_after(drawer, None, 10_000).unwrap();
        let expected =
            if drawer.is_backed_up() { log.cabinet_after(drawer, None, 10_000).unwrap() } else { Vec::new() };
        assert!(copied == expected, "{drawer}: {} of {}", copied.len(), expected.len());
    }
    assert_eq!(copy.cabinet_record(Drawer::Password, &[0, 0]).unwrap().unwrap().revision, 2);
    assert_eq!(SqliteLog::integrity(&path).unwrap(), []);
}

#[test]
fn a_password_that_changes_while_it_is_copied_comes_along_with_the_second_factor_of_then() {
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = Arc::new(MemoryStore::new(environment.clone()).open());
    let first = [kept(Drawer::Password, b"a", b"old"), kept(Drawer::SecondFactor, b"a", b"old")];
    log.append(Append { cabinet: first.into(), ..Append::default() }).wait().unwrap();
    log.append(Append { cabinet: vec![kept(Drawer::Audit, b"1", b"logged in")], ..Append::default() }).wait().unwrap();
    let copied = AtomicU64::new(0);
    // Both are changed at once after one of them was copied.
    let meddle = |log: &dyn Log, drawer: Drawer| {
        if drawer == Drawer::SecondFactor && copied.fetch_add(1, Ordering::SeqCst) == 0 {
            let remove = |drawer| CabinetWrite::Remove { drawer, key: b"a".to_vec() };
            let new = [kept(Drawer::Password, b"b", b"new"), kept(Drawer::SecondFactor, b"b", b"new")];
            let removed = [remove(Drawer::Password), remove(Drawer::SecondFactor)];
            let cabinet = removed.into_iter().chain(new).collect();
            log.append(Append { cabinet, ..Append::default() }).wait().unwrap();
        }
    };
    let meddled = Meddled { before_the_cabinet_is_read: &meddle, ..Meddled::plain(&log) };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&meddled, &path, &*environment, &mut |_, _| {}).unwrap();
    assert_eq!(every_record(&open(&path, &environment)), every_record(&*log));
}
