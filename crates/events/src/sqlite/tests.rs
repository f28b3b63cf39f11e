//! What only this store can get wrong: its guards, its files, and what an erasure leaves in them.

use super::*;
use crate::append::Expected;
use crate::conformance::sample::{all_events, all_records};
use crate::envelope::{Actor, NewEvent, StreamKind, Timestamp};
use crate::mutable_store::MutableWrite;
use crate::vault::{SealedRecord, VaultWrite};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemEnvironment.fill_random(&mut bytes);
    bytes
}

fn stream(kind: StreamKind, id: &str) -> StreamName {
    StreamName::new(kind, id).unwrap()
}

fn event(stream: &StreamName) -> NewEvent {
    NewEvent {
        event_id: EventId::new(&SystemEnvironment),
        stream: stream.clone(),
        event_type: "player.registered".into(),
        schema_version: 1,
        occurred_at: SystemEnvironment.now(),
        actor: Actor::import(),
        correlation: None,
        causation: None,
        nonce: random(),
        payload: br#"{"foreign":false}"#.to_vec(),
    }
}

fn open(path: &Path) -> SqliteLog {
    SqliteLog::open_or_create(path, Arc::new(SystemEnvironment), SqliteOptions::default()).unwrap()
}

fn store_with_events(path: &Path, count: usize) {
    let log = open(path);
    let stream = stream(StreamKind::Player, "p");
    let events = (0..count).map(|_| event(&stream)).collect();
    let receipt = log.append(Append::of(events).expecting(stream, Expected::NoStream)).wait().unwrap();
    assert_eq!(receipt.last(), Position(count as u64));
}

#[test]
fn the_database_itself_refuses_to_change_the_past() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    store_with_events(&path, 300);
    let connection = Connection::open(&path).unwrap();
    let copy = |verb: &str, position: &str, version: &str| {
        format!(
            "{verb} INTO events SELECT {position}, leaf, stream, {version}, recorded_at, header, type, actor, payload
             FROM events WHERE position = 7"
        )
    };
    let refused = [
        ("UPDATE events SET payload = x'00' WHERE position = 3".to_owned(), "never updated"),
        ("UPDATE OR REPLACE events SET version = 5 WHERE position = 3".to_owned(), "never updated"),
        ("DELETE FROM events WHERE position = 300".to_owned(), "never deleted"),
        (copy("INSERT", "302", "301"), "in order"),
        (copy("INSERT", "301", "302"), "in order"),
        (copy("INSERT OR REPLACE", "7", "7"), "in order"),
        (copy("INSERT OR REPLACE", "301", "7"), "in order"),
        (copy("REPLACE", "7", "301"), "in order"),
        ("UPDATE subtrees SET root = x'00'".to_owned(), "never updated"),
        ("DELETE FROM subtrees".to_owned(), "never deleted"),
        ("INSERT OR REPLACE INTO subtrees VALUES (1, 0, x'00')".to_owned(), "in order"),
    ];
    for (sql, why) in refused {
        let error = connection.execute(&sql, []).unwrap_err().to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
    assert!(connection.execute(&copy("INSERT", "301", "301"), []).is_ok(), "an append in order goes through");
}

#[test]
fn a_file_that_is_no_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path| {
        SqliteLog::open_or_create(path, Arc::new(SystemEnvironment), SqliteOptions::default()).err().unwrap()
    };
    let text = folder.path().join("letter.txt");
    fs::write(&text, "Dear federation, this is a letter and not a store, however long it may become.".repeat(20))
        .unwrap();
    assert!(matches!(open(&text), OpenError::NotAStore(_)));
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute("CREATE TABLE mine (id)", []).unwrap();
    assert!(matches!(open(&other), OpenError::NotAStore(_)));
    let missing = folder.path().join("missing.db");
    let missing = SqliteLog::open(&missing, Arc::new(SystemEnvironment), SqliteOptions::default()).err().unwrap();
    assert!(matches!(missing, OpenError::Missing(_)));
}

#[test]
fn a_store_of_a_newer_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    store_with_events(&path, 1);
    let newer =
        "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (99, 'later', '', '')";
    Connection::open(&path).unwrap().execute(newer, []).unwrap();
    let refused = SqliteLog::open(&path, Arc::new(SystemEnvironment), SqliteOptions::default()).err().unwrap();
    assert!(matches!(refused, OpenError::TooNew { found: 99, .. }), "{refused}");
    assert!(matches!(SqliteLog::migrate(&path, &SystemEnvironment), Err(OpenError::TooNew { .. })));
}

/// The bytes by which a secret is looked for; any eight of them in a row would be too many.
fn marks(secret: &[u8]) -> [[u8; 8]; 3] {
    let at = |from: usize| secret[from..from + 8].try_into().unwrap();
    [at(0), at(secret.len() / 2), at(secret.len() - 8)]
}

/// The secrets of which something stands in a file of the folder.
fn found(folder: &Path, secrets: &[Vec<u8>]) -> BTreeSet<usize> {
    let wanted: HashMap<[u8; 8], usize> =
        secrets.iter().enumerate().flat_map(|(number, secret)| marks(secret).map(|mark| (mark, number))).collect();
    let mut found = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        found.extend(bytes.windows(8).filter_map(|window| wanted.get(window)));
    }
    found
}

#[test]
fn an_erased_subject_leaves_no_key_or_record_in_the_files_of_the_store_or_a_new_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let log = open(&path);
    let mut secrets = Vec::new();
    // Enough subjects, of sizes around and above a page, for pages to fill up and records to overflow.
    for number in 0..400_usize {
        let subject = stream(StreamKind::Player, &format!("p{number}"));
        let wrapped_key: [u8; 73] = random();
        let mut sealed: Vec<u8> = vec![0; 60 + (number % 13) * 700];
        SystemEnvironment.fill_random(&mut sealed);
        secrets.extend([wrapped_key.to_vec(), sealed.clone()]);
        let records = vec![SealedRecord { name: "profile".to_owned(), sealed }];
        let create = VaultWrite::Create { subject: subject.clone(), wrapped_key: wrapped_key.to_vec(), records };
        let append = Append { vault: vec![create], ..Append::of(vec![event(&subject)]) };
        log.append(append).wait().unwrap();
        if number % 3 == 0 {
            // A rectified record is gone as well.
            let mut newer: Vec<u8> = vec![0; 90 + (number % 7) * 900];
            SystemEnvironment.fill_random(&mut newer);
            secrets.push(newer.clone());
            let records = vec![SealedRecord { name: "profile".to_owned(), sealed: newer }];
            let replace = VaultWrite::Replace { subject: subject.clone(), wrapped_key: wrapped_key.to_vec(), records };
            let append = Append { vault: vec![replace], ..Append::of(vec![event(&subject)]) };
            log.append(append).wait().unwrap();
        }
    }
    let replaced = 400_usize.div_ceil(3);
    let there = found(folder.path(), &secrets).len();
    assert!(there >= secrets.len() - replaced, "the search finds what is there: {there} of {}", secrets.len());
    for number in 0..400 {
        let subject = stream(StreamKind::Player, &format!("p{number}"));
        let erase = VaultWrite::Erase { subject: subject.clone() };
        log.append(Append { vault: vec![erase], ..Append::of(vec![event(&subject)]) }).wait().unwrap();
        assert_eq!(log.sealed(&subject).unwrap(), None);
    }
    assert!(log.purge_erased().unwrap());
    SqliteLog::copy(&path, &folder.path().join("copy.db")).unwrap();
    assert_eq!(found(folder.path(), &secrets), BTreeSet::new());
}

fn record(record_kind: RecordKind, key: &[u8], value: &[u8], expires_at: Option<i64>) -> MutableRecord {
    MutableRecord {
        record_kind,
        key: key.to_vec(),
        owner: "account/ola".into(),
        value: value.to_vec(),
        expires_at: expires_at.map(Timestamp),
        revision: 1,
    }
}

fn put(record: &MutableRecord) -> MutableWrite {
    let MutableRecord { record_kind, key, owner, value, expires_at, .. } = record.clone();
    MutableWrite::PutNew { record_kind, key, owner, value, expires_at }
}

fn write(log: &dyn Log, mutable_writes: Vec<MutableWrite>) {
    log.append(Append { mutable_writes, ..Append::default() }).wait().unwrap();
}

#[test]
fn the_database_itself_refuses_to_change_the_audit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let log = open(&path);
    let ends = [None, Some(SystemEnvironment.now().0 + 3_600_000_000), Some(1)];
    let records: Vec<_> =
        (1..).zip(ends).map(|(key, end)| record(RecordKind::Audit, &[key], b"read the ranking", end)).collect();
    write(&log, records.iter().map(put).collect());
    write(&log, vec![put(&record(RecordKind::Session, &[1], b"session", None))]);
    let connection = Connection::open(&path).unwrap();
    let refused = [
        ("UPDATE cabinet SET owner = 'account/jan'", "never updated"),
        ("UPDATE OR REPLACE cabinet SET drawer = 'session' WHERE key = x'03'", "never updated"),
        ("UPDATE cabinet_values SET value = zeroblob(room)", "never updated"),
        ("UPDATE cabinet_values SET live = 0", "never updated"),
        ("DELETE FROM cabinet WHERE key = x'01' AND drawer = 'audit'", "until it expires"),
        ("DELETE FROM cabinet WHERE key = x'02'", "until it expires"),
        ("DELETE FROM cabinet", "until it expires"),
        ("DELETE FROM cabinet_values", "never deleted"),
        ("INSERT OR REPLACE INTO cabinet SELECT slot + 100, drawer, key, 'x', 0, 0, 1 FROM cabinet", "removed before"),
        ("INSERT OR REPLACE INTO cabinet SELECT slot, 'x', key, owner, 0, 0, 1 FROM cabinet", "removed before"),
        ("INSERT OR REPLACE INTO cabinet_values SELECT slot, 0, 1, x'00' FROM cabinet_values", "never deleted"),
    ];
    for (sql, why) in refused {
        let error = connection.execute(sql, []).unwrap_err().to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
    assert_eq!(log.mutable_records_after(RecordKind::Audit, None, 10).unwrap(), records);
    assert_eq!(connection.execute("DELETE FROM cabinet WHERE key = x'03'", []).unwrap(), 1, "what has expired goes");
}

#[test]
fn a_removed_record_of_the_mutable_store_leaves_nothing_in_the_files_of_the_store_or_a_new_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let log = open(&path);
    let random_of = |length: usize| {
        let mut value: Vec<u8> = vec![0; length];
        SystemEnvironment.fill_random(&mut value);
        value
    };
    let mut secrets = Vec::new();
    let mut lasting = Vec::new();
    // Enough records, of sizes up to the largest, for pages to fill up, to be emptied and to be used again.
    for round in 0..3_u8 {
        for number in 0..90_u8 {
            let length = 30 + usize::from(number % 11) * 500;
            let record_kind =
                [RecordKind::Password, RecordKind::SecondFactor, RecordKind::Session][usize::from(number) % 3];
            let (first, second) = (random_of(length), random_of(length + usize::from(number % 5) * 100));
            let kept = record(record_kind, &[round, number], &first, Some(i64::from(round)));
            let MutableRecord { key, owner, expires_at, .. } = kept.clone();
            write(&log, vec![put(&kept)]);
            let value = second.clone();
            write(&log, vec![MutableWrite::Replace { record_kind, key, owner, value, expires_at, revision: 1 }]);
            secrets.extend([first, second]);
        }
        // Some stay while those around them go, and what comes next takes their place.
        let stays = random_of(500);
        lasting.push(stays.clone());
        let stays = record(RecordKind::Password, &[round], &stays, None);
        write(&log, vec![put(&stays)]);
        for number in (0..90_u8).step_by(3) {
            write(&log, vec![MutableWrite::Remove { record_kind: RecordKind::Password, key: vec![round, number] }]);
        }
    }
    let there = found(folder.path(), &secrets).len();
    assert!(there >= 150, "the search finds what is there: {there} of {}", secrets.len());
    let owner = || "account/ola".into();
    write(&log, vec![MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: owner() }]);
    for record_kind in [RecordKind::Password, RecordKind::SecondFactor] {
        write(&log, vec![MutableWrite::RemoveExpired { record_kind, before: Timestamp(1_000_000) }]);
    }
    assert_eq!(all_records(&log).len(), 3);
    assert!(log.purge_erased().unwrap());
    SqliteLog::copy(&path, &folder.path().join("copy.db")).unwrap();
    assert_eq!(found(folder.path(), &secrets), BTreeSet::new());
    assert_eq!(found(folder.path(), &lasting).len(), 3, "what was not removed stays");
    assert_eq!(SqliteLog::integrity(&path).unwrap(), []);
}

#[test]
fn slots_of_removed_records_are_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let log = open(&path);
    for number in 0..300_u32 {
        let key = number.to_be_bytes();
        write(&log, vec![put(&record(RecordKind::Session, &key, &[7; 200], None))]);
        write(&log, vec![MutableWrite::Remove { record_kind: RecordKind::Session, key: key.to_vec() }]);
    }
    let connection = Connection::open(&path).unwrap();
    let slots: i64 = connection.query_row("SELECT count(*) FROM cabinet_values", [], |row| row.get(0)).unwrap();
    assert_eq!(slots, 1);
}

#[test]
fn a_copy_carries_what_lasts_and_leaves_behind_what_lets_somebody_in_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let log = open(&path);
    let secrets: Vec<Vec<u8>> = (0..RecordKind::ALL.len()).map(|_| random::<500>().to_vec()).collect();
    let records: Vec<MutableRecord> = RecordKind::ALL
        .iter()
        .zip(&secrets)
        .map(|(record_kind, value)| record(*record_kind, b"key", value, None))
        .collect();
    write(&log, records.iter().map(put).collect());
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    SqliteLog::copy(&path, &copy).unwrap();
    assert_eq!(found(copies.path(), &secrets), BTreeSet::from([0, 1, 5, 6]));
    SqliteLog::seal(&copy).unwrap();
    let again = copies.path().join("again.db");
    SqliteLog::copy(&copy, &again).expect("a backup is a store like any other");
    let restored = open(&again);
    let carried = [0, 1, 5, 6].map(|number: usize| records[number].clone());
    assert_eq!(all_records(&restored), carried);
    assert_eq!(all_records(&log), records, "the store itself has lost nothing");
    assert_eq!(SqliteLog::integrity(&again).unwrap(), []);
}

/// A store as the first version of the schema had it, with the rows of another.
fn store_of_version_1(path: &Path, rows: &Path) {
    connection::migrate_to(path, &SystemEnvironment, 1).unwrap();
    let connection = Connection::open(path).unwrap();
    connection.execute("ATTACH ?1 AS other", [rows.to_str().unwrap()]).unwrap();
    for table in ["events", "subtrees", "idempotency", "checkpoints", "vault_subjects", "vault_records"] {
        let order = if table == "subtrees" { "level, number" } else { "1" };
        let sql = format!("INSERT INTO {table} SELECT * FROM other.{table} ORDER BY {order}");
        connection.execute(&sql, []).unwrap();
    }
}

#[test]
fn a_store_of_version_1_is_migrated_with_all_that_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let newest = folder.path().join("newest.db");
    store_with_events(&newest, 300);
    let log = open(&newest);
    let subject = stream(StreamKind::Player, "ola");
    let records = vec![SealedRecord { name: "profile".to_owned(), sealed: vec![7; 100] }];
    let create = VaultWrite::Create { subject: subject.clone(), wrapped_key: vec![9; 73], records };
    let idempotency = Some(Idempotency { key: [1; 32], request: [2; 32] });
    log.append(Append { vault: vec![create], idempotency, ..Append::of(vec![event(&subject)]) }).wait().unwrap();
    let path = folder.path().join("kostka.db");
    store_of_version_1(&path, &newest);

    let refused = SqliteLog::open(&path, Arc::new(SystemEnvironment), SqliteOptions::default()).err().unwrap();
    assert!(matches!(refused, OpenError::NeedsMigration { found: 1, needed: 2 }), "{refused}");
    assert_eq!(SqliteLog::migrate(&path, &SystemEnvironment).unwrap(), (1, 2));
    assert_eq!(SqliteLog::integrity(&path).unwrap(), []);
    let migrated = open(&path);
    assert_eq!(all_events(&migrated), all_events(&log));
    assert_eq!(Log::subtrees(&migrated, 1, 0, 10).unwrap(), Log::subtrees(&log, 1, 0, 10).unwrap());
    assert_eq!(migrated.sealed(&subject).unwrap(), log.sealed(&subject).unwrap());
    assert!(migrated.idempotency_record(&[1; 32]).unwrap().is_some());
    assert_eq!(all_records(&migrated), []);
    let password = record(RecordKind::Password, b"ola", b"hash", None);
    let append = Append { mutable_writes: vec![put(&password)], ..Append::of(vec![event(&subject)]) };
    assert_eq!(migrated.append(append).wait().unwrap().last(), Position(302));
    assert_eq!(all_records(&migrated), [password]);
}

#[test]
fn a_store_whose_making_was_cut_short_is_completed() {
    let steps = [
        "PRAGMA journal_mode = WAL",
        "PRAGMA application_id = 1263752267",
        "CREATE TABLE refinery_schema_history (version INTEGER, name TEXT, applied_on TEXT, checksum TEXT)",
    ];
    for done in 1..=steps.len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kostka.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&steps[..done].join(";")).unwrap();
        drop(connection);
        store_with_events(&path, 2);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    drop(open(&path));
    Connection::open(&path).unwrap().execute("DELETE FROM log", []).unwrap();
    assert_eq!(open(&path).identity().unwrap().epoch, 1);
}

#[test]
fn a_store_that_lacks_subtrees_at_its_end_gets_them_with_the_next_append() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    store_with_events(&path, 256 * 5);
    let kept = Log::subtrees(&open(&path), 1, 0, 10).unwrap();
    assert_eq!(kept.len(), 5);
    let connection = Connection::open(&path).unwrap();
    let make: String = connection
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'subtrees_are_not_deleted'", [], |row| row.get(0))
        .unwrap();
    let lose = format!("DROP TRIGGER subtrees_are_not_deleted; DELETE FROM subtrees WHERE number > 1; {make}");
    connection.execute_batch(&lose).unwrap();
    drop(connection);
    let log = open(&path);
    let stream = stream(StreamKind::Player, "p");
    log.append(Append::of((0..255).map(|_| event(&stream)).collect())).wait().unwrap();
    assert_eq!(Log::subtrees(&log, 1, 0, 10).unwrap(), kept);
    log.append(Append::of(vec![event(&stream)])).wait().unwrap();
    assert_eq!(Log::subtrees(&log, 1, 0, 10).unwrap().len(), 6);
}

#[test]
fn a_live_subject_always_has_its_records_while_others_are_erased() {
    const SUBJECTS: usize = 500;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
    let log = SqliteLog::open_or_create(&path, Arc::new(SystemEnvironment), options).unwrap();
    let subjects: Vec<StreamName> =
        (0..SUBJECTS).map(|number| stream(StreamKind::Player, &format!("p{number}"))).collect();
    for subject in &subjects {
        let records = vec![SealedRecord { name: "profile".to_owned(), sealed: vec![7; 100] }];
        let create = VaultWrite::Create { subject: subject.clone(), wrapped_key: vec![9; 73], records };
        log.append(Append { vault: vec![create], ..Append::of(vec![event(subject)]) }).wait().unwrap();
    }
    std::thread::scope(|scope| {
        // Who comes last is erased first, while the records of the others are being read.
        let erasing = scope.spawn(|| {
            for subject in subjects.iter().rev() {
                let erase = VaultWrite::Erase { subject: subject.clone() };
                log.append(Append { vault: vec![erase], ..Append::of(vec![event(subject)]) }).wait().unwrap();
            }
        });
        loop {
            let found = log.sealed_subjects_after(0, SUBJECTS).unwrap();
            assert!(found.iter().all(|sealed| sealed.records.len() == 1), "a key without its records");
            if let Some(last) = found.last().and_then(|last| log.sealed(&last.subject).unwrap()) {
                assert_eq!(last.records.len(), 1, "a key without its records");
            }
            if found.is_empty() {
                break;
            }
        }
        erasing.join().unwrap();
    });
}

#[cfg(unix)]
#[test]
fn a_copy_under_a_name_that_sqlite_cannot_be_told_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kostka.db");
    store_with_events(&path, 1);
    let to = folder.path().join(std::ffi::OsStr::from_bytes(b"copy-\xff.db"));
    let refused = SqliteLog::copy(&path, &to).unwrap_err();
    assert!(matches!(&refused, OpenError::NotUtf8(path) if *path == to), "{refused}");
    let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let copies: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with("copy")).collect();
    assert!(copies.is_empty(), "{copies:?} was written");
}
