//! The national ranking: which results count, up to which day, and why others do not (R-RANK).

mod table;

pub use table::{CountedResult, EarnedPoints, PointsTable, RankingRules, Row};

use crate::competitions::league::ClosedLeague;
use crate::rulebook::{HalfRuleScope, LeagueCondition, Rulebook, parameters};
use crate::season::ranking_points::PointsScale;
use crate::season::{Facts, Season};
use crate::tournament::half_rule::{HalfRule, places_for_points};
use crate::tournament::result::ClosedTournament;
use crate::tournament::status::TournamentSize;
use crate::values::calendar::Day;
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::points::RankingPoints;

/// Why a competition or a result gives no ranking points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCounted {
    /// The class of the tournament is left out of the ranking, like the championship itself (AMB-63).
    ExcludedClass,
    /// Too few participants (R-RANK-02).
    TooFewParticipants { participants: u32, needed: u32 },
    /// Too few well-attended meetings of a league (R-RANK-04).
    TooFewMeetings {
        /// Number of meetings or persons that met the condition.
        found: u32,
        needed: u32,
    },
    /// The player was at too few meetings of a league (R-RANK-04).
    RarelyPresent { present: u32, needed: u32 },
    /// The player played less than half of the planned games (R-RANK-03).
    BelowHalf { played: u32, needed: u32 },
    /// The player was disqualified (AMB-48).
    Disqualified,
    /// The player did not play a single game (AMB-11).
    NoGames,
    /// Only the best results count, and this is not one of them (AMB-56).
    NotAmongBest,
}

/// A result of a player that was looked at for the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsideredResult {
    pub competition: CompetitionKey,
    pub place: Option<Place>,
    pub outcome: Result<RankingPoints, NotCounted>,
}

/// Whether a tournament counts for the ranking at all.
pub fn tournament_counts(tournament: &ClosedTournament, rulebook: &Rulebook) -> Result<(), NotCounted> {
    TournamentSize::of(tournament, rulebook).ranking_status(rulebook)
}

/// Whether a league counts for the ranking at all (R-RANK-04, AMB-51).
pub fn league_counts(league: &ClosedLeague, rulebook: &Rulebook) -> Result<(), NotCounted> {
    let condition = rulebook.get(parameters::RANKING_LEAGUE_CONDITION);
    let persons = rulebook.get(parameters::RANKING_LEAGUE_N);
    let meetings = rulebook.get(parameters::RANKING_LEAGUE_ROUNDS);
    let (found, needed) = match condition {
        LeagueCondition::RoundsMinPresent => (league.meetings_with(persons), meetings),
        LeagueCondition::PersonsMinRounds | LeagueCondition::SameRounds => {
            (league.regulars(condition, meetings), persons)
        }
    };
    if found < needed { Err(NotCounted::TooFewMeetings { found, needed }) } else { Ok(()) }
}

fn add_counted_results(
    tournament: &ClosedTournament,
    rulebook: &Rulebook,
    scale: &PointsScale,
    counted: &mut Vec<CountedResult>,
) {
    if tournament_counts(tournament, rulebook).is_err() {
        return;
    }
    counted.extend(tournament_points(tournament, HalfRuleScope::Ranking, rulebook, scale));
}

/// The points of all players of a tournament, where the half rule of this scope allows them.
pub(crate) fn tournament_points(
    tournament: &ClosedTournament,
    scope: HalfRuleScope,
    rulebook: &Rulebook,
    scale: &PointsScale,
) -> impl Iterator<Item = CountedResult> {
    let places = places_for_points(tournament, scope, rulebook);
    let points = scale.points_of_places(&places);
    tournament.finishes.iter().zip(places.into_iter().zip(points)).filter_map(|(finish, (place, points))| {
        let result =
            EarnedPoints { competition: tournament.competition, place: place?, points: points?, league: false };
        Some(CountedResult { player: finish.player, result })
    })
}

fn counted_in_league(
    league: &ClosedLeague,
    rulebook: &Rulebook,
    scale: &PointsScale,
    counted: &mut Vec<CountedResult>,
) {
    if league_counts(league, rulebook).is_err() {
        return;
    }
    let needed = rulebook.get(parameters::RANKING_LEAGUE_PLAYER_MIN_ROUNDS);
    let attendance = league.attendance();
    let present = |player: PlayerKey| attendance.get(&player).copied().unwrap_or(0);
    let places: Vec<Option<Place>> =
        league.table.iter().map(|line| Some(line.place).filter(|_| present(line.player) >= needed)).collect();
    let points = scale.points_of_places(&places);
    counted.extend(league.table.iter().zip(places.into_iter().zip(points)).filter_map(|(line, (place, points))| {
        let result = EarnedPoints { competition: league.competition, place: place?, points: points?, league: true };
        Some(CountedResult { player: line.player, result })
    }));
}

fn in_time(season: &Season, until: Option<Day>, day: Day) -> bool {
    season.window.holds(day) && until.is_none_or(|until| day <= until)
}

/// Every result that counts for the ranking of a season, up to and with the given day.
pub fn counted_results(facts: &Facts, season: &Season, until: Option<Day>) -> Vec<CountedResult> {
    let in_time = |day: Day| in_time(season, until, day);
    let scale = PointsScale::new(&facts.rulebook);
    let mut counted = Vec::new();
    for tournament in facts.tournaments.iter().filter(|tournament| in_time(tournament.day())) {
        add_counted_results(tournament, &facts.rulebook, &scale, &mut counted);
    }
    for league in facts.leagues.iter().filter(|league| in_time(league.ended_at.day())) {
        counted_in_league(league, &facts.rulebook, &scale, &mut counted);
    }
    counted
}

/// The ranking of a season as it stood at the end of the given day, or with everything.
pub fn national_ranking(facts: &Facts, season: &Season, until: Option<Day>) -> PointsTable {
    let counted = counted_results(facts, season, until);
    PointsTable::build(RankingRules::national(&facts.rulebook), facts.players.len(), &counted)
}

/// Extends a ranking that lacks only these tournaments of the facts.
pub(crate) fn extend_ranking(
    before: &PointsTable,
    facts: &Facts,
    season: &Season,
    until: Option<Day>,
    tournaments: &[usize],
) -> PointsTable {
    let scale = PointsScale::new(&facts.rulebook);
    let mut ranking = before.clone();
    for tournament in tournaments.iter().map(|index| &facts.tournaments[*index]) {
        if in_time(season, until, tournament.day()) {
            let mut counted = Vec::new();
            add_counted_results(tournament, &facts.rulebook, &scale, &mut counted);
            ranking.add_competition(&counted);
        }
    }
    ranking
}

/// Every result of one player in a season, with its points or why there are none, in the order of competitions.
pub fn considered_results(facts: &Facts, season: &Season, player: PlayerKey) -> Vec<ConsideredResult> {
    let rulebook = &facts.rulebook;
    let scale = PointsScale::new(rulebook);
    let mut considered = Vec::new();
    for tournament in facts.tournaments.iter().filter(|tournament| season.window.holds(tournament.day())) {
        let Some(finish) = tournament.finishes.iter().find(|finish| finish.player == player) else {
            continue;
        };
        let half = HalfRule::new(rulebook, tournament);
        let earned =
            || tournament_points(tournament, HalfRuleScope::Ranking, rulebook, &scale).find(|r| r.player == player);
        let outcome = tournament_counts(tournament, rulebook).and_then(|()| match earned() {
            Some(counted) => Ok(counted.result.points),
            None if finish.disqualified => Err(NotCounted::Disqualified),
            None if !finish.took_part() => Err(NotCounted::NoGames),
            None => Err(NotCounted::BelowHalf { played: finish.games_played, needed: half.games_needed() }),
        });
        considered.push(ConsideredResult { competition: tournament.competition, place: finish.place, outcome });
    }
    for league in facts.leagues.iter().filter(|league| season.window.holds(league.ended_at.day())) {
        let Some(line) = league.table.iter().find(|line| line.player == player) else {
            continue;
        };
        let mut counted = Vec::new();
        counted_in_league(league, rulebook, &scale, &mut counted);
        let needed = rulebook.get(parameters::RANKING_LEAGUE_PLAYER_MIN_ROUNDS);
        let present = league.attendance().get(&player).copied().unwrap_or(0);
        let outcome = league_counts(league, rulebook).and_then(|()| {
            let earned = counted.iter().find(|counted| counted.player == player);
            earned.map(|counted| counted.result.points).ok_or(NotCounted::RarelyPresent { present, needed })
        });
        considered.push(ConsideredResult { competition: league.competition, place: Some(line.place), outcome });
    }
    let ranking = national_ranking(facts, season, None);
    let row = ranking.position(player).and_then(|position| ranking.row(position));
    let counts = |competition: CompetitionKey| {
        row.is_some_and(|row| row.results.iter().any(|result| result.competition == competition))
    };
    for result in &mut considered {
        if result.outcome.is_ok() && !counts(result.competition) {
            result.outcome = Err(NotCounted::NotAmongBest);
        }
    }
    considered
}

/// The first step at which a row stands behind the row above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidingStep {
    /// The total differs (R-RANK-06).
    Total { above: RankingPoints, here: RankingPoints },
    /// Equal totals, and this result of the ordered lists is the first that differs (R-RANK-09).
    Result {
        /// Counted from 1.
        number: usize,
        /// That result of the row above; none if its list has ended.
        above: Option<EarnedPoints>,
        /// That result of this row; none if its list has ended.
        here: Option<EarnedPoints>,
    },
    /// Equal in everything: ex aequo (R-RANK-10).
    ExAequo,
}

/// The step that decides between two rows of a table, the better one first.
pub fn deciding_step(rules: RankingRules, above: &Row<'_>, here: &Row<'_>) -> DecidingStep {
    if above.points != here.points {
        return DecidingStep::Total { above: above.points, here: here.points };
    }
    let mut lists = (rules.tiebreak_results(above.results), rules.tiebreak_results(here.results));
    let mut number = 0;
    loop {
        number += 1;
        match (lists.0.next(), lists.1.next()) {
            (None, None) => return DecidingStep::ExAequo,
            (above, here) => {
                let same = above.zip(here).is_some_and(|(a, b)| rules.compare_results(&[*a], &[*b]).is_eq());
                if !same {
                    return DecidingStep::Result { number, above: above.copied(), here: here.copied() };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
