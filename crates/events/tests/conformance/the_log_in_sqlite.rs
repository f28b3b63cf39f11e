//! The log in a SQLite file, as durable as in service.

use crate::processes;
use events::conformance::{Backend, TestEnvironment};
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

struct Sqlite {
    environment: Arc<TestEnvironment>,
    folder: TempDir,
}

impl Backend for Sqlite {
    fn open(&self) -> Arc<dyn Log> {
        open(&self.folder.path().join("kostka.db"), self.environment.clone())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }
}

fn open(path: &Path, environment: Arc<TestEnvironment>) -> Arc<dyn Log> {
    Arc::new(SqliteLog::open_or_create(path, environment, SqliteOptions::default()).unwrap())
}

fn backend() -> Box<dyn Backend> {
    Box::new(Sqlite { environment: TestEnvironment::new(2), folder: tempfile::tempdir().unwrap() })
}

events::conformance_tests!(backend);

#[test]
fn two_processes_write_to_one_store() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("kostka.db");
    let store = processes::store_of_the_other().unwrap_or_else(|| own.to_str().unwrap().to_owned());
    let test = "the_log_in_sqlite::two_processes_write_to_one_store";
    processes::race(test, &store, |environment| open(Path::new(&store), environment));
}
