//! Events of the log, proofs, checkpoints and the audit trail.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use utoipa::ToSchema;

/// The log as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LogHead {
    /// A random id that the log keeps for as long as it lives.
    #[schema(format = "uuid", example = "0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    pub log_id: String,
    /// 1, or more if losses of events were accepted and signed.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub epoch: u32,
    /// What checkpoints of this log and epoch begin with.
    #[schema(max_length = 100, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1")]
    pub origin: String,
    /// The position of the last event; 0 if there is none.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When the last event was recorded; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub recorded_at: Option<String>,
    /// The root of the Merkle tree (RFC 6962) over all events, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$", example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    pub root: String,
    /// The key by which checkpoints are checked, in the form of C2SP signed-note. Compare it with one that you got
    /// elsewhere.
    #[schema(max_length = 300, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1+5c1e2f3a+AQ==")]
    pub verifier_key: String,
    /// How many events the last kept checkpoint covers; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1040)]
    pub checkpoint_size: Option<u64>,
}

/// A signed checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CheckpointEntry {
    /// How many events it covers.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1040)]
    pub size: u64,
    /// The root over them in hexadecimal; absent if the note is not one of this log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub root: Option<String>,
    /// The epoch in which it was signed; absent if the note is not one of this log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub epoch: Option<u32>,
    /// The signed note (C2SP tlog-checkpoint).
    #[schema(
        max_length = 16_384,
        example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1\n1040\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1 XB4vOg==\n"
    )]
    pub note: String,
}

/// The proof that an event is in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Inclusion {
    /// The position of the event; its leaf has the index `position - 1`.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The number of events under the tree.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub size: u64,
    /// The hash of the leaf, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub leaf: String,
    /// The hashes beside the way from the leaf to the root, from below, as RFC 9162 (2.1.3) has them.
    #[schema(max_items = 64)]
    pub hashes: Vec<String>,
    /// The root that they lead to.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub root: String,
    /// The signed checkpoint of this size; absent if none was signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointEntry>,
}

/// The proof that one tree extends another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Consistency {
    /// The number of events under the older tree.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1000)]
    pub from: u64,
    /// The number of events under the newer tree.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1040)]
    pub to: u64,
    /// The root of the older tree as this log computes it; yours, from your own checkpoint, must be the same.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub from_root: String,
    /// The root of the newer tree.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub to_root: String,
    /// The hashes that lead from the older root to the newer, as RFC 9162 (2.1.4) has them.
    #[schema(max_items = 128)]
    pub hashes: Vec<String>,
    /// The signed checkpoint of the newer tree; absent if none was signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointEntry>,
}

/// An event of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LoggedEvent {
    /// Its place in the log, from 1 without gaps.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// Its id.
    #[schema(format = "uuid", example = "0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    pub event_id: String,
    /// To what it happened.
    #[schema(max_length = 1100, example = "player/7kq2m9")]
    pub stream: String,
    /// Its number in its stream, from 1.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1)]
    pub version: u64,
    /// What happened.
    #[serde(rename = "type")]
    #[schema(max_length = 100, example = "player.registered")]
    pub event_type: String,
    /// The version of the stored form.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub schema_version: u32,
    /// When it happened.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub occurred_at: String,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub recorded_at: String,
    /// Who did it: a reference that names nobody.
    #[schema(max_length = 200, example = "account/3f9d")]
    pub actor: String,
    /// What the person asked for, shared by all events that came of it.
    #[schema(format = "uuid")]
    pub correlation: Option<String>,
    /// The event that led to this one.
    #[schema(format = "uuid")]
    pub causation: Option<String>,
    /// The hash of its leaf in the Merkle tree, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub leaf: String,
    /// The stored form, with ids and commitments in place of everything personal; `{"withheld": true}` for a sheet as
    /// long as the results of its stage are hidden.
    #[schema(value_type = Object)]
    pub payload: Value,
    /// What happened, in words, with the names that are public today.
    #[schema(max_length = 4000, example = "Zarejestrowano gracza Anna Nowak.")]
    pub sentence: String,
}

/// An event with everything that its leaf is computed from; what would tell hidden results is absent as long as they
/// are hidden.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventInFull {
    #[serde(flatten)]
    pub event: LoggedEvent,
    /// Random bits, in hexadecimal, so that what is hidden cannot be guessed from its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub nonce: Option<String>,
    /// The payload as it is stored, byte by byte, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 22_369_624)]
    pub payload_base64: Option<String>,
    /// In base64: the bytes of the content, whose SHA-256 makes up the last 32 bytes of the leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 22_500_000)]
    pub content_base64: Option<String>,
    /// In base64: the bytes whose SHA-256 is the hash of the leaf.
    #[schema(min_length = 76, max_length = 76)]
    pub leaf_base64: String,
}

/// A line of the trail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TrailLine {
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub recorded_at: String,
    /// When it happened.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub occurred_at: String,
    /// To what it happened.
    #[schema(max_length = 1100, example = "season/2025-26")]
    pub stream: String,
    /// What happened.
    #[serde(rename = "type")]
    #[schema(max_length = 100, example = "season.corrected")]
    pub event_type: String,
    /// The same in words, with the names that are public today.
    #[schema(max_length = 4000, example = "Poprawiono sezon 2025-26.")]
    pub sentence: String,
    /// Who did it, for readers of the log: a reference that names nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "account/3f9d")]
    pub actor: Option<String>,
    /// What a correction changed, for readers of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 20)]
    pub changes: Vec<Change>,
    /// The proof that it stands in the log.
    #[schema(max_length = 100, example = "/api/v1/log/events/1042/proof")]
    pub proof: String,
    /// The event itself, for readers of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "/api/v1/log/events/1042")]
    pub event: Option<String>,
}

/// One value that is another now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Change {
    /// Where in the record, as a JSON pointer.
    #[schema(max_length = 500, example = "/mp_first_day")]
    pub at: String,
    /// What stood there; absent if nothing did, or if it is a commitment to a text in the vault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "2026-07-04")]
    pub before: Option<String>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "2026-07-11")]
    pub after: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "…".to_owned());
        write!(f, "{}: {} → {}", self.at, shown(&self.before), shown(&self.after))
    }
}
