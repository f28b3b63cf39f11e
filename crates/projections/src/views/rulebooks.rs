//! Read model of the rulebooks in force, each with a value for every parameter.

use super::{ApplyError, ProjectedEvent, View};
use domain::event::{Event, RulebookEvent, RulebookRecord};
use domain::rulebook::Rulebook;
use domain::values::ids::RulebookId;
use events::envelope::Position;
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every rulebook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rulebooks {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<RulebookId, Arc<RulebookEntry>>,
}

/// One rulebook.
#[derive(Debug, Clone, PartialEq)]
pub struct RulebookEntry {
    pub id: RulebookId,
    /// The preset and what differs from it, as adopted.
    pub record: RulebookRecord,
    /// The value of every parameter; its default and citation stand in [`domain::rulebook::parameters`].
    pub rulebook: Rulebook,
    /// The last event that changed it.
    pub etag: Position,
}

impl Rulebooks {
    /// The rulebook with this id.
    pub fn find(&self, id: &RulebookId) -> Option<&RulebookEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &RulebookEntry> {
        self.by_id.values().map(Arc::as_ref)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.size()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}

impl View for Rulebooks {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::Rulebook(RulebookEvent::Adopted(record)) = fact.event else { return Ok(()) };
        let id: RulebookId = fact.id()?;
        let rulebook = record.rulebook()?;
        let entry = RulebookEntry { id: id.clone(), record: record.clone(), rulebook, etag: fact.position };
        self.by_id.insert_mut(id, Arc::new(entry));
        self.changed = fact.position;
        Ok(())
    }
}
