//! What the log in PostgreSQL keeps beyond the laws of every log: guards in the database, roles, and lost connections.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::append::{Append, AppendError, Expected, Receipt};
use events::conformance::sample::{Sample, all_events, all_records, assert_gapless, idempotency, stream};
use events::conformance::{TemporaryDatabase, TestEnvironment};
use events::copy::copy_into_file;
use events::envelope::{EventId, Position, StreamKind, StreamName, Timestamp, Version};
use events::follow::{FollowOutcome, Follower};
use events::log::{Log, Mode, ReadError};
use events::mutable_store::{MutableWrite, RecordKind};
use events::postgres::{OpenError, PostgresLog, PostgresOptions};
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{SealedRecord, VaultWrite};
use postgres::{Client, NoTls};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A role that owns nothing; it goes away with this value.
struct Role<'d> {
    database: &'d TemporaryDatabase,
    name: String,
}

impl<'d> Role<'d> {
    fn new(database: &'d TemporaryDatabase) -> Self {
        let name = format!("{}_Służba", database.name());
        database.maintenance().batch_execute(&format!("CREATE ROLE \"{name}\" LOGIN")).unwrap();
        PostgresLog::migrate(&database.address(), Some(&name)).unwrap();
        Self { database, name }
    }

    fn address(&self) -> String {
        self.database.address_as(Some(&self.name))
    }
}

impl Drop for Role<'_> {
    fn drop(&mut self) {
        let name = &self.name;
        let _ = self.database.connect().batch_execute(&format!("DROP OWNED BY \"{name}\"; DROP ROLE \"{name}\""));
    }
}

fn open(address: &str) -> Result<PostgresLog, OpenError> {
    PostgresLog::open(address, TestEnvironment::new(7), PostgresOptions::default())
}

fn code(client: &mut Client, sql: &str) -> String {
    let error = client.batch_execute(sql).expect_err(sql);
    error.as_db_error().expect("the server refuses").code().code().to_owned()
}

/// Ends every connection to the database but the one that asks.
fn end_connections(database: &TemporaryDatabase) -> i64 {
    let sql = "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
               WHERE datname = $1 AND pid <> pg_backend_pid()";
    database.maintenance().query_one(sql, &[&database.name()]).unwrap().get(0)
}

#[test]
fn the_database_itself_refuses_to_change_the_past() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let log = database.open(environment.clone());
    let role = Role::new(&database);
    log.append(Sample::of(&environment).append(&stream("hall"))).wait().unwrap();
    let before = all_events(&*log);

    let changes = [
        "UPDATE kostka.events SET payload = ''",
        "DELETE FROM kostka.events",
        "TRUNCATE kostka.events",
        "INSERT INTO kostka.events SELECT position + 1, version + 1, recorded_at, occurred_at, schema_version, event_id,
            correlation, causation, stream, type, actor, nonce, leaf, payload FROM kostka.events",
        "INSERT INTO kostka.events SELECT * FROM kostka.events ON CONFLICT (position) DO UPDATE SET payload = ''",
        "UPDATE kostka.idempotency SET count = 0",
        "DELETE FROM kostka.idempotency",
        "TRUNCATE kostka.checkpoints",
    ];
    let mut owner = database.connect();
    let mut service = Client::connect(&role.address(), NoTls).unwrap();
    for change in changes {
        assert_eq!(code(&mut owner, change), "23000", "{change}");
        assert_eq!(code(&mut service, change), "42501", "{change}");
    }
    for table in ["log", "subtrees", "vault_subjects", "vault_records", "cabinet", "schema_history"] {
        assert_eq!(code(&mut service, &format!("DELETE FROM kostka.{table}")), "42501", "{table}");
        assert_eq!(code(&mut service, &format!("INSERT INTO kostka.{table} DEFAULT VALUES")), "42501", "{table}");
    }
    assert_eq!(code(&mut service, "DO $$ BEGIN LOCK TABLE kostka.log IN EXCLUSIVE MODE; END $$"), "42501");
    assert_eq!(all_events(&*log), before);
}

fn put_new(record_kind: RecordKind, key: &[u8], expires_at: Option<i64>) -> MutableWrite {
    let (key, value, expires_at) = (key.to_vec(), b"value".to_vec(), expires_at.map(Timestamp));
    MutableWrite::PutNew { record_kind, key, owner: "account/ola".into(), value, expires_at }
}

#[test]
fn the_database_itself_refuses_to_change_the_audit() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let log = database.open(TestEnvironment::new(1));
    let role = Role::new(&database);
    let records =
        [(1, None), (2, Some(i64::MAX)), (3, Some(1))].map(|(key, end)| put_new(RecordKind::Audit, &[key], end));
    log.append(Append { mutable_writes: records.into(), ..Append::default() }).wait().unwrap();
    log.append(Append { mutable_writes: vec![put_new(RecordKind::Link, &[4], None)], ..Append::default() })
        .wait()
        .unwrap();
    let before = all_records(&*log);
    let mut owner = database.connect();
    let mut service = Client::connect(&role.address(), NoTls).unwrap();
    for change in [
        "UPDATE kostka.cabinet SET value = '' WHERE drawer = 'audit'",
        "UPDATE kostka.cabinet SET drawer = 'session' WHERE drawer = 'audit'",
        "UPDATE kostka.cabinet SET drawer = 'audit' WHERE drawer = 'link'",
        "DELETE FROM kostka.cabinet",
        "DELETE FROM kostka.cabinet WHERE key = '\\x01'",
        "DELETE FROM kostka.cabinet WHERE key = '\\x02'",
        "TRUNCATE kostka.cabinet",
        "INSERT INTO kostka.cabinet SELECT * FROM kostka.cabinet ON CONFLICT (drawer, key) DO UPDATE SET value = ''",
    ] {
        assert_eq!(code(&mut owner, change), "23000", "{change}");
        assert_eq!(code(&mut service, change), "42501", "{change}");
    }
    let write = "SELECT kostka.write_cabinet(4, 'link', '\\x04', NULL, NULL, NULL, NULL)";
    assert_eq!(code(&mut service, write), "42501", "the service appends through the functions for it alone");
    assert_eq!(all_records(&*log), before);
    assert_eq!(
        owner.execute("DELETE FROM kostka.cabinet WHERE key = '\\x03'", &[]).unwrap(),
        1,
        "what has expired goes"
    );
}

#[test]
fn a_backup_is_restored_with_what_lasts_of_the_mutable_store() {
    let (Some(source), Some(target)) = (TemporaryDatabase::create(), TemporaryDatabase::create()) else { return };
    let environment = TestEnvironment::new(1);
    let log = source.open(environment.clone());
    let mutable_writes = RecordKind::ALL.map(|record_kind| put_new(record_kind, b"key", Some(7))).into();
    log.append(Append { mutable_writes, ..Sample::of(&environment).append(&stream("hall")) }).wait().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("backup.db");
    copy_into_file(&*log, &path, &*environment, &mut |_, _| {}).unwrap();
    let backup = SqliteLog::open(&path, environment.clone(), SqliteOptions::default()).unwrap();
    PostgresLog::restore(&target.address(), &backup, &mut |_, _| {}).unwrap();
    let restored = target.open(environment.clone());
    let lasting = all_records(&*log).into_iter().filter(|record| record.record_kind.is_backed_up()).collect::<Vec<_>>();
    assert_eq!(lasting.len(), 4);
    assert_eq!(all_records(&*restored), lasting);
    assert_eq!(all_events(&*restored), all_events(&*log));
}

#[test]
fn a_write_to_the_mutable_store_that_was_interrupted_is_made_once_or_not_known() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let log = database.open(environment.clone());
    let mut acknowledged = Vec::new();
    for round in 0..6_u8 {
        assert!(end_connections(&database) > 0, "there was a connection to lose");
        let mut append =
            Append { mutable_writes: vec![put_new(RecordKind::Link, &[round], None)], ..Append::default() };
        match round % 3 {
            0 => {}
            1 => append.events = Sample::of(&environment).events(&stream("hall"), 1),
            _ => append.idempotency = idempotency(round, 1),
        }
        match log.append(append).wait() {
            Ok(_) => acknowledged.push(round),
            Err(AppendError::Unknown(_)) => assert_eq!(round % 3, 0, "what leaves a trace is known again"),
            Err(error) => panic!("{error}"),
        }
    }
    let records = log.mutable_records_after(RecordKind::Link, None, 100).unwrap();
    assert!(acknowledged.iter().all(|round| records.iter().any(|record| record.key == [*round])), "{acknowledged:?}");
    assert!(records.iter().all(|record| record.revision == 1));
}

#[test]
fn a_role_that_owns_nothing_appends_and_reads_and_cannot_purge() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let role = Role::new(&database);
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = open(&role.address()).unwrap();
    let hall = stream("hall");
    for count in [1, 300] {
        let mut append = sample.append(&hall);
        append.events = sample.events(&hall, count);
        append.mutable_writes.push(put_new(RecordKind::Session, &[count as u8], None));
        log.append(append).wait().unwrap();
    }
    assert_eq!(all_events(&log).len(), 301);
    assert_eq!(all_records(&log).len(), 2);
    let deadline = Instant::now() + Duration::from_mins(1);
    while log.subtrees(1, 0, 10).unwrap().is_empty() {
        assert!(Instant::now() < deadline, "the inner nodes are kept by this role too");
        std::thread::yield_now();
    }
    assert_eq!(log.purge_erased(), Ok(false));
}

#[test]
fn migrating_twice_is_harmless_and_an_unknown_role_is_named() {
    let Some(database) = TemporaryDatabase::create_empty() else { return };
    let refused = PostgresLog::migrate(&database.address(), Some("nobody"));
    assert!(matches!(refused, Err(OpenError::UnknownRole(name)) if name == "nobody"));
    let (before, after) = PostgresLog::migrate(&database.address(), None).unwrap();
    assert_eq!(before, 0);
    let environment = TestEnvironment::new(1);
    let log = database.open(environment.clone());
    let identity = log.identity().unwrap();
    log.append(Sample::of(&environment).append(&stream("hall"))).wait().unwrap();
    assert_eq!(PostgresLog::migrate(&database.address(), None).unwrap(), (after, after));
    assert_eq!(log.identity().unwrap(), identity);
    assert_eq!(log.head().unwrap().position, Position(1));
}

#[test]
fn a_store_that_does_not_fit_this_program_is_refused() {
    let Some(database) = TemporaryDatabase::create_empty() else { return };
    assert!(matches!(open(&database.address()), Err(OpenError::NeedsMigration { found: 0, .. })));
    PostgresLog::migrate(&database.address(), None).unwrap();
    database
        .connect()
        .batch_execute(
            "INSERT INTO kostka.schema_history
             SELECT 999, name, applied_on, checksum FROM kostka.schema_history WHERE version = 1",
        )
        .unwrap();
    assert!(matches!(open(&database.address()), Err(OpenError::TooNew { found: 999, .. })));
    assert!(matches!(PostgresLog::migrate(&database.address(), None), Err(OpenError::TooNew { found: 999, .. })));
}

#[test]
fn a_server_that_may_lose_what_it_acknowledges_is_refused_unless_asked_for() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let sql = format!("ALTER DATABASE {} SET synchronous_commit = off", database.name());
    database.maintenance().batch_execute(&sql).unwrap();
    assert!(matches!(open(&database.address()), Err(OpenError::Lossy("synchronous_commit"))));
    let options = PostgresOptions { accept_lossy_server: true, ..PostgresOptions::default() };
    assert!(PostgresLog::open(&database.address(), TestEnvironment::new(1), options).is_ok());
}

#[test]
fn a_server_that_is_not_there_is_a_clear_error() {
    let refused = open("postgres://kostka@127.0.0.1:1/kostka").err().unwrap().to_string();
    assert!(refused.contains("the server cannot be used"), "{refused}");
}

#[test]
fn a_lost_connection_is_mended_and_loses_and_repeats_nothing() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    let mut acknowledged = Vec::new();
    for round in 0..5 {
        let name = stream(&format!("hall {round}"));
        let append = sample.append(&name).expecting(name, Expected::NoStream);
        acknowledged.push(append.events[0].event_id);
        log.append(append).wait().unwrap();
        assert!(end_connections(&database) > 0, "there was a connection to lose");
        assert_eq!(all_events(&*log).len(), acknowledged.len());
    }
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert_eq!(rows.iter().map(|row| row.event.event_id).collect::<Vec<_>>(), acknowledged);
}

#[test]
fn connections_that_are_lost_under_load_lose_and_repeat_nothing() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let log = database.open(environment.clone());
    let write = |writer: usize| {
        let (sample, name) = (Sample::of(&environment), stream(&format!("table {writer}")));
        let appends = std::iter::repeat_with(|| sample.append(&name)).take(100);
        appends.map(|append| (append.events[0].event_id, log.append(append).wait())).collect::<Vec<_>>()
    };
    let outcomes: Vec<(EventId, Result<Receipt, AppendError>)> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                scope.spawn({
                    let write = &write;
                    move || write(writer)
                })
            })
            .collect();
        let mut ended = 0;
        while !writers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            ended += end_connections(&database);
        }
        assert!(ended > 0, "there was a connection to lose");
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    let rows = all_events(&*log);
    assert_gapless(&rows);
    let recorded: BTreeMap<EventId, Position> = rows.iter().map(|row| (row.event.event_id, row.position)).collect();
    assert_eq!(recorded.len(), rows.len(), "nothing is there twice");
    let mut acknowledged = 0;
    for (id, outcome) in &outcomes {
        match outcome {
            Ok(receipt) => {
                assert_eq!(recorded.get(id), Some(&receipt.last()));
                acknowledged += 1;
            }
            Err(AppendError::Failed(_)) => assert_eq!(recorded.get(id), None),
            Err(AppendError::Unknown(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(acknowledged > outcomes.len() / 2, "most go through all the same: {acknowledged}");
}

#[test]
fn a_server_that_takes_no_writes_says_so() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let sql = format!("ALTER DATABASE {} SET default_transaction_read_only = on", database.name());
    database.maintenance().batch_execute(&sql).unwrap();
    let log = database.open(environment.clone());
    let refused = log.append(sample.append(&stream("hall"))).wait();
    assert!(matches!(refused, Err(AppendError::ReadOnly(_))), "{refused:?}");
}

#[test]
fn one_append_that_the_server_cannot_keep_takes_no_other_with_it() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    // While somebody else holds the log, everything waits and goes into one batch.
    let mut other = database.connect();
    let mut held = other.transaction().unwrap();
    held.batch_execute("LOCK TABLE kostka.log IN EXCLUSIVE MODE").unwrap();
    let first = log.append(sample.append(&stream("hall")));
    let mut bad = sample.append(&stream("hall"));
    bad.events[0].event_type = "no\0text".into();
    let bad = log.append(bad);
    let last = log.append(sample.append(&stream("hall")));
    held.rollback().unwrap();
    assert_eq!(first.wait().unwrap().last(), Position(1));
    assert!(matches!(bad.wait(), Err(AppendError::Failed(_))));
    assert_eq!(last.wait().unwrap().last(), Position(2));
    assert_eq!(log.stream_version(&stream("hall")).unwrap(), Version(2));
}

#[test]
fn a_place_that_is_taken_meanwhile_is_looked_up_again() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let (one, other) = (database.open(environment.clone()), database.open(environment.clone()));
    let hall = stream("hall");
    for round in 0..20 {
        // Each knows the end of the log from its own last append, which the other has moved on.
        for log in [&one, &other] {
            let found = log.append(sample.append(&hall)).wait().unwrap().last();
            let known = log.append(sample.append(&hall)).wait().unwrap().last();
            assert_eq!(known, found.next(), "round {round}");
        }
    }
    assert_eq!(one.stream_version(&hall).unwrap(), Version(80));
    let refused = one.append(sample.append(&hall).expecting(hall.clone(), Expected::NoStream)).wait();
    assert!(matches!(refused, Err(AppendError::Conflict { found: Version(80), .. })), "{refused:?}");
    let unseen = stream("written by the other");
    other.append(sample.append(&unseen)).wait().unwrap();
    one.append(sample.append(&hall)).wait().unwrap();
    let refused = one.append(sample.append(&unseen).expecting(unseen, Expected::NoStream)).wait();
    assert!(matches!(refused, Err(AppendError::Conflict { found: Version(1), .. })), "{refused:?}");
    let rows = all_events(&*one);
    assert_gapless(&rows);
    assert!(rows.iter().all(|row| row.leaf == row.as_ref().expected_leaf()));
}

#[test]
fn ids_of_streams_hold_any_letter() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    let long = "ż".repeat(512);
    let ids =
        ["Łódź", "łódź", "Ło\u{301}dź", "日本/🀄", "'; DROP TABLE kostka.events; --", "\u{1}\r\n\\x00", "%_", &long];
    for id in ids {
        let name = StreamName::new(StreamKind::Tournament, id).unwrap();
        log.append(sample.append(&name).expecting(name, Expected::NoStream)).wait().unwrap();
    }
    for id in ids {
        let name = StreamName::new(StreamKind::Tournament, id).unwrap();
        let rows = log.read_stream(&name, Version(0), 10).unwrap();
        assert_eq!(rows.len(), 1, "{id}");
        assert_eq!(rows[0].event.stream, name);
        assert_eq!(rows[0].leaf, rows[0].as_ref().expected_leaf());
    }
}

#[test]
fn the_log_can_be_used_inside_an_asynchronous_runtime() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let sample = Sample::of(&environment);
    runtime.block_on(async {
        let log = database.open(environment.clone());
        let receipt = log.append(sample.append(&stream("hall"))).await.unwrap();
        assert_eq!(log.head().unwrap().position, receipt.last());
        assert_eq!(all_events(&*log).len(), 1);
    });
}

#[test]
fn what_was_erased_is_gone_from_the_tables_unless_somebody_may_still_see_it() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    let subject = StreamName::new(StreamKind::Player, "p1").unwrap();
    let write = |write: VaultWrite| {
        let mut append = sample.append(&subject);
        append.vault.push(write);
        log.append(append).wait().unwrap();
    };
    let records = || vec![SealedRecord { name: "profile".to_owned(), sealed: vec![7; 100] }];
    write(VaultWrite::Create { subject: subject.clone(), wrapped_key: vec![9; 48], records: records() });
    write(VaultWrite::Erase { subject: subject.clone() });
    let mut client = database.connect();
    let mut size =
        || -> i64 { client.query_one("SELECT pg_relation_size('kostka.vault_records')", &[]).unwrap().get(0) };
    assert!(size() > 0, "the erased row is still in the file");

    // Somebody who looks at the database as it was keeps the row.
    let mut other = database.connect();
    let mut reading =
        other.build_transaction().isolation_level(postgres::IsolationLevel::RepeatableRead).start().unwrap();
    write(VaultWrite::Create { subject: subject.clone(), wrapped_key: vec![9; 48], records: records() });
    reading.query_one("SELECT 1", &[]).unwrap();
    write(VaultWrite::Erase { subject: subject.clone() });
    assert_eq!(log.purge_erased(), Ok(false));
    reading.rollback().unwrap();

    assert_eq!(log.purge_erased(), Ok(true));
    assert_eq!(size(), 0);
    assert_eq!(log.sealed(&subject).unwrap(), None);
}

/// Changes events behind the back of the guards, as a server does that took over without all of them.
fn rewrite_events(database: &TemporaryDatabase, change: &str) {
    let sql = format!(
        "ALTER TABLE kostka.events DISABLE TRIGGER USER; {change}; ALTER TABLE kostka.events ENABLE TRIGGER USER"
    );
    database.connect().batch_execute(&sql).unwrap();
}

/// What is appended to a log after its server was replaced by one with another history.
fn assert_notices_another_history(database: &TemporaryDatabase, log: &PostgresLog, sample: Sample<'_>) {
    let begun = Instant::now();
    end_connections(database);
    let before = everything_in(database);
    let first = log.append(sample.append(&stream("hall"))).wait();
    // The first may have been under way on the connection that was lost.
    assert!(matches!(first, Err(AppendError::Unknown(_) | AppendError::ReadOnly(_))), "{first:?}");
    let second = log.append(sample.append(&stream("hall"))).wait();
    assert!(matches!(&second, Err(AppendError::ReadOnly(reason)) if reason.contains("acknowledged")), "{second:?}");
    assert!(matches!(log.mode(), Mode::ReadOnly(_)));
    assert!(begun.elapsed() < Duration::from_secs(10), "what will not change is not waited for");
    assert_eq!(everything_in(database), before);
}

fn everything_in(database: &TemporaryDatabase) -> Vec<(i64, String)> {
    let sql = "SELECT position, event_id::text FROM kostka.events ORDER BY position";
    database.connect().query(sql, &[]).unwrap().iter().map(|row| (row.get(0), row.get(1))).collect()
}

#[test]
fn a_server_that_has_lost_what_was_acknowledged_is_not_written_to() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    for _ in 0..3 {
        log.append(sample.append(&stream("hall"))).wait().unwrap();
    }
    rewrite_events(&database, "DELETE FROM kostka.events WHERE position = 3");
    assert_notices_another_history(&database, &log, sample);
}

#[test]
fn a_server_that_holds_other_events_up_to_the_same_position_is_not_written_to() {
    for batched in [false, true] {
        let Some(database) = TemporaryDatabase::create() else { return };
        let environment = TestEnvironment::new(1);
        let sample = Sample::of(&environment);
        let log = database.open(environment.clone());
        if batched {
            log.append(Append::of(sample.events(&stream("hall"), 3))).wait().unwrap();
        } else {
            for _ in 0..3 {
                log.append(sample.append(&stream("hall"))).wait().unwrap();
            }
        }
        rewrite_events(&database, "UPDATE kostka.events SET event_id = gen_random_uuid() WHERE position = 3");
        assert_notices_another_history(&database, &log, sample);
    }
}

#[test]
fn other_events_in_place_of_those_of_another_node_are_noticed_too() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let (log, other) = (database.open(environment.clone()), database.open(environment.clone()));
    log.append(sample.append(&stream("hall"))).wait().unwrap();
    other.append(sample.append(&stream("hall"))).wait().unwrap();
    let mut follower = Follower::new(log.clone(), Position(1));
    assert!(matches!(follower.next_page(10, Duration::from_mins(1)), Ok(FollowOutcome::Events(_))));
    drop(other);
    rewrite_events(&database, "UPDATE kostka.events SET event_id = gen_random_uuid() WHERE position = 2");
    assert_notices_another_history(&database, &log, sample);
}

#[test]
fn what_waits_when_the_log_becomes_read_only_is_not_written() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let sample = Sample::of(&environment);
    let log = database.open(environment.clone());
    let mut other = database.connect();
    let mut held = other.transaction().unwrap();
    held.batch_execute("LOCK TABLE kostka.log IN EXCLUSIVE MODE").unwrap();
    let under_way = log.append(sample.append(&stream("hall")));
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'";
    let mut maintenance = database.maintenance();
    let begun = Instant::now();
    while maintenance.query_one(waits, &[&database.name()]).unwrap().get::<_, i64>(0) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(8), "the append does not get to the server");
        std::thread::yield_now();
    }
    let waiting: Vec<_> = (0..5).map(|_| log.append(sample.append(&stream("hall")))).collect();
    log.set_read_only("as a test");
    held.rollback().unwrap();
    assert_eq!(under_way.wait().unwrap().last(), Position(1));
    for pending in waiting {
        assert_eq!(pending.wait(), Err(AppendError::ReadOnly("as a test".to_owned())));
    }
    assert_eq!(all_events(&*log).len(), 1);
}

#[test]
fn a_version_of_a_schema_that_is_out_of_range_is_noticed() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let environment = TestEnvironment::new(1);
    let log: Arc<dyn Log> = database.open(environment.clone());
    log.append(Append::of(Sample::of(&environment).events(&stream("hall"), 2))).wait().unwrap();
    rewrite_events(
        &database,
        "UPDATE kostka.events SET schema_version = schema_version + 4294967296 WHERE position = 2",
    );
    let read = log.read(Position::START, 10);
    assert!(matches!(read, Err(ReadError::Corrupt { position: Position(2), .. })), "{read:?}");
}
