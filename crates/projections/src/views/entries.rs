//! Entries of a read model by id.

use domain::values::ids::CompetitionId;
use events::envelope::{Position, StreamName};
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Everything of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries<I: Ord, E> {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<I, Arc<E>>,
}

impl<I: Ord, E> Default for Entries<I, E> {
    fn default() -> Self {
        Self { changed: Position::default(), by_id: RedBlackTreeMapSync::default() }
    }
}

impl<I: Ord, E> Entries<I, E> {
    pub fn find(&self, id: &I) -> Option<&E> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &E> {
        self.by_id.values().map(Arc::as_ref)
    }

    pub fn len(&self) -> usize {
        self.by_id.size()
    }

    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub(super) fn put(&mut self, id: I, entry: E, changed: Position) {
        self.by_id.insert_mut(id, Arc::new(entry));
        self.changed = changed;
    }
}

impl<E: Clone> Entries<CompetitionId, E> {
    /// Changes an entry, if there is one of this stream, without noting a change.
    pub(super) fn amend(&mut self, stream: &StreamName, amend: impl FnOnce(&mut E)) {
        let Ok(id) = CompetitionId::parse(stream.id()) else { return };
        if let Some(mut entry) = self.find(&id).cloned() {
            amend(&mut entry);
            self.by_id.insert_mut(id, Arc::new(entry));
        }
    }
}
