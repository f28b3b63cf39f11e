//! An event in the form of CloudEvents 1.0.

use super::secrecy;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use events::envelope::RecordedRef;
use projections::views::Views;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// An event as CloudEvents 1.0 writes it; what only this log knows stands in extensions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CloudEvent<'a> {
    /// The version of CloudEvents.
    #[schema(value_type = String, pattern = "^1\\.0$", example = "1.0")]
    specversion: &'static str,
    /// The id of the event.
    #[schema(format = "uuid", example = "0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    id: String,
    /// The log.
    #[schema(value_type = String, format = "uri", example = "urn:uuid:0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    source: &'a str,
    /// What happened, with the version of the stored form.
    #[serde(rename = "type")]
    #[schema(max_length = 200, example = "kostka.player.registered.v1")]
    event_type: String,
    /// To what it happened: the stream.
    #[schema(value_type = String, max_length = 1100, example = "player/7kq2m9")]
    subject: &'a str,
    /// When it happened.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    time: String,
    /// The media type of the data.
    #[schema(value_type = String, example = "application/json")]
    datacontenttype: &'static str,
    /// The position in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    recordedat: String,
    /// Its number in its stream.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1)]
    streamversion: u64,
    /// Who did it: a reference that names nobody.
    #[schema(value_type = String, max_length = 200, example = "account/3f9d")]
    actor: &'a str,
    /// What the person asked for, shared by all events that came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uuid")]
    correlationid: Option<String>,
    /// The event that led to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uuid")]
    causationid: Option<String>,
    /// The hash of its leaf in the Merkle tree, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    leafhash: String,
    /// The payload; `{"withheld": true}` for a sheet whose results are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
    /// The payload, if it is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 22_369_624)]
    data_base64: Option<String>,
}

impl<'a> CloudEvent<'a> {
    /// The event of a log that is called `source`.
    pub(crate) fn of(event: &RecordedRef<'a>, source: &'a str) -> Self {
        Self::with(event, source, serde_json::from_slice(event.payload).ok())
    }

    /// The same without its payload.
    pub(crate) fn withheld(event: &RecordedRef<'a>, source: &'a str) -> Self {
        Self::with(event, source, Some(secrecy::withheld()))
    }

    /// The event for readers of the log, without its payload as long as that is hidden.
    pub(super) fn shown(event: &RecordedRef<'a>, source: &'a str, views: &Views) -> Self {
        if secrecy::is_withheld(event, views) { Self::withheld(event, source) } else { Self::of(event, source) }
    }

    fn with(event: &RecordedRef<'a>, source: &'a str, data: Option<Value>) -> Self {
        Self {
            specversion: "1.0",
            id: event.event_id.to_string(),
            source,
            event_type: format!("kostka.{}.v{}", event.event_type, event.schema_version),
            subject: event.stream,
            time: event.occurred_at.to_string(),
            datacontenttype: "application/json",
            position: event.position.0,
            recordedat: event.recorded_at.to_string(),
            streamversion: event.version.0,
            actor: event.actor,
            correlationid: event.correlation.map(|id| id.to_string()),
            causationid: event.causation.map(|id| id.to_string()),
            leafhash: hex::encode(event.leaf),
            data_base64: data.is_none().then(|| BASE64.encode(event.payload)),
            data,
        }
    }
}
