//! Qualifications to the voivodeship championships (R-MW-02 to R-MW-05).

use crate::competitions::league::ClosedLeague;
use crate::qualification::mp::{table_candidates, tournament_candidates};
use crate::qualification::wildcard::{Wildcard, propose_wildcards};
use crate::qualification::{
    Candidate, Considered, Decision, Pending, Refusal, Seats, SettledChampionship, Source, Verdict, allocate_seats,
};
use crate::rulebook::{BoundaryTie, HolderScope, Rulebook, parameters};
use crate::season::Facts;
use crate::tournament::result::ClosedTournament;
use crate::values::calendar::{Moment, Window};
use crate::values::ids::{ChampionshipId, CompetitionKey, PlayerKey};
use crate::values::voivodeship::Voivodeship;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A voivodeship championship and the days whose competitions feed it (AMB-80).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoivodeshipChampionship {
    pub id: ChampionshipId,
    pub voivodeship: Voivodeship,
    pub window: Window,
}

impl VoivodeshipChampionship {
    /// Whether a competition there and then feeds this championship (R-MW-05).
    pub fn is_fed_by(&self, voivodeship: Voivodeship, ended_at: Moment) -> bool {
        self.voivodeship == voivodeship && self.window.holds(ended_at.day())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MwList {
    /// Decisions of all competitions of the voivodeship, in the order of decision.
    pub decisions: Vec<Decision>,
    /// The wildcards that may be given, in order.
    pub wildcards: Vec<Wildcard>,
}

impl MwList {
    /// All qualified players with their competition, in the order of decision.
    pub fn qualified(&self) -> impl Iterator<Item = (CompetitionKey, &Considered)> {
        self.decisions
            .iter()
            .flat_map(|decision| decision.granted().filter_map(|granted| Some((decision.competition?, granted))))
    }

    pub fn pending(&self) -> impl Iterator<Item = (CompetitionKey, &Pending)> {
        self.decisions.iter().filter_map(|decision| Some((decision.competition?, decision.pending.as_ref()?)))
    }
}

enum Feeder<'a> {
    Tournament(&'a ClosedTournament),
    League(&'a ClosedLeague),
}

impl Feeder<'_> {
    fn order(&self) -> (Moment, Moment, CompetitionKey) {
        match self {
            Self::Tournament(competition) => (competition.ended_at, competition.submitted_at, competition.competition),
            Self::League(competition) => (competition.ended_at, competition.submitted_at, competition.competition),
        }
    }

    fn voivodeship(&self) -> Voivodeship {
        match self {
            Self::Tournament(competition) => competition.voivodeship,
            Self::League(competition) => competition.voivodeship,
        }
    }

    /// The number of qualifications and their candidates, or why there are none.
    fn offer(&self, rulebook: &Rulebook) -> Result<(u32, Vec<Candidate>), Refusal> {
        match self {
            Self::Tournament(competition) => {
                let participants = competition.participants(rulebook);
                let needed = rulebook.get(parameters::MW_TOURNAMENT_MIN);
                if participants < needed {
                    return Err(Refusal::TooFewParticipants { participants, needed });
                }
                Ok((rulebook.get(parameters::MW_TOURNAMENT_SEATS), tournament_candidates(competition)))
            }
            Self::League(competition) => {
                let condition = rulebook.get(parameters::MW_LEAGUE_CONDITION);
                let regulars = competition.regulars(condition, rulebook.get(parameters::MW_LEAGUE_MIN_ROUNDS));
                let needed = rulebook.get(parameters::MW_LEAGUE_REGULARS);
                if regulars < needed {
                    return Err(Refusal::TooFewRegulars { regulars, needed });
                }
                Ok((rulebook.get(parameters::MW_LEAGUE_SEATS), table_candidates(&competition.table)))
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

/// The lists of all voivodeship championships, in the order of the facts; those that `unchanged` knows are not computed
/// again, unless a list depends on the others.
pub fn mw_lists_with_cache(
    facts: &Facts,
    unchanged: &dyn Fn(&VoivodeshipChampionship) -> Option<Arc<MwList>>,
) -> Vec<Arc<MwList>> {
    let rulebook = &facts.rulebook;
    let feeding = facts.tournaments.iter().filter(|competition| competition.class.feeds_mw());
    let tournaments = feeding.map(|competition| Feeder::Tournament(competition));
    let leagues = facts.leagues.iter().map(|league| Feeder::League(league));
    let mut feeders: Vec<Feeder<'_>> = tournaments.chain(leagues).collect();
    feeders.sort_by_key(Feeder::order);
    let scope = rulebook.get(parameters::MW_HOLDER_SCOPE);
    let known: Vec<Option<Arc<MwList>>> = match scope {
        HolderScope::SameVoivodeship => facts.championships.iter().map(unchanged).collect(),
        HolderScope::Any => vec![None; facts.championships.len()],
    };
    let book = |championship: &VoivodeshipChampionship| facts.settled.mw.get(&championship.id);
    // A granted qualification counts in every competition.
    let granted = |championship| -> FxHashMap<PlayerKey, CompetitionKey> {
        let holders = book(championship).into_iter().flat_map(SettledChampionship::holders);
        holders.filter_map(|(player, competition)| Some((player, competition?))).collect()
    };
    let mut holders: Vec<FxHashMap<PlayerKey, CompetitionKey>> = facts.championships.iter().map(granted).collect();
    let mut decisions: Vec<Vec<Decision>> = vec![Vec::new(); facts.championships.len()];
    let to_compute = facts.championships.iter().enumerate().filter(|(index, _)| known[*index].is_none());
    let to_compute: Vec<(usize, &VoivodeshipChampionship)> = to_compute.collect();
    for feeder in &feeders {
        let (ended_at, _, competition) = feeder.order();
        for &(index, championship) in &to_compute {
            if !championship.is_fed_by(feeder.voivodeship(), ended_at) {
                continue;
            }
            let origin_of = |player: PlayerKey| match scope {
                HolderScope::SameVoivodeship => holders[index].get(&player),
                HolderScope::Any => holders.iter().find_map(|holders| holders.get(&player)),
            };
            let decision = decide(facts, feeder, competition, book(championship), |player| origin_of(player).copied());
            let granted: Vec<PlayerKey> = decision.granted().map(|granted| granted.player).collect();
            holders[index].extend(granted.into_iter().map(|player| (player, competition)));
            decisions[index].push(decision);
        }
    }
    let foreigners = rulebook.get(parameters::FOREIGNERS_MW_AWANS);
    let holds_any = |player: &PlayerKey| holders.iter().any(|holders| holders.contains_key(player));
    let barred = |player: PlayerKey| {
        (scope == HolderScope::Any && holds_any(&player)) || (!foreigners && facts.players[player.index()].foreign)
    };
    let lists = facts.championships.iter().zip(decisions).zip(&holders).zip(known);
    lists
        .map(|(((championship, mut decisions), holders), known)| {
            if let Some(known) = known {
                return known;
            }
            let gone = book(championship).map_or_else(Vec::new, |book| book.orphaned(&decisions));
            decisions.extend(gone);
            let wildcards = propose_wildcards(facts, championship, holders, barred);
            Arc::new(MwList { decisions, wildcards })
        })
        .collect()
}

fn decide(
    facts: &Facts,
    feeder: &Feeder<'_>,
    competition: CompetitionKey,
    book: Option<&SettledChampionship>,
    holder_by: impl Fn(PlayerKey) -> Option<CompetitionKey>,
) -> Decision {
    let rulebook = &facts.rulebook;
    let (decided_at, ..) = feeder.order();
    let decided_at = Some(decided_at);
    let settled = book.and_then(|book| book.seats.get(&(feeder.source(), Some(competition))));
    let (count, candidates) = match feeder.offer(rulebook) {
        Ok(offer) => offer,
        Err(refusal) => {
            let mut decision =
                Decision { decided_at, ..Decision::refused(feeder.source(), Some(competition), refusal) };
            if let Some(settled) = settled {
                decision.merge_recorded_without_seats(settled);
            }
            return decision;
        }
    };
    let depth = rulebook.get(parameters::MW_DEPTH);
    let foreigners = rulebook.get(parameters::FOREIGNERS_MW_AWANS);
    let tie_decision = facts.tie_decisions.by_event.get(&competition).map(Vec::as_slice);
    let obstacle = |player: PlayerKey| {
        let foreign = || (!foreigners && facts.players[player.index()].foreign).then_some(Verdict::Foreign);
        let declined = || book.and_then(|book| book.declined().find(|(declined, _)| *declined == player));
        let declined = || declined().map(|(_, (_, origin))| Verdict::Waived(origin));
        let granted_here = settled.and_then(|settled| settled.verdict(player)) == Some(Verdict::Granted);
        let holder = holder_by(player).filter(|_| !granted_here).map(|competition| Verdict::Holder(Some(competition)));
        holder.or_else(foreign).or_else(declined)
    };
    let seats = Seats { count, depth, tie_decision, boundary_tie: BoundaryTie::Decide };
    let walk = allocate_seats(candidates, seats, settled, obstacle);
    Decision { source: feeder.source(), competition: Some(competition), seats: count, depth, decided_at, ..walk }
}

#[cfg(test)]
mod tests;
