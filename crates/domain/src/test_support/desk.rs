//! Somebody who acts on the ledger of a championship as the service lets them: proposal, decision, event.

use super::given::{Given, at};
use crate::digest::Digest;
use crate::event::{Commitment, LedgerEvent, SeatOrigin};
use crate::ids::{AccountId, EventId, PlayerId};
use crate::ledger::decider::{Command, WildcardLine, WildcardOffer, Wish, decide};
use crate::ledger::{Awaited, Keys, Ledger, Proposal, Rejection, Target, evolve, ties_before};
use crate::lists::{Lists, lists};
use crate::qualification::{Decision, Settled};
use crate::rulebook::parameters;
use crate::season::Facts;
use crate::wildcard::wildcard_candidates;

/// A season and the ledger of one of its championships.
#[derive(Debug, Clone)]
pub(crate) struct Desk {
    pub(crate) given: Given,
    pub(crate) target: Target,
    pub(crate) ledger: Ledger,
    /// Who acts.
    pub(crate) by: &'static str,
    /// Which other accounts may be in the same hands.
    pub(crate) same_hands: Vec<&'static str>,
    /// When.
    pub(crate) at: &'static str,
    /// Events that are not closed.
    pub(crate) open: Vec<&'static str>,
}

pub(crate) fn id(text: &str) -> PlayerId {
    PlayerId::parse(text).unwrap()
}

pub(crate) fn ids(text: &str) -> Vec<PlayerId> {
    text.split_whitespace().map(id).collect()
}

pub(crate) fn reason() -> Commitment {
    Commitment([7; 32])
}

impl Desk {
    /// At the ledger of `mp:2025` or of a voivodeship championship.
    pub(crate) fn at(target: &str, given: Given) -> Self {
        Self {
            given,
            target: target.parse().unwrap(),
            ledger: Ledger::default(),
            by: "anna",
            same_hands: Vec::new(),
            at: "2025-12-31",
            open: Vec::new(),
        }
    }

    /// Another person.
    pub(crate) fn done_by(mut self, by: &'static str) -> Self {
        self.by = by;
        self
    }

    /// The season, with what was settled.
    pub(crate) fn facts(&self) -> Facts {
        let mut facts = self.given.facts();
        let event = |id: &EventId| facts.events.binary_search(id).ok().map(|at| crate::ids::EventKey(at as u32));
        let player = |id: &PlayerId| facts.player_key(id.as_str());
        let book = self.ledger.book(Keys { player: &player, event: &event });
        let mut settled = Settled::default();
        match &self.target {
            Target::Mp(season) => settled.mp.insert(season.clone(), book),
            Target::Mw(championship) => settled.mw.insert(championship.clone(), book),
        };
        facts.settled = settled;
        facts
    }

    /// The decisions on the championship.
    pub(crate) fn decisions(&self) -> Vec<Decision> {
        let facts = self.facts();
        let Lists { mut seasons, mut mw, .. } = lists(&facts);
        match &self.target {
            Target::Mp(season) => {
                seasons.remove(facts.seasons.iter().position(|it| it.id == *season).unwrap()).mp.clone()
            }
            Target::Mw(id) => {
                mw.remove(facts.championships.iter().position(|it| it.id == *id).unwrap()).decisions.clone()
            }
        }
    }

    /// The proposal about an event, or `ranking`.
    pub(crate) fn proposal(&self, event: &str) -> Option<Proposal> {
        let facts = self.facts();
        let of_event = |decision: &&Decision| super::told::origin(&facts, decision.event) == event;
        let decisions = self.decisions();
        let decision = decisions.iter().find(of_event)?;
        let mut proposal = Proposal::of(&facts, decision);
        let open = self.open.iter().map(|id| Awaited::Event(EventId::parse(id).unwrap())).collect();
        proposal.wait_for(open, ties_before(&facts, &decisions, decision));
        Some(proposal)
    }

    /// Where the qualifications of an event come from.
    pub(crate) fn origin(&self, event: &str) -> SeatOrigin {
        let known =
            self.ledger.seats.keys().find(|origin| origin.event.as_ref().map_or("ranking", |id| id.as_str()) == event);
        known.cloned().unwrap_or_else(|| self.proposal(event).unwrap().origin)
    }

    /// What would happen.
    pub(crate) fn ask(&self, wish: Wish) -> Result<Vec<LedgerEvent>, Rejection> {
        let command = Command {
            target: self.target.clone(),
            by: AccountId::parse(self.by).unwrap(),
            same_hands: self.same_hands.iter().map(|id| AccountId::parse(id).unwrap()).collect(),
            at: at(self.at),
            rulebook: self.given.facts().rulebook,
            wish,
        };
        decide(&self.ledger, &command)
    }

    /// Does it.
    pub(crate) fn act(mut self, wish: Wish) -> Self {
        let events = self.ask(wish).unwrap();
        self.ledger = events.iter().try_fold(self.ledger, evolve).unwrap();
        self
    }

    /// To grant these players what they have seen proposed; everybody who is proposed if nobody is named.
    pub(crate) fn grant(&self, event: &str, players: &str) -> Wish {
        let proposal = self.proposal(event);
        let seen = proposal.as_ref().map_or(Digest([0; 32]), Proposal::digest);
        Wish::Grant { players: ids(players), seen, proposal, reason: None }
    }

    /// The same, with a reason.
    pub(crate) fn grant_because(&self, event: &str, players: &str) -> Wish {
        match self.grant(event, players) {
            Wish::Grant { players, seen, proposal, .. } => {
                Wish::Grant { players, seen, proposal, reason: Some(reason()) }
            }
            other => other,
        }
    }

    pub(crate) fn decline(&self, event: &str, player: &str) -> Wish {
        Wish::Decline { player: id(player), pass_on: false, proposal: self.proposal(event), reason: None }
    }

    pub(crate) fn decline_and_pass_on(&self, event: &str, player: &str) -> Wish {
        Wish::Decline { player: id(player), pass_on: true, proposal: self.proposal(event), reason: Some(reason()) }
    }

    pub(crate) fn withhold(&self, event: &str) -> Wish {
        Wish::Withhold { proposal: self.proposal(event), reason: reason() }
    }

    pub(crate) fn revoke(&self, event: &str, player: &str) -> Wish {
        Wish::Revoke { origin: self.origin(event), player: id(player), reason: reason() }
    }

    pub(crate) fn uphold(&self, event: &str, player: &str) -> Wish {
        let proposal = self.proposal(event);
        let seen = proposal.as_ref().unwrap().digest();
        Wish::Uphold { player: id(player), seen, proposal, reason: reason() }
    }

    /// The wildcards that may be put forward.
    pub(crate) fn offer(&self) -> WildcardOffer {
        let facts = self.facts();
        let Target::Mw(championship) = &self.target else { return WildcardOffer::default() };
        let index = facts.championships.iter().position(|it| it.id == *championship).unwrap();
        let list = &lists(&facts).mw[index];
        let line = |wildcard: &crate::wildcard::Wildcard| WildcardLine {
            player: facts.player_id(wildcard.player).clone(),
            event: facts.event_id(wildcard.event).clone(),
            place: wildcard.place,
        };
        let granted = |line: &WildcardLine| {
            self.ledger.wildcards.get(&line.player).is_some_and(|state| state.granted_by.is_some())
        };
        let lines: Vec<WildcardLine> = list.wildcards.iter().map(line).collect();
        let given = lines.iter().filter(|line| granted(line)).count();
        let qualified = list.decisions.iter().flat_map(|decision| {
            let origin = Proposal::of(&facts, decision).origin;
            decision.granted().map(|it| (facts.player_id(it.player).clone(), origin.clone())).collect::<Vec<_>>()
        });
        let qualified: std::collections::BTreeMap<_, _> = qualified.collect();
        let cap = facts.rulebook.get(parameters::MW_WILDCARD_CAP) as usize;
        WildcardOffer {
            proposed: lines.iter().filter(|line| !granted(line)).cloned().collect(),
            in_tables: wildcard_candidates(&facts, &facts.championships[index]).map(|it| line(&it)).collect(),
            free: cap.saturating_sub(qualified.len() + given) as u32,
            qualified,
            fed_until: facts.championships[index].window.last(),
        }
    }

    pub(crate) fn nominate(&self, players: &str) -> Wish {
        let offer = self.offer();
        Wish::NominateWildcards { players: ids(players), seen: offer.digest(), offer, reason: None }
    }

    pub(crate) fn grant_wildcards(&self, players: &str) -> Wish {
        Wish::GrantWildcards { players: ids(players), offer: self.offer() }
    }
}
