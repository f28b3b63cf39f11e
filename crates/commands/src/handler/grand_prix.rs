//! Commands of Grand Prix: opening, tournaments, closing, and corrections after it.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, TargetStream, TextSealer,
    events_of,
};
use domain::competitions::grand_prix::decider::{Command, Context, GrandPrix, GrandPrixAction, decide, evolve};
use domain::competitions::lifecycle::Rejection;
use domain::event::{Correction, GrandPrixOpening};
use domain::people::authority::CompetitionAuthority;
use domain::values::ids::{CompetitionId, RulebookId};
use domain::values::text::Name;
use events::envelope::{StreamKind, StreamName};

/// A cycle that is to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixDetails {
    pub name: Name,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    /// Opens a cycle under a new opaque id.
    pub fn open_grand_prix(
        &self,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        details: &GrandPrixDetails,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::GrandPrix, &self.opaque_id())?;
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let sealer = self.sealer(&stream);
            let opening = GrandPrixOpening { name: sealer.name(&details.name), rulebook: details.rulebook.clone() };
            let rulebook = self.grand_prix_rulebook(&details.rulebook)?;
            let context = Context { rulebook, ..Context::default() };
            let command = Command { by, action: GrandPrixAction::Open(opening), context };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
        })
    }

    /// Runs a command on a Grand Prix that exists; `action` is called again after a conflict.
    pub fn run_grand_prix(
        &self,
        metadata: &CommandMetadata,
        lookup: &dyn Lookup,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> GrandPrixAction,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::GrandPrix, id.as_str())?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let name = match &loaded.state {
                GrandPrix::Over(grand_prix) => Some(grand_prix.record.name),
                GrandPrix::Running(_) | GrandPrix::Unknown => None,
            };
            let sealer = self.sealer(&stream).of_competition(name)?;
            let action = action(&sealer);
            let context = self.grand_prix_context(lookup, loaded, &action)?;
            Ok(sealer.plan(events_of(decide(&loaded.state, &Command { by, action, context }))?))
        })
    }

    /// What the rules ask of the tournaments and of the rulebook.
    fn grand_prix_context(
        &self,
        lookup: &dyn Lookup,
        loaded: &LoadedStream<GrandPrix>,
        action: &GrandPrixAction,
    ) -> Result<Context, CommandError<Rejection>> {
        lookup.catch_up(self.log.head()?.position)?;
        let of_cycle = match &loaded.state {
            GrandPrix::Unknown => None,
            GrandPrix::Running(grand_prix) => Some((&grand_prix.opening.rulebook, grand_prix.tournaments.as_slice())),
            GrandPrix::Over(grand_prix) => {
                Some((&grand_prix.record.rulebook, grand_prix.record.tournaments.as_slice()))
            }
        };
        let (rulebook, members) = of_cycle.ok_or(CommandError::NotFound)?;
        let (rulebook, wanted): (&RulebookId, &[CompetitionId]) = match action {
            GrandPrixAction::AddTournament { tournament } => (rulebook, std::slice::from_ref(tournament)),
            GrandPrixAction::Correct(Correction { record, .. }) => (&record.rulebook, &record.tournaments),
            GrandPrixAction::Open(_) | GrandPrixAction::RemoveTournament { .. } | GrandPrixAction::Close => {
                (rulebook, &[])
            }
        };
        let found = members.iter().chain(wanted).filter_map(|id| Some((id.clone(), lookup.grand_prix_tournament(id)?)));
        Ok(Context { tournaments: found.collect(), rulebook: self.grand_prix_rulebook(rulebook)? })
    }

    fn grand_prix_rulebook(
        &self,
        id: &RulebookId,
    ) -> Result<Option<domain::rulebook::Rulebook>, CommandError<Rejection>> {
        Ok(self.adopted(id)?.and_then(|record| record.rulebook().ok()))
    }
}
