//! A store to make proofs of, and to tamper with.

use events::append::Append;
use events::envelope::{Actor, EventId, Hash, NewEvent, StreamName, Timestamp};
use events::environment::Environment;
use events::export;
use events::log::Log;
use events::proof::checkpoint::Signer;
use events::proof::checkpoint_file;
use events::proof::checkpoint_status::{self, CheckpointStatus};
use events::proof::checkpointer::{Checkpointer, SignLossError};
use events::proof::epochs::AcceptedLoss;
use events::proof::tree::Frontier;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::verify::{Progress, Report, verify_store};
use rusqlite::{Connection, params};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

pub(crate) struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> Timestamp {
        Timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

const SEED: [u8; 32] = [11; 32];

pub(crate) struct Store {
    pub(crate) folder: TempDir,
    pub(crate) log: Arc<dyn Log>,
}

impl Store {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = Self::open(&folder.path().join("kostka.db"));
        Self { folder, log }
    }

    pub(crate) fn with_events(count: usize) -> Self {
        let store = Self::new();
        store.record(count);
        store
    }

    fn open(path: &Path) -> Arc<dyn Log> {
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        Arc::new(SqliteLog::open_or_create(path, Arc::new(SystemEnvironment), options).unwrap())
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("kostka.db")
    }

    pub(crate) fn outside(&self) -> PathBuf {
        checkpoint_file::beside(&self.path())
    }

    pub(crate) fn size(&self) -> u64 {
        self.log.head().unwrap().position.0
    }

    /// Records events of several streams, with payloads that need escaping.
    pub(crate) fn record(&self, count: usize) {
        let from = self.size();
        let events = (0..count as u64).map(|index| {
            let number = from + index;
            let id = format!("gracz-ł{}", number % 7);
            event(
                &format!("player/{id}"),
                "player.registered",
                &format!("{{\"number\":{number},\"sign\":\"é\\n\\\\\"}}"),
            )
        });
        self.log.append(Append::of(events.collect())).wait().unwrap();
    }

    pub(crate) fn accept_loss(&self, lost_from: u64, lost_until: u64, epoch: u32) {
        let payload = format!("{{\"lost_from\":{lost_from},\"lost_until\":{lost_until},\"epoch\":{epoch}}}");
        let event = event("log/epochs", "log.loss_accepted", &payload);
        self.log.append(Append::of(vec![event])).wait().unwrap();
    }

    pub(crate) fn sign_loss(&self) -> Result<AcceptedLoss, SignLossError> {
        self.checkpointer().sign_accepted_loss(&mut Progress::none())
    }

    /// Makes the last row one that records a loss, as a forger would who knows the format but not the key.
    pub(crate) fn forge_loss(self, payload: &str) -> Self {
        let position = self.size();
        let forged = self.tamper(|connection| {
            let sql =
                "UPDATE events SET stream = 'log/epochs', type = 'log.loss_accepted', payload = ?1, version = 1 + (
                           SELECT coalesce(max(version), 0) FROM events WHERE stream = 'log/epochs')
                       WHERE position = ?2";
            assert_eq!(connection.execute(sql, params![payload.as_bytes(), position as i64]).unwrap(), 1);
        });
        recompute_tree(forged)
    }

    pub(crate) fn signer(&self) -> Signer {
        Signer::new(&SEED, &self.log.identity().unwrap())
    }

    pub(crate) fn checkpointer(&self) -> Arc<Checkpointer> {
        Arc::new(Checkpointer::new(Arc::clone(&self.log), self.signer(), self.outside()))
    }

    pub(crate) fn checkpoint(&self) {
        assert!(self.checkpointer().checkpoint_now().unwrap().is_some());
    }

    pub(crate) fn checkpoint_status(&self) -> CheckpointStatus {
        checkpoint_status::compare_with_checkpoints(&*self.log, self.signer().verifier_key(), &self.outside()).unwrap()
    }

    pub(crate) fn verify(&self) -> Report {
        let outside = checkpoint_file::read(&self.outside()).unwrap();
        verify_store(&*self.log, self.signer().verifier_key(), outside.as_deref(), &mut Progress::none()).unwrap()
    }

    pub(crate) fn export(&self) -> String {
        let outside = checkpoint_file::read(&self.outside()).unwrap();
        let mut out = Vec::new();
        export::export(&*self.log, &self.signer(), outside.as_deref(), &mut out, &mut Progress::none()).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Puts an old copy in the place of the store.
    pub(crate) fn set_back_to(self, backup: &Path) -> Self {
        let folder = self.tampered_file(|_| {});
        let path = folder.path().join("kostka.db");
        for suffix in ["-wal", "-shm"] {
            // They are gone already when the store was closed cleanly.
            let _ = fs::remove_file(folder.path().join(format!("kostka.db{suffix}")));
        }
        fs::copy(backup, &path).unwrap();
        Self { log: Self::open(&path), folder }
    }

    /// Changes the store behind its back, as somebody could who has the file, and opens it again.
    pub(crate) fn tamper(self, change: impl FnOnce(&Connection)) -> Self {
        let folder = self.tampered_file(change);
        Self { log: Self::open(&folder.path().join("kostka.db")), folder }
    }

    /// The same without opening it again.
    pub(crate) fn tampered_file(self, change: impl FnOnce(&Connection)) -> TempDir {
        let Self { folder, log } = self;
        log.close();
        drop(log);
        let path = folder.path().join("kostka.db");
        let connection = Connection::open(&path).unwrap();
        let triggers: Vec<String> = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        for trigger in triggers {
            connection.execute_batch(&format!("DROP TRIGGER \"{trigger}\"")).unwrap();
        }
        change(&connection);
        folder
    }
}

fn event(stream: &str, event_type: &str, payload: &str) -> NewEvent {
    let mut nonce = [0; 16];
    SystemEnvironment.fill_random(&mut nonce);
    NewEvent {
        event_id: EventId::new(&SystemEnvironment),
        stream: StreamName::parse(stream).unwrap(),
        event_type: event_type.into(),
        schema_version: 1,
        occurred_at: Timestamp(-5),
        actor: Actor::import(),
        correlation: Some(EventId::new(&SystemEnvironment)),
        causation: None,
        nonce,
        payload: payload.as_bytes().to_vec(),
    }
}

/// What a forger does who knows the format: leaves and subtrees are made anew over the rows as they are.
pub(crate) fn recompute_tree(store: Store) -> Store {
    let mut leaves: Vec<Hash> = Vec::new();
    let until = store.log.head().unwrap().position;
    store
        .log
        .scan(events::envelope::Position::START, until, &mut |event| {
            leaves.push(event.expected_leaf());
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    store.tamper(|connection| {
        let (mut tree, mut completed) = (Frontier::new(), Vec::new());
        for (index, leaf) in leaves.iter().enumerate() {
            let position = index as i64 + 1;
            connection.execute("UPDATE events SET leaf = ?1 WHERE position = ?2", params![leaf, position]).unwrap();
            tree.push(*leaf, &mut completed);
        }
        for made in completed {
            let changed = connection
                .execute(
                    "UPDATE subtrees SET root = ?1 WHERE level = ?2 AND number = ?3",
                    params![made.root, made.level, made.index as i64],
                )
                .unwrap();
            assert_eq!(changed, 1);
        }
    })
}
