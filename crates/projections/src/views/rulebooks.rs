//! The rulebooks in force, each with a value for every parameter.

use domain::event::RulebookRecord;
use domain::rulebook::{InvalidOverride, Rulebook};
use domain::values::ids::RulebookId;
use events::envelope::Position;
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rulebooks {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<RulebookId, Arc<RulebookEntry>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RulebookEntry {
    pub id: RulebookId,
    /// The preset and what differs from it, as adopted.
    pub record: RulebookRecord,
    /// The value of every parameter; its default and citation stand in [`domain::rulebook::parameters`].
    pub rulebook: Arc<Rulebook>,
    pub first_adopted: Position,
    /// The last event that changed it.
    pub etag: Position,
}

impl Rulebooks {
    pub fn find(&self, id: &RulebookId) -> Option<&RulebookEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &RulebookEntry> {
        self.by_id.values().map(Arc::as_ref)
    }

    pub fn len(&self) -> usize {
        self.by_id.size()
    }

    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub(super) fn adopt(
        &mut self,
        id: RulebookId,
        record: &RulebookRecord,
        position: Position,
    ) -> Result<(), InvalidOverride> {
        let rulebook = record.shared()?;
        let first_adopted = self.find(&id).map_or(position, |known| known.first_adopted);
        let entry = RulebookEntry { id: id.clone(), record: record.clone(), rulebook, first_adopted, etag: position };
        self.by_id.insert_mut(id, Arc::new(entry));
        self.changed = position;
        Ok(())
    }
}
