//! Copies of logs that are behind with their tree or in use, into stores that go on.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::conformance::sample::{Sample, all_events, all_records, idempotency, stream};
use events::conformance::{MemoryStore, TestEnvironment};
use events::copy::copy_into_file;
use events::log::Log;
use events::log::forward::*;
use events::mutable_store::MutableWrite;
use events::proof::tree::root_at;
use events::sqlite::{SqliteLog, SqliteOptions};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A log that keeps only so many subtrees of each level, and that does something of its own while it is read.
struct InterferingLog<'t> {
    log: Arc<dyn Log>,
    kept_subtrees: u64,
    while_requests_are_read: &'t (dyn Fn(&dyn Log) + Sync),
    before_the_mutable_store_is_read: &'t (dyn Fn(&dyn Log, RecordKind) + Sync),
}

impl InterferingLog<'_> {
    /// A log that nobody meddles with yet.
    fn plain(log: &Arc<dyn Log>) -> Self {
        let log = Arc::clone(log);
        let kept_subtrees = u64::MAX;
        Self { log, kept_subtrees, while_requests_are_read: &|_| {}, before_the_mutable_store_is_read: &|_, _| {} }
    }
}

impl Log for InterferingLog<'_> {
    events::forward_to_log! {
        log:
        append, head, position_at, scan, read_stream, stream_version, watch, leaves, sealed, sealed_subjects_after,
        idempotency_record, mutable_record, mutable_records_of_owner, store_checkpoint, checkpoints,
        last_checkpoint, identity, mode, set_read_only, purge_erased, close
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.log.subtrees(level, from, limit.min(self.kept_subtrees.saturating_sub(from) as usize))
    }

    fn idempotency_records_after(
        &self,
        after: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<IdempotencyRecord>, ReadError> {
        let page = self.log.idempotency_records_after(after, limit);
        (self.while_requests_are_read)(&*self.log);
        page
    }

    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        (self.before_the_mutable_store_is_read)(&*self.log, record_kind);
        self.log.mutable_records_after(record_kind, after, limit)
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
        let behind = InterferingLog { kept_subtrees, ..InterferingLog::plain(&log) };
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
    // The first stands before what was read by then and the second behind it: a copy with the second alone was never
    // so.
    let reads = AtomicU64::new(0);
    let meddle = |log: &dyn Log| {
        if reads.fetch_add(1, Ordering::SeqCst) == 0 {
            log.append(keyed(50)).wait().unwrap();
            log.append(keyed(200)).wait().unwrap();
        }
    };
    let meddled = InterferingLog { while_requests_are_read: &meddle, ..InterferingLog::plain(&log) };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&meddled, &path, &*environment, &mut |_, _| {}).unwrap();
    let copy = open(&path, &environment);
    assert_eq!(all_events(&copy), all_events(&*log));
    assert_eq!(copy.idempotency_records_after(None, 10).unwrap(), log.idempotency_records_after(None, 10).unwrap());
}

fn kept(record_kind: RecordKind, key: &[u8], value: &[u8]) -> MutableWrite {
    let (key, value) = (key.to_vec(), value.to_vec());
    MutableWrite::PutNew { record_kind, key, owner: "account/ola".into(), value, expires_at: Some(Timestamp(7)) }
}

#[test]
fn a_copy_carries_passwords_second_factors_claims_and_audit_with_their_revisions() {
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = Arc::new(MemoryStore::new(environment.clone()).open());
    for page in 0..3_u8 {
        let keys = (0..=255_u8)
            .flat_map(|key| RecordKind::ALL.map(|record_kind| kept(record_kind, &[page, key], &[key; 100])));
        log.append(Append { mutable_writes: keys.collect(), ..Append::default() }).wait().unwrap();
    }
    let (record_kind, key, owner) = (RecordKind::Password, vec![0, 0], "account/ola".into());
    let newer =
        MutableWrite::Replace { record_kind, key, owner, value: b"newer".to_vec(), expires_at: None, revision: 1 };
    log.append(Append { mutable_writes: vec![newer], ..Append::default() }).wait().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&*log, &path, &*environment, &mut |_, _| {}).unwrap();
    let copy = open(&path, &environment);
    for record_kind in RecordKind::ALL {
        let copied = copy.mutable_records_after(record_kind, None, 10_000).unwrap();
        let expected = if record_kind.is_backed_up() {
            log.mutable_records_after(record_kind, None, 10_000).unwrap()
        } else {
            Vec::new()
        };
        assert!(copied == expected, "{record_kind}: {} of {}", copied.len(), expected.len());
    }
    assert_eq!(copy.mutable_record(RecordKind::Password, &[0, 0]).unwrap().unwrap().revision, 2);
    assert_eq!(SqliteLog::integrity(&path).unwrap(), []);
}

#[test]
fn a_password_that_changes_while_it_is_copied_comes_along_with_the_second_factor_of_then() {
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = Arc::new(MemoryStore::new(environment.clone()).open());
    let first = [kept(RecordKind::Password, b"a", b"old"), kept(RecordKind::SecondFactor, b"a", b"old")];
    log.append(Append { mutable_writes: first.into(), ..Append::default() }).wait().unwrap();
    log.append(Append { mutable_writes: vec![kept(RecordKind::Audit, b"1", b"logged in")], ..Append::default() })
        .wait()
        .unwrap();
    let copied = AtomicU64::new(0);
    // Both are changed at once after one of them was copied.
    let meddle = |log: &dyn Log, record_kind: RecordKind| {
        if record_kind == RecordKind::SecondFactor && copied.fetch_add(1, Ordering::SeqCst) == 0 {
            let remove = |record_kind| MutableWrite::Remove { record_kind, key: b"a".to_vec() };
            let new = [kept(RecordKind::Password, b"b", b"new"), kept(RecordKind::SecondFactor, b"b", b"new")];
            let removed = [remove(RecordKind::Password), remove(RecordKind::SecondFactor)];
            let mutable_writes = removed.into_iter().chain(new).collect();
            log.append(Append { mutable_writes, ..Append::default() }).wait().unwrap();
        }
    };
    let meddled = InterferingLog { before_the_mutable_store_is_read: &meddle, ..InterferingLog::plain(&log) };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.db");
    copy_into_file(&meddled, &path, &*environment, &mut |_, _| {}).unwrap();
    assert_eq!(all_records(&open(&path, &environment)), all_records(&*log));
}
