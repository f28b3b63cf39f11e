//! The appends that a log is put under: each is made of its name and a seed alone, so that it can be made again.

use crate::line::AppendId;
use crate::random::Random;
use events::append::{Append, Expected, Idempotency};
use events::envelope::{Actor, EventId, EventType, NewEvent, StreamKind, StreamName, Timestamp, Version};
use events::log::{Log, ReadError};
use events::vault::{SealedRecord, VaultWrite};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

const MOST_EVENTS: u64 = 20;
/// Streams that one thread has to itself.
const OWN_STREAMS: u64 = 4;
const SHARED_STREAMS: u64 = 3;

/// What one event says about the append that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AppendMarker {
    pub(crate) append: AppendId,
    pub(crate) index: u64,
    pub(crate) of: u64,
    pub(crate) vault: VaultMark,
}

/// What happens in the vault together with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VaultMark {
    Nothing,
    Create,
    Erase,
}

impl VaultMark {
    const ALL: [Self; 3] = [Self::Nothing, Self::Create, Self::Erase];
}

impl AppendMarker {
    fn payload(&self, filler: usize) -> Vec<u8> {
        let Self { append: AppendId { round, thread, number }, index, of, vault } = self;
        let vault = *vault as u8;
        let filler = "x".repeat(filler);
        format!(r#"{{"mark":[{round},{thread},{number},{index},{of},{vault}],"filler":"{filler}"}}"#).into_bytes()
    }

    /// Reads what an event says.
    pub(crate) fn read(payload: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(payload).ok()?;
        let (mark, _) = text.strip_prefix(r#"{"mark":["#)?.split_once(']')?;
        let numbers: Option<Vec<u64>> = mark.split(',').map(|number| number.parse().ok()).collect();
        match numbers?[..] {
            [round, thread, number, index, of, vault] => Some(Self {
                append: AppendId { round: round as u32, thread: thread as u32, number: number as u32 },
                index,
                of,
                vault: *VaultMark::ALL.get(usize::try_from(vault).ok()?)?,
            }),
            _ => None,
        }
    }
}

/// A hash over ids of events in order.
pub(crate) fn hash_of_ids(ids: impl Iterator<Item = EventId>) -> String {
    let mut hasher = Sha256::new();
    ids.for_each(|id| hasher.update(id.0));
    hex::encode(&hasher.finalize()[..12])
}

/// What one thread knows of the streams that it has to itself.
pub(crate) struct OwnStreams<'l> {
    log: &'l dyn Log,
    versions: HashMap<StreamName, Version>,
    /// Subjects of the vault that this thread has created and not erased.
    subjects: Vec<StreamName>,
}

impl<'l> OwnStreams<'l> {
    pub(crate) fn new(log: &'l dyn Log) -> Self {
        Self { log, versions: HashMap::new(), subjects: Vec::new() }
    }

    fn version(&mut self, stream: &StreamName) -> Result<Version, ReadError> {
        if let Some(version) = self.versions.get(stream) {
            return Ok(*version);
        }
        let version = self.log.stream_version(stream)?;
        self.versions.insert(stream.clone(), version);
        Ok(version)
    }

    /// Takes up what was recorded.
    pub(crate) fn recorded(&mut self, append: &Append) {
        for event in &append.events {
            if let Some(version) = self.versions.get_mut(&event.stream) {
                version.0 += 1;
            }
        }
        for write in &append.vault {
            if let VaultWrite::Create { subject, .. } = write {
                self.subjects.push(subject.clone());
            }
        }
    }

    /// Nothing is certain any more, or somebody else has recorded an append of ours.
    pub(crate) fn forget(&mut self) {
        self.versions.clear();
        self.subjects.clear();
    }
}

/// Makes the append of this name; the same each time, but for the versions that its streams have meanwhile.
pub(crate) fn make(name: AppendId, seed: u64, keyed: bool, own: &mut OwnStreams<'_>) -> Result<Append, ReadError> {
    let mut random = Random::of(seed, &[u64::from(name.round), u64::from(name.thread), u64::from(name.number)]);
    let mut streams = Vec::new();
    let mut append = Append::default();
    // Mostly few, so that the disk has more to do than the processor.
    let most = if random.one_in(4) { MOST_EVENTS } else { 3 };
    let count = 1 + random.below(most);
    let mut vault = VaultMark::Nothing;
    if random.one_in(4) {
        let player = stream(StreamKind::Player, &name.to_string());
        append.expected.push((player.clone(), Expected::NoStream));
        append.vault.push(VaultWrite::Create {
            subject: player.clone(),
            wrapped_key: [random.sixteen(), random.sixteen()].concat(),
            records: vec![SealedRecord { name: "profile".to_owned(), sealed: random.sixteen().repeat(8) }],
        });
        vault = VaultMark::Create;
        streams.push(player);
    } else if random.one_in(4)
        && let Some(subject) = own.subjects.pop()
    {
        append.vault.push(VaultWrite::Erase { subject: subject.clone() });
        vault = VaultMark::Erase;
        streams.push(subject);
    }
    for number in 0..OWN_STREAMS {
        if random.one_in(2) {
            let tournament = stream(StreamKind::Tournament, &format!("{}-{number}", name.thread));
            append.expected.push((tournament.clone(), Expected::Exact(own.version(&tournament)?)));
            streams.push(tournament);
        }
    }
    streams.push(stream(StreamKind::Season, &random.below(SHARED_STREAMS).to_string()));
    for index in 0..count {
        let filler = if random.one_in(30) { 10_000 } else { 20 + random.below(600) as usize };
        // The first event is the one that goes with the vault.
        let (mark, stream) = if index == 0 {
            (vault, &streams[0])
        } else {
            (VaultMark::Nothing, &streams[random.below(streams.len() as u64) as usize])
        };
        append.events.push(NewEvent {
            event_id: EventId(random.sixteen()),
            stream: stream.clone(),
            event_type: EventType::new_static("test.marked"),
            schema_version: 1,
            occurred_at: Timestamp(index as i64),
            actor: Actor::operator(),
            correlation: None,
            causation: None,
            nonce: random.sixteen(),
            payload: AppendMarker { append: name, index, of: count, vault: mark }.payload(filler),
        });
    }
    if keyed {
        let hash = |what: &str| Sha256::digest(format!("{what} {seed} {name}")).into();
        append.idempotency = Some(Idempotency { key: hash("key"), request: hash("request") });
    }
    Ok(append)
}

#[expect(clippy::expect_used, reason = "ids are made of a few letters and digits")]
fn stream(kind: StreamKind, id: &str) -> StreamName {
    StreamName::new(kind, id).expect("the name of a stream")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_says_which_append_it_belongs_to() {
        let mark = AppendMarker {
            append: AppendId { round: 2, thread: 1, number: 40 },
            index: 3,
            of: 7,
            vault: VaultMark::Erase,
        };
        assert_eq!(AppendMarker::read(&mark.payload(12)), Some(mark));
        assert_eq!(AppendMarker::read(b"{}"), None);
    }
}
