//! Copies of logs that are behind with their tree or in use, into stores that go on.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::append::{Append, Pending};
use events::cabinet::{CabinetRecord, Drawer};
use events::conformance::sample::{Sample, everything, idempotency, stream};
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

/// A log that keeps only so many subtrees of each level, and that does something of its own while requests are read.
struct Meddled<'t> {
    log: Arc<dyn Log>,
    kept_subtrees: u64,
    while_requests_are_read: &'t (dyn Fn(&dyn Log) + Sync),
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
        let behind = Meddled { log: Arc::clone(&log), kept_subtrees, while_requests_are_read: &|_| {} };
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
    let meddled = Meddled { log: Arc::clone(&log), kept_subtrees: u64::MAX, while_requests_are_read: &meddle };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&meddled, &path, &*environment, &mut |_, _| {}).unwrap();
    let copy = open(&path, &environment);
    assert_eq!(everything(&copy), everything(&*log));
    assert_eq!(copy.requests_after(None, 10).unwrap(), log.requests_after(None, 10).unwrap());
}
