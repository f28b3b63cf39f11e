//! Commands of voivodeship championships: announcing, correcting, and setting the days.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, TargetStream, TextSealer,
    events_of,
};
use domain::event::{ChampionshipRecord, Correction};
use domain::qualification::championship::{
    Championship, ChampionshipAction, Command, Context, Rejection, decide, evolve,
};
use domain::values::ids::ChampionshipId;
use events::envelope::{StreamKind, StreamName};
use projections::projector::Projector;

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    pub fn announce_championship(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        id: &ChampionshipId,
        record: &ChampionshipRecord,
    ) -> Outcome {
        let action = |_: &TextSealer<'_>| ChampionshipAction::Announce(record.clone());
        self.decide_championship(metadata, projector, (id, false), &action)
    }

    /// Runs a command on a championship that exists; `action` is called again after a conflict.
    pub fn run_championship(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        id: &ChampionshipId,
        action: &dyn Fn(&TextSealer<'_>) -> ChampionshipAction,
    ) -> Outcome {
        self.decide_championship(metadata, projector, (id, true), action)
    }

    fn decide_championship(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (id, must_exist): (&ChampionshipId, bool),
        action: &dyn Fn(&TextSealer<'_>) -> ChampionshipAction,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::Championship, id.as_str())?;
        // An event feeds one championship of its voivodeship, so the others are looked at.
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream { stream: &stream, evolve, must_exist }, |loaded| {
            let sealer = self.sealer(&stream);
            let action = action(&sealer);
            let context = self.championship_context(projector, id, loaded, &action)?;
            Ok(sealer.plan(events_of(decide(&loaded.state, &Command { action, context }))?))
        })
    }

    fn championship_context(
        &self,
        projector: &Projector,
        id: &ChampionshipId,
        loaded: &LoadedStream<Championship>,
        action: &ChampionshipAction,
    ) -> Result<Context, CommandError<Rejection>> {
        projector.catch_up(self.log.head()?.position)?;
        let record = match (action, &loaded.state) {
            (ChampionshipAction::Announce(record) | ChampionshipAction::Correct(Correction { record, .. }), _)
            | (ChampionshipAction::Schedule { .. }, Championship::Announced { record, .. }) => record,
            (ChampionshipAction::Schedule { .. }, Championship::Unknown) => return Err(CommandError::NotFound),
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
