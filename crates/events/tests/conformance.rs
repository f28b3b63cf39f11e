//! Holds every log of this crate to the laws.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::conformance::{Backend, MemoryStore, TestEnvironment};
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use std::sync::Arc;
use tempfile::TempDir;

struct Memory {
    environment: Arc<TestEnvironment>,
    store: Arc<MemoryStore>,
}

impl Backend for Memory {
    fn open(&self) -> Arc<dyn Log> {
        Arc::new(self.store.open())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }

    fn has_queue(&self) -> bool {
        false
    }
}

fn memory() -> Box<dyn Backend> {
    let environment = TestEnvironment::new(1);
    let store = MemoryStore::new(environment.clone());
    Box::new(Memory { environment, store })
}

struct Sqlite {
    environment: Arc<TestEnvironment>,
    folder: TempDir,
}

impl Backend for Sqlite {
    fn open(&self) -> Arc<dyn Log> {
        let path = self.folder.path().join("kostka.db");
        Arc::new(SqliteLog::open_or_create(&path, self.environment.clone(), SqliteOptions::default()).unwrap())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }
}

fn sqlite() -> Box<dyn Backend> {
    Box::new(Sqlite { environment: TestEnvironment::new(2), folder: tempfile::tempdir().unwrap() })
}

mod the_log_in_memory {
    events::conformance_tests!(super::memory);
}

mod the_log_in_sqlite {
    events::conformance_tests!(super::sqlite);
}
