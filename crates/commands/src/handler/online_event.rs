//! Commands of online events: opening, the table, waivers, closing, and corrections after it.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, Plan, TargetStream, TextSealer, events_of,
};
use domain::competitions::class::OnlineEvent;
use domain::competitions::lifecycle::Rejection;
use domain::competitions::online::decider::{Command, Context, OnlineAction, decide, evolve};
use domain::event::{Correction, OnlineOpening};
use domain::people::authority::CompetitionAuthority;
use domain::rulebook::parameters;
use domain::values::calendar::Day;
use domain::values::ids::CompetitionId;
use events::envelope::{StreamKind, StreamName};

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    /// Opens an edition of an online event under a new opaque id.
    pub fn open_online_event(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        by: CompetitionAuthority,
        opening: &OnlineOpening,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::OnlineEvent, &self.opaque_id())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let last = opening.days.last().unwrap_or(opening.days.first());
            let context = self.edition_context(lookup, &stream, opening.kind, opening.edition, last)?;
            let command = Command { by, at: self.moment(), action: OnlineAction::Open(*opening), context };
            Ok(Plan::of(events_of(decide(&loaded.state, &command))?))
        })
    }

    /// Runs a command on an online event that exists; `action` is called again after a conflict.
    pub fn run_online_event(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> OnlineAction,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::OnlineEvent, id.as_str())?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let sealer = self.sealer(&stream);
            let (at, action) = (sealer.command_time(), action(&sealer));
            let mut context = match &action {
                OnlineAction::Correct(Correction { record, .. }) => {
                    self.edition_context(lookup, &stream, record.kind, record.edition, record.ended_at.day())?
                }
                OnlineAction::Open(_)
                | OnlineAction::RecordTable { .. }
                | OnlineAction::WithdrawTable { .. }
                | OnlineAction::DeclareWaiver(_)
                | OnlineAction::WithdrawWaiver { .. }
                | OnlineAction::Close { .. } => Context::default(),
            };
            context.flagged = self.flagged(lookup, action.players())?;
            Ok(sealer.plan(events_of(decide(&loaded.state, &Command { by, at, action, context }))?))
        })
    }

    /// What the rules ask of the other editions and of the rulebook of the season.
    fn edition_context(
        &self,
        lookup: &dyn Lookup,
        stream: &StreamName,
        kind: OnlineEvent,
        edition: u32,
        day: Day,
    ) -> Result<Context, CommandError<Rejection>> {
        lookup.catch_up(self.log.head()?.position)?;
        let views = lookup.views();
        let season = views.records.season_on(day).map(|season| &season.record);
        let in_season = |other: Day| season.is_none_or(|season| season.window.holds(other));
        let same = |(id, other, number, day): &(CompetitionId, OnlineEvent, u32, Day)| {
            id.as_str() != stream.id() && (*other, *number) == (kind, edition) && in_season(*day)
        };
        let same_edition = lookup.online_editions().into_iter().find(same).map(|(id, ..)| id);
        let rules = match season {
            Some(season) => self.adopted(&season.rulebook)?.and_then(|record| record.rulebook().ok()),
            None => None,
        };
        let editions = rules.map(|rules| {
            let quotas = rules.get(parameters::AWANS_ONLINE);
            quotas.iter().filter(|quota| quota.event == kind).map(|quota| quota.editions).sum()
        });
        Ok(Context { same_edition, editions, ..Context::default() })
    }
}
