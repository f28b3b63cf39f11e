//! Read model of Grand Prix.

use super::{ApplyError, CorruptHistory, ProjectedEvent, View};
use domain::competitions::grand_prix::decider::{GrandPrix, evolve};
use domain::event::{Event, GrandPrixEvent};
use domain::values::ids::{CompetitionId, RulebookId};
use events::envelope::{Position, StreamName};
use events::vault::{EventName, EventTexts};
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every cycle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllGrandPrix {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<CompetitionId, Arc<GrandPrixEntry>>,
}

/// One cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixEntry {
    pub id: CompetitionId,
    /// What it is called, unless its name was destroyed.
    pub name: Option<EventName>,
    /// As the decider knows it.
    pub state: GrandPrix,
    /// The last event that changed it.
    pub etag: Position,
}

impl GrandPrixEntry {
    /// The tournaments that belong to it.
    pub fn tournaments(&self) -> &[CompetitionId] {
        match &self.state {
            GrandPrix::Unknown => &[],
            GrandPrix::Running(grand_prix) => &grand_prix.tournaments,
            GrandPrix::Over(grand_prix) => &grand_prix.record.tournaments,
        }
    }

    /// The rulebook that its standings are computed with.
    pub fn rulebook(&self) -> Option<&RulebookId> {
        match &self.state {
            GrandPrix::Unknown => None,
            GrandPrix::Running(grand_prix) => Some(&grand_prix.opening.rulebook),
            GrandPrix::Over(grand_prix) => Some(&grand_prix.record.rulebook),
        }
    }
}

impl AllGrandPrix {
    /// The cycle with this id.
    pub fn find(&self, id: &CompetitionId) -> Option<&GrandPrixEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &GrandPrixEntry> {
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
        let known = CompetitionId::parse(stream.id()).ok().and_then(|id| self.by_id.get(&id));
        if let Some(known) = known {
            let entry = GrandPrixEntry { name: name.cloned(), ..known.as_ref().clone() };
            self.by_id.insert_mut(entry.id.clone(), Arc::new(entry));
        }
    }
}

impl View for AllGrandPrix {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::GrandPrix(event) = fact.event else { return Ok(()) };
        let id: CompetitionId = fact.id()?;
        let known = self.find(&id).cloned();
        let fresh = || GrandPrixEntry { id: id.clone(), name: None, state: GrandPrix::Unknown, etag: fact.position };
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
