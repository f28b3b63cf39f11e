//! What only this store can get wrong: its guards, its files, and what an erasure leaves in them.

use super::*;
use crate::append::Expected;
use crate::envelope::{Actor, NewEvent, StreamKind, Timestamp};
use crate::vault::{SealedRecord, VaultWrite};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    World.fill_random(&mut bytes);
    bytes
}

fn stream(kind: StreamKind, id: &str) -> StreamName {
    StreamName::new(kind, id).unwrap()
}

fn event(stream: &StreamName) -> NewEvent {
    NewEvent {
        event_id: EventId::new(&World),
        stream: stream.clone(),
        event_type: "player.registered".into(),
        schema_version: 1,
        occurred_at: World.now(),
        actor: Actor::import(),
        correlation: None,
        causation: None,
        nonce: random(),
        payload: br#"{"foreign":false}"#.to_vec(),
    }
}

fn open(path: &Path) -> SqliteLog {
    SqliteLog::open_or_create(path, Arc::new(World), SqliteOptions::default()).unwrap()
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
    let open = |path: &Path| SqliteLog::open_or_create(path, Arc::new(World), SqliteOptions::default()).err().unwrap();
    let text = folder.path().join("letter.txt");
    fs::write(&text, "Dear federation, this is a letter and not a store, however long it may become.".repeat(20))
        .unwrap();
    assert!(matches!(open(&text), OpenError::NotAStore(_)));
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute("CREATE TABLE mine (id)", []).unwrap();
    assert!(matches!(open(&other), OpenError::NotAStore(_)));
    let missing = folder.path().join("missing.db");
    let missing = SqliteLog::open(&missing, Arc::new(World), SqliteOptions::default()).err().unwrap();
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
    let refused = SqliteLog::open(&path, Arc::new(World), SqliteOptions::default()).err().unwrap();
    assert!(matches!(refused, OpenError::TooNew { found: 99, .. }), "{refused}");
    assert!(matches!(SqliteLog::migrate(&path, &World), Err(OpenError::TooNew { .. })));
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
        World.fill_random(&mut sealed);
        secrets.extend([wrapped_key.to_vec(), sealed.clone()]);
        let records = vec![SealedRecord { name: "profile".to_owned(), sealed }];
        let create = VaultWrite::Create { subject: subject.clone(), wrapped_key: wrapped_key.to_vec(), records };
        let append = Append { vault: vec![create], ..Append::of(vec![event(&subject)]) };
        log.append(append).wait().unwrap();
        if number % 3 == 0 {
            // A rectified record is gone as well.
            let mut newer: Vec<u8> = vec![0; 90 + (number % 7) * 900];
            World.fill_random(&mut newer);
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
    let log = SqliteLog::open_or_create(&path, Arc::new(World), options).unwrap();
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
            let found = log.sealed_after(0, SUBJECTS).unwrap();
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
