//! Commands of published lists: submitting what was looked at, and publishing it by a second person.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, decided};
use domain::people::authority::{Permission, may};
use domain::publication::decider::{Command, ComputedList, ListAction, PendingSubmission, Rejection, decide, evolve};
use domain::publication::{CALCULATION_VERSION, ListId};
use domain::values::digest::Digest;
use domain::values::ids::AccountId;
use domain::values::text::StatedReason;
use events::envelope::{Position, StreamKind, StreamName};
use events::log::ReadError;
use events::proof::tree::root_at;
use projections::projector::Projector;
use projections::season_lists::canonical;
use projections::views::Views;

/// A command of a list.
#[derive(Debug, Clone)]
pub enum ListCommand {
    /// Have a second person publish what was looked at.
    Submit {
        /// The digest that was looked at.
        digest: Digest,
        /// Why there is to be another edition.
        reason: Option<StatedReason>,
    },
    /// Take back what was submitted.
    Withdraw,
    /// Publish what was submitted.
    Publish {
        /// The digest that was looked at.
        digest: Digest,
        /// The submission that was looked at.
        submission: Position,
    },
}

impl CommandHandler {
    pub fn run_list(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        list: &ListId,
        by: &AccountId,
        action: &ListCommand,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::List, &list.to_string())?;
        let _alone = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            projector.catch_up(self.log.head()?.position)?;
            let sealer = self.sealer(&stream);
            let computed = || self.computed(projector, list);
            let action = match action {
                ListCommand::Submit { digest, reason } => {
                    let reason = reason.as_ref().map(|reason| sealer.erratum_reason(reason));
                    ListAction::Submit { digest: *digest, computed: computed()?, reason }
                }
                ListCommand::Withdraw => ListAction::Withdraw,
                ListCommand::Publish { digest, submission } => ListAction::Publish {
                    digest: *digest,
                    seen: submission.0,
                    waiting: waiting(&projector.views(), list),
                    computed: computed()?,
                },
            };
            let linked_accounts = projector.views().accounts.linked_accounts(by, self.environment.now());
            let command = Command { by: by.clone(), linked_accounts, action };
            Ok(sealer.plan(decided(decide(&loaded.state, &command))?))
        })
    }

    /// The list as it is now.
    fn computed(&self, projector: &Projector, list: &ListId) -> Result<ComputedList, CommandError<Rejection>> {
        let views = projector.views();
        let drawn = canonical(&views.records, list).ok_or(CommandError::NotFound)?;
        let position = views.position;
        let root =
            root_at(&*self.log, position.0).map_err(|error| CommandError::Read(ReadError::Store(error.to_string())))?;
        Ok(ComputedList {
            canonical: drawn.list.bytes(),
            position: position.0,
            root,
            rulebook: drawn.rulebook,
            rulebook_position: drawn.rulebook_position.0,
            calculation: CALCULATION_VERSION,
        })
    }
}

/// What is known of what waits for a second person.
fn waiting(views: &Views, list: &ListId) -> PendingSubmission {
    let Some(entry) = views.editions.find(list) else { return PendingSubmission::default() };
    let by = entry.state.submitted.as_ref().and_then(|submitted| views.accounts.find(&submitted.by));
    PendingSubmission {
        position: entry.submitted_at.map_or(0, |(position, _)| position.0),
        by_disabled: by.is_some_and(|account| account.disabled),
        by_without_role: by.is_some_and(|account| !may(&account.grants, &Permission::PublishLists)),
    }
}
