//! Grand Prix cycles as they stand.

use super::{Fact, Unfit, View};
use crate::record_book::CorruptHistory;
use domain::event::{Event, GrandPrixEvent};
use domain::grand_prix::decider::{GrandPrix, evolve};
use domain::ids::{EventId, RulebookId};
use events::envelope::{Position, StreamName};
use events::vault::{EventName, EventTexts};
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every cycle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cycles {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<EventId, Arc<CycleEntry>>,
}

/// One cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleEntry {
    /// Its id.
    pub id: EventId,
    /// What it is called, unless its name was destroyed.
    pub name: Option<EventName>,
    /// As the decider knows it.
    pub state: GrandPrix,
    /// The last event that changed it.
    pub etag: Position,
}

impl CycleEntry {
    /// The tournaments that belong to it.
    pub fn tournaments(&self) -> &[EventId] {
        match &self.state {
            GrandPrix::Unknown => &[],
            GrandPrix::Running(cycle) => &cycle.tournaments,
            GrandPrix::Over(cycle) => &cycle.record.tournaments,
        }
    }

    /// The rulebook that its standings are computed with.
    pub fn rulebook(&self) -> Option<&RulebookId> {
        match &self.state {
            GrandPrix::Unknown => None,
            GrandPrix::Running(cycle) => Some(&cycle.opening.rulebook),
            GrandPrix::Over(cycle) => Some(&cycle.record.rulebook),
        }
    }
}

impl Cycles {
    /// The cycle with this id.
    pub fn find(&self, id: &EventId) -> Option<&CycleEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &CycleEntry> {
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

    /// Gives a cycle another name, without noting a change.
    pub(super) fn rename(&mut self, stream: &StreamName, name: Option<&EventName>) {
        let known = EventId::parse(stream.id()).ok().and_then(|id| self.by_id.get(&id));
        if let Some(known) = known {
            let entry = CycleEntry { name: name.cloned(), ..known.as_ref().clone() };
            self.by_id.insert_mut(entry.id.clone(), Arc::new(entry));
        }
    }
}

impl View for Cycles {
    fn take_in(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
        let Event::GrandPrix(event) = fact.event else { return Ok(()) };
        let id: EventId = fact.id()?;
        let known = self.find(&id).cloned();
        let fresh = || CycleEntry { id: id.clone(), name: None, state: GrandPrix::Unknown, etag: fact.position };
        let mut entry = known.unwrap_or_else(fresh);
        entry.state = evolve(entry.state, event).map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        match event {
            GrandPrixEvent::Opened(_) | GrandPrixEvent::Recorded(_) | GrandPrixEvent::Corrected(_) => {
                entry.name = fact.text::<EventTexts>()?.map(|texts| texts.name);
            }
            GrandPrixEvent::TournamentAdded { .. }
            | GrandPrixEvent::TournamentRemoved(_)
            | GrandPrixEvent::Closed
            | GrandPrixEvent::Tie(_) => {}
        }
        entry.etag = fact.position;
        self.by_id.insert_mut(id, Arc::new(entry));
        self.changed = fact.position;
        Ok(())
    }
}
