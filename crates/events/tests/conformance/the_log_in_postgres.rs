//! The log in PostgreSQL, as durable as in service.

use crate::processes;
use events::conformance::{Backend, TemporaryDatabase, TestEnvironment};
use events::log::Log;
use events::postgres::{PostgresLog, PostgresOptions};
use std::sync::Arc;
use std::time::Duration;

struct Postgres {
    environment: Arc<TestEnvironment>,
    database: TemporaryDatabase,
}

impl Backend for Postgres {
    fn open(&self) -> Arc<dyn Log> {
        self.database.open(self.environment.clone())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }

    /// A server and its clients share the machine with all other tests.
    fn timeout(&self) -> Duration {
        Duration::from_mins(2)
    }
}

fn backend() -> Option<Box<dyn Backend>> {
    let database = TemporaryDatabase::create()?;
    Some(Box::new(Postgres { environment: TestEnvironment::new(3), database }))
}

events::conformance_tests!(backend);

#[test]
fn two_processes_write_to_one_store() {
    let own = match processes::store_of_the_other() {
        Some(_) => None,
        None => match TemporaryDatabase::create() {
            Some(database) => Some(database),
            None => return,
        },
    };
    let store = own.as_ref().map_or_else(|| processes::store_of_the_other().unwrap(), TemporaryDatabase::address);
    let test = "the_log_in_postgres::two_processes_write_to_one_store";
    processes::race(test, &store, |environment| {
        Arc::new(PostgresLog::open(&store, environment, PostgresOptions::default()).unwrap())
    });
}
