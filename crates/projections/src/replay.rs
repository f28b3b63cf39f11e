//! Draws up published lists again from an export of the log, without store and vault, for auditors.

mod names;

pub use names::{DisclosedName, Disclosure, NamesChecked, UnreadableDisclosure, check_names};

use crate::season_lists::{ListWithRulebook, canonical, lists_of_all};
use crate::views::{ApplyRecordError, CorruptHistory, RecordedEventRef, Records};
use domain::event::{Edition, Event, ListEvent};
use domain::publication::ListId;
use domain::values::digest::Digest;
use events::envelope::{Hash, InvalidStreamName, Position, RecordedRef, StreamName, Timestamp};
use events::stored::{self, DecodeError};
use events::verify::{ExportItem, Progress, Report, TrustAnchors, UnreadableExport, walk_export};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::ControlFlow;

/// The type of the event that publishes a list.
const PUBLISHED: &str = "list.published";

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    UnreadableExport(#[from] UnreadableExport),
    #[error("the event at position {position} cannot be understood")]
    Decode {
        position: Position,
        #[source]
        problem: DecodeError,
    },
    #[error("the stream of the event at position {position} cannot be understood")]
    Stream {
        position: Position,
        #[source]
        problem: InvalidStreamName,
    },
    #[error("the event at position {position} does not fit what came before it")]
    History {
        position: Position,
        #[source]
        problem: ApplyRecordError,
    },
}

/// An edition as the log has it, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedEdition {
    /// Its number, from 1.
    pub number: u32,
    pub digest: Digest,
    /// Whether it is the digest of the bytes that were published.
    pub digest_matches: bool,
    /// The last event that it takes account of.
    pub position: Position,
    /// The root of the tree over the events up to there.
    pub root: Hash,
    /// The event that adopted its rulebook.
    pub rulebook_position: Position,
    pub calculation: u32,
    /// The event that published it.
    pub published: Position,
    pub published_at: Timestamp,
}

#[derive(Debug)]
pub struct ExportSummary {
    pub report: Report,
    /// Every list that was published, with its editions in the order of the log.
    pub published: BTreeMap<ListId, Vec<PublishedEdition>>,
    /// Every list that can be drawn up at the end of it; empty if they were not asked for.
    pub computable_lists: Vec<ListId>,
}

/// Checks a whole export and finds every edition in it; with `computable_lists` also every other list that could be
/// drawn up, which takes as much memory as the service does.
pub fn summarize_export(
    input: &mut dyn BufRead,
    trust: TrustAnchors<'_>,
    computable_lists: bool,
    progress: &mut Progress<'_>,
) -> Result<ExportSummary, ReplayError> {
    let mut published: BTreeMap<ListId, Vec<PublishedEdition>> = BTreeMap::new();
    let mut records = Records::default();
    let mut failed = None;
    let (report, _) = walk_export(input, trust, progress, &mut |met, _| {
        let ExportItem::Event(event) = met else { return ControlFlow::Continue(()) };
        let taken = if computable_lists { fold(&mut records, event) } else { Ok(()) };
        let found = taken.and_then(|()| edition(event));
        match found {
            Ok(None) => {}
            Ok(Some((list, edition))) => published.entry(list).or_default().push(found_edition(&edition, event)),
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    // What was changed may not even be readable; that it was changed says more.
    if let Some(error) = failed.filter(|_| report.fits()) {
        return Err(error);
    }
    let mut computable_lists = if computable_lists { lists_of_all(&records) } else { Vec::new() };
    computable_lists.retain(|list| canonical(&records, list).is_some());
    Ok(ExportSummary { report, published, computable_lists })
}

/// A list drawn up from an export.
#[derive(Debug)]
pub struct ReplayedList {
    /// The list; nothing if too little was recorded for it.
    pub drawn: Option<ListWithRulebook>,
    /// The last event that it takes account of.
    pub position: Position,
    pub recorded_at: Option<Timestamp>,
    /// The root of the tree over the events up to there.
    pub root: Hash,
    /// The canonical bytes that the edition published.
    pub published: Option<String>,
    /// The smallest checkpoint of the export that covers all of it.
    pub covered_by: Option<u64>,
    /// The smallest checkpoint that covers the event that published the edition.
    pub publication_covered_by: Option<u64>,
}

/// Draws a list up from the events up to a position, and reads on to the edition that it is compared with.
pub fn replay_list(
    input: &mut dyn BufRead,
    list: &ListId,
    at: Position,
    edition_of: Option<&PublishedEdition>,
    trust: TrustAnchors<'_>,
    progress: &mut Progress<'_>,
) -> Result<ReplayedList, ReplayError> {
    let mut records = Records::default();
    let mut replayed = ReplayedList {
        drawn: None,
        position: Position::START,
        recorded_at: None,
        root: Hash::default(),
        published: None,
        covered_by: None,
        publication_covered_by: None,
    };
    let published = edition_of.map(|edition| edition.published);
    let mut failed = None;
    walk_export(input, trust, progress, &mut |met, so_far| match met {
        ExportItem::Event(event) => {
            if event.position <= at {
                if let Err(error) = fold(&mut records, event) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                replayed.position = event.position;
                replayed.recorded_at = Some(event.recorded_at);
                if event.position == at {
                    replayed.root = so_far.root();
                }
            }
            if Some(event.position) == published {
                match edition(event) {
                    Ok(found) => replayed.published = found.map(|(_, edition)| edition.canonical),
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        }
        ExportItem::Checkpoint(size) => {
            if *size >= at.0 {
                replayed.covered_by.get_or_insert(*size);
            }
            if published.is_some_and(|published| *size >= published.0) {
                replayed.publication_covered_by.get_or_insert(*size);
            }
            let is_done = *size >= at.0.max(published.unwrap_or(at).0);
            if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    replayed.drawn = canonical(&records, list);
    Ok(replayed)
}

/// Something in which an edition is not what the export gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// The published digest is not the one of the published bytes.
    PublishedDigest,
    /// The published bytes are others; the first line that differs, from 1.
    Bytes { line: usize },
    /// The list cannot be drawn up at all.
    ListMissing,
    /// The root of the tree is another.
    Root,
    /// The rulebook was adopted by another event.
    Rulebook {
        /// By which event according to the edition.
        published: Position,
        /// According to the export.
        computed: Position,
    },
    /// It takes account of its own publication, or of what came later.
    Position,
}

/// Compares an edition with what was drawn up for it.
pub fn mismatches(edition: &PublishedEdition, replayed: &ReplayedList) -> Vec<Mismatch> {
    let mut found = Vec::new();
    if !edition.digest_matches {
        found.push(Mismatch::PublishedDigest);
    }
    if edition.position >= edition.published || replayed.position != edition.position {
        found.push(Mismatch::Position);
    }
    if replayed.root != edition.root {
        found.push(Mismatch::Root);
    }
    let Some(drawn) = &replayed.drawn else {
        found.push(Mismatch::ListMissing);
        return found;
    };
    if drawn.rulebook_position != edition.rulebook_position {
        let (published, computed) = (edition.rulebook_position, drawn.rulebook_position);
        found.push(Mismatch::Rulebook { published, computed });
    }
    let (bytes, published) = (drawn.list.bytes(), replayed.published.as_deref().unwrap_or_default());
    if bytes != published {
        found.push(Mismatch::Bytes { line: first_difference(&bytes, published) });
    }
    found
}

/// The first line that differs, from 1.
fn first_difference(one: &str, other: &str) -> usize {
    let (ones, others) = (one.split('\n'), other.split('\n'));
    1 + ones.zip(others).take_while(|(one, other)| one == other).count()
}

fn edition(event: &RecordedRef<'_>) -> Result<Option<(ListId, Edition)>, ReplayError> {
    if event.event_type != PUBLISHED {
        return Ok(None);
    }
    let position = event.position;
    let decoded = decode(event)?;
    let stream = stream(event)?;
    let (Event::List(ListEvent::Published(edition)), Ok(list)) = (decoded, stream.id().parse()) else {
        let problem = ApplyRecordError::History(CorruptHistory::OtherKind(stream));
        return Err(ReplayError::History { position, problem });
    };
    Ok(Some((list, edition)))
}

fn found_edition(edition: &Edition, event: &RecordedRef<'_>) -> PublishedEdition {
    PublishedEdition {
        number: edition.number,
        digest: edition.digest,
        digest_matches: Digest::of(edition.canonical.as_bytes()) == edition.digest,
        position: Position(edition.position),
        root: edition.root,
        rulebook_position: Position(edition.rulebook_position),
        calculation: edition.calculation,
        published: event.position,
        published_at: event.recorded_at,
    }
}

fn fold(records: &mut Records, event: &RecordedRef<'_>) -> Result<(), ReplayError> {
    let position = event.position;
    let (stream, decoded) = (stream(event)?, decode(event)?);
    let event_ref = RecordedEventRef {
        position,
        version: event.version,
        recorded_at: event.recorded_at,
        stream: &stream,
        event: &decoded,
    };
    records.take(event_ref).map_err(|problem| ReplayError::History { position, problem })
}

fn decode(event: &RecordedRef<'_>) -> Result<Event, ReplayError> {
    let position = event.position;
    stored::decode(event.event_type, event.schema_version, event.payload)
        .map_err(|problem| ReplayError::Decode { position, problem })
}

fn stream(event: &RecordedRef<'_>) -> Result<StreamName, ReplayError> {
    let position = event.position;
    StreamName::parse(event.stream).map_err(|problem| ReplayError::Stream { position, problem })
}
