//! The rulebooks in force, each with a value for every parameter.

use super::Entries;
use domain::event::RulebookRecord;
use domain::rulebook::{InvalidOverride, Rulebook};
use domain::values::ids::RulebookId;
use events::envelope::Position;
use std::sync::Arc;

pub type Rulebooks = Entries<RulebookId, RulebookEntry>;

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
    pub(super) fn adopt(
        &mut self,
        id: RulebookId,
        record: &RulebookRecord,
        position: Position,
    ) -> Result<(), InvalidOverride> {
        let rulebook = record.shared()?;
        let first_adopted = self.find(&id).map_or(position, |known| known.first_adopted);
        let entry = RulebookEntry { id: id.clone(), record: record.clone(), rulebook, first_adopted, etag: position };
        self.put(id, entry, position);
        Ok(())
    }
}
