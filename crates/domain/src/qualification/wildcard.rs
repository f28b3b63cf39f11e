//! Wildcards to the voivodeship championships: candidates and their order (R-MW-08, R-MW-09).

use crate::qualification::mw::VoivodeshipChampionship;
use crate::rulebook::{MultiLeague, TournamentFallback, parameters};
use crate::season::Facts;
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// A proposal; the main organiser may grant it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wildcard {
    pub player: PlayerKey,
    /// The competition whose table the proposal rests on.
    pub competition: CompetitionKey,
    pub place: Place,
}

struct WildcardTable {
    competition: CompetitionKey,
    /// Rows of a league's table, or participants of a tournament.
    size: u32,
    ended_at: Moment,
    lines: Vec<(Place, PlayerKey)>,
}

/// Proposals for a championship until the qualified and the proposed together reach the cap (AMB-81).
///
/// `holders` are those already qualified, `barred` tells whom the rulebook leaves out for another reason.
/// Qualifications that are still pending do not count towards the cap, and those tied for them may be proposed.
pub fn propose_wildcards(
    facts: &Facts,
    championship: &VoivodeshipChampionship,
    holders: &HashMap<PlayerKey, CompetitionKey, impl BuildHasher>,
    barred: impl Fn(PlayerKey) -> bool,
) -> Vec<Wildcard> {
    let cap = facts.rulebook.get(parameters::MW_WILDCARD_CAP) as usize;
    let settled = facts.settled.mw.get(&championship.id);
    // A qualified player needs no wildcard, even if they were granted one before.
    let granted = settled.into_iter().flat_map(|book| &book.wildcards);
    let granted: Vec<Wildcard> = granted.filter(|granted| !holders.contains_key(&granted.player)).copied().collect();
    // A player who declined, or whose wildcard was withdrawn, is proposed again only by a person.
    let mut declined: FxHashSet<PlayerKey> = FxHashSet::default();
    if let Some(book) = settled {
        declined.extend(book.declined().map(|(player, _)| player));
        declined.extend(&book.wildcards_withdrawn);
    }
    // Granted wildcards take their places first, regardless of the order.
    let mut free = cap.saturating_sub(holders.len()).saturating_sub(granted.len());
    let mut listed: FxHashSet<PlayerKey> = FxHashSet::default();
    let mut wildcards = Vec::new();
    for wildcard in wildcard_order(facts, championship) {
        let player = wildcard.player;
        if let Some(fact) = granted.iter().find(|granted| granted.player == player) {
            if listed.insert(player) {
                wildcards.push(*fact);
            }
        } else if free > 0
            && !holders.contains_key(&player)
            && !barred(player)
            && !declined.contains(&player)
            && listed.insert(player)
        {
            free -= 1;
            wildcards.push(wildcard);
        }
    }
    wildcards.extend(granted.iter().filter(|granted| !listed.contains(&granted.player)));
    wildcards
}

/// Every line of the tables that give wildcards to a championship, in the order of proposing (R-MW-08, R-MW-09).
pub fn wildcard_order(facts: &Facts, championship: &VoivodeshipChampionship) -> impl Iterator<Item = Wildcard> {
    let leagues = league_tables(facts, championship);
    let fallback = facts.rulebook.get(parameters::MW_WILDCARD_TOURNAMENT_FALLBACK);
    let tournaments = if leagues.is_empty() || fallback == TournamentFallback::Unfilled {
        tournament_tables(facts, championship)
    } else {
        Vec::new()
    };
    let by_league = facts.rulebook.get(parameters::MW_WILDCARD_MULTI_LEAGUE) == MultiLeague::ByLeagueSize;
    ordered(&leagues, by_league).into_iter().chain(ordered(&tournaments, false))
}

/// Candidates for wildcards without players from abroad where the rulebook leaves them out (AMB-61).
pub fn wildcard_candidates(facts: &Facts, championship: &VoivodeshipChampionship) -> impl Iterator<Item = Wildcard> {
    let foreigners = facts.rulebook.get(parameters::FOREIGNERS_MW_AWANS);
    let allowed = move |player: PlayerKey| foreigners || !facts.players[player.index()].foreign;
    wildcard_order(facts, championship).filter(move |line| allowed(line.player))
}

/// All lines of the tables: by place, or table after table; the larger competition first, then the one that ended
/// earlier.
fn ordered(tables: &[WildcardTable], by_event: bool) -> Vec<Wildcard> {
    let mut lines: Vec<_> = tables
        .iter()
        .flat_map(|table| table.lines.iter().map(move |(place, player)| (table, *place, *player)))
        .collect();
    lines.sort_unstable_by_key(|(table, place, player)| {
        let first = if by_event { Place::FIRST } else { *place };
        (first, Reverse(table.size), table.ended_at, table.competition, *place, *player)
    });
    lines.into_iter().map(|(table, place, player)| Wildcard { player, competition: table.competition, place }).collect()
}

fn league_tables(facts: &Facts, championship: &VoivodeshipChampionship) -> Vec<WildcardTable> {
    let feeds = facts.leagues.iter().filter(|league| championship.is_fed_by(league.voivodeship, league.ended_at));
    feeds
        .map(|league| WildcardTable {
            competition: league.competition,
            size: league.table.len() as u32,
            ended_at: league.ended_at,
            lines: league.table.iter().map(|line| (line.place, line.player)).collect(),
        })
        .collect()
}

fn tournament_tables(facts: &Facts, championship: &VoivodeshipChampionship) -> Vec<WildcardTable> {
    let needed = facts.rulebook.get(parameters::MW_TOURNAMENT_MIN);
    facts
        .tournaments
        .iter()
        .filter(|competition| championship.is_fed_by(competition.voivodeship, competition.ended_at))
        .filter(|competition| competition.class.feeds_mw())
        .map(|competition| (competition, competition.participants(&facts.rulebook)))
        .filter(|(_, participants)| *participants >= needed)
        .map(|(competition, participants)| WildcardTable {
            competition: competition.competition,
            size: participants,
            ended_at: competition.ended_at,
            lines: competition
                .finishes
                .iter()
                .filter_map(|finish| Some((finish.standing_place()?, finish.player)))
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
