//! Acts on rulebooks: adopting.

use super::{Act, ActError, Done, HistoryProblem, Office, Plan, Subject};
use domain::event::{Event, RulebookRecord};
use domain::ids::RulebookId;
use domain::rulebook::adoption::{Command, Rejection, decide, evolve};
use events::envelope::{StreamKind, StreamName};

impl Office {
    /// Puts a rulebook in force; it takes the place of what stands under this id.
    pub fn adopt_rulebook(
        &self,
        act: &Act,
        id: &RulebookId,
        record: &RulebookRecord,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Rulebook, id.as_str())?;
        let evolve = |state, event: &Event| match event {
            Event::Rulebook(event) => Ok(evolve(state, event)),
            _ => Err(HistoryProblem::OtherKind),
        };
        let subject = Subject { stream: &stream, evolve, must_exist: false };
        self.perform(act, &subject, |stood| {
            let command = Command::Adopt { id: id.clone(), record: record.clone() };
            let events = decide(&stood.state, &command).map_err(ActError::Rejected)?;
            Ok(Plan { events: events.into_iter().map(Event::Rulebook).collect(), ..Plan::default() })
        })
    }
}
