//! Read model of seasons.

use super::{ApplyError, ProjectedEvent, View};
use domain::event::{Event, SeasonEvent, SeasonRecord, TieEvent};
use domain::values::calendar::Day;
use domain::values::ids::{PlayerId, SeasonId};
use events::envelope::Position;
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every season.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seasons {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<SeasonId, Arc<SeasonEntry>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonEntry {
    pub id: SeasonId,
    /// Its record after all corrections.
    pub record: SeasonRecord,
    /// The order that was set among players who are tied in the ranking.
    pub tie: Option<Vec<PlayerId>>,
    /// The last event that changed it.
    pub etag: Position,
}

impl Seasons {
    pub fn find(&self, id: &SeasonId) -> Option<&SeasonEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// The season that a day belongs to.
    pub fn on(&self, day: Day) -> Option<&SeasonEntry> {
        self.by_id.values().map(Arc::as_ref).find(|season| season.record.window.holds(day))
    }

    /// All of them, the first first.
    pub fn list(&self) -> Vec<&SeasonEntry> {
        let mut seasons: Vec<&SeasonEntry> = self.by_id.values().map(Arc::as_ref).collect();
        seasons.sort_by_key(|season| season.record.window.first());
        seasons
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

impl View for Seasons {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::Season(event) = fact.event else { return Ok(()) };
        let id: SeasonId = fact.id()?;
        let known = self.find(&id);
        let mut season = match event {
            SeasonEvent::Opened(record) => {
                fact.unknown(known)?;
                SeasonEntry { id, record: record.clone(), tie: None, etag: fact.position }
            }
            SeasonEvent::Corrected(correction) => {
                SeasonEntry { record: correction.record.clone(), ..fact.known(known)?.clone() }
            }
            SeasonEvent::RankingTie(TieEvent::Decided { order }) => {
                SeasonEntry { tie: Some(order.clone()), ..fact.known(known)?.clone() }
            }
            SeasonEvent::RankingTie(TieEvent::DecisionWithdrawn) => {
                SeasonEntry { tie: None, ..fact.known(known)?.clone() }
            }
        };
        season.etag = fact.position;
        self.by_id.insert_mut(season.id.clone(), Arc::new(season));
        self.changed = fact.position;
        Ok(())
    }
}
