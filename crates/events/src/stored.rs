//! The stored form of each event: a type of its own with a version, converted both ways to the domain's event.
//!
//! A stored form never changes once a log may hold it. What should be written differently gets the next version, and an
//! upcast from the one before; what was written stays as it is and is lifted to the newest version when it is read.

mod account;
mod championship;
mod form;
mod grand_prix;
mod league;
mod ledger;
mod list;
mod log;
mod online;
mod player;
mod rulebook;
mod season;
mod secrecy;
mod shared;
mod table;
mod tournament;
mod tournament_act;
mod value;

pub use secrecy::{hidden_sheet, is_confidential, is_confidential_before_approval, is_hidden_sheet};
pub use table::{STORED_TYPES, decode, encode};

use crate::envelope::StreamKind;
use domain::event::Event;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An event in the form in which a log keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The name of the stored form, like `tournament.recorded`; it begins with the kind of the stream.
    pub event_type: &'static str,
    pub schema_version: u32,
    /// Compact JSON: ids, commitments, days, times, closed names and whole numbers, nothing that people typed.
    pub payload: Vec<u8>,
}

/// A stored form and its versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredType {
    /// The name without the version.
    pub event_type: &'static str,
    /// Every version that can be read, from 1; the last one is written.
    pub versions: &'static [u32],
}

impl StoredType {
    /// The version that is written.
    pub fn current(&self) -> u32 {
        self.versions.last().copied().unwrap_or_default()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("unknown event type `{event_type}`")]
    UnknownType { event_type: String },
    #[error("unknown version {schema_version} of the event type `{event_type}`, the newest known is {newest}")]
    UnknownVersion { event_type: &'static str, schema_version: u32, newest: u32 },
    #[error("the payload is no `{event_type}` of version {schema_version}")]
    Malformed { event_type: &'static str, schema_version: u32, source: serde_json::Error },
}

/// From a version of a stored form to the next one.
trait Upcast<Next> {
    fn upcast(self) -> Next;
}

pub fn stream_kind(event: &Event) -> StreamKind {
    match event {
        Event::Rulebook(_) => StreamKind::Rulebook,
        Event::Season(_) => StreamKind::Season,
        Event::Player(_) => StreamKind::Player,
        Event::Tournament(_) => StreamKind::Tournament,
        Event::League(_) => StreamKind::League,
        Event::GrandPrix(_) => StreamKind::GrandPrix,
        Event::Online(_) => StreamKind::OnlineEvent,
        Event::Championship(_) => StreamKind::Championship,
        Event::Ledger(_) => StreamKind::Ledger,
        Event::List(_) => StreamKind::List,
        Event::Account(_) => StreamKind::Account,
        Event::Log(_) => StreamKind::Log,
    }
}

fn write(event_type: &'static str, schema_version: u32, form: &impl Serialize) -> StoredEvent {
    // A stored form has text keys and values that serialise without failing, and memory does not refuse a write.
    let payload = serde_json::to_vec(form).expect("a stored form is always JSON");
    StoredEvent { event_type, schema_version, payload }
}

fn read<F: DeserializeOwned>(payload: &[u8]) -> Result<F, serde_json::Error> {
    // Checking the encoding once for the whole payload costs less than once for each text in it.
    match str::from_utf8(payload) {
        Ok(text) => serde_json::from_str(text),
        // Finds the same fault again and tells where it is.
        Err(_) => serde_json::from_slice(payload),
    }
}
