//! A batch of appends as arguments of the functions in the database, and their answers.

use super::rows::{Id, Value, bounded};

use crate::append::{Append, AppendError, Expected, Receipt};
use crate::append_queue::Job;
use crate::envelope::{NewEvent, Position, StreamName, Timestamp, Version, leaf_hash};
use crate::mutable_store::{self, MutableWrite};
use crate::vault::{SealedRecord, VaultWrite};
use postgres::{Client, Row, Statement};
use rustc_hash::FxHashMap;

const APPEND_ONE: &str = "SELECT kostka.append_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
     $16, $17, $18)";
const APPEND: &str = "SELECT * FROM kostka.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
     $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36)";

/// What became of the appends of a batch, in order.
pub(super) type Outcomes = Vec<Result<Receipt, AppendError>>;

pub(super) enum BatchError {
    /// The server sent an error.
    Server(postgres::Error),
    /// The server sent what it never sends.
    UnexpectedAnswer,
}

impl From<postgres::Error> for BatchError {
    fn from(error: postgres::Error) -> Self {
        Self::Server(error)
    }
}

/// The statements that append.
pub(super) struct Statements {
    one: Statement,
    many: Statement,
}

impl Statements {
    pub(super) fn prepare(client: &mut Client) -> Result<Self, postgres::Error> {
        Ok(Self { one: client.prepare(APPEND_ONE)?, many: client.prepare(APPEND)? })
    }

    /// Appends a batch in one transaction; when this comes back with outcomes, it is durable.
    pub(super) fn run(
        &self,
        client: &mut Client,
        clock: Timestamp,
        batch: &[Job],
        known: &mut HeadCache,
    ) -> Result<Outcomes, BatchError> {
        match batch {
            [job] if is_simple(&job.append) => self.run_one(client, clock, job, known),
            _ => {
                let outcomes = self.run_many(client, clock, batch)?;
                known.forget();
                Ok(outcomes)
            }
        }
    }

    fn run_one(
        &self,
        client: &mut Client,
        clock: Timestamp,
        job: &Job,
        known: &mut HeadCache,
    ) -> Result<Outcomes, BatchError> {
        let ([event], [content]) = (&job.append.events[..], &job.contents[..]) else {
            return Err(BatchError::UnexpectedAnswer);
        };
        let expected = job.append.expected.first().map_or(Expected::Any, |(_, expected)| *expected);
        let idempotency = job.append.idempotency.as_ref();
        let clock = known.clock(clock);
        let place = known.place(&event.stream, expected);
        let leaf = place.map(|(position, version)| leaf_hash(position, version, clock, content));
        let row = client.query_one(
            &self.one,
            &[
                &clock.0,
                &idempotency.map(|it| &it.key[..]),
                &idempotency.map(|it| &it.request[..]),
                &written(expected),
                &place.map(|(position, _)| bounded(position.0)),
                &place.map(|(_, version)| bounded(version.0)),
                &leaf.as_ref().map(|leaf| &leaf[..]),
                &event.stream.as_str(),
                &Id(event.event_id),
                &event.event_type.as_str(),
                &i64::from(event.schema_version),
                &event.occurred_at.0,
                &event.actor.as_str(),
                &event.correlation.map(Id),
                &event.causation.map(Id),
                &&event.nonce[..],
                &&content[..],
                &event.payload,
            ],
        )?;
        let answer: Vec<i64> = row.try_get(0)?;
        let outcome = match answer[..] {
            [0, after, count, recorded_at, version] => {
                let receipt = receipt(false, after, count, recorded_at);
                known.learn(&receipt, &event.stream, Version(version as u64 + 1));
                Ok(receipt)
            }
            [1, after, count, recorded_at, _] => Ok(receipt(true, after, count, recorded_at)),
            [2] => Err(AppendError::IdempotencyMismatch),
            [3, found] => {
                Err(AppendError::Conflict { stream: event.stream.clone(), expected, found: Version(found as u64) })
            }
            _ => return Err(BatchError::UnexpectedAnswer),
        };
        Ok(vec![outcome])
    }

    fn run_many(&self, client: &mut Client, clock: Timestamp, batch: &[Job]) -> Result<Outcomes, BatchError> {
        let arrays = Arrays::of(batch);
        let rows = arrays.send(client, &self.many, clock)?;
        if rows.len() != batch.len() {
            return Err(BatchError::UnexpectedAnswer);
        }
        let mut first_part = 1;
        let mut first_write = 1;
        let mut first_filed = 1;
        let mut outcomes = Outcomes::with_capacity(batch.len());
        for ((row, job), parts) in rows.iter().zip(batch).zip(&arrays.parts_of) {
            outcomes.push(outcome(
                row,
                &job.append,
                FirstIndices { part: first_part, write: first_write, filed: first_filed },
            )?);
            first_part += parts;
            first_write += job.append.vault.len() as i32;
            first_filed += job.append.mutable_writes.len() as i32;
        }
        Ok(outcomes)
    }
}

/// Versions of streams that are remembered between commits.
const KNOWN_STREAMS: usize = 100_000;

/// The end of the log as the writer knows it, valid while no other process writes.
#[derive(Default)]
pub(super) struct HeadCache {
    head: Option<(Position, Timestamp)>,
    versions: FxHashMap<StreamName, Version>,
}

impl HeadCache {
    /// Forgets the known end because another process has written or may have; false if nothing was known.
    pub(super) fn forget(&mut self) -> bool {
        self.versions.clear();
        self.head.take().is_some()
    }

    /// Forgets what is known if the log has moved on without us.
    pub(super) fn compare(&mut self, head: Position) {
        if self.head.is_some_and(|(known, _)| known < head) {
            self.forget();
        }
    }

    /// The time of recording never goes back.
    fn clock(&self, clock: Timestamp) -> Timestamp {
        self.head.map_or(clock, |(_, recorded_at)| clock.max(recorded_at))
    }

    /// Where the next event of a stream will stand, if that is known and as expected.
    fn place(&self, stream: &StreamName, expected: Expected) -> Option<(Position, Version)> {
        let (head, _) = self.head?;
        let version = match (self.versions.get(stream), expected) {
            (Some(version), _) => *version,
            // If the stream exists after all, its first version is taken.
            (None, Expected::NoStream | Expected::Exact(Version(0))) => Version(0),
            (None, _) => return None,
        };
        expected.allows(version).then_some((head.next(), Version(version.0 + 1)))
    }

    /// Takes up that an event was recorded as the last of all and as this version of its stream.
    fn learn(&mut self, receipt: &Receipt, stream: &StreamName, version: Version) {
        if self.head.is_some_and(|(head, _)| head != receipt.after) || self.versions.len() >= KNOWN_STREAMS {
            self.forget();
        }
        self.head = Some((receipt.last(), receipt.recorded_at));
        match self.versions.get_mut(stream) {
            Some(known) => *known = version,
            None => drop(self.versions.insert(stream.clone(), version)),
        }
    }
}

/// Whether it is one event with nothing beside it but what is expected of its own stream.
fn is_simple(append: &Append) -> bool {
    let Append { expected, events, vault, mutable_writes, .. } = append;
    match (&events[..], &expected[..]) {
        _ if !vault.is_empty() || !mutable_writes.is_empty() => false,
        ([_], []) => true,
        ([event], [(stream, _)]) => *stream == event.stream,
        _ => false,
    }
}

/// What is expected, as a number: a version, or -1 for anything.
fn written(expected: Expected) -> i64 {
    match expected {
        Expected::Any => -1,
        Expected::NoStream => 0,
        Expected::Exact(version) => bounded(version.0),
    }
}

fn receipt(replayed: bool, after: i64, count: i64, recorded_at: i64) -> Receipt {
    Receipt { after: Position(after as u64), count: count as u64, recorded_at: Timestamp(recorded_at), replayed }
}

/// The numbers of the first part, write to the vault and write to the mutable store of an append in its batch.
#[derive(Clone, Copy)]
struct FirstIndices {
    part: i32,
    write: i32,
    filed: i32,
}

/// Reads one row of the answer to a batch.
fn outcome(row: &Row, append: &Append, first: FirstIndices) -> Result<Result<Receipt, AppendError>, BatchError> {
    let detail = || row.try_get::<_, i32>(4);
    Ok(match row.try_get::<_, i32>(0)? {
        outcome @ (0 | 1) => Ok(receipt(outcome == 1, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?)),
        2 => Err(AppendError::IdempotencyMismatch),
        3 => {
            let part = append.expected.get((detail()? - first.part) as usize).ok_or(BatchError::UnexpectedAnswer)?;
            let found = Version(row.try_get::<_, i64>(5)? as u64);
            Err(AppendError::Conflict { stream: part.0.clone(), expected: part.1, found })
        }
        4 => {
            let write = append.vault.get((detail()? - first.write) as usize).ok_or(BatchError::UnexpectedAnswer)?;
            Err(AppendError::VaultConflict { subject: write.subject().clone() })
        }
        5 => {
            let place = (detail()? - first.filed) as usize;
            let write =
                mutable_store::in_order(&append.mutable_writes).nth(place).ok_or(BatchError::UnexpectedAnswer)?;
            Err(AppendError::RecordConflict { record_kind: write.record_kind() })
        }
        _ => return Err(BatchError::UnexpectedAnswer),
    })
}

/// The arguments of `kostka.append`, one array for each of its parameters.
#[derive(Default)]
struct Arrays<'b> {
    parts_of: Vec<i32>,
    events_of: Vec<i64>,
    keys: Vec<Option<&'b [u8]>>,
    requests: Vec<Option<&'b [u8]>>,
    streams: Vec<&'b str>,
    part_stream: Vec<i32>,
    part_expected: Vec<i64>,
    part_events: Vec<i64>,
    part_of: Vec<i32>,
    place_in_part: Vec<i64>,
    event_ids: Vec<Id>,
    types: Vec<&'b str>,
    schema_versions: Vec<i64>,
    occurred: Vec<i64>,
    actors: Vec<&'b str>,
    correlations: Vec<Option<Id>>,
    causations: Vec<Option<Id>>,
    nonces: Vec<&'b [u8]>,
    contents: Vec<&'b [u8]>,
    payloads: Vec<&'b [u8]>,
    vault_of: Vec<i32>,
    vault_kind: Vec<i32>,
    vault_subject: Vec<&'b str>,
    vault_key: Vec<Option<&'b [u8]>>,
    record_of: Vec<i32>,
    record_name: Vec<&'b str>,
    record_sealed: Vec<&'b [u8]>,
    mutable_of: Vec<i32>,
    mutable_kind: Vec<i32>,
    mutable_record_kind: Vec<&'b str>,
    mutable_key: Vec<Option<&'b [u8]>>,
    mutable_owner: Vec<Option<&'b str>>,
    mutable_value: Vec<Option<&'b [u8]>>,
    mutable_moment: Vec<Option<i64>>,
    mutable_number: Vec<Option<i64>>,
}

impl<'b> Arrays<'b> {
    fn of(batch: &'b [Job]) -> Self {
        let mut arrays = Self::default();
        let mut streams = FxHashMap::default();
        for job in batch {
            arrays.add(job, &mut streams);
        }
        if arrays.keys.iter().all(Option::is_none) {
            arrays.keys.clear();
            arrays.requests.clear();
        }
        arrays
    }

    fn add(&mut self, job: &'b Job, streams: &mut FxHashMap<&'b str, i32>) {
        let append = &job.append;
        let before = self.part_stream.len();
        let mut parts = FxHashMap::default();
        for (stream, expected) in &append.expected {
            let part = self.add_part(stream.as_str(), *expected, streams);
            parts.insert(stream.as_str(), part);
        }
        for (event, content) in append.events.iter().zip(&job.contents) {
            let stream = event.stream.as_str();
            let part = *parts.entry(stream).or_insert_with(|| self.add_part(stream, Expected::Any, streams));
            self.add_event(event, content, part);
        }
        self.parts_of.push((self.part_stream.len() - before) as i32);
        self.events_of.push(append.events.len() as i64);
        self.keys.push(append.idempotency.as_ref().map(|it| &it.key[..]));
        self.requests.push(append.idempotency.as_ref().map(|it| &it.request[..]));
        for write in &append.vault {
            self.add_write(write, self.parts_of.len() as i32);
        }
        for write in mutable_store::in_order(&append.mutable_writes) {
            self.file(write, self.parts_of.len() as i32);
        }
    }

    fn add_part(&mut self, stream: &'b str, expected: Expected, streams: &mut FxHashMap<&'b str, i32>) -> i32 {
        let index = *streams.entry(stream).or_insert_with(|| {
            self.streams.push(stream);
            self.streams.len() as i32
        });
        self.part_stream.push(index);
        self.part_expected.push(written(expected));
        self.part_events.push(0);
        self.part_stream.len() as i32
    }

    fn add_event(&mut self, event: &'b NewEvent, content: &'b [u8], part: i32) {
        let events = &mut self.part_events[part as usize - 1];
        *events += 1;
        self.place_in_part.push(*events);
        self.part_of.push(part);
        self.event_ids.push(Id(event.event_id));
        self.types.push(&event.event_type);
        self.schema_versions.push(i64::from(event.schema_version));
        self.occurred.push(event.occurred_at.0);
        self.actors.push(event.actor.as_str());
        self.correlations.push(event.correlation.map(Id));
        self.causations.push(event.causation.map(Id));
        self.nonces.push(&event.nonce);
        self.contents.push(content);
        self.payloads.push(&event.payload);
    }

    fn add_write(&mut self, write: &'b VaultWrite, append: i32) {
        let (kind, key, records): (i32, Option<&[u8]>, &[SealedRecord]) = match write {
            VaultWrite::Create { wrapped_key, records, .. } => (0, Some(wrapped_key), records),
            VaultWrite::Replace { wrapped_key, records, .. } => (1, Some(wrapped_key), records),
            VaultWrite::Erase { .. } => (2, None, &[]),
        };
        self.vault_of.push(append);
        self.vault_kind.push(kind);
        self.vault_subject.push(write.subject().as_str());
        self.vault_key.push(key);
        for record in records {
            self.record_of.push(self.vault_of.len() as i32);
            self.record_name.push(&record.name);
            self.record_sealed.push(&record.sealed);
        }
    }

    fn file(&mut self, write: &'b MutableWrite, append: i32) {
        let (kind, moment, number) = match write {
            MutableWrite::Put { expires_at, .. } => (0, *expires_at, None),
            MutableWrite::PutNew { expires_at, .. } => (1, *expires_at, None),
            MutableWrite::Replace { expires_at, revision, .. } => (2, *expires_at, Some(bounded(*revision))),
            MutableWrite::Remove { .. } => (3, None, None),
            MutableWrite::RemoveIfThere { .. } => (4, None, None),
            MutableWrite::RemoveOwned { .. } => (5, None, None),
            MutableWrite::RemoveExpired { before, .. } => (6, Some(*before), None),
        };
        self.mutable_of.push(append);
        self.mutable_kind.push(kind);
        self.mutable_record_kind.push(write.record_kind().name());
        self.mutable_key.push(write.key());
        self.mutable_owner.push(write.owner().map(smol_str::SmolStr::as_str));
        self.mutable_value.push(write.value());
        self.mutable_moment.push(moment.map(|moment| moment.0));
        self.mutable_number.push(number);
    }

    fn send(&self, client: &mut Client, statement: &Statement, clock: Timestamp) -> Result<Vec<Row>, postgres::Error> {
        let (keys, requests) = (non_empty(&self.keys), non_empty(&self.requests));
        let (vault_of, vault_kind) = (non_empty(&self.vault_of), non_empty(&self.vault_kind));
        let (vault_subject, vault_key) = (non_empty(&self.vault_subject), non_empty(&self.vault_key));
        let (record_of, record_name) = (non_empty(&self.record_of), non_empty(&self.record_name));
        let record_sealed = non_empty(&self.record_sealed);
        let (mutable_of, mutable_kind) = (non_empty(&self.mutable_of), non_empty(&self.mutable_kind));
        let (mutable_record_kind, mutable_key) = (non_empty(&self.mutable_record_kind), non_empty(&self.mutable_key));
        let (mutable_owner, mutable_value) = (non_empty(&self.mutable_owner), non_empty(&self.mutable_value));
        let (mutable_moment, mutable_number) = (non_empty(&self.mutable_moment), non_empty(&self.mutable_number));
        let values: [Value<'_>; 36] = [
            &clock.0,
            &self.parts_of,
            &self.events_of,
            &keys,
            &requests,
            &self.streams,
            &self.part_stream,
            &self.part_expected,
            &self.part_events,
            &self.part_of,
            &self.place_in_part,
            &self.event_ids,
            &self.types,
            &self.schema_versions,
            &self.occurred,
            &self.actors,
            &self.correlations,
            &self.causations,
            &self.nonces,
            &self.contents,
            &self.payloads,
            &vault_of,
            &vault_kind,
            &vault_subject,
            &vault_key,
            &record_of,
            &record_name,
            &record_sealed,
            &mutable_of,
            &mutable_kind,
            &mutable_record_kind,
            &mutable_key,
            &mutable_owner,
            &mutable_value,
            &mutable_moment,
            &mutable_number,
        ];
        client.query(statement, &values)
    }
}

/// An array that nothing is in is not given at all.
fn non_empty<T>(array: &[T]) -> Option<&[T]> {
    (!array.is_empty()).then_some(array)
}
