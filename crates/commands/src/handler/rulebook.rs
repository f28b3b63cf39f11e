//! Commands of rulebooks: adopting.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, Plan, TargetStream, events_of};
use domain::event::RulebookRecord;
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
        self.execute(metadata, &TargetStream::new(&stream, |state, event| Ok(evolve(state, event))), |loaded| {
            let command = Command::Adopt { id: id.clone(), record: record.clone() };
            Ok(Plan::of(events_of(decide(&loaded.state, &command))?))
        })
    }
}
