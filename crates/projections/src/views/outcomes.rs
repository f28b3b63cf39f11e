//! What tournaments that are over came to: the records from which the standings of Grand Prix cycles are computed.

use super::{Fact, Unfit, View};
use domain::event::{Event, TournamentEvent, TournamentRecord};
use domain::ids::EventId;
use domain::tournament::ExceptionDecision;
use events::envelope::Position;
use rpds::RedBlackTreeMapSync;
use std::sync::Arc;

/// Every tournament that is over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<EventId, Arc<Outcome>>,
}

/// One tournament that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Its record after all corrections.
    pub record: Arc<TournamentRecord>,
    /// The decision on a low attendance.
    pub exception: Option<ExceptionDecision>,
    /// The last event that changed one of the two.
    pub etag: Position,
}

impl Outcomes {
    /// What the tournament with this id came to; nothing while it is not over.
    pub fn find(&self, id: &EventId) -> Option<&Outcome> {
        self.by_id.get(id).map(Arc::as_ref)
    }
}

impl View for Outcomes {
    fn take_in(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
        let Event::Tournament(event) = fact.event else { return Ok(()) };
        let id: EventId = fact.id()?;
        let known = self.find(&id).cloned();
        let outcome = match event {
            TournamentEvent::Recorded(record) => {
                Outcome { record: Arc::new(record.clone()), exception: None, etag: fact.position }
            }
            TournamentEvent::Corrected(correction) => {
                Outcome { record: Arc::new(correction.record.clone()), ..fact.known(known)? }
            }
            TournamentEvent::ExceptionDecided(decision) => Outcome { exception: Some(*decision), ..fact.known(known)? },
            TournamentEvent::ExceptionDecisionWithdrawn => Outcome { exception: None, ..fact.known(known)? },
            // Nothing else changes the standings of a cycle.
            _ => return Ok(()),
        };
        self.by_id.insert_mut(id, Arc::new(Outcome { etag: fact.position, ..outcome }));
        self.changed = fact.position;
        Ok(())
    }
}
