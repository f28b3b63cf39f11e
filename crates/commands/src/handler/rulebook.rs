//! Commands of rulebooks: adopting.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, HistoryProblem, Plan, TargetStream};
use domain::event::{Event, RulebookRecord};
use domain::rulebook::adoption::{Command, Rejection, decide, evolve};
use domain::values::ids::RulebookId;
use events::envelope::{StreamKind, StreamName};

impl CommandHandler {
    /// Puts a rulebook in force; it takes the place of what stands under this id.
    pub fn adopt_rulebook(
        &self,
        metadata: &CommandMetadata,
        id: &RulebookId,
        record: &RulebookRecord,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Rulebook, id.as_str())?;
        let evolve = |state, event: &Event| match event {
            Event::Rulebook(event) => Ok(evolve(state, event)),
            _ => Err(HistoryProblem::OtherKind),
        };
        let subject = TargetStream { stream: &stream, evolve, must_exist: false };
        self.execute(metadata, &subject, |loaded| {
            let command = Command::Adopt { id: id.clone(), record: record.clone() };
            let events = decide(&loaded.state, &command).map_err(CommandError::Rejected)?;
            Ok(Plan { events: events.into_iter().map(Event::Rulebook).collect(), ..Plan::default() })
        })
    }
}
