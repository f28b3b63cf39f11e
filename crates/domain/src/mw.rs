//! Qualifications to the voivodeship championships (R-MW-02 to R-MW-05).

use crate::calendar::{Moment, Window};
use crate::ids::{ChampionshipId, EventKey, PlayerKey};
use crate::league::League;
use crate::qualification::mp::{table_candidates, tournament_candidates};
use crate::qualification::{Candidate, Considered, Decision, Pending, Refusal, Seats, Source, Verdict, pass_down};
use crate::rulebook::{BoundaryTie, HolderScope, Rulebook, parameters};
use crate::season::Facts;
use crate::tournament::Tournament;
use crate::voivodeship::Voivodeship;
use crate::wildcard::{Wildcard, propose_wildcards};
use rustc_hash::FxHashMap;

/// A voivodeship championship and the days whose events feed it (AMB-80).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoivodeshipChampionship {
    /// Its id.
    pub id: ChampionshipId,
    /// Whose championship it is.
    pub voivodeship: Voivodeship,
    /// The days whose events feed it.
    pub window: Window,
}

impl VoivodeshipChampionship {
    /// Whether an event there and then feeds this championship (R-MW-05).
    pub fn is_fed_by(&self, voivodeship: Voivodeship, ended_at: Moment) -> bool {
        self.voivodeship == voivodeship && self.window.holds(ended_at.day())
    }
}

/// The list of one voivodeship championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MwList {
    /// What every event of the voivodeship gave, in the order of decision.
    pub decisions: Vec<Decision>,
    /// The wildcards that may be given, in order.
    pub wildcards: Vec<Wildcard>,
}

impl MwList {
    /// Everybody who is qualified, with the event, in the order of decision.
    pub fn qualified(&self) -> impl Iterator<Item = (EventKey, &Considered)> {
        self.decisions
            .iter()
            .flat_map(|decision| decision.granted().filter_map(|granted| Some((decision.event?, granted))))
    }

    /// What is still open, with the event.
    pub fn pending(&self) -> impl Iterator<Item = (EventKey, &Pending)> {
        self.decisions.iter().filter_map(|decision| Some((decision.event?, decision.pending.as_ref()?)))
    }
}

enum Feeder<'a> {
    Tournament(&'a Tournament),
    League(&'a League),
}

impl Feeder<'_> {
    fn order(&self) -> (Moment, Moment, EventKey) {
        match self {
            Self::Tournament(event) => (event.ended_at, event.submitted_at, event.event),
            Self::League(event) => (event.ended_at, event.submitted_at, event.event),
        }
    }

    fn voivodeship(&self) -> Voivodeship {
        match self {
            Self::Tournament(event) => event.voivodeship,
            Self::League(event) => event.voivodeship,
        }
    }

    /// How many qualifications the event gives and to whom they may go, or why it gives none.
    fn offer(&self, rulebook: &Rulebook) -> Result<(u32, Vec<Candidate>), Refusal> {
        match self {
            Self::Tournament(event) => {
                let participants = event.participants(rulebook);
                let needed = rulebook.get(parameters::MW_TOURNAMENT_MIN);
                if participants < needed {
                    return Err(Refusal::TooFewParticipants { participants, needed });
                }
                Ok((rulebook.get(parameters::MW_TOURNAMENT_SEATS), tournament_candidates(event)))
            }
            Self::League(event) => {
                let condition = rulebook.get(parameters::MW_LEAGUE_CONDITION);
                let regulars = event.regulars(condition, rulebook.get(parameters::MW_LEAGUE_MIN_ROUNDS));
                let needed = rulebook.get(parameters::MW_LEAGUE_REGULARS);
                if regulars < needed {
                    return Err(Refusal::TooFewRegulars { regulars, needed });
                }
                Ok((rulebook.get(parameters::MW_LEAGUE_SEATS), table_candidates(&event.table)))
            }
        }
    }

    fn source(&self) -> Source {
        match self {
            Self::Tournament(_) => Source::Tournament,
            Self::League(_) => Source::League,
        }
    }
}

/// The lists of all voivodeship championships, in the order of the facts.
pub fn mw_lists(facts: &Facts) -> Vec<MwList> {
    let rulebook = &facts.rulebook;
    let feeds = |event: &&Tournament| event.class.feeds_mw();
    let tournaments = facts.tournaments.iter().filter(feeds).map(Feeder::Tournament);
    let mut feeders: Vec<Feeder<'_>> = tournaments.chain(facts.leagues.iter().map(Feeder::League)).collect();
    feeders.sort_by_key(Feeder::order);
    let scope = rulebook.get(parameters::MW_HOLDER_SCOPE);
    let mut holders: Vec<FxHashMap<PlayerKey, EventKey>> = vec![FxHashMap::default(); facts.championships.len()];
    let mut decisions: Vec<Vec<Decision>> = vec![Vec::new(); facts.championships.len()];
    for feeder in &feeders {
        let (ended_at, _, event) = feeder.order();
        for (index, championship) in facts.championships.iter().enumerate() {
            if !championship.is_fed_by(feeder.voivodeship(), ended_at) {
                continue;
            }
            let origin_of = |player: PlayerKey| match scope {
                HolderScope::SameVoivodeship => holders[index].get(&player),
                HolderScope::Any => holders.iter().find_map(|holders| holders.get(&player)),
            };
            let decision = decide(facts, feeder, event, |player| origin_of(player).copied());
            let granted: Vec<PlayerKey> = decision.granted().map(|granted| granted.player).collect();
            holders[index].extend(granted.into_iter().map(|player| (player, event)));
            decisions[index].push(decision);
        }
    }
    let foreigners = rulebook.get(parameters::FOREIGNERS_MW_AWANS);
    let holds_any = |player: &PlayerKey| holders.iter().any(|holders| holders.contains_key(player));
    let barred = |player: PlayerKey| {
        (scope == HolderScope::Any && holds_any(&player)) || (!foreigners && facts.players[player.index()].foreign)
    };
    let lists = facts.championships.iter().zip(decisions).zip(&holders);
    lists
        .map(|((championship, decisions), holders)| MwList {
            wildcards: propose_wildcards(facts, championship, holders, barred),
            decisions,
        })
        .collect()
}

fn decide(
    facts: &Facts,
    feeder: &Feeder<'_>,
    event: EventKey,
    holder_by: impl Fn(PlayerKey) -> Option<EventKey>,
) -> Decision {
    let rulebook = &facts.rulebook;
    let (count, candidates) = match feeder.offer(rulebook) {
        Ok(offer) => offer,
        Err(refusal) => return Decision::refused(feeder.source(), event, refusal),
    };
    let depth = rulebook.get(parameters::MW_DEPTH);
    let foreigners = rulebook.get(parameters::FOREIGNERS_MW_AWANS);
    let tie_decision = facts.tie_decisions.by_event.get(&event).map(Vec::as_slice);
    let obstacle = |player: PlayerKey| {
        let foreign = || (!foreigners && facts.players[player.index()].foreign).then_some(Verdict::Foreign);
        holder_by(player).map(|event| Verdict::Holder(Some(event))).or_else(foreign)
    };
    let seats = Seats { count, depth, tie_decision, boundary_tie: BoundaryTie::Decide };
    let (considered, pending) = pass_down(candidates, seats, obstacle);
    Decision { source: feeder.source(), event: Some(event), seats: count, depth, considered, pending, refusal: None }
}

#[cfg(test)]
mod tests;
