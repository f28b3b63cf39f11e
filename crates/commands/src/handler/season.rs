//! Commands of seasons: opening and correcting.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, HistoryProblem, LoadedStream, Lookup, Plan,
    TargetStream,
};
use crate::claims::SeasonWindows;
use domain::event::{Correction, Event, SeasonRecord};
use domain::season::decider::{Command, Context, Rejection, Season, decide, evolve};
use domain::values::ids::SeasonId;
use domain::values::text::StatedReason;
use events::envelope::{StreamKind, StreamName, Version};

impl CommandHandler {
    /// Opens a season.
    pub fn open_season(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        id: &SeasonId,
        record: &SeasonRecord,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _alone = self.lock_across_streams();
        self.execute(metadata, &subject(&stream, false), |loaded| {
            let windows = SeasonWindows::load(&*self.log)?;
            let context = self.context(lookup, id, record)?;
            let events = decided(loaded, &Command::Open { record: record.clone(), context })?;
            let mutable_store = windows.after(&events);
            Ok(Plan { events, mutable_store, ..Plan::default() })
        })
    }

    /// Corrects the record of a season.
    pub fn correct_season(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        id: &SeasonId,
        record: &SeasonRecord,
        reason: Option<&StatedReason>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _alone = self.lock_across_streams();
        self.execute(metadata, &subject(&stream, true), |loaded| {
            let windows = SeasonWindows::load(&*self.log)?;
            let context = self.context(lookup, id, record)?;
            let sealer = self.sealer(&stream);
            let reason = reason.map(|reason| sealer.reason(reason));
            let correction = Correction { record: record.clone(), reason };
            let events = decided(loaded, &Command::Correct { correction, context })?;
            let mutable_store = windows.after(&events);
            Ok(Plan { mutable_store, ..sealer.plan(events) })
        })
    }

    /// What the rules ask of the other seasons and of the rulebook.
    fn context(
        &self,
        lookup: &dyn Lookup,
        id: &SeasonId,
        record: &SeasonRecord,
    ) -> Result<Context, CommandError<Rejection>> {
        lookup.catch_up(self.log.head()?.position)?;
        let rulebook = StreamName::new(StreamKind::Rulebook, record.rulebook.as_str())?;
        let mut context =
            Context { windows: Vec::new(), rulebook_adopted: self.log.stream_version(&rulebook)? > Version(0) };
        for other in lookup.seasons().into_iter().filter(|other| other != id) {
            let stream = StreamName::new(StreamKind::Season, other.as_str())?;
            let loaded = self.loaded::<Season, Rejection>(&stream, subject(&stream, true).evolve)?;
            if let Season::Open(record) = loaded.state {
                context.windows.push((other, record.window));
            }
        }
        Ok(context)
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> TargetStream<'_, Season> {
    let evolve = |state, event: &Event| match event {
        Event::Season(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    TargetStream { stream, evolve, must_exist }
}

fn decided(loaded: &LoadedStream<Season>, command: &Command) -> Result<Vec<Event>, CommandError<Rejection>> {
    let events = decide(&loaded.state, command).map_err(CommandError::Rejected)?;
    Ok(events.into_iter().map(Event::Season).collect())
}
