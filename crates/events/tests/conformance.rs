//! Holds every log of this crate to the laws.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::conformance::{Backend, MemoryBackend, TestEnvironment};
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use std::sync::Arc;
use tempfile::TempDir;

fn memory() -> Box<dyn Backend> {
    Box::new(MemoryBackend::new(TestEnvironment::new(1)))
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
