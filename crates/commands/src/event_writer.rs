//! Writes events in their stored form, with actor, time and correlation.

use domain::event::Event;
use events::envelope::{Actor, EventId, NewEvent, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::stored;
use events::vault::Vault;

/// Writes events of one command: the log, the vault, the actor.
pub struct EventWriter<'a> {
    pub log: &'a dyn Log,
    /// The vault beside it.
    pub vault: &'a Vault,
    /// The clock and the randomness.
    pub environment: &'a dyn Environment,
    pub actor: Actor,
    /// What binds the events of one act together.
    pub correlation: EventId,
}

impl<'a> EventWriter<'a> {
    /// A writer for a new command.
    pub fn new(log: &'a dyn Log, vault: &'a Vault, environment: &'a dyn Environment, actor: Actor) -> Self {
        Self { log, vault, environment, actor, correlation: EventId::new(environment) }
    }

    /// The event as the log takes it.
    pub fn write(&self, stream: &StreamName, event_id: EventId, event: &Event, occurred_at: Timestamp) -> NewEvent {
        let stored = stored::encode(event);
        let mut nonce = [0; 16];
        self.environment.fill_random(&mut nonce);
        NewEvent {
            event_id,
            stream: stream.clone(),
            event_type: stored.event_type.into(),
            schema_version: stored.schema_version,
            occurred_at,
            actor: self.actor.clone(),
            correlation: Some(self.correlation),
            causation: None,
            nonce,
            payload: stored.payload,
        }
    }
}
