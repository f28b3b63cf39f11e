//! A pool of connections for reading.

use super::connection::{Address, text};
use super::rows::Value;
use crate::log::ReadError;
use postgres::{Client, Row, Statement};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// Idle connections that are kept.
const MAX_IDLE_CONNECTIONS: usize = 4;

/// A connection with the statements that it has prepared.
pub(super) struct Reader {
    pub(super) client: Client,
    statements: FxHashMap<&'static str, Statement>,
}

impl Reader {
    pub(super) fn new(client: Client) -> Self {
        Self { client, statements: FxHashMap::default() }
    }

    /// The statement, prepared at its first use.
    pub(super) fn prepare(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    pub(super) fn query(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.prepare(sql)?;
        self.client.query(&statement, values)
    }
}

pub(super) struct Readers {
    address: Address,
    /// None when the log is closed.
    idle: Mutex<Option<Vec<Reader>>>,
}

impl Readers {
    pub(super) fn new(address: Address) -> Self {
        Self { address, idle: Mutex::new(Some(Vec::new())) }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Option<Vec<Reader>>> {
        // Nothing panics while it holds the lock, and a list of connections is never half changed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows that a statement gives.
    pub(super) fn query(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, ReadError> {
        self.with(|reader| reader.query(sql, values))
    }

    /// Lends a connection. One on which something failed is thrown away, and because a kept one may have been lost long
    /// ago, a fresh one is tried then.
    pub(super) fn with<T: Send>(
        &self,
        read: impl Fn(&mut Reader) -> Result<T, postgres::Error> + Sync,
    ) -> Result<T, ReadError> {
        outside_runtime(|| {
            let kept = self.idle().as_mut().ok_or(ReadError::Closed)?.pop();
            if let Some(mut reader) = kept {
                match read(&mut reader) {
                    Ok(answer) => {
                        self.keep(reader);
                        return Ok(answer);
                    }
                    Err(error) if error.as_db_error().is_some_and(|refused| !is_fatal(refused)) => {
                        return Err(read_error(&error));
                    }
                    Err(_) => {
                        if let Some(idle) = &mut *self.idle() {
                            idle.clear();
                        }
                    }
                }
            }
            let mut reader = Reader::new(self.address.connect().map_err(|error| read_error(&error))?);
            let answer = read(&mut reader).map_err(|error| read_error(&error))?;
            self.keep(reader);
            Ok(answer)
        })
    }

    fn keep(&self, reader: Reader) {
        if let Some(idle) = self.idle().as_mut().filter(|idle| idle.len() < MAX_IDLE_CONNECTIONS) {
            idle.push(reader);
        }
    }

    /// Lets go of all connections, and lends no more.
    pub(super) fn close(&self) {
        let idle = self.idle().take();
        outside_runtime(move || drop(idle));
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.close();
    }
}

pub(super) fn read_error(error: &postgres::Error) -> ReadError {
    ReadError::Store(text(error))
}

/// Whether the server ends the connection with this error.
pub(super) fn is_fatal(refused: &postgres::error::DbError) -> bool {
    use postgres::error::Severity;
    !matches!(refused.parsed_severity(), Some(Severity::Error))
}

/// Does something with connections, which have an asynchronous runtime of their own and cannot be used inside another.
pub(super) fn outside_runtime<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if tokio::runtime::Handle::try_current().is_err() {
        return work();
    }
    std::thread::scope(|scope| match scope.spawn(work).join() {
        Ok(answer) => answer,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
