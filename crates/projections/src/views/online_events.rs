//! Read model of the editions of online events.

use super::{ApplyError, CorruptHistory, Entries, ProjectedEvent, View};
use domain::competitions::class::OnlineEvent;
use domain::competitions::online::decider::{Online, evolve};
use domain::event::{Event, PlacedPlayer};
use domain::values::calendar::Day;
use domain::values::ids::CompetitionId;
use events::envelope::Position;

/// Every edition.
pub type OnlineEvents = Entries<CompetitionId, OnlineEntry>;

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

impl View for OnlineEvents {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::Online(event) = fact.event else { return Ok(()) };
        let id: CompetitionId = fact.id()?;
        let known = self.find(&id).map(|known| known.state.clone()).unwrap_or_default();
        let state = evolve(known, event).map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        self.put(id.clone(), OnlineEntry { id, state, etag: fact.position }, fact.position);
        Ok(())
    }
}
