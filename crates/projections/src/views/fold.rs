//! Takes events into the read models, a page at a time.

use super::{Fact, Texts, Unfit, Views};
use crate::record_book::CorruptHistory;
use domain::rulebook::InvalidOverride;
use events::envelope::{Position, Recorded};
use events::log::{Log, MAX_PAGE, ReadError};
use events::stored::{self, DecodeError};
use events::vault::{UnsealError, Vault};

/// Why events could not be taken in.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// The store could not be read; it may be possible later.
    #[error("the store could not be read")]
    Read(#[from] ReadError),
    /// An event that this program does not know.
    #[error("the event at position {position} cannot be understood")]
    Decode {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: DecodeError,
    },
    /// The events do not fit together.
    #[error("the event at position {position} does not fit what came before it")]
    History {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: CorruptHistory,
    },
    /// A rulebook with a value that no rulebook takes.
    #[error("the rulebook at position {position} cannot be understood")]
    Rulebook {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: InvalidOverride,
    },
    /// The record of the vault that belongs to an event could not be opened.
    #[error("the vault record for the event at position {position} could not be opened")]
    Unseal {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: UnsealError,
    },
}

impl FoldError {
    /// The event that is in the way, if it is one.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Read(ReadError::Corrupt { position, .. })
            | Self::Decode { position, .. }
            | Self::History { position, .. }
            | Self::Rulebook { position, .. }
            | Self::Unseal { position, .. } => Some(*position),
            Self::Read(_) => None,
        }
    }

    fn at(position: Position, unfit: Unfit) -> Self {
        match unfit {
            Unfit::History(problem) => Self::History { position, problem },
            Unfit::Rulebook(problem) => Self::Rulebook { position, problem },
            Unfit::Read(error) => Self::Read(error),
            Unfit::Unseal(problem) => Self::Unseal { position, problem },
        }
    }
}

/// What has come of a page.
pub(crate) struct Folded {
    /// The views after the last event that could be taken in.
    pub(crate) views: Views,
    /// Whether a text that earlier views show was replaced or destroyed.
    pub(crate) replaced: bool,
    /// Why the rest could not.
    pub(crate) problem: Option<FoldError>,
}

/// Takes in a page of events.
pub(crate) fn fold(log: &dyn Log, vault: &Vault, before: &Views, page: &[Recorded]) -> Folded {
    let texts = Texts::new(log, vault);
    let mut views = before.clone();
    for (index, recorded) in page.iter().enumerate() {
        if let Err(problem) = take_in(&mut views, recorded, &texts) {
            // The event may be half taken in, so the ones before it are taken in once more without it.
            let rest = fold(log, vault, before, &page[..index]);
            return Folded { problem: Some(rest.problem.unwrap_or(problem)), ..rest };
        }
    }
    Folded { views, replaced: texts.replaced(), problem: None }
}

/// Takes in a page of events, or leaves the views half changed.
pub(crate) fn fold_in_place(
    log: &dyn Log,
    vault: &Vault,
    views: &mut Views,
    page: &[Recorded],
) -> Result<(), FoldError> {
    let texts = Texts::new(log, vault);
    page.iter().try_for_each(|recorded| take_in(views, recorded, &texts))
}

/// Everything that the log has up to and including a position, taken in from nothing.
pub fn replay(log: &(dyn Log + 'static), vault: &Vault, until: Position) -> Result<Views, FoldError> {
    let mut views = Views::default();
    while views.position < until {
        let limit = (until.0 - views.position.0).min(MAX_PAGE as u64) as usize;
        let page = log.read(views.position, limit)?;
        if page.is_empty() {
            break;
        }
        fold_in_place(log, vault, &mut views, &page)?;
    }
    Ok(views)
}

fn take_in(views: &mut Views, recorded: &Recorded, texts: &Texts<'_>) -> Result<(), FoldError> {
    let Recorded { position, recorded_at, event, .. } = recorded;
    let position = *position;
    let decoded = stored::decode(&event.event_type, event.schema_version, &event.payload)
        .map_err(|problem| FoldError::Decode { position, problem })?;
    let fact = Fact {
        position,
        recorded_at: *recorded_at,
        event_id: event.event_id,
        stream: &event.stream,
        event: &decoded,
        texts,
    };
    views.take_in(&fact).map_err(|unfit| FoldError::at(position, unfit))
}
