//! Commands of the qualification ledger; each is decided on the newest proposal of the rules.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, TextSealer, decided};
use domain::event::SeatOrigin;
use domain::qualification::ledger::decider::{Command, LedgerAction, WildcardOffer, decide};
use domain::qualification::ledger::{Rejection, Target, evolve};
use domain::rulebook::Rulebook;
use domain::values::calendar::Window;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, PlayerId};
use domain::values::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use projections::projector::Projector;
use projections::season_lists::{chosen_alternative, is_qualified_for, national_results, proposal, wildcard_offer};
use projections::views::Views;

/// A command of the qualifications of a championship.
#[derive(Debug, Clone)]
pub struct LedgerRequest {
    pub target: Target,
    pub by: AccountId,
    pub command: LedgerCommand,
}

/// What is wanted; what the rules say about it is added when it is decided.
#[derive(Debug, Clone)]
pub enum LedgerCommand {
    Grant {
        origin: SeatOrigin,
        /// To whom; all proposed players if none is named.
        players: Vec<PlayerId>,
        /// The proposal that was looked at.
        seen: Digest,
        /// Why it cannot wait, or why another player is to get it.
        reason: Option<StatedReason>,
    },
    Decline {
        origin: SeatOrigin,
        player: PlayerId,
        /// Whether it passes to the next person.
        pass_on: bool,
        /// Why it passes on.
        reason: Option<StatedReason>,
    },
    WithdrawDecline {
        origin: SeatOrigin,
        player: PlayerId,
    },
    Withhold {
        origin: SeatOrigin,
        reason: StatedReason,
    },
    WithdrawWithholding {
        origin: SeatOrigin,
        reason: StatedReason,
    },
    Revoke {
        origin: SeatOrigin,
        player: PlayerId,
        reason: StatedReason,
    },
    Uphold {
        origin: SeatOrigin,
        player: PlayerId,
        /// The proposal that was looked at.
        seen: Digest,
        reason: StatedReason,
    },
    NominateWildcards {
        /// Whom; all proposed players if none is named.
        players: Vec<PlayerId>,
        /// The proposals that were looked at.
        seen: Digest,
        /// Why a player who is not proposed.
        reason: Option<StatedReason>,
    },
    GrantWildcards {
        players: Vec<PlayerId>,
    },
    WithdrawWildcard {
        player: PlayerId,
        reason: StatedReason,
    },
    Choose {
        player: PlayerId,
    },
    NameNominee {
        /// Whom; the proposed player if none is named.
        player: Option<PlayerId>,
        /// The proposal that was looked at.
        seen: Option<Digest>,
        /// Who represented the country at the edition before.
        previous: Vec<PlayerId>,
        /// Why a player who is not proposed.
        reason: Option<StatedReason>,
    },
    WithdrawNominee {
        reason: StatedReason,
    },
}

impl CommandHandler {
    pub fn run_ledger(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        request: &LedgerRequest,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Ledger, &request.target.to_string())?;
        // What is proposed depends on more than this stream.
        let _alone = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            projector.catch_up(self.log.head()?.position)?;
            let views = projector.views();
            let rulebook = rulebook(&views, &request.target).ok_or(CommandError::NotFound)?;
            let sealer = self.sealer(&stream);
            let (action, at) = (action(&views, request, &sealer), sealer.command_time());
            let linked_accounts = views.accounts.linked_accounts(&request.by, self.environment.now());
            let (target, by) = (request.target.clone(), request.by.clone());
            let command = Command { target, by, linked_accounts, at, rulebook, action };
            Ok(sealer.plan(decided(decide(&loaded.state, &command))?))
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

/// The action of a command, with what the rules say about it now.
fn action(views: &Views, request: &LedgerRequest, sealer: &TextSealer<'_>) -> LedgerAction {
    let proposed = |origin: &SeatOrigin| proposal(views, &request.target, origin);
    let seal = |reason: Option<StatedReason>| reason.map(|reason| sealer.reason(&reason));
    match request.command.clone() {
        LedgerCommand::Grant { origin, players, seen, reason } => {
            LedgerAction::Grant { players, seen, proposal: proposed(&origin), reason: seal(reason) }
        }
        LedgerCommand::Decline { origin, player, pass_on, reason } => {
            LedgerAction::Decline { player, pass_on, proposal: proposed(&origin), reason: seal(reason) }
        }
        LedgerCommand::WithdrawDecline { origin, player } => LedgerAction::WithdrawDecline { origin, player },
        LedgerCommand::Withhold { origin, reason } => {
            LedgerAction::Withhold { proposal: proposed(&origin), reason: sealer.reason(&reason) }
        }
        LedgerCommand::WithdrawWithholding { origin, reason } => {
            LedgerAction::WithdrawWithholding { origin, reason: sealer.reason(&reason) }
        }
        LedgerCommand::Revoke { origin, player, reason } => {
            LedgerAction::Revoke { origin, player, reason: sealer.reason(&reason) }
        }
        LedgerCommand::Uphold { origin, player, seen, reason } => {
            LedgerAction::Uphold { player, seen, proposal: proposed(&origin), reason: sealer.reason(&reason) }
        }
        LedgerCommand::NominateWildcards { players, seen, reason } => {
            let (offer, reason) = (offer(views, &request.target), seal(reason));
            LedgerAction::NominateWildcards { players, seen, offer, reason }
        }
        LedgerCommand::GrantWildcards { players } => {
            LedgerAction::GrantWildcards { players, offer: offer(views, &request.target) }
        }
        LedgerCommand::WithdrawWildcard { player, reason } => {
            LedgerAction::WithdrawWildcard { player, reason: sealer.reason(&reason) }
        }
        LedgerCommand::Choose { player } => {
            let here = match &request.target {
                Target::Mw(championship) => Some(championship),
                Target::Mp(_) => None,
            };
            let qualified = here.is_some_and(|here| is_qualified_for(&views.records, here, &player));
            let colliding = here.map_or_else(Vec::new, |here| colliding(views, here, &player));
            let overtaken = here.is_some_and(|here| chosen_alternative(&views.records, here, &player).is_some());
            LedgerAction::Choose { player, qualified, colliding, overtaken }
        }
        LedgerCommand::NameNominee { player, seen, previous, reason } => {
            let championship = match &request.target {
                Target::Mp(season) => national_results(&views.records, season),
                Target::Mw(_) => None,
            };
            LedgerAction::NameNominee { player, seen, previous, championship, reason: seal(reason) }
        }
        LedgerCommand::WithdrawNominee { reason } => LedgerAction::WithdrawNominee { reason: sealer.reason(&reason) },
    }
}

/// The wildcards that may be put forward; none to the national championship.
fn offer(views: &Views, target: &Target) -> WildcardOffer {
    match target {
        Target::Mw(championship) => wildcard_offer(&views.records, championship).unwrap_or_default(),
        Target::Mp(_) => WildcardOffer::default(),
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
