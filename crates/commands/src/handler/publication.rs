//! Commands of published lists: submitting what was looked at, and publishing it by a second person.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, TextSealer, events_of,
};
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

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    /// Asks a second person to publish the list with this digest; `reason` is for another edition.
    pub fn submit_list(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (list, by): (&ListId, &AccountId),
        digest: Digest,
        reason: Option<&StatedReason>,
    ) -> Outcome {
        self.run_list(metadata, projector, (list, by), &|sealer| {
            let reason = reason.map(|reason| sealer.erratum_reason(reason));
            Ok(ListAction::Submit { digest, computed: self.computed(projector, list)?, reason })
        })
    }

    pub fn withdraw_list(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (list, by): (&ListId, &AccountId),
    ) -> Outcome {
        self.run_list(metadata, projector, (list, by), &|_| Ok(ListAction::Withdraw))
    }

    /// Publishes what was submitted at the position `submission`.
    pub fn publish_list(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (list, by): (&ListId, &AccountId),
        digest: Digest,
        submission: Position,
    ) -> Outcome {
        self.run_list(metadata, projector, (list, by), &|_| {
            Ok(ListAction::Publish {
                digest,
                seen: submission.0,
                waiting: waiting(&projector.views(), list),
                computed: self.computed(projector, list)?,
            })
        })
    }

    fn run_list(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (list, by): (&ListId, &AccountId),
        action: &dyn Fn(&TextSealer<'_>) -> Result<ListAction, CommandError<Rejection>>,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::List, &list.to_string())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            projector.catch_up(self.log.head()?.position)?;
            let sealer = self.sealer(&stream);
            let action = action(&sealer)?;
            let linked_accounts = projector.views().accounts.linked_accounts(by, self.environment.now());
            let command = Command { by: by.clone(), linked_accounts, action };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
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
