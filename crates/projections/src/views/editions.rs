//! Read model of published lists: submissions, and every edition; the canonical bytes stay in the log.

use super::{ApplyError, CorruptHistory, Entries, ProjectedEvent, View};
use domain::event::{Edition, Event, ListEvent};
use domain::publication::ListId;
use domain::publication::decider::{PublishedList, evolve};
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, RulebookId};
use events::envelope::{Position, Timestamp};
use std::sync::Arc;

/// Every list that was ever submitted or published.
pub type Editions = Entries<ListId, ListEntry>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEntry {
    pub id: ListId,
    /// What waits, and the newest edition.
    pub state: PublishedList,
    /// When it was submitted, if it waits.
    pub submitted_at: Option<(Position, Timestamp)>,
    /// Every edition, the first first.
    pub editions: Vec<Arc<EditionEntry>>,
    /// The last event that changed it.
    pub etag: Position,
}

/// One edition, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionEntry {
    /// Its number, from 1.
    pub number: u32,
    /// The digest of the canonical bytes.
    pub digest: Digest,
    /// How many canonical bytes there are.
    pub length: usize,
    /// The last event that it takes account of.
    pub position: Position,
    /// The root of the tree over the events up to there.
    pub root: [u8; 32],
    /// The rulebook that it was computed with.
    pub rulebook: RulebookId,
    /// Which version of that rulebook.
    pub rulebook_position: Position,
    /// The version of the calculation.
    pub calculation: u32,
    pub submitted_by: AccountId,
    pub published_by: AccountId,
    /// Whether a reason was given; its text is in the vault.
    pub has_reason: bool,
    /// The event that published it, which holds the bytes.
    pub published: Position,
    pub published_at: Timestamp,
}

impl ListEntry {
    pub fn edition(&self, number: u32) -> Option<&Arc<EditionEntry>> {
        self.editions.iter().find(|edition| edition.number == number)
    }
}

impl View for Editions {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::List(event) = fact.event else { return Ok(()) };
        let other_kind = || CorruptHistory::OtherKind(fact.stream.clone());
        let id: ListId = fact.stream.id().parse().map_err(|_| other_kind())?;
        let fresh = || ListEntry {
            id: id.clone(),
            state: PublishedList::default(),
            submitted_at: None,
            editions: Vec::new(),
            etag: fact.position,
        };
        let mut entry = self.find(&id).cloned().unwrap_or_else(fresh);
        entry.state = evolve(entry.state, event).map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        match event {
            ListEvent::Submitted(_) => entry.submitted_at = Some((fact.position, fact.recorded_at)),
            ListEvent::SubmissionWithdrawn { .. } => entry.submitted_at = None,
            ListEvent::Published(edition) => {
                entry.submitted_at = None;
                entry.editions.push(Arc::new(edition_entry(edition, fact)));
            }
        }
        entry.etag = fact.position;
        self.put(id, entry, fact.position);
        Ok(())
    }
}

fn edition_entry(edition: &Edition, fact: &ProjectedEvent<'_>) -> EditionEntry {
    EditionEntry {
        number: edition.number,
        digest: edition.digest,
        length: edition.canonical.len(),
        position: Position(edition.position),
        root: edition.root,
        rulebook: edition.rulebook.clone(),
        rulebook_position: Position(edition.rulebook_position),
        calculation: edition.calculation,
        submitted_by: edition.submitted_by.clone(),
        published_by: edition.published_by.clone(),
        has_reason: edition.reason.is_some(),
        published: fact.position,
        published_at: fact.recorded_at,
    }
}
