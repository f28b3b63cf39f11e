//! Commands of seasons: opening and correcting.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, Plan, TargetStream, events_of};
use crate::claims::SeasonWindows;
use domain::event::{Correction, SeasonRecord};
use domain::season::decider::{Command, Context, Rejection, decide, evolve};
use domain::values::ids::SeasonId;
use domain::values::text::StatedReason;
use events::envelope::{StreamKind, StreamName, Version};

impl CommandHandler {
    pub fn open_season(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        id: &SeasonId,
        record: &SeasonRecord,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let windows = SeasonWindows::load(&*self.log)?;
            let context = self.context(lookup, id, record)?;
            let events = events_of(decide(&loaded.state, &Command::Open { record: record.clone(), context }))?;
            let mutable_writes = windows.after(&events);
            Ok(Plan { events, mutable_writes, ..Plan::default() })
        })
    }

    pub fn correct_season(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        id: &SeasonId,
        record: &SeasonRecord,
        reason: Option<&StatedReason>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let windows = SeasonWindows::load(&*self.log)?;
            let context = self.context(lookup, id, record)?;
            let sealer = self.sealer(&stream);
            let reason = reason.map(|reason| sealer.reason(reason));
            let correction = Correction { record: record.clone(), reason };
            let events = events_of(decide(&loaded.state, &Command::Correct { correction, context }))?;
            let mutable_writes = windows.after(&events);
            Ok(Plan { mutable_writes, ..sealer.plan(events) })
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
        let views = lookup.views();
        let others = views.records.seasons_by_day().into_iter().filter(|other| other.id != *id);
        let windows = others.map(|other| (other.id.clone(), other.record.window)).collect();
        Ok(Context { windows, rulebook_adopted: self.log.stream_version(&rulebook)? > Version(0) })
    }
}
