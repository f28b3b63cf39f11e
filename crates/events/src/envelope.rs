//! The envelope of an event: position, stream, time, actor, and the hash of its content.

use crate::environment::Environment;
use crate::log::ReadError;
use sha2::{Digest, Sha256};
use smol_str::SmolStr;
use std::fmt;
use std::time::Duration;

/// A place in the log; the first event has position 1, and there are no gaps. 0 stands before every event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position(pub u64);

impl Position {
    /// Before every event.
    pub const START: Self = Self(0);

    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many events a stream has; the first event of a stream has version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Version(pub u64);

/// Microseconds since 1970 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The moment that is so much later.
    #[must_use]
    pub fn plus(self, time: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(time.as_micros()).unwrap_or(i64::MAX)))
    }

    /// The time from this moment until another; zero if that is not later.
    pub fn elapsed_until(self, until: Self) -> Duration {
        Duration::from_micros(u64::try_from(until.0.saturating_sub(self.0)).unwrap_or_default())
    }

    pub fn unix_seconds(self) -> u64 {
        u64::try_from(self.0.div_euclid(1_000_000)).unwrap_or_default()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match chrono::DateTime::from_timestamp_micros(self.0) {
            Some(time) => f.write_str(&time.to_rfc3339_opts(chrono::SecondsFormat::Micros, true)),
            None => write!(f, "{} µs", self.0),
        }
    }
}

macro_rules! stream_kinds {
    ($( $(#[$meta:meta])* $variant:ident = $text:literal ),+ $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum StreamKind { $( $(#[$meta])* $variant ),+ }

        impl StreamKind {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The written name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub fn parse(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

stream_kinds! {
    /// The log itself: accepted losses, new epochs.
    Log = "log",
    Season = "season",
    /// A player, by opaque id.
    Player = "player",
    Tournament = "tournament",
    League = "league",
    GrandPrix = "grand-prix",
    OnlineEvent = "online-event",
    /// A voivodeship or national championship.
    Championship = "championship",
    /// The qualifications of a championship.
    Ledger = "ledger",
    List = "list",
    Account = "account",
    Rulebook = "rulebook",
}

pub const MAX_STREAM_ID_BYTES: usize = 1024;

/// The name of a stream, written `kind/id`; the id may hold any character.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamName {
    kind: StreamKind,
    /// `kind/id` in one piece, as it is stored.
    written: SmolStr,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidStreamName {
    #[error("not the name of a stream: expected `kind/id` with a known kind")]
    Malformed,
    #[error("the id of a stream has at most {MAX_STREAM_ID_BYTES} bytes")]
    TooLong,
}

impl StreamName {
    pub fn new(kind: StreamKind, id: &str) -> Result<Self, InvalidStreamName> {
        check_stream_id(id)?;
        Ok(Self { kind, written: format!("{}/{id}", kind.name()).into() })
    }

    /// Reads `kind/id`.
    pub fn parse(written: &str) -> Result<Self, InvalidStreamName> {
        let (kind, id) = written.split_once('/').ok_or(InvalidStreamName::Malformed)?;
        let kind = StreamKind::parse(kind).ok_or(InvalidStreamName::Malformed)?;
        check_stream_id(id)?;
        Ok(Self { kind, written: written.into() })
    }

    pub fn kind(&self) -> StreamKind {
        self.kind
    }

    pub fn id(&self) -> &str {
        &self.written[self.kind.name().len() + 1..]
    }

    /// The name in the form `kind/id`.
    pub fn as_str(&self) -> &str {
        &self.written
    }
}

fn check_stream_id(id: &str) -> Result<(), InvalidStreamName> {
    match id.len() {
        // PostgreSQL keeps no NUL in a text, so no log does.
        0 => Err(InvalidStreamName::Malformed),
        _ if id.contains('\0') => Err(InvalidStreamName::Malformed),
        1..=MAX_STREAM_ID_BYTES => Ok(()),
        _ => Err(InvalidStreamName::TooLong),
    }
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// The id of an event: a UUID of version 7, whose beginning is a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub [u8; 16]);

impl EventId {
    pub fn new(environment: &dyn Environment) -> Self {
        let mut bytes = [0; 16];
        environment.fill_random(&mut bytes);
        let milliseconds = (environment.now().0 / 1000).max(0) as u64;
        bytes[..6].copy_from_slice(&milliseconds.to_be_bytes()[2..]);
        bytes[6] = 0x70 | (bytes[6] & 0x0f);
        bytes[8] = 0x80 | (bytes[8] & 0x3f);
        Self(bytes)
    }

    /// Reads the form with hyphens.
    pub fn parse(text: &str) -> Option<Self> {
        let hyphens = [8, 13, 18, 23];
        if text.len() != 36 || !hyphens.iter().all(|at| text.as_bytes()[*at] == b'-') {
            return None;
        }
        let digits: String = text.chars().filter(|c| *c != '-').collect();
        let bytes = hex::decode(digits).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = hex::encode(self.0);
        let part = |from: usize, to: usize| &digits[from..to];
        write!(f, "{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
    }
}

pub const MAX_ACTOR_BYTES: usize = 200;

/// The actor of an event: a reference without a personal name, such as `import` or `account:…`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Actor(SmolStr);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an actor is written with 1 to {MAX_ACTOR_BYTES} letters, digits and the signs - _ . : /")]
pub struct InvalidActor;

impl Actor {
    /// Takes a reference of plain signs.
    pub fn parse(text: &str) -> Result<Self, InvalidActor> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/".contains(&byte);
        let fits = (1..=MAX_ACTOR_BYTES).contains(&text.len()) && text.bytes().all(plain);
        if fits { Ok(Self(text.into())) } else { Err(InvalidActor) }
    }

    /// The import of season bundles.
    pub fn import() -> Self {
        Self(SmolStr::new_static("import"))
    }

    /// The operator, who acts with the commands of the binary.
    pub fn operator() -> Self {
        Self(SmolStr::new_static("operator"))
    }

    /// The service, which removes what must be held no longer.
    pub fn service() -> Self {
        Self(SmolStr::new_static("service/retention"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name of a stored form without its version, like `tournament.recorded`.
pub type EventType = SmolStr;

/// An event that is about to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub event_id: EventId,
    pub stream: StreamName,
    /// The name of its stored form.
    pub event_type: EventType,
    pub schema_version: u32,
    pub occurred_at: Timestamp,
    pub actor: Actor,
    /// What the person asked for, shared by all events that came of it.
    pub correlation: Option<EventId>,
    /// The event that led to this one.
    pub causation: Option<EventId>,
    /// Random bits, so that what is hidden cannot be guessed from its hash.
    pub nonce: [u8; 16],
    /// The stored form, JSON without fractions.
    pub payload: Vec<u8>,
}

/// A SHA-256.
pub type Hash = [u8; 32];

/// An event in the log, borrowed from the page that it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedRef<'a> {
    pub position: Position,
    pub version: Version,
    pub recorded_at: Timestamp,
    pub event_id: EventId,
    /// The name of its stream, `kind/id`.
    pub stream: &'a str,
    /// The name of its stored form.
    pub event_type: &'a str,
    pub schema_version: u32,
    pub occurred_at: Timestamp,
    pub actor: &'a str,
    pub correlation: Option<EventId>,
    pub causation: Option<EventId>,
    pub nonce: [u8; 16],
    pub payload: &'a [u8],
    /// The hash of the leaf as it is stored, whether or not it is right.
    pub leaf: Hash,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    pub position: Position,
    pub version: Version,
    pub recorded_at: Timestamp,
    pub event: NewEvent,
    pub leaf: Hash,
}

impl RecordedRef<'_> {
    /// The hash that the leaf of this event must have.
    pub fn expected_leaf(&self) -> Hash {
        let content = content_hash(self.header(), self.stream, self.event_type, self.actor, self.payload);
        leaf_hash(self.position, self.version, self.recorded_at, &content)
    }

    /// The bytes whose SHA-256 is the hash of the content.
    pub fn content_bytes(&self) -> Vec<u8> {
        let (stream, event_type, actor) = (self.stream, self.event_type, self.actor);
        let fixed = fixed_part(self.header(), [stream.len(), event_type.len(), actor.len(), self.payload.len()]);
        [&fixed, stream.as_bytes(), event_type.as_bytes(), actor.as_bytes(), self.payload].concat()
    }

    /// The bytes whose SHA-256 is the hash that its leaf must have.
    pub fn leaf_bytes(&self) -> [u8; LEAF_BYTES] {
        let content = content_hash(self.header(), self.stream, self.event_type, self.actor, self.payload);
        leaf_bytes(self.position, self.version, self.recorded_at, &content)
    }

    pub fn stream_name(&self) -> Result<StreamName, ReadError> {
        StreamName::parse(self.stream)
            .map_err(|invalid| ReadError::Corrupt { position: self.position, problem: invalid.to_string() })
    }

    pub fn to_recorded(&self) -> Result<Recorded, ReadError> {
        self.recorded_of(self.stream_name()?)
    }

    /// The same as a value of its own, of a stream whose name is known.
    pub(crate) fn recorded_of(&self, stream: StreamName) -> Result<Recorded, ReadError> {
        let corrupt = |problem: String| ReadError::Corrupt { position: self.position, problem };
        Ok(Recorded {
            position: self.position,
            version: self.version,
            recorded_at: self.recorded_at,
            event: NewEvent {
                event_id: self.event_id,
                stream,
                event_type: self.event_type.into(),
                schema_version: self.schema_version,
                occurred_at: self.occurred_at,
                actor: Actor::parse(self.actor).map_err(|invalid| corrupt(invalid.to_string()))?,
                correlation: self.correlation,
                causation: self.causation,
                nonce: self.nonce,
                payload: self.payload.to_vec(),
            },
            leaf: self.leaf,
        })
    }
}

impl Recorded {
    pub fn as_ref(&self) -> RecordedRef<'_> {
        let event = &self.event;
        RecordedRef {
            position: self.position,
            version: self.version,
            recorded_at: self.recorded_at,
            event_id: event.event_id,
            stream: event.stream.as_str(),
            event_type: &event.event_type,
            schema_version: event.schema_version,
            occurred_at: event.occurred_at,
            actor: event.actor.as_str(),
            correlation: event.correlation,
            causation: event.causation,
            nonce: event.nonce,
            payload: &event.payload,
            leaf: self.leaf,
        }
    }
}

impl NewEvent {
    /// The hash of everything that is known before the event is written.
    pub fn content_hash(&self) -> Hash {
        content_hash(self.header(), self.stream.as_str(), &self.event_type, self.actor.as_str(), &self.payload)
    }
}

/// The fields of fixed length of an event's content, in the order and form in which they are hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) event_id: EventId,
    pub(crate) schema_version: u32,
    pub(crate) occurred_at: Timestamp,
    pub(crate) correlation: Option<EventId>,
    pub(crate) causation: Option<EventId>,
    pub(crate) nonce: [u8; 16],
}

pub(crate) const HEADER_BYTES: usize = 76;

macro_rules! header_of_event {
    ($($event:ty),+) => {
        $(impl $event {
            /// The fields of fixed length.
            pub(crate) fn header(&self) -> Header {
                let &Self { event_id, schema_version, occurred_at, correlation, causation, nonce, .. } = self;
                Header { event_id, schema_version, occurred_at, correlation, causation, nonce }
            }
        })+
    };
}

header_of_event!(RecordedRef<'_>, NewEvent);

impl Header {
    /// An id that is not there is written as zeros, which no id is.
    pub(crate) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        const NIL: [u8; 16] = [0; 16];
        let mut bytes = [0_u8; HEADER_BYTES];
        bytes[..16].copy_from_slice(&self.event_id.0);
        bytes[16..20].copy_from_slice(&self.schema_version.to_be_bytes());
        bytes[20..28].copy_from_slice(&self.occurred_at.0.to_be_bytes());
        bytes[28..44].copy_from_slice(&self.correlation.map_or(NIL, |id| id.0));
        bytes[44..60].copy_from_slice(&self.causation.map_or(NIL, |id| id.0));
        bytes[60..].copy_from_slice(&self.nonce);
        bytes
    }

    /// Reads what [`Header::to_bytes`] has written.
    pub(crate) fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Self {
        fn part<const N: usize>(bytes: &[u8; HEADER_BYTES], from: usize) -> [u8; N] {
            let mut part = [0; N];
            part.copy_from_slice(&bytes[from..from + N]);
            part
        }
        let id = |from: usize| Some(EventId(part(bytes, from))).filter(|id| id.0 != [0; 16]);
        Self {
            event_id: EventId(part(bytes, 0)),
            schema_version: u32::from_be_bytes(part(bytes, 16)),
            occurred_at: Timestamp(i64::from_be_bytes(part(bytes, 20))),
            correlation: id(28),
            causation: id(44),
            nonce: part(bytes, 60),
        }
    }
}

/// The hash of the content of an event: fixed fields first, then the lengths of the texts, then the texts.
///
/// The order of the fields is part of the format that outsiders check; `docs/adr/0009` describes it.
fn content_hash(header: Header, stream: &str, event_type: &str, actor: &str, payload: &[u8]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(fixed_part(header, [stream.len(), event_type.len(), actor.len(), payload.len()]));
    hasher.update(stream);
    hasher.update(event_type);
    hasher.update(actor);
    hasher.update(payload);
    hasher.finalize().into()
}

/// What stands before the texts of an event's content: the fields of fixed length, and the lengths of the texts.
fn fixed_part(header: Header, lengths: [usize; 4]) -> [u8; HEADER_BYTES + 16] {
    let mut fixed = [0_u8; HEADER_BYTES + 16];
    fixed[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
    for (length, place) in lengths.iter().zip(fixed[HEADER_BYTES..].chunks_exact_mut(4)) {
        place.copy_from_slice(&(*length as u32).to_be_bytes());
    }
    fixed
}

/// The bytes of a leaf: the zero by which RFC 6962 tells leaves from nodes, then what is hashed.
pub const LEAF_BYTES: usize = 57;

/// The hash of a leaf of the tree, as RFC 6962 takes it: over what an event got when it was written, and its content.
pub fn leaf_hash(position: Position, version: Version, recorded_at: Timestamp, content: &Hash) -> Hash {
    Sha256::digest(leaf_bytes(position, version, recorded_at, content)).into()
}

fn leaf_bytes(position: Position, version: Version, recorded_at: Timestamp, content: &Hash) -> [u8; LEAF_BYTES] {
    let mut leaf = [0_u8; LEAF_BYTES];
    leaf[1..9].copy_from_slice(&position.0.to_be_bytes());
    leaf[9..17].copy_from_slice(&version.0.to_be_bytes());
    leaf[17..25].copy_from_slice(&recorded_at.0.to_be_bytes());
    leaf[25..].copy_from_slice(content);
    leaf
}
