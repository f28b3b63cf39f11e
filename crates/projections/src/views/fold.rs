//! Folds events into the read models, a page at a time.

use super::read_ahead::{DecodedEvent, read_ahead};
use super::{ApplyError, CorruptHistory, ProjectedEvent, Texts, Views};
use domain::rulebook::InvalidOverride;
use events::envelope::{Position, Recorded, StreamName};
use events::log::{Log, ReadError};
use events::stored::DecodeError;
use events::vault::{UnsealError, Vault};
use std::collections::BTreeSet;

#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// It may be possible later.
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    #[error("the event at position {position} cannot be understood")]
    Decode {
        position: Position,
        #[source]
        problem: DecodeError,
    },
    #[error("the event at position {position} does not fit what came before it")]
    History {
        position: Position,
        #[source]
        problem: CorruptHistory,
    },
    #[error("the rulebook at position {position} cannot be understood")]
    Rulebook {
        position: Position,
        #[source]
        problem: InvalidOverride,
    },
    #[error("the vault record for the event at position {position} could not be opened")]
    Unseal {
        position: Position,
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

    pub(crate) fn at(position: Position, unfit: ApplyError) -> Self {
        match unfit {
            ApplyError::History(problem) => Self::History { position, problem },
            ApplyError::Rulebook(problem) => Self::Rulebook { position, problem },
            ApplyError::Read(error) => Self::Read(error),
            ApplyError::Unseal(problem) => Self::Unseal { position, problem },
        }
    }
}

/// What has come of a page.
pub(crate) struct FoldOutcome {
    /// The views after the last event that could be taken in.
    pub(crate) views: Views,
    /// What of the views on the way is to be kept.
    pub(crate) snapshots: Vec<Views>,
    /// Whose texts that earlier views show were replaced or destroyed.
    pub(crate) replaced: BTreeSet<StreamName>,
    /// Why the rest could not.
    pub(crate) problem: Option<FoldError>,
}

/// How far marks are apart: the season part of the views is kept after every so many events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SnapshotInterval(pub(crate) u64);

impl SnapshotInterval {
    /// No marks at all.
    pub(crate) const NONE: Self = Self(u64::MAX);

    fn hits(self, position: Position) -> bool {
        position.0.is_multiple_of(self.0)
    }
}

pub(crate) fn fold(
    log: &dyn Log,
    vault: &Vault,
    before: &Views,
    page: &[Recorded],
    interval: SnapshotInterval,
) -> FoldOutcome {
    let texts = Texts::new(log, vault);
    let (mut views, mut snapshots) = (before.clone(), Vec::new());
    for (index, recorded) in page.iter().enumerate() {
        let taken = DecodedEvent::of(recorded).and_then(|event| apply(&mut views, &event, &texts, Views::apply));
        if let Err(problem) = taken {
            // The event may be half taken in, so the ones before it are taken in once more without it.
            let rest = fold(log, vault, before, &page[..index], interval);
            return FoldOutcome { problem: Some(rest.problem.unwrap_or(problem)), ..rest };
        }
        if interval.hits(views.position) {
            snapshots.push(views.season_part());
        }
    }
    FoldOutcome { views, snapshots, replaced: texts.replaced(), problem: None }
}

/// Takes in a page of events, or leaves the views half changed; gives what of the views on the way is to be kept, and
/// whose texts that earlier views show were replaced.
pub(crate) fn fold_in_place(
    log: &dyn Log,
    vault: &Vault,
    views: &mut Views,
    page: &[DecodedEvent],
    interval: SnapshotInterval,
) -> Result<(Vec<Views>, BTreeSet<StreamName>), FoldError> {
    let texts = Texts::new(log, vault);
    let mut snapshots = Vec::new();
    for event in page {
        apply(views, event, &texts, Views::apply)?;
        if interval.hits(views.position) {
            snapshots.push(views.season_part());
        }
    }
    Ok((snapshots, texts.replaced()))
}

/// Everything that the log has up to and including a position, taken in from nothing.
pub fn replay(log: &dyn Log, vault: &Vault, until: Position) -> Result<Views, FoldError> {
    advance(log, vault, Views::default(), until)
}

/// Takes in what the log has after the last event of views, up to and including a position.
pub fn advance(log: &dyn Log, vault: &Vault, mut views: Views, until: Position) -> Result<Views, FoldError> {
    read_ahead(log, views.position, until, |page| {
        fold_in_place(log, vault, &mut views, page, SnapshotInterval::NONE).map(|_| ())
    })?;
    Ok(views)
}

/// Everything that is recorded for good, in `records`, `competitions` and `accounts`, without names: neither a damaged
/// vault nor a broken course of something that runs stands in the way.
pub fn replay_records(log: &dyn Log) -> Result<Views, FoldError> {
    let mut views = Views::default();
    read_ahead(log, Position::START, log.head()?.position, |page| fold_records(&mut views, page))?;
    Ok(views)
}

/// Takes a page of events into the same, or leaves it half changed.
pub(crate) fn fold_records(views: &mut Views, page: &[DecodedEvent]) -> Result<(), FoldError> {
    let texts = Texts::default();
    page.iter().try_for_each(|event| apply(views, event, &texts, Views::apply_records))
}

/// Takes a page of events into the season part of views, or leaves it half changed.
pub(crate) fn fold_season(
    log: &dyn Log,
    vault: &Vault,
    views: &mut Views,
    page: &[DecodedEvent],
) -> Result<(), FoldError> {
    let texts = Texts::new(log, vault);
    page.iter().try_for_each(|event| apply(views, event, &texts, Views::apply_season))
}

fn apply(
    views: &mut Views,
    decoded: &DecodedEvent,
    texts: &Texts<'_>,
    into: fn(&mut Views, &ProjectedEvent<'_>) -> Result<(), ApplyError>,
) -> Result<(), FoldError> {
    let DecodedEvent { position, version, recorded_at, event_id, ref actor, ref stream, ref event } = *decoded;
    let fact =
        ProjectedEvent { position, version, recorded_at, event_id, actor: actor.as_deref(), stream, event, texts };
    into(views, &fact).map_err(|unfit| FoldError::at(position, unfit))
}
