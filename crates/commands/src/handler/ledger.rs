//! Commands of the qualification ledger; each is decided on the newest proposal of the rules.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, TextSealer, events_of,
};
use domain::event::{Commitment, SeatOrigin};
use domain::qualification::ledger::decider::{Command, LedgerAction, NationalResults, WildcardOffer, decide};
use domain::qualification::ledger::{Proposal, Rejection, Target, evolve};
use domain::rulebook::Rulebook;
use domain::values::calendar::Window;
use domain::values::ids::{AccountId, ChampionshipId, PlayerId};
use domain::values::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use projections::projector::Projector;
use projections::season_lists::{chosen_alternative, is_qualified_for, national_results, proposal, wildcard_offer};
use projections::views::Views;

/// What the rules say at the moment of a command, from which its action is built.
pub struct LedgerContext<'a> {
    views: &'a Views,
    target: &'a Target,
    sealer: &'a TextSealer<'a>,
}

impl CommandHandler {
    /// Runs a command on the qualifications of a championship; `action` is called again after a conflict.
    pub fn run_ledger(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        (target, by): (&Target, &AccountId),
        action: &dyn Fn(&LedgerContext<'_>) -> LedgerAction,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Ledger, &target.to_string())?;
        // What is proposed depends on more than this stream.
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            projector.catch_up(self.log.head()?.position)?;
            let views = projector.views();
            let rulebook = rulebook(&views, target).ok_or(CommandError::NotFound)?;
            let sealer = self.sealer(&stream);
            let command = Command {
                target: target.clone(),
                by: by.clone(),
                linked_accounts: views.accounts.linked_accounts(by, self.environment.now()),
                at: sealer.command_time(),
                rulebook,
                action: action(&LedgerContext { views: &views, target, sealer: &sealer }),
            };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
        })
    }
}

fn rulebook(views: &Views, target: &Target) -> Option<Rulebook> {
    let id = match target {
        Target::Mp(season) => &views.records.season(season)?.record.rulebook,
        Target::Mw(championship) => &views.records.championship(championship)?.record.rulebook,
    };
    views.records.rulebook(id).map(|(_, rulebook)| rulebook.as_ref().clone())
}

impl LedgerContext<'_> {
    /// What the rules propose about an origin of qualifications.
    pub fn proposal(&self, origin: &SeatOrigin) -> Option<Proposal> {
        proposal(self.views, self.target, origin)
    }

    /// The wildcards that may be put forward; none to the national championship.
    pub fn offer(&self) -> WildcardOffer {
        let offer = self.championship().and_then(|here| wildcard_offer(&self.views.records, here));
        offer.unwrap_or_default()
    }

    /// The choice of a player who is qualified for several championships.
    pub fn choice_of(&self, player: &PlayerId) -> LedgerAction {
        let (records, here) = (&self.views.records, self.championship());
        LedgerAction::Choose {
            player: player.clone(),
            qualified: here.is_some_and(|here| is_qualified_for(records, here, player)),
            colliding: here.map_or_else(Vec::new, |here| colliding(self.views, here, player)),
            overtaken: here.is_some_and(|here| chosen_alternative(records, here, player).is_some()),
        }
    }

    /// The results of the national championship, once it has some.
    pub fn national_results(&self) -> Option<NationalResults> {
        match self.target {
            Target::Mp(season) => national_results(&self.views.records, season),
            Target::Mw(_) => None,
        }
    }

    pub fn reason(&self, reason: &StatedReason) -> Commitment {
        self.sealer.reason(reason)
    }

    pub fn optional_reason(&self, reason: Option<&StatedReason>) -> Option<Commitment> {
        reason.map(|reason| self.reason(reason))
    }

    fn championship(&self) -> Option<&ChampionshipId> {
        match self.target {
            Target::Mw(championship) => Some(championship),
            Target::Mp(_) => None,
        }
    }
}

/// The other championships on the same days for which a player is qualified (R-MW-07).
fn colliding(views: &Views, here: &ChampionshipId, player: &PlayerId) -> Vec<ChampionshipId> {
    let days = |id: &ChampionshipId| views.records.championship(id).and_then(|championship| championship.days);
    let Some(own): Option<Window> = days(here) else { return Vec::new() };
    let others = views.records.championships().filter(|other| other.id != *here);
    let same_days = others.filter(|other| other.days.is_some_and(|days| days.overlaps(own)));
    same_days
        .filter(|other| is_qualified_for(&views.records, &other.id, player))
        .map(|other| other.id.clone())
        .collect()
}
