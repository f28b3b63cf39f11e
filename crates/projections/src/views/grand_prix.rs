//! Read model of Grand Prix.

use super::{ApplyError, CorruptHistory, Entries, ProjectedEvent, View};
use domain::competitions::grand_prix::decider::{GrandPrix, evolve};
use domain::event::{Event, GrandPrixEvent};
use domain::values::ids::{CompetitionId, RulebookId};
use events::envelope::Position;
use events::vault::{EventName, EventTexts};

/// Every cycle.
pub type AllGrandPrix = Entries<CompetitionId, GrandPrixEntry>;

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
        self.put(id, entry, fact.position);
        Ok(())
    }
}
