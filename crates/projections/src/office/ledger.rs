//! Acts about qualifications: what the rules propose is looked up when the act is decided, so that it answers the newest proposal.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Subject};
use crate::projector::Projector;
use crate::season_lists::{national_results, plays_at, plays_elsewhere, proposal, wildcard_offer};
use crate::views::Views;
use domain::calendar::{Moment, Window};
use domain::digest::Digest;
use domain::event::{Commitment, Event, SeatOrigin};
use domain::ids::{AccountId, ChampionshipId, PlayerId};
use domain::ledger::decider::{Command, WildcardOffer, Wish, decide};
use domain::ledger::{Ledger, Rejection, Target, evolve};
use domain::rulebook::Rulebook;
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use events::vault::Prepared;

/// What somebody wants of the qualifications of a championship.
#[derive(Debug, Clone)]
pub struct LedgerAsk {
    /// Of which championship.
    pub target: Target,
    /// Who.
    pub by: AccountId,
    /// What.
    pub wish: LedgerWish,
}

/// What is wanted; what the rules say about it is added when it is decided.
#[derive(Debug, Clone)]
pub enum LedgerWish {
    /// See [`Wish::Grant`].
    Grant {
        /// From where.
        origin: SeatOrigin,
        /// To whom; everybody who is proposed if nobody is named.
        players: Vec<PlayerId>,
        /// The proposal that was looked at.
        seen: Digest,
        /// Why it cannot wait, or why somebody else is to get it.
        reason: Option<StatedReason>,
    },
    /// See [`Wish::Decline`].
    Decline {
        /// From where.
        origin: SeatOrigin,
        /// Who.
        player: PlayerId,
        /// Whether it passes to the next person.
        pass_on: bool,
        /// Why it passes on.
        reason: Option<StatedReason>,
    },
    /// See [`Wish::WithdrawDecline`].
    WithdrawDecline {
        /// Where.
        origin: SeatOrigin,
        /// Whose.
        player: PlayerId,
    },
    /// See [`Wish::Withhold`].
    Withhold {
        /// Where.
        origin: SeatOrigin,
        /// Why.
        reason: StatedReason,
    },
    /// See [`Wish::WithdrawWithholding`].
    WithdrawWithholding {
        /// Where.
        origin: SeatOrigin,
        /// Why.
        reason: StatedReason,
    },
    /// See [`Wish::Revoke`].
    Revoke {
        /// Where.
        origin: SeatOrigin,
        /// Whose.
        player: PlayerId,
        /// Why.
        reason: StatedReason,
    },
    /// See [`Wish::Uphold`].
    Uphold {
        /// Where.
        origin: SeatOrigin,
        /// Whose.
        player: PlayerId,
        /// The proposal that was looked at.
        seen: Digest,
        /// Why.
        reason: StatedReason,
    },
    /// See [`Wish::NominateWildcards`].
    NominateWildcards {
        /// Whom; everybody who is proposed if nobody is named.
        players: Vec<PlayerId>,
        /// The proposals that were looked at.
        seen: Digest,
        /// Why somebody who is not proposed.
        reason: Option<StatedReason>,
    },
    /// See [`Wish::GrantWildcards`].
    GrantWildcards {
        /// To whom.
        players: Vec<PlayerId>,
    },
    /// See [`Wish::WithdrawWildcard`].
    WithdrawWildcard {
        /// Whose.
        player: PlayerId,
        /// Why.
        reason: StatedReason,
    },
    /// See [`Wish::Choose`].
    Choose {
        /// Who.
        player: PlayerId,
    },
    /// See [`Wish::NameNominee`].
    NameNominee {
        /// Whom; the proposed one if nobody is named.
        player: Option<PlayerId>,
        /// The proposal that was looked at.
        seen: Option<Digest>,
        /// Who represented the country at the edition before.
        previous: Vec<PlayerId>,
        /// Why somebody who is not proposed.
        reason: Option<StatedReason>,
    },
    /// See [`Wish::WithdrawNominee`].
    WithdrawNominee {
        /// Why.
        reason: StatedReason,
    },
}

impl LedgerWish {
    fn reason(&self) -> Option<&StatedReason> {
        match self {
            Self::Grant { reason, .. }
            | Self::Decline { reason, .. }
            | Self::NominateWildcards { reason, .. }
            | Self::NameNominee { reason, .. } => reason.as_ref(),
            Self::Withhold { reason, .. }
            | Self::WithdrawWithholding { reason, .. }
            | Self::Revoke { reason, .. }
            | Self::Uphold { reason, .. }
            | Self::WithdrawWildcard { reason, .. }
            | Self::WithdrawNominee { reason } => Some(reason),
            Self::WithdrawDecline { .. } | Self::GrantWildcards { .. } | Self::Choose { .. } => None,
        }
    }
}

impl Office {
    /// Does something about the qualifications of a championship.
    pub fn run_ledger(&self, act: &Act, projector: &Projector, ask: &LedgerAsk) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Ledger, &ask.target.to_string())?;
        let evolve = |state: Ledger, event: &Event| match event {
            Event::Ledger(event) => Ok(evolve(state, event)?),
            _ => Err(HistoryProblem::OtherKind),
        };
        let subject = Subject { stream: &stream, evolve, must_exist: false };
        // What is proposed depends on more than this stream.
        let _alone = self.one_at_a_time();
        self.perform(act, &subject, |stood| {
            projector.catch_up(self.log.head()?.position)?;
            let views = projector.views();
            let rulebook = rulebook(&views, &ask.target).ok_or(ActError::NotFound)?;
            let (first_id, reason) = self.reason(ask.wish.reason());
            let wish = wish(&views, ask, reason.as_ref().map(Prepared::commitment));
            let at = Moment::at_microseconds(self.environment.now().0);
            let same_hands = views.accounts.same_hands(&ask.by, self.environment.now());
            let (target, by) = (ask.target.clone(), ask.by.clone());
            let command = Command { target, by, same_hands, at, rulebook, wish };
            let events = decide(&stood.state, &command).map_err(ActError::Rejected)?;
            let told = events.iter().any(|event| event.reason().is_some());
            let texts = reason.into_iter().filter(|_| told).collect();
            let events = events.into_iter().map(Event::Ledger).collect();
            Ok(Plan { first_id: Some(first_id), events, texts, ..Plan::default() })
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

/// What is wanted, with what the rules say about it now.
fn wish(views: &Views, ask: &LedgerAsk, reason: Option<Commitment>) -> Wish {
    let proposed = |origin: &SeatOrigin| proposal(views, &ask.target, origin);
    // Those acts that need a reason come with one.
    let stated = reason.unwrap_or(Commitment([0; 32]));
    match ask.wish.clone() {
        LedgerWish::Grant { origin, players, seen, .. } => {
            Wish::Grant { players, seen, proposal: proposed(&origin), reason }
        }
        LedgerWish::Decline { origin, player, pass_on, .. } => {
            Wish::Decline { player, pass_on, proposal: proposed(&origin), reason }
        }
        LedgerWish::WithdrawDecline { origin, player } => Wish::WithdrawDecline { origin, player },
        LedgerWish::Withhold { origin, .. } => Wish::Withhold { proposal: proposed(&origin), reason: stated },
        LedgerWish::WithdrawWithholding { origin, .. } => Wish::WithdrawWithholding { origin, reason: stated },
        LedgerWish::Revoke { origin, player, .. } => Wish::Revoke { origin, player, reason: stated },
        LedgerWish::Uphold { origin, player, seen, .. } => {
            Wish::Uphold { player, seen, proposal: proposed(&origin), reason: stated }
        }
        LedgerWish::NominateWildcards { players, seen, .. } => {
            Wish::NominateWildcards { players, seen, offer: offer(views, &ask.target), reason }
        }
        LedgerWish::GrantWildcards { players } => Wish::GrantWildcards { players, offer: offer(views, &ask.target) },
        LedgerWish::WithdrawWildcard { player, .. } => Wish::WithdrawWildcard { player, reason: stated },
        LedgerWish::Choose { player } => {
            let here = match &ask.target {
                Target::Mw(championship) => Some(championship),
                Target::Mp(_) => None,
            };
            let qualified = here.is_some_and(|here| plays_at(&views.records, here, &player));
            let colliding = here.map_or_else(Vec::new, |here| colliding(views, here, &player));
            let overtaken = here.is_some_and(|here| plays_elsewhere(&views.records, here, &player).is_some());
            Wish::Choose { player, qualified, colliding, overtaken }
        }
        LedgerWish::NameNominee { player, seen, previous, .. } => {
            let championship = match &ask.target {
                Target::Mp(season) => national_results(&views.records, season),
                Target::Mw(_) => None,
            };
            Wish::NameNominee { player, seen, previous, championship, reason }
        }
        LedgerWish::WithdrawNominee { .. } => Wish::WithdrawNominee { reason: stated },
    }
}

/// The wildcards that may be put forward; none to the national championship.
fn offer(views: &Views, target: &Target) -> WildcardOffer {
    match target {
        Target::Mw(championship) => wildcard_offer(&views.records, championship).unwrap_or_default(),
        Target::Mp(_) => WildcardOffer::default(),
    }
}

/// The other championships on the same days for which somebody is qualified (R-MW-07).
fn colliding(views: &Views, here: &ChampionshipId, player: &PlayerId) -> Vec<ChampionshipId> {
    let days = |id: &ChampionshipId| views.records.championship(id).and_then(|championship| championship.days);
    let Some(own): Option<Window> = days(here) else { return Vec::new() };
    let others = views.records.championships().filter(|other| other.id != *here);
    let same_days = others.filter(|other| other.days.is_some_and(|days| days.overlaps(own)));
    same_days.filter(|other| plays_at(&views.records, &other.id, player)).map(|other| other.id.clone()).collect()
}
