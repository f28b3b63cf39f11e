//! Read model of the editions of online events.

use super::{ApplyError, CorruptHistory, ProjectedEvent, View};
use domain::competitions::class::OnlineEvent;
use domain::competitions::online::decider::{Online, evolve};
use domain::event::{Event, PlacedPlayer};
use domain::values::calendar::Day;
use domain::values::ids::CompetitionId;
use events::envelope::Position;
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every edition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OnlineEvents {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<CompetitionId, Arc<OnlineEntry>>,
}

/// One edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlineEntry {
    pub id: CompetitionId,
    /// As the decider knows it.
    pub state: Online,
    /// The last event that changed it.
    pub etag: Position,
}

impl OnlineEntry {
    /// Which edition of which event, and the day that decides its season.
    pub fn edition(&self) -> Option<(OnlineEvent, u32, Day)> {
        match &self.state {
            Online::Unknown => None,
            Online::Running(online) => {
                let days = online.opening.days;
                Some((online.opening.kind, online.opening.edition, days.last().unwrap_or(days.first())))
            }
            Online::Over(online) => Some((online.record.kind, online.record.edition, online.record.ended_at.day())),
        }
    }

    /// Its table, the best first.
    pub fn table(&self) -> &[PlacedPlayer] {
        match &self.state {
            Online::Unknown => &[],
            Online::Running(online) => online.table.as_deref().unwrap_or_default(),
            Online::Over(online) => &online.record.table,
        }
    }
}

impl OnlineEvents {
    /// The edition with this id.
    pub fn find(&self, id: &CompetitionId) -> Option<&OnlineEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &OnlineEntry> {
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

impl View for OnlineEvents {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::Online(event) = fact.event else { return Ok(()) };
        let id: CompetitionId = fact.id()?;
        let known = self.find(&id).map(|known| known.state.clone()).unwrap_or_default();
        let state = evolve(known, event).map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        self.by_id.insert_mut(id.clone(), Arc::new(OnlineEntry { id, state, etag: fact.position }));
        self.changed = fact.position;
        Ok(())
    }
}
