//! Test fixture that acts on the ledger of a championship like the service: proposal, decision, event.

use super::given::{Given, at};
use crate::event::{Commitment, LedgerEvent, SeatOrigin};
use crate::qualification::ledger::decider::{Command, LedgerAction, WildcardLine, WildcardOffer, decide};
use crate::qualification::ledger::{Keys, Ledger, Prerequisite, Proposal, Rejection, Target, evolve, ties_before};
use crate::qualification::wildcard::wildcard_candidates;
use crate::qualification::{Decision, SettledQualifications};
use crate::rulebook::parameters;
use crate::season::Facts;
use crate::season::lists::{Lists, lists};
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, CompetitionId, PlayerId};

/// A season and the ledger of one of its championships.
#[derive(Debug, Clone)]
pub(crate) struct LedgerFixture {
    pub(crate) given: Given,
    pub(crate) target: Target,
    pub(crate) ledger: Ledger,
    pub(crate) by: &'static str,
    /// Accounts that may belong to the same person.
    pub(crate) linked_accounts: Vec<&'static str>,
    pub(crate) at: &'static str,
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

impl LedgerFixture {
    /// At the ledger of `mp:2025` or of a voivodeship championship.
    pub(crate) fn at(target: &str, given: Given) -> Self {
        Self {
            given,
            target: target.parse().unwrap(),
            ledger: Ledger::default(),
            by: "anna",
            linked_accounts: Vec::new(),
            at: "2025-12-31",
            open: Vec::new(),
        }
    }

    pub(crate) fn done_by(mut self, by: &'static str) -> Self {
        self.by = by;
        self
    }

    /// The season, with what was settled.
    pub(crate) fn facts(&self) -> Facts {
        let mut facts = self.given.facts();
        let event = |id: &CompetitionId| {
            facts.competitions.binary_search(id).ok().map(|at| crate::values::ids::CompetitionKey(at as u32))
        };
        let player = |id: &PlayerId| facts.player_key(id.as_str());
        let book = self.ledger.settled_championship(Keys { player: &player, competition: &event });
        let mut settled = SettledQualifications::default();
        match &self.target {
            Target::Mp(season) => settled.mp.insert(season.clone(), book),
            Target::Mw(championship) => settled.mw.insert(championship.clone(), book),
        };
        facts.settled = settled;
        facts
    }

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

    /// The proposal about a competition, or `ranking`.
    pub(crate) fn proposal(&self, event: &str) -> Option<Proposal> {
        let facts = self.facts();
        let of_event =
            |decision: &&Decision| crate::test_support::summary::origin(&facts, decision.competition) == event;
        let decisions = self.decisions();
        let decision = decisions.iter().find(of_event)?;
        let mut proposal = Proposal::of(&facts, decision);
        let open = self.open.iter().map(|id| Prerequisite::Event(CompetitionId::parse(id).unwrap())).collect();
        proposal.wait_for(open, ties_before(&facts, &decisions, decision));
        Some(proposal)
    }

    pub(crate) fn origin(&self, event: &str) -> SeatOrigin {
        let known =
            self.ledger.seats.keys().find(|origin| origin.event.as_ref().map_or("ranking", |id| id.as_str()) == event);
        known.cloned().unwrap_or_else(|| self.proposal(event).unwrap().origin)
    }

    /// Decides without applying the events.
    pub(crate) fn ask(&self, action: LedgerAction) -> Result<Vec<LedgerEvent>, Rejection> {
        let command = Command {
            target: self.target.clone(),
            by: AccountId::parse(self.by).unwrap(),
            linked_accounts: self.linked_accounts.iter().map(|id| AccountId::parse(id).unwrap()).collect(),
            at: at(self.at),
            rulebook: self.given.facts().rulebook,
            action,
        };
        decide(&self.ledger, &command)
    }

    pub(crate) fn act(mut self, action: LedgerAction) -> Self {
        let events = self.ask(action).unwrap();
        self.ledger = events.iter().try_fold(self.ledger, evolve).unwrap();
        self
    }

    /// Grants the current proposal to these players; to all proposed players if none are named.
    pub(crate) fn grant(&self, event: &str, players: &str) -> LedgerAction {
        let proposal = self.proposal(event);
        let seen = proposal.as_ref().map_or(Digest([0; 32]), Proposal::digest);
        LedgerAction::Grant { players: ids(players), seen, proposal, reason: None }
    }

    pub(crate) fn grant_because(&self, event: &str, players: &str) -> LedgerAction {
        match self.grant(event, players) {
            LedgerAction::Grant { players, seen, proposal, .. } => {
                LedgerAction::Grant { players, seen, proposal, reason: Some(reason()) }
            }
            other => other,
        }
    }

    pub(crate) fn decline(&self, event: &str, player: &str) -> LedgerAction {
        LedgerAction::Decline { player: id(player), pass_on: false, proposal: self.proposal(event), reason: None }
    }

    pub(crate) fn decline_and_pass_on(&self, event: &str, player: &str) -> LedgerAction {
        LedgerAction::Decline {
            player: id(player),
            pass_on: true,
            proposal: self.proposal(event),
            reason: Some(reason()),
        }
    }

    pub(crate) fn withhold(&self, event: &str) -> LedgerAction {
        LedgerAction::Withhold { proposal: self.proposal(event), reason: reason() }
    }

    pub(crate) fn revoke(&self, event: &str, player: &str) -> LedgerAction {
        LedgerAction::Revoke { origin: self.origin(event), player: id(player), reason: reason() }
    }

    pub(crate) fn uphold(&self, event: &str, player: &str) -> LedgerAction {
        let proposal = self.proposal(event);
        let seen = proposal.as_ref().unwrap().digest();
        LedgerAction::Uphold { player: id(player), seen, proposal, reason: reason() }
    }

    pub(crate) fn offer(&self) -> WildcardOffer {
        let facts = self.facts();
        let Target::Mw(championship) = &self.target else { return WildcardOffer::default() };
        let index = facts.championships.iter().position(|it| it.id == *championship).unwrap();
        let list = &lists(&facts).mw[index];
        let line = |wildcard: &crate::qualification::wildcard::Wildcard| WildcardLine {
            player: facts.player_id(wildcard.player).clone(),
            event: facts.competition_id(wildcard.competition).clone(),
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

    pub(crate) fn nominate(&self, players: &str) -> LedgerAction {
        let offer = self.offer();
        LedgerAction::NominateWildcards { players: ids(players), seen: offer.digest(), offer, reason: None }
    }

    pub(crate) fn grant_wildcards(&self, players: &str) -> LedgerAction {
        LedgerAction::GrantWildcards { players: ids(players), offer: self.offer() }
    }
}
