//! Commands of voivodeship championships: announcing, correcting, and setting the days.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, TargetStream, decided,
};
use domain::event::{ChampionshipRecord, Correction};
use domain::qualification::championship::{
    Championship, ChampionshipAction, Command, Context, Rejection, decide, evolve,
};
use domain::values::calendar::Window;
use domain::values::ids::ChampionshipId;
use domain::values::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use projections::projector::Projector;

/// A command of a championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipCommand {
    Announce(ChampionshipRecord),
    Correct {
        record: ChampionshipRecord,
        reason: StatedReason,
    },
    /// Set the days on which it is played.
    Schedule {
        days: Window,
    },
}

impl CommandHandler {
    pub fn run_championship(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        id: &ChampionshipId,
        action: &ChampionshipCommand,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Championship, id.as_str())?;
        let must_exist = !matches!(action, ChampionshipCommand::Announce(_));
        // An event feeds one championship of its voivodeship, so the others are looked at.
        let _alone = self.lock_across_streams();
        self.execute(metadata, &TargetStream { stream: &stream, evolve, must_exist }, |loaded| {
            let context = self.championship_context(projector, id, loaded, action)?;
            let sealer = self.sealer(&stream);
            let action = match action.clone() {
                ChampionshipCommand::Announce(record) => ChampionshipAction::Announce(record),
                ChampionshipCommand::Correct { record, reason } => {
                    ChampionshipAction::Correct(Correction { record, reason: Some(sealer.reason(&reason)) })
                }
                ChampionshipCommand::Schedule { days } => ChampionshipAction::Schedule { days },
            };
            Ok(sealer.plan(decided(decide(&loaded.state, &Command { action, context }))?))
        })
    }

    fn championship_context(
        &self,
        projector: &Projector,
        id: &ChampionshipId,
        loaded: &LoadedStream<Championship>,
        action: &ChampionshipCommand,
    ) -> Result<Context, CommandError<Rejection>> {
        projector.catch_up(self.log.head()?.position)?;
        let record = match (action, &loaded.state) {
            (ChampionshipCommand::Announce(record) | ChampionshipCommand::Correct { record, .. }, _)
            | (ChampionshipCommand::Schedule { .. }, Championship::Announced { record, .. }) => record,
            (ChampionshipCommand::Schedule { .. }, Championship::Unknown) => return Err(CommandError::NotFound),
        };
        let views = projector.views();
        let others = views.records.championships().filter(|other| other.id != *id);
        let others = others.filter(|other| other.record.voivodeship == record.voivodeship);
        Ok(Context {
            rulebook: views.records.rulebook(&record.rulebook).map(|(_, rulebook)| rulebook.as_ref().clone()),
            others: others.map(|other| (other.id.clone(), other.record.window)).collect(),
        })
    }
}
