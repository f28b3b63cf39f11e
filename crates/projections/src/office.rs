//! What an office does with the log: it takes one act of somebody, decides, seals what is personal, records, and gives a receipt.
//!
//! Every function blocks until the act is durable or refused.

mod account;
mod championship;
mod cycle;
mod known;
mod league;
mod ledger;
mod online_event;
mod player;
mod publication;
mod rulebook;
mod ruling;
mod season;
mod tournament;
mod turns;

pub use account::AccountDetails;
pub use championship::ChampionshipWish;
pub use cycle::{CycleDetails, CycleRecordDetails, CycleWish};
pub use known::{Known, KnownFromLog, NotKnown};
pub use league::{LeagueDetails, LeagueRecordDetails, LeagueWish};
pub use ledger::{LedgerAsk, LedgerWish};
pub use online_event::OnlineWish;
pub use player::PlayerDetails;
pub use publication::ListWish;
pub use ruling::{ExceptionAsk, TieAbout, TieAsk, WaiverAsk};
pub use tournament::{About, Contact, Ink, TournamentAsk};

use crate::audit::Line;
use crate::scribe::Scribe;
use domain::event::Event;
use domain::history::CorruptHistory;
use domain::text::StatedReason;
use events::append::{Append, AppendError, Expected, Idempotency, Receipt};
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::{
    Actor, EventId, EventType, InvalidStreamName, Position, Recorded, StreamName, Timestamp, Version,
};
use events::environment::Environment;
use events::log::{Log, MAX_PAGE, ReadError};
use events::stored::{self, DecodeError};
use events::vault::{Prepared, Reason, SealError, SealedSubject, UnsealError, Vault};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turns::UnderWay;

/// How often an act is decided again when somebody else has moved what it is about.
const MAX_RETRIES: usize = 5;

/// Where acts are taken in.
pub struct Office {
    log: Arc<dyn Log>,
    vault: Arc<Vault>,
    environment: Arc<dyn Environment>,
    /// Held by acts whose rules look at more than one stream; they are rare, and one at a time is fast enough.
    across_streams: Mutex<()>,
    names: UnderWay,
    tournaments: UnderWay,
}

/// What is the same in every act.
#[derive(Debug, Clone)]
pub struct Act {
    /// In whose name.
    pub actor: Actor,
    /// Makes a retry harmless.
    pub idempotency: Option<Idempotency>,
    /// Does everything but record; the idempotency key is not looked at.
    pub dry_run: bool,
    /// What the client has seen last: the position of the last event that changed the resource.
    pub expected: Option<Position>,
    /// What the audit is to say of it, recorded together with the act; the office adds what it was about.
    pub audit: Option<Line>,
}

impl Act {
    /// An act without conditions.
    pub fn by(actor: Actor) -> Self {
        Self { actor, idempotency: None, dry_run: false, expected: None, audit: None }
    }
}

/// The receipt of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// What it was about; in a dry run that would have opened something, an id that nobody will have.
    pub resource: StreamName,
    /// The position of the last event that changed the resource; [`Position::START`] if there is none.
    pub etag: Position,
    /// Where the log stood after the act.
    pub position: Position,
    /// When the act was recorded.
    pub recorded_at: Timestamp,
    /// What was recorded, or would be; nothing if the act changed nothing.
    pub events: Vec<DoneEvent>,
    /// Whether it was recorded by an earlier request with the same idempotency key.
    pub replayed: bool,
    /// Whether nothing was recorded because nothing was to be.
    pub dry_run: bool,
    /// What a dry run would record, all of it in the stream of the resource.
    pub would_record: Vec<Event>,
}

/// One event of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneEvent {
    /// Where it stands; nowhere after a dry run.
    pub position: Option<Position>,
    /// What it is.
    pub event_type: EventType,
}

/// Why an act was not done; nothing was recorded, but perhaps for [`AppendError::Unknown`].
#[derive(Debug, thiserror::Error)]
pub enum ActError<R> {
    /// A rule says no.
    #[error("{0}")]
    Rejected(R),
    /// There is nothing with this id.
    #[error("there is nothing with this id")]
    NotFound,
    /// The resource has changed since the client saw it.
    #[error("the resource was changed at position {current}, the client has seen {expected}")]
    Stale {
        /// What the client has seen.
        expected: Position,
        /// Where it stands.
        current: Position,
    },
    /// The same idempotency key came with another request.
    #[error("the idempotency key was used for another request")]
    IdempotencyMismatch,
    /// The log did not take it; a conflict that is told here stood in the way at every try.
    #[error("the act was not recorded")]
    Append(#[source] AppendError),
    /// The log or the vault could not be read.
    #[error("the store could not be read")]
    Read(#[from] ReadError),
    /// What is recorded cannot be understood.
    #[error("the history of {stream} cannot be used")]
    History {
        /// Whose history.
        stream: StreamName,
        /// What is wrong with it.
        #[source]
        problem: HistoryProblem,
    },
    /// A record of the vault could not be opened.
    #[error("a record of the vault could not be opened")]
    Unseal(#[from] UnsealError),
    /// A text could not be sealed.
    #[error("a text could not be sealed")]
    Seal(#[from] SealError),
    /// An id that no stream can have.
    #[error("the id cannot be recorded")]
    Id(#[from] InvalidStreamName),
    /// What the rules ask of the rest of the log is not known.
    #[error("what is recorded elsewhere is not known")]
    Known(#[from] NotKnown),
}

impl<R> From<turns::TooMany> for ActError<R> {
    fn from(_: turns::TooMany) -> Self {
        Self::Append(AppendError::Overloaded)
    }
}

impl<R> ActError<R> {
    /// The same with another kind of refusal.
    pub fn map_refusal<S>(self, refusal: impl FnOnce(R) -> S) -> ActError<S> {
        match self {
            Self::Rejected(rejection) => ActError::Rejected(refusal(rejection)),
            Self::NotFound => ActError::NotFound,
            Self::Stale { expected, current } => ActError::Stale { expected, current },
            Self::IdempotencyMismatch => ActError::IdempotencyMismatch,
            Self::Append(error) => ActError::Append(error),
            Self::Read(error) => ActError::Read(error),
            Self::History { stream, problem } => ActError::History { stream, problem },
            Self::Unseal(error) => ActError::Unseal(error),
            Self::Seal(error) => ActError::Seal(error),
            Self::Id(error) => ActError::Id(error),
            Self::Known(error) => ActError::Known(error),
        }
    }
}

/// Why the history of a stream cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryProblem {
    /// An event that this program does not understand.
    #[error("the event at position {position} cannot be understood")]
    Decode {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: DecodeError,
    },
    /// Events that do not fit together.
    #[error("its events do not fit together")]
    Corrupt(#[from] CorruptHistory),
    /// An event of another kind than the stream.
    #[error("it holds an event of another kind")]
    OtherKind,
}

/// The state of a stream after one more of its events.
type Evolve<S> = fn(S, &Event) -> Result<S, HistoryProblem>;

/// A stream as it stands.
struct Stood<S> {
    version: Version,
    /// The position of its last event.
    etag: Position,
    state: S,
}

/// What an act is about.
struct Subject<'a, S> {
    stream: &'a StreamName,
    evolve: Evolve<S>,
    /// Whether there is no such act without it.
    must_exist: bool,
}

/// What an act would record, decided on a state.
type Planning<'a, S, R> = dyn Fn(&Stood<S>) -> Result<Plan, ActError<R>> + 'a;

/// What must be true of other streams, so that nobody breaks a rule meanwhile.
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
    /// For the cabinet, also if there are no events.
    cabinet: Vec<CabinetWrite>,
}

impl Office {
    /// An office for a log and its vault.
    pub fn new(log: Arc<dyn Log>, vault: Arc<Vault>, environment: Arc<dyn Environment>) -> Self {
        Self {
            log,
            vault,
            environment,
            across_streams: Mutex::new(()),
            names: UnderWay::default(),
            tournaments: UnderWay::default(),
        }
    }

    fn one_at_a_time(&self) -> MutexGuard<'_, ()> {
        // Nothing is kept under the lock, so a panic of another holder has spoiled nothing.
        self.across_streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is the same in every act; `plan` decides on the state and is asked again when it has changed.
    fn perform<S: Default, R>(
        &self,
        act: &Act,
        subject: &Subject<'_, S>,
        plan: impl Fn(&Stood<S>) -> Result<Plan, ActError<R>>,
    ) -> Result<Done, ActError<R>> {
        let load = || {
            let stood = self.stood(subject.stream, subject.evolve)?;
            if subject.must_exist && stood.version == Version(0) { Err(ActError::NotFound) } else { Ok(stood) }
        };
        self.perform_on(act, subject.stream, &load, &plan)
    }

    /// The same for a state that somebody keeps up to date; `load` is asked again when it has moved.
    fn perform_on<S, R>(
        &self,
        act: &Act,
        stream: &StreamName,
        load: &dyn Fn() -> Result<Stood<S>, ActError<R>>,
        plan: &Planning<'_, S, R>,
    ) -> Result<Done, ActError<R>> {
        if let Some(done) = self.answered(act, stream)? {
            return Ok(done);
        }
        let scribe = Scribe::new(&*self.log, &self.vault, &*self.environment, act.actor.clone());
        let mut retries = 0;
        loop {
            match self.attempt(act, &scribe, stream, load, plan) {
                // Other drawers hold what is used once, like a link: whoever comes second has nothing to decide again.
                Err(ActError::Append(
                    AppendError::Conflict { .. }
                    | AppendError::VaultConflict { .. }
                    | AppendError::CabinetConflict { drawer: Drawer::Claim },
                )) if retries < MAX_RETRIES => retries += 1,
                Err(ActError::Append(AppendError::IdempotencyMismatch)) => return Err(ActError::IdempotencyMismatch),
                // What the rule objects to may be what another try of this very request has recorded meanwhile.
                Err(ActError::Rejected(rejection)) => {
                    return self.answered(act, stream)?.ok_or(ActError::Rejected(rejection));
                }
                outcome => return outcome,
            }
        }
    }

    /// The answer to a request that was answered before.
    fn answered<R>(&self, act: &Act, stream: &StreamName) -> Result<Option<Done>, ActError<R>> {
        let Some(idempotency) = act.idempotency.filter(|_| !act.dry_run) else { return Ok(None) };
        let Some(kept) = self.log.kept_request(&idempotency.key)? else { return Ok(None) };
        if kept.idempotency.request != idempotency.request {
            return Err(ActError::IdempotencyMismatch);
        }
        Ok(Some(self.receipt_again(stream, kept.receipt)?))
    }

    fn attempt<S, R>(
        &self,
        act: &Act,
        scribe: &Scribe<'_>,
        stream: &StreamName,
        load: &dyn Fn() -> Result<Stood<S>, ActError<R>>,
        plan: &Planning<'_, S, R>,
    ) -> Result<Done, ActError<R>> {
        let stood = load()?;
        if let Some(expected) = act.expected.filter(|expected| *expected != stood.etag) {
            return Err(ActError::Stale { expected, current: stood.etag });
        }
        let Plan { first_id, events, texts, guards, mut cabinet } = plan(&stood)?;
        let now = self.environment.now();
        let ids = first_id.into_iter().chain(std::iter::repeat_with(|| EventId::new(&*self.environment)));
        let would_record = if act.dry_run { events.clone() } else { Vec::new() };
        let events: Vec<_> = events.iter().zip(ids).map(|(event, id)| scribe.write(stream, id, event, now)).collect();
        let types: Vec<EventType> = events.iter().map(|event| event.event_type.clone()).collect();
        let line =
            |line: &Line| line.note.clone().about(stream.as_str()).kept_for(line.kept_for).write(&*self.environment);
        cabinet.extend(act.audit.as_ref().map(line));
        let mut append = Append { events, cabinet, idempotency: act.idempotency, ..Append::default() };
        append.expected.push((stream.clone(), expect(stood.version)));
        append.expected.extend(guards);
        if !append.events.is_empty() && !texts.is_empty() {
            append.vault.push(match self.log.sealed(stream)? {
                Some(kept) => self.vault.replace(&kept, &texts)?,
                None => self.vault.create(stream, &texts)?,
            });
        }
        let done = |etag, position, recorded_at, events| Done {
            resource: stream.clone(),
            etag,
            position,
            recorded_at,
            events,
            replayed: false,
            dry_run: act.dry_run,
            would_record: would_record.clone(),
        };
        if act.dry_run {
            let events = types.into_iter().map(|event_type| DoneEvent { position: None, event_type }).collect();
            return Ok(done(stood.etag, self.log.head()?.position, now, events));
        }
        // An act that changes nothing is handed over too: its key is kept, so that a retry has the same answer.
        let receipt = self.log.append(append).wait().map_err(ActError::Append)?;
        if receipt.replayed {
            return Ok(self.receipt_again(stream, receipt)?);
        }
        let etag = if receipt.count == 0 { stood.etag } else { receipt.last() };
        let positions = (receipt.after.0 + 1..).map(Position);
        let events =
            positions.zip(types).map(|(at, event_type)| DoneEvent { position: Some(at), event_type }).collect();
        Ok(done(etag, receipt.last(), receipt.recorded_at, events))
    }

    /// The answer to a request that was answered before, from what is in the log.
    fn receipt_again(&self, stream: &StreamName, receipt: Receipt) -> Result<Done, ReadError> {
        let recorded = self.log.read(receipt.after, receipt.count as usize)?;
        // A new thing had another random id at this try.
        let resource = recorded.first().map_or(stream, |first| &first.event.stream).clone();
        let etag = if recorded.is_empty() { self.etag_at(stream, receipt.after)? } else { receipt.last() };
        let event = |event: Recorded| DoneEvent { position: Some(event.position), event_type: event.event.event_type };
        Ok(Done {
            resource,
            etag,
            position: receipt.last(),
            recorded_at: receipt.recorded_at,
            events: recorded.into_iter().map(event).collect(),
            replayed: true,
            dry_run: false,
            would_record: Vec::new(),
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

    /// A stream as it stands.
    fn stood<S: Default, R>(&self, stream: &StreamName, evolve: Evolve<S>) -> Result<Stood<S>, ActError<R>> {
        let history = |problem| ActError::History { stream: stream.clone(), problem };
        let mut stood = Stood { version: Version(0), etag: Position::START, state: S::default() };
        self.each_event(stream, &mut |recorded: &Recorded| {
            let (position, event) = (recorded.position, &recorded.event);
            let event = stored::decode(&event.event_type, event.schema_version, &event.payload)
                .map_err(|problem| history(HistoryProblem::Decode { position, problem }))?;
            stood.state = evolve(std::mem::take(&mut stood.state), &event).map_err(history)?;
            (stood.version, stood.etag) = (recorded.version, position);
            Ok::<(), ActError<R>>(())
        })?;
        Ok(stood)
    }

    /// What the vault has of a subject that must be there; if it is not, somebody is erasing it, and the act looks again.
    fn sealed<R>(&self, subject: &StreamName) -> Result<SealedSubject, ActError<R>> {
        let moved = || ActError::Append(AppendError::VaultConflict { subject: subject.clone() });
        self.log.sealed(subject)?.ok_or_else(moved)
    }

    /// An id for the first event of a plan, and the reason that goes with it.
    fn reason(&self, reason: Option<&StatedReason>) -> (EventId, Option<Prepared>) {
        let id = EventId::new(&*self.environment);
        let prepare = |text: &StatedReason| self.vault.prepare_for(id, &Reason { text: text.as_str().into() });
        (id, reason.map(prepare))
    }

    /// 20 random digits, which say nothing of whoever they stand for.
    fn opaque_id(&self) -> String {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut bytes = [0; 20];
        self.environment.fill_random(&mut bytes);
        bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect()
    }
}

/// What to expect of a stream that was found with a version.
fn expect(version: Version) -> Expected {
    if version == Version(0) { Expected::NoStream } else { Expected::Exact(version) }
}
