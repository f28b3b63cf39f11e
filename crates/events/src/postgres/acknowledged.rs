//! The acknowledged head of the log, and whether a server still holds it after a reconnect.

use super::Shared;
use super::connection::{LOG_ID, text};
use super::rows::{self, Id, bounded};
use crate::envelope::{EventId, Position};
use postgres::{Client, Row};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The last event of a log: where it stands, and which one it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastEvent {
    pub(super) position: Position,
    pub(super) event_id: EventId,
}

impl LastEvent {
    /// From a row of [`rows::HEAD`].
    pub(super) fn of(row: &Row) -> Result<Self, postgres::Error> {
        Ok(Self { position: Position(row.try_get::<_, i64>(0)? as u64), event_id: row.try_get::<_, Id>(2)?.0 })
    }
}

/// What an acknowledgement or the news said last.
#[derive(Default)]
pub(super) struct Acknowledged {
    log_id: OnceLock<EventId>,
    end: Mutex<Option<LastEvent>>,
}

pub(super) enum UnusableServer {
    /// It does not answer as it should, and may do so later.
    Failed(String),
    /// It holds another history, and always will.
    OtherHistory(String),
}

impl From<postgres::Error> for UnusableServer {
    fn from(error: postgres::Error) -> Self {
        Self::Failed(text(&error))
    }
}

impl Acknowledged {
    fn end(&self) -> Option<LastEvent> {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Learns what the log is called and where it ends.
    pub(super) fn begin(&self, client: &mut Client) -> Result<(), postgres::Error> {
        let log_id = client.query_one(LOG_ID, &[])?.try_get::<_, Id>(0)?.0;
        self.acknowledged.log_id.get_or_init(|| log_id);
        if let Some(row) = client.query_opt(rows::HEAD, &[])? {
            self.tell(LastEvent::of(&row)?);
        }
        Ok(())
    }

    /// Tells that the log has come to this end.
    pub(super) fn tell(&self, end: LastEvent) {
        {
            let mut acknowledged = self.acknowledged.end.lock().unwrap_or_else(PoisonError::into_inner);
            if acknowledged.is_none_or(|acknowledged| acknowledged.position < end.position) {
                *acknowledged = Some(end);
            }
        }
        self.head_broadcast.advance(end.position);
    }

    /// Checks that a server holds every acknowledged event, and makes the log read-only if it does not: a server that
    /// took over may have lost the last events, and another process may have put others in their place.
    pub(super) fn compare(&self, client: &mut Client) -> Result<(), UnusableServer> {
        let log_id = client.query_one(LOG_ID, &[])?.try_get::<_, Id>(0)?.0;
        let acknowledged = self.acknowledged.end();
        let at = acknowledged.map_or(Position::START, |acknowledged| acknowledged.position);
        let found = client.query_opt("SELECT event_id FROM kostka.events WHERE position = $1", &[&bounded(at.0)])?;
        let found = found.map(|row| row.try_get::<_, Id>(0)).transpose()?.map(|id| id.0);
        let problem = if self.acknowledged.log_id.get() != Some(&log_id) {
            "is another one".to_owned()
        } else if found == acknowledged.map(|acknowledged| acknowledged.event_id) {
            return Ok(());
        } else if found.is_none() {
            format!("does not hold what was acknowledged up to {at}")
        } else {
            format!("holds another event at {at} than the one that was acknowledged")
        };
        let problem = format!("after a reconnection the store {problem}");
        self.read_only.set(&problem);
        Err(UnusableServer::OtherHistory(problem))
    }
}
