//! Acts on published lists: submitting what was looked at, and publishing it by a second person.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Subject};
use crate::projector::Projector;
use crate::season_lists::canonical;
use crate::views::Views;
use domain::authority::{Permission, may};
use domain::digest::Digest;
use domain::event::{Commitment, Event};
use domain::ids::AccountId;
use domain::publication::decider::{Command, Computed, PublishedList, Rejection, Waiting, Wish, decide, evolve};
use domain::publication::{CALCULATION_VERSION, ListId};
use domain::text::StatedReason;
use events::envelope::{EventId, Position, StreamKind, StreamName};
use events::log::ReadError;
use events::proof::tree::root_at;
use events::vault::{ErratumReason, Prepared};

/// What somebody wants of a list.
#[derive(Debug, Clone)]
pub enum ListWish {
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

impl Office {
    /// Does something about the publication of a list.
    pub fn run_list(
        &self,
        act: &Act,
        projector: &Projector,
        list: &ListId,
        by: &AccountId,
        wish: &ListWish,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::List, &list.to_string())?;
        let evolve = |state: PublishedList, event: &Event| match event {
            Event::List(event) => Ok(evolve(state, event)?),
            _ => Err(HistoryProblem::OtherKind),
        };
        let subject = Subject { stream: &stream, evolve, must_exist: false };
        let _alone = self.one_at_a_time();
        self.perform(act, &subject, |stood| {
            projector.catch_up(self.log.head()?.position)?;
            let first_id = EventId::new(&*self.environment);
            let reason = match wish {
                ListWish::Submit { reason: Some(reason), .. } => {
                    Some(self.vault.prepare_for(first_id, &ErratumReason { text: reason.as_str().into() }))
                }
                ListWish::Submit { .. } | ListWish::Withdraw | ListWish::Publish { .. } => None,
            };
            let reason_given: Option<Commitment> = reason.as_ref().map(Prepared::commitment);
            let computed = || self.computed(projector, list);
            let wish = match wish {
                ListWish::Submit { digest, .. } => {
                    Wish::Submit { digest: *digest, computed: computed()?, reason: reason_given }
                }
                ListWish::Withdraw => Wish::Withdraw,
                ListWish::Publish { digest, submission } => Wish::Publish {
                    digest: *digest,
                    seen: submission.0,
                    waiting: waiting(&projector.views(), list),
                    computed: computed()?,
                },
            };
            let same_hands = projector.views().accounts.same_hands(by, self.environment.now());
            let command = Command { by: by.clone(), same_hands, wish };
            let events = decide(&stood.state, &command).map_err(ActError::Rejected)?;
            let events = events.into_iter().map(Event::List).collect();
            Ok(Plan { first_id: Some(first_id), events, texts: reason.into_iter().collect(), ..Plan::default() })
        })
    }

    /// The list as it is now.
    fn computed(&self, projector: &Projector, list: &ListId) -> Result<Computed, ActError<Rejection>> {
        let views = projector.views();
        let drawn = canonical(&views.records, list).ok_or(ActError::NotFound)?;
        let position = views.position;
        let root =
            root_at(&*self.log, position.0).map_err(|error| ActError::Read(ReadError::Store(error.to_string())))?;
        Ok(Computed {
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
fn waiting(views: &Views, list: &ListId) -> Waiting {
    let Some(entry) = views.editions.find(list) else { return Waiting::default() };
    let by = entry.state.submitted.as_ref().and_then(|submitted| views.accounts.find(&submitted.by));
    Waiting {
        position: entry.submitted_at.map_or(0, |(position, _)| position.0),
        by_disabled: by.is_some_and(|account| account.disabled),
        by_without_role: by.is_some_and(|account| !may(&account.grants, &Permission::PublishLists)),
    }
}
