//! Finds the event that changed a row: the first one after a position after which the row differs.

use super::{RowKey, canonical, difference};
use crate::views::{ApplyError, FoldError, RecordedEventRef, Records};
use domain::event::{
    Event, GrandPrixEvent, LeagueEvent, LedgerEvent, OnlineCompetitionEvent, PlayerEvent, TournamentEvent,
};
use domain::publication::ListId;
use events::envelope::{Position, StreamName, Timestamp};
use events::log::{Log, MAX_PAGE, ReadError};
use events::stored;
use formats::list::ListRow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An event that changed a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Where it stands.
    pub position: Position,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// What it happened to.
    pub stream: StreamName,
    /// What happened.
    pub event: Event,
}

/// The rows of one list whose causes are looked for.
#[derive(Debug, Clone)]
pub struct CauseQuery {
    pub list: ListId,
    /// As it stood at the beginning.
    pub before: Vec<ListRow>,
    pub rows: BTreeSet<RowKey>,
}

/// The causes of rows, by list and row; a row that no event changed has none.
pub type Causes = BTreeMap<(ListId, RowKey), Arc<Cause>>;

/// How much a search may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Events that are read.
    pub events: u64,
    /// How long it may take.
    pub timeout: Duration,
}

/// Why causes were not found.
#[derive(Debug, thiserror::Error)]
pub enum CausesError {
    /// A search between closer moments may do.
    #[error("too much happened in between: the search came to position {reached}")]
    TooMuch {
        /// How far it came.
        reached: Position,
    },
    #[error("the events in between could not be taken in")]
    Fold(#[from] FoldError),
}

impl From<ReadError> for CausesError {
    fn from(error: ReadError) -> Self {
        Self::Fold(FoldError::Read(error))
    }
}

/// Looks for the causes of rows that differ after `from`, up to and including `until`; blocks while it reads and
/// computes.
///
/// `from` are the records after the event at `after`; `newest` any later ones, whose keys are used where they fit.
pub fn causes(
    log: &(dyn Log + 'static),
    (after, from): (Position, &Records),
    until: Position,
    mut searched: Vec<CauseQuery>,
    newest: &Records,
    budget: Budget,
) -> Result<Causes, CausesError> {
    let deadline = Instant::now() + budget.timeout;
    let (mut records, mut at, mut found) = (from.clone(), after, Causes::new());
    records.reuse_computed(newest);
    while at < until && searched.iter().any(|searched| !searched.rows.is_empty()) {
        let limit = (until.0 - at.0).min(MAX_PAGE as u64) as usize;
        let page = log.read(at, limit)?;
        if page.is_empty() {
            break;
        }
        for recorded in &page {
            let (position, event) = (recorded.position, &recorded.event);
            if position.0 - after.0 > budget.events || Instant::now() > deadline {
                return Err(CausesError::TooMuch { reached: at });
            }
            let decoded = stored::decode(&event.event_type, event.schema_version, &event.payload)
                .map_err(|problem| FoldError::Decode { position, problem })?;
            let event_ref = RecordedEventRef {
                position,
                version: recorded.version,
                recorded_at: recorded.recorded_at,
                stream: &event.stream,
                event: &decoded,
            };
            records.take(event_ref).map_err(|unfit| FoldError::at(position, ApplyError::from(unfit)))?;
            at = position;
            if !may_change_lists(&decoded) {
                continue;
            }
            records.reuse_computed(newest);
            let (recorded_at, stream) = (recorded.recorded_at, event.stream.clone());
            let cause = Arc::new(Cause { position, recorded_at, stream, event: decoded });
            for searched in searched.iter_mut().filter(|searched| !searched.rows.is_empty()) {
                let drawn = canonical(&records, &searched.list).map_or(Vec::new(), |drawn| drawn.list.rows);
                for change in difference(&searched.before, &drawn) {
                    if searched.rows.remove(&change.key) {
                        found.insert((searched.list.clone(), change.key), Arc::clone(&cause));
                    }
                }
            }
            if searched.iter().all(|searched| searched.rows.is_empty()) {
                break;
            }
        }
    }
    Ok(found)
}

/// Whether an event can change a list at all: what runs changes none before it is over.
pub fn may_change_lists(event: &Event) -> bool {
    match event {
        Event::Rulebook(_) | Event::Season(_) | Event::Championship(_) => true,
        Event::Player(event) => !matches!(event, PlayerEvent::Registered(_) | PlayerEvent::Erased),
        Event::Tournament(event) => !matches!(event, TournamentEvent::Act(_)),
        Event::League(event) => matches!(
            event,
            LeagueEvent::Recorded(_) | LeagueEvent::Corrected(_) | LeagueEvent::Waiver(_) | LeagueEvent::Tie(_)
        ),
        Event::GrandPrix(event) => {
            matches!(event, GrandPrixEvent::Recorded(_) | GrandPrixEvent::Corrected(_) | GrandPrixEvent::Tie(_))
        }
        Event::Online(event) => matches!(
            event,
            OnlineCompetitionEvent::Recorded(_)
                | OnlineCompetitionEvent::Corrected(_)
                | OnlineCompetitionEvent::Waiver(_)
                | OnlineCompetitionEvent::Tie(_)
        ),
        Event::Ledger(event) => !matches!(event, LedgerEvent::NomineeNamed(_) | LedgerEvent::NomineeWithdrawn { .. }),
        Event::List(_) | Event::Account(_) | Event::Log(_) => false,
    }
}
