//! A pool of connections for reading.

use super::connection;
use super::rows::store;
use crate::log::ReadError;
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Idle connections that are kept.
const MAX_IDLE_CONNECTIONS: usize = 8;

pub(super) struct Readers {
    path: PathBuf,
    /// None when the log is closed.
    idle: Mutex<Option<Vec<Connection>>>,
}

impl Readers {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, idle: Mutex::new(Some(Vec::new())) }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Option<Vec<Connection>>> {
        // Nothing panics while it holds the lock, and a list of connections is never half changed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a connection; one on which something failed is thrown away.
    pub(super) fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, ReadError>) -> Result<T, ReadError> {
        let kept = self.idle().as_mut().ok_or(ReadError::Closed)?.pop();
        let connection = match kept {
            Some(connection) => connection,
            None => connection::reader(&self.path).map_err(|error| store(&error))?,
        };
        let answer = read(&connection)?;
        if let Some(idle) = self.idle().as_mut().filter(|idle| idle.len() < MAX_IDLE_CONNECTIONS) {
            idle.push(connection);
        }
        Ok(answer)
    }

    /// Lets go of all connections.
    pub(super) fn clear(&self) {
        if let Some(idle) = &mut *self.idle() {
            idle.clear();
        }
    }

    /// Lets go of all connections, and lends no more.
    pub(super) fn close(&self) {
        self.idle().take();
    }
}
