//! The lines of an export, written and read.

use crate::envelope::{EventId, Hash, Position, RecordedRef, Timestamp, Version};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::str::Utf8Error;

/// The name of the format and its version.
pub(crate) const FORMAT: &str = "kostka-log/1";

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderLine<'a> {
    #[serde(borrow)]
    pub(crate) format: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) log_id: Cow<'a, str>,
    pub(crate) epoch: u32,
    pub(crate) events: u64,
    #[serde(borrow)]
    pub(crate) verifier_key: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckpointLine<'a> {
    #[serde(borrow)]
    pub(crate) checkpoint: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row<'a> {
    position: u64,
    version: u64,
    recorded_at: i64,
    occurred_at: i64,
    #[serde(borrow)]
    event_id: Cow<'a, str>,
    #[serde(borrow)]
    stream: Cow<'a, str>,
    #[serde(borrow, rename = "type")]
    event_type: Cow<'a, str>,
    schema_version: u32,
    #[serde(borrow)]
    actor: Cow<'a, str>,
    // A field that is left out is not the same as one that says `null`.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    correlation: Option<Cow<'a, str>>,
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    causation: Option<Cow<'a, str>>,
    #[serde(borrow)]
    nonce: Cow<'a, str>,
    #[serde(borrow)]
    payload: Cow<'a, str>,
    #[serde(borrow)]
    leaf: Cow<'a, str>,
}

/// The field of a row that does not hold what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InvalidRow(pub(crate) &'static str);

impl<'a> Row<'a> {
    pub(crate) fn of(event: &RecordedRef<'a>) -> Result<Self, Utf8Error> {
        let id = |id: EventId| Cow::Owned(id.to_string());
        Ok(Self {
            position: event.position.0,
            version: event.version.0,
            recorded_at: event.recorded_at.0,
            occurred_at: event.occurred_at.0,
            event_id: id(event.event_id),
            stream: event.stream.into(),
            event_type: event.event_type.into(),
            schema_version: event.schema_version,
            actor: event.actor.into(),
            correlation: event.correlation.map(id),
            causation: event.causation.map(id),
            nonce: hex::encode(event.nonce).into(),
            payload: std::str::from_utf8(event.payload)?.into(),
            leaf: hex::encode(event.leaf).into(),
        })
    }

    pub(crate) fn event(&self) -> Result<RecordedRef<'_>, InvalidRow> {
        let id = |text: &str, field| EventId::parse(text).ok_or(InvalidRow(field));
        let optional_id = |text: &Option<Cow<'_, str>>, field| text.as_deref().map(|text| id(text, field)).transpose();
        let mut nonce = [0; 16];
        hex::decode_to_slice(self.nonce.as_ref(), &mut nonce).map_err(|_| InvalidRow("nonce"))?;
        let mut leaf: Hash = [0; 32];
        hex::decode_to_slice(self.leaf.as_ref(), &mut leaf).map_err(|_| InvalidRow("leaf"))?;
        Ok(RecordedRef {
            position: Position(self.position),
            version: Version(self.version),
            recorded_at: Timestamp(self.recorded_at),
            event_id: id(&self.event_id, "event_id")?,
            stream: &self.stream,
            event_type: &self.event_type,
            schema_version: self.schema_version,
            occurred_at: Timestamp(self.occurred_at),
            actor: &self.actor,
            correlation: optional_id(&self.correlation, "correlation")?,
            causation: optional_id(&self.causation, "causation")?,
            nonce,
            payload: self.payload.as_bytes(),
            leaf,
        })
    }
}
