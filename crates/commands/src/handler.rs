//! The command handler: loads a stream, decides, seals texts, appends, and returns a receipt.
//!
//! Every function blocks until the command is durable or refused.

mod account;
mod championship;
mod grand_prix;
mod keyed_lock;
mod league;
mod ledger;
mod lookup;
mod online_event;
mod player;
mod publication;
mod rulebook;
mod ruling;
mod season;
mod text_sealer;
mod tournament;
mod winner_contact;

pub use account::AccountDetails;
pub use grand_prix::GrandPrixDetails;
pub use league::{LeagueDetails, LeagueRequest};
pub use ledger::LedgerContext;
pub use lookup::{LogLookup, Lookup, LookupError};
pub use player::PlayerDetails;
pub use ruling::TieScope;
pub use text_sealer::{Contact, TextSealer};
pub use tournament::{EtagScope, TournamentRequest};
pub use winner_contact::{NO_WINNER_CONTACT, WinnerContactRemovals, winner_contact_until};

use crate::audit::RetainedAuditEntry;
use crate::event_writer::EventWriter;
use domain::event::Event;
use domain::event::history::CorruptHistory;
use domain::tournament::course::SheetFindings;
use domain::values::calendar::Moment;
use events::append::{Append, AppendError, Expected, Idempotency, Receipt};
use events::envelope::{
    Actor, EventId, EventType, InvalidStreamName, Position, Recorded, StreamName, Timestamp, Version,
};
use events::environment::Environment;
use events::log::{Log, MAX_PAGE, ReadError};
use events::mutable_store::{MutableWrite, RecordKind};
use events::stored::{self, DecodeError};
use events::vault::{Prepared, SealError, SealedSubject, UnsealError, Vault};
use keyed_lock::KeyedLock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often a command is decided again after a conflict.
const MAX_RETRIES: usize = 5;

/// Where acts are taken in.
pub struct CommandHandler {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    environment: Arc<dyn Environment>,
    /// Held by acts whose rules look at more than one stream; they are rare, and one at a time is fast enough.
    cross_stream_lock: Mutex<()>,
    names: KeyedLock,
    tournaments: KeyedLock,
}

/// What is the same in every act.
#[derive(Debug, Clone)]
pub struct CommandMetadata {
    pub actor: Actor,
    /// Makes a retry harmless.
    pub idempotency: Option<Idempotency>,
    /// Does everything but record; the idempotency key is not looked at.
    pub dry_run: bool,
    /// What the client has seen last: the position of the last event that changed the resource.
    pub expected: Option<Position>,
    /// The audit line, appended together with the events; the handler adds the resource.
    pub audit: Option<RetainedAuditEntry>,
}

impl CommandMetadata {
    pub fn by(actor: Actor) -> Self {
        Self { actor, idempotency: None, dry_run: false, expected: None, audit: None }
    }
}

/// The receipt of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandReceipt {
    /// The resource; in a dry run that would have opened something, an id that is never used.
    pub resource: StreamName,
    /// The position of the last event that changed the resource; [`Position::START`] if there is none.
    pub etag: Position,
    /// Where the log stood after the act.
    pub position: Position,
    /// When the act was recorded.
    pub recorded_at: Timestamp,
    /// What was recorded, or would be; nothing if the act changed nothing. All of it is in the stream of the resource.
    pub events: Vec<ReceiptEvent>,
    /// Whether it was recorded by an earlier request with the same idempotency key.
    pub replayed: bool,
    /// Whether nothing was recorded because nothing was to be.
    pub dry_run: bool,
    /// What the rules found on the sheet that the act entered or corrected, in the state that it was decided on.
    ///
    /// A replayed receipt has none: nothing was decided for it.
    pub findings: Option<SheetFindings>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptEvent {
    /// Where it stands; nowhere after a dry run.
    pub position: Option<Position>,
    pub event_type: EventType,
    pub event: Event,
}

/// Why an act was not done; nothing was recorded, but perhaps for [`AppendError::Unknown`].
#[derive(Debug, thiserror::Error)]
pub enum CommandError<R> {
    #[error("{0}")]
    Rejected(R),
    #[error("there is nothing with this id")]
    NotFound,
    #[error("the resource was changed at position {current}, the client has seen {expected}")]
    Stale { expected: Position, current: Position },
    #[error("the idempotency key was used for another request")]
    IdempotencyMismatch,
    /// The log did not take it; a conflict that is told here stood in the way at every try.
    #[error("the act was not recorded")]
    Append(#[source] AppendError),
    #[error("the store could not be read")]
    Read(#[from] ReadError),
    #[error("the history of {stream} cannot be used")]
    History {
        stream: StreamName,
        #[source]
        problem: HistoryProblem,
    },
    #[error("a record of the vault could not be opened")]
    Unseal(#[from] UnsealError),
    #[error("a text could not be sealed")]
    Seal(#[from] SealError),
    #[error("the id cannot be recorded")]
    Id(#[from] InvalidStreamName),
    #[error("what is recorded elsewhere is not known")]
    Lookup(#[from] LookupError),
}

impl<R> From<keyed_lock::TooManyWaiters> for CommandError<R> {
    fn from(_: keyed_lock::TooManyWaiters) -> Self {
        Self::Append(AppendError::Overloaded)
    }
}

impl<R> CommandError<R> {
    /// The same with another kind of refusal.
    pub fn map_refusal<S>(self, refusal: impl FnOnce(R) -> S) -> CommandError<S> {
        match self {
            Self::Rejected(rejection) => CommandError::Rejected(refusal(rejection)),
            Self::NotFound => CommandError::NotFound,
            Self::Stale { expected, current } => CommandError::Stale { expected, current },
            Self::IdempotencyMismatch => CommandError::IdempotencyMismatch,
            Self::Append(error) => CommandError::Append(error),
            Self::Read(error) => CommandError::Read(error),
            Self::History { stream, problem } => CommandError::History { stream, problem },
            Self::Unseal(error) => CommandError::Unseal(error),
            Self::Seal(error) => CommandError::Seal(error),
            Self::Id(error) => CommandError::Id(error),
            Self::Lookup(error) => CommandError::Lookup(error),
        }
    }
}

/// Why the history of a stream cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryProblem {
    #[error("the event at position {position} cannot be understood")]
    Decode {
        position: Position,
        #[source]
        problem: DecodeError,
    },
    #[error("its events do not fit together")]
    Corrupt(#[from] CorruptHistory),
    #[error("it holds an event of another kind")]
    OtherKind,
}

/// The state of a stream after one more of its events.
type Evolve<S, E> = fn(S, &E) -> Result<S, CorruptHistory>;

/// A stream as it stands.
struct LoadedStream<S> {
    version: Version,
    /// The position of its last event.
    etag: Position,
    state: S,
}

/// The stream that a command is about.
struct TargetStream<'a, S, E> {
    stream: &'a StreamName,
    evolve: Evolve<S, E>,
    must_exist: bool,
}

impl<'a, S, E> TargetStream<'a, S, E> {
    /// A stream that the command may begin.
    fn new(stream: &'a StreamName, evolve: Evolve<S, E>) -> Self {
        Self { stream, evolve, must_exist: false }
    }

    fn existing(stream: &'a StreamName, evolve: Evolve<S, E>) -> Self {
        Self { stream, evolve, must_exist: true }
    }
}

/// What an act would record, decided on a state.
type PlanFn<'a, S, R> = dyn Fn(&LoadedStream<S>) -> Result<Plan, CommandError<R>> + 'a;

/// Expected versions of other streams, so that no rule across streams is broken by a concurrent command.
type Guards = Vec<(StreamName, Expected)>;

/// What an act would record.
#[derive(Default)]
struct Plan {
    /// The first event has this id, if a text in the vault goes with it.
    first_id: Option<EventId>,
    events: Vec<Event>,
    /// For the vault, under the subject of the act; left out if there are no events.
    texts: Vec<Prepared>,
    guards: Guards,
    /// Writes of the mutable store, also made if there are no events.
    mutable_writes: Vec<MutableWrite>,
    /// For the receipt.
    findings: Option<SheetFindings>,
}

impl Plan {
    fn of(events: Vec<Event>) -> Self {
        Self { events, ..Self::default() }
    }
}

impl CommandHandler {
    /// A handler for a log and its vault.
    pub fn new(log: Arc<dyn Log>, vault: Arc<Vault>, environment: Arc<dyn Environment>) -> Self {
        Self {
            log,
            vault,
            environment,
            cross_stream_lock: Mutex::new(()),
            names: KeyedLock::default(),
            tournaments: KeyedLock::default(),
        }
    }

    fn lock_across_streams(&self) -> MutexGuard<'_, ()> {
        // Nothing is kept under the lock, so a panic of another holder has spoiled nothing.
        self.cross_stream_lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is the same in every act; `plan` decides on the state and is asked again when it has changed.
    fn execute<S: Default, E: TryFrom<Event>, R>(
        &self,
        metadata: &CommandMetadata,
        target: &TargetStream<'_, S, E>,
        plan: impl Fn(&LoadedStream<S>) -> Result<Plan, CommandError<R>>,
    ) -> Result<CommandReceipt, CommandError<R>> {
        let load = || {
            let loaded = self.loaded(target.stream, target.evolve)?;
            if target.must_exist && loaded.version == Version(0) { Err(CommandError::NotFound) } else { Ok(loaded) }
        };
        self.execute_with_loader(metadata, target.stream, &load, &plan)
    }

    /// The same for a state that is kept elsewhere; `load` is called again after a conflict.
    fn execute_with_loader<S, R>(
        &self,
        metadata: &CommandMetadata,
        stream: &StreamName,
        load: &dyn Fn() -> Result<LoadedStream<S>, CommandError<R>>,
        plan: &PlanFn<'_, S, R>,
    ) -> Result<CommandReceipt, CommandError<R>> {
        if let Some(done) = self.find_replayed_receipt(metadata, stream)? {
            return Ok(done);
        }
        let event_writer = EventWriter::new(&*self.log, &self.vault, &*self.environment, metadata.actor.clone());
        let mut retries = 0;
        loop {
            match self.attempt(metadata, &event_writer, stream, load, plan) {
                // Other kinds hold what is used once, like a link: the second command has nothing to decide again.
                Err(CommandError::Append(
                    AppendError::Conflict { .. }
                    | AppendError::VaultConflict { .. }
                    | AppendError::RecordConflict { record_kind: RecordKind::Claim },
                )) if retries < MAX_RETRIES => retries += 1,
                Err(CommandError::Append(AppendError::IdempotencyMismatch)) => {
                    return Err(CommandError::IdempotencyMismatch);
                }
                // What the rule objects to may be what another try of this very request has recorded meanwhile.
                Err(CommandError::Rejected(rejection)) => {
                    return self.find_replayed_receipt(metadata, stream)?.ok_or(CommandError::Rejected(rejection));
                }
                outcome => return outcome,
            }
        }
    }

    /// The answer to a request that was answered before.
    fn find_replayed_receipt<R>(
        &self,
        metadata: &CommandMetadata,
        stream: &StreamName,
    ) -> Result<Option<CommandReceipt>, CommandError<R>> {
        let Some(idempotency) = metadata.idempotency.filter(|_| !metadata.dry_run) else { return Ok(None) };
        let Some(kept) = self.log.idempotency_record(&idempotency.key)? else { return Ok(None) };
        if kept.idempotency.request != idempotency.request {
            return Err(CommandError::IdempotencyMismatch);
        }
        self.rebuild_receipt(stream, kept.receipt).map(Some)
    }

    fn attempt<S, R>(
        &self,
        metadata: &CommandMetadata,
        event_writer: &EventWriter<'_>,
        stream: &StreamName,
        load: &dyn Fn() -> Result<LoadedStream<S>, CommandError<R>>,
        plan: &PlanFn<'_, S, R>,
    ) -> Result<CommandReceipt, CommandError<R>> {
        let loaded = load()?;
        if let Some(expected) = metadata.expected.filter(|expected| *expected != loaded.etag) {
            return Err(CommandError::Stale { expected, current: loaded.etag });
        }
        let Plan { first_id, events: decided, texts, guards, mut mutable_writes, findings } = plan(&loaded)?;
        let now = self.environment.now();
        let ids = first_id.into_iter().chain(std::iter::repeat_with(|| EventId::new(&*self.environment)));
        let events: Vec<_> =
            decided.iter().zip(ids).map(|(event, id)| event_writer.write(stream, id, event, now)).collect();
        let types: Vec<EventType> = events.iter().map(|event| event.event_type.clone()).collect();
        let line = |line: &RetainedAuditEntry| {
            line.entry.clone().about(stream.as_str()).with_retention(line.retention).write(&*self.environment)
        };
        mutable_writes.extend(metadata.audit.as_ref().map(line));
        let mut append = Append { events, mutable_writes, idempotency: metadata.idempotency, ..Append::default() };
        append.expected.push((stream.clone(), expect(loaded.version)));
        append.expected.extend(guards);
        if !append.events.is_empty() && !texts.is_empty() {
            append.vault.push(match self.log.sealed(stream)? {
                Some(kept) => self.vault.replace(&kept, &texts)?,
                None => self.vault.create(stream, &texts)?,
            });
        }
        let receipt_events = |positions: &mut dyn Iterator<Item = Option<Position>>| -> Vec<ReceiptEvent> {
            let events = positions.zip(types).zip(decided);
            events.map(|((position, event_type), event)| ReceiptEvent { position, event_type, event }).collect()
        };
        let done = |etag, position, recorded_at, events| CommandReceipt {
            resource: stream.clone(),
            etag,
            position,
            recorded_at,
            events,
            replayed: false,
            dry_run: metadata.dry_run,
            findings,
        };
        if metadata.dry_run {
            let events = receipt_events(&mut std::iter::repeat(None));
            return Ok(done(loaded.etag, self.log.head()?.position, now, events));
        }
        // An act that changes nothing is handed over too: its key is kept, so that a retry has the same answer.
        let receipt = self.log.append(append).wait().map_err(CommandError::Append)?;
        if receipt.replayed {
            return self.rebuild_receipt(stream, receipt);
        }
        let etag = if receipt.count == 0 { loaded.etag } else { receipt.last() };
        let events = receipt_events(&mut (receipt.after.0 + 1..).map(|position| Some(Position(position))));
        Ok(done(etag, receipt.last(), receipt.recorded_at, events))
    }

    /// The answer to a request that was answered before, from what is in the log.
    fn rebuild_receipt<R>(&self, stream: &StreamName, receipt: Receipt) -> Result<CommandReceipt, CommandError<R>> {
        let recorded = self.log.read(receipt.after, receipt.count as usize)?;
        // A new thing had another random id at this try.
        let resource = recorded.first().map_or(stream, |first| &first.event.stream).clone();
        let etag = if recorded.is_empty() { self.etag_at(stream, receipt.after)? } else { receipt.last() };
        let event = |recorded: Recorded| {
            let event = decode(&recorded)?;
            Ok(ReceiptEvent { position: Some(recorded.position), event_type: recorded.event.event_type, event })
        };
        Ok(CommandReceipt {
            resource,
            etag,
            position: receipt.last(),
            recorded_at: receipt.recorded_at,
            events: recorded.into_iter().map(event).collect::<Result<_, CommandError<R>>>()?,
            replayed: true,
            dry_run: false,
            findings: None,
        })
    }

    /// The position of the last event of a stream up to a position.
    fn etag_at(&self, stream: &StreamName, until: Position) -> Result<Position, ReadError> {
        let mut etag = Position::START;
        self.each_event(stream, &mut |event| {
            if event.position <= until {
                etag = event.position;
            }
            Ok(())
        })
        .map(|()| etag)
    }

    fn each_event<E: From<ReadError>>(
        &self,
        stream: &StreamName,
        visit: &mut dyn FnMut(&Recorded) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut after = Version(0);
        loop {
            let page = self.log.read_stream(stream, after, MAX_PAGE)?;
            page.iter().try_for_each(&mut *visit)?;
            match page.last() {
                Some(last) if page.len() == MAX_PAGE => after = last.version,
                _ => return Ok(()),
            }
        }
    }

    fn each_decoded_event<R>(
        &self,
        stream: &StreamName,
        visit: &mut dyn FnMut(&Recorded, Event) -> Result<(), HistoryProblem>,
    ) -> Result<(), CommandError<R>> {
        self.each_event(stream, &mut |recorded: &Recorded| {
            let event = decode(recorded)?;
            visit(recorded, event).map_err(|problem| CommandError::History { stream: stream.clone(), problem })
        })
    }

    fn loaded<S: Default, E: TryFrom<Event>, R>(
        &self,
        stream: &StreamName,
        evolve: Evolve<S, E>,
    ) -> Result<LoadedStream<S>, CommandError<R>> {
        let mut loaded = LoadedStream { version: Version(0), etag: Position::START, state: S::default() };
        self.each_decoded_event(stream, &mut |recorded, event| {
            let event = E::try_from(event).map_err(|_| HistoryProblem::OtherKind)?;
            loaded.state = evolve(std::mem::take(&mut loaded.state), &event)?;
            (loaded.version, loaded.etag) = (recorded.version, recorded.position);
            Ok(())
        })?;
        Ok(loaded)
    }

    /// The sealed records of a subject that must exist; if they are gone, an erasure is running, and the command is
    /// retried.
    fn sealed<R>(&self, subject: &StreamName) -> Result<SealedSubject, CommandError<R>> {
        let moved = || CommandError::Append(AppendError::VaultConflict { subject: subject.clone() });
        self.log.sealed(subject)?.ok_or_else(moved)
    }

    /// Seals the texts of one command about a stream.
    fn sealer<'a>(&'a self, stream: &'a StreamName) -> TextSealer<'a> {
        TextSealer::new(self, stream)
    }

    /// The current time, as the clocks of Warsaw show it.
    fn moment(&self) -> Moment {
        Moment::at_microseconds(self.environment.now().0)
    }

    /// 20 random digits, which reveal nothing about the subject.
    fn opaque_id(&self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut bytes = [0; 20];
        self.environment.fill_random(&mut bytes);
        bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect()
    }
}

fn decode<R>(recorded: &Recorded) -> Result<Event, CommandError<R>> {
    let (position, event) = (recorded.position, &recorded.event);
    stored::decode(&event.event_type, event.schema_version, &event.payload).map_err(|problem| CommandError::History {
        stream: event.stream.clone(),
        problem: HistoryProblem::Decode { position, problem },
    })
}

/// The events that a decider gave.
fn events_of<E: Into<Event>, R>(decision: Result<Vec<E>, R>) -> Result<Vec<Event>, CommandError<R>> {
    let events = decision.map_err(CommandError::Rejected)?;
    Ok(events.into_iter().map(E::into).collect())
}

/// What to expect of a stream that was found with a version.
fn expect(version: Version) -> Expected {
    if version == Version(0) { Expected::NoStream } else { Expected::Exact(version) }
}
