//! Qualifications to the national championship over all sources, in the order of decision (R-AW-02, AMB-68).

use super::{
    Candidate, Considered, Decision, Origin, Pending, Refusal, Seats, SettledChampionship, SettledSeats, Source,
    Verdict, allocate_seats, seats_for,
};
use crate::competitions::class::TournamentClass;
use crate::competitions::grand_prix::GrandPrixStandings;
use crate::competitions::league::{ClosedLeague, TableLine};
use crate::competitions::online::{OnlineTable, quota};
use crate::rulebook::{
    BelowThreshold, BoundaryTie, EffectiveAt, Param, RankingMode, Rulebook, Unfilled, WaiverScope, parameters,
};
use crate::season::deadlines::{last_snapshot_day, ranking_qualification_day};
use crate::season::ranking::{PointsTable, national_ranking};
use crate::season::{Facts, Season};
use crate::tournament::result::{ClosedTournament, Finish};
use crate::tournament::status::{MpStatus, TournamentSize};
use crate::values::calendar::{Day, Moment};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something that happens to the list of holders at one moment.
enum AllocationStep<'a> {
    Waiver(PlayerKey),
    EventWaivers(CompetitionKey, &'a [PlayerKey]),
    Mw(&'a ClosedTournament),
    Tournament(&'a ClosedTournament),
    League(&'a ClosedLeague),
    Online(&'a OnlineTable),
    GrandPrix(&'a GrandPrixStandings),
    Ranking,
}

/// Order of decisions at the same instant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    WaiverOutsideEvents,
    Event,
    GrandPrix,
}

/// By what turns are ordered; a missing application comes first, and a competition's waivers come before its decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StepOrder {
    at: Moment,
    precedence: Precedence,
    submitted_at: Option<Moment>,
    competition: Option<CompetitionKey>,
    decides: bool,
}

impl StepOrder {
    /// The decision on a competition at this moment.
    fn of_competition(at: Moment, submitted_at: Option<Moment>, competition: CompetitionKey) -> Self {
        Self { at, precedence: Precedence::Event, submitted_at, competition: Some(competition), decides: true }
    }

    /// Immediately before that decision.
    fn before(self) -> Self {
        Self { decides: false, ..self }
    }
}

/// Decides every qualification of a season; `grand_prix` are the standings of all Grand Prix, `ranking` is the one from
/// which qualifications are given.
pub fn mp_decisions(
    facts: &Facts,
    season: &Season,
    grand_prix: &[Arc<GrandPrixStandings>],
    ranking: &PointsTable,
) -> Vec<Decision> {
    let mut ledger = MpAllocator::new(facts, season, ranking);
    for (at, turn) in allocation_steps(facts, season, grand_prix) {
        ledger.at = at;
        ledger.take(&turn);
    }
    ledger.finish()
}

/// Everything in its order, with the moment.
fn allocation_steps<'a>(
    facts: &'a Facts,
    season: &Season,
    grand_prix: &'a [Arc<GrandPrixStandings>],
) -> Vec<(Moment, AllocationStep<'a>)> {
    let mut allocation_steps: Vec<(StepOrder, AllocationStep<'a>)> = Vec::new();
    let belongs = |at: Moment| season.window.holds(at.day());
    for waiver in facts.waivers.iter().filter(|waiver| belongs(waiver.declared_at)) {
        let order = StepOrder {
            at: waiver.declared_at,
            precedence: Precedence::WaiverOutsideEvents,
            submitted_at: None,
            competition: None,
            decides: false,
        };
        allocation_steps.push((order, AllocationStep::Waiver(waiver.player)));
    }
    // A waiver that reaches only its own competition is left to the decision on that competition (AMB-67).
    let edition_wide = |waivers: &'a [PlayerKey], scope: Param<WaiverScope>| match facts.rulebook.get(scope) {
        WaiverScope::Edition => waivers,
        WaiverScope::Event => &[],
    };
    for tournament in facts.tournaments.iter().filter(|tournament| belongs(tournament.ended_at)) {
        let order = |at| StepOrder::of_competition(at, Some(tournament.submitted_at), tournament.competition);
        let ended = order(tournament.ended_at);
        let waivers = edition_wide(&tournament.waivers, parameters::AWANS_WAIVER_SCOPE_TOURNAMENT);
        allocation_steps.push((ended.before(), AllocationStep::EventWaivers(tournament.competition, waivers)));
        let is_mw = tournament.class == TournamentClass::Mw;
        if is_mw {
            allocation_steps.push((ended, AllocationStep::Mw(tournament)));
        }
        // A voivodeship championship gives its own qualifications in place of those of a tournament (AMB-74).
        if !is_mw || facts.rulebook.get(parameters::AWANS_MW_ALSO_AWT) {
            let decided = order(effective_at(tournament, &facts.rulebook));
            allocation_steps.push((decided, AllocationStep::Tournament(tournament)));
        }
    }
    for league in facts.leagues.iter().filter(|league| belongs(league.ended_at)) {
        let order = StepOrder::of_competition(league.ended_at, Some(league.submitted_at), league.competition);
        let waivers = edition_wide(&league.waivers, parameters::AWANS_WAIVER_SCOPE_LEAGUE);
        allocation_steps.push((order.before(), AllocationStep::EventWaivers(league.competition, waivers)));
        allocation_steps.push((order, AllocationStep::League(league)));
    }
    for online in facts.online.iter().filter(|online| belongs(online.ended_at)) {
        let order = StepOrder::of_competition(online.ended_at, online.submitted_at, online.competition);
        allocation_steps.push((order.before(), AllocationStep::EventWaivers(online.competition, &online.waivers)));
        allocation_steps.push((order, AllocationStep::Online(online)));
    }
    for standings in grand_prix.iter().filter(|standings| belongs(standings.ended_at)) {
        let order = StepOrder {
            at: standings.ended_at,
            precedence: Precedence::GrandPrix,
            submitted_at: None,
            competition: Some(standings.competition),
            decides: true,
        };
        allocation_steps.push((order, AllocationStep::GrandPrix(standings)));
    }
    // Stable, so that a voivodeship championship gives its own qualifications first.
    allocation_steps.sort_by_key(|(order, _)| *order);
    let ranking_day = season.mp_first_day.map(|day| ranking_qualification_day(day, &facts.rulebook));
    let before_ranking =
        ranking_day.map(|day| allocation_steps.partition_point(|(order, _)| !order.at.is_after_day(day)));
    let mut allocation_steps: Vec<(Moment, AllocationStep<'a>)> =
        allocation_steps.into_iter().map(|(order, turn)| (order.at, turn)).collect();
    if let Some((position, day)) = before_ranking.zip(ranking_day) {
        allocation_steps.insert(position, (Moment::end_of(day), AllocationStep::Ranking));
    }
    allocation_steps
}

/// When a tournament's qualifications are decided: a granted exception takes effect when it is decided (AMB-14).
fn effective_at(tournament: &ClosedTournament, rulebook: &Rulebook) -> Moment {
    let needs_decision = TournamentSize::of(tournament, rulebook).mp_status(rulebook) == MpStatus::NeedsDecision;
    match tournament.exception {
        Some(decision)
            if decision.granted
                && needs_decision
                && rulebook.get(parameters::EXCEPTION_EFFECTIVE_AT) == EffectiveAt::Decision =>
        {
            decision.decided_at
        }
        _ => tournament.ended_at,
    }
}

/// The ranking from which qualifications are given: that of competitions up to the ranking day (AMB-58).
pub fn ranking_for_qualification(facts: &Facts, season: &Season) -> Option<PointsTable> {
    let until = last_snapshot_day(season.mp_first_day?, &facts.rulebook);
    Some(national_ranking(facts, season, Some(until)))
}

/// The last day of the ranking from which qualifications are given, if something counts after it: without that it is
/// the ranking of the season.
pub(crate) fn snapshot_day(facts: &Facts, season: &Season) -> Option<Day> {
    let until = last_snapshot_day(season.mp_first_day?, &facts.rulebook);
    counts_after(facts, season, until).then_some(until)
}

/// Whether something of the season that can count for its ranking ended after this day.
fn counts_after(facts: &Facts, season: &Season, day: Day) -> bool {
    let after = |ended_at: Moment| ended_at.is_after_day(day) && season.window.holds(ended_at.day());
    facts.tournaments.iter().any(|competition| after(competition.ended_at))
        || facts.leagues.iter().any(|competition| after(competition.ended_at))
}

/// Allocates the qualifications of a season: holders and waivers so far.
struct MpAllocator<'a> {
    facts: &'a Facts,
    /// The one from which qualifications are given.
    ranking: &'a PointsTable,
    season: &'a Season,
    holders: FxHashMap<PlayerKey, Origin>,
    waived: FxHashMap<PlayerKey, Origin>,
    book: Option<&'a SettledChampionship>,
    at: Moment,
    decisions: Vec<Decision>,
}

impl<'a> MpAllocator<'a> {
    fn new(facts: &'a Facts, season: &'a Season, ranking: &'a PointsTable) -> Self {
        let book = facts.settled.mp.get(&season.id);
        Self {
            facts,
            ranking,
            season,
            // A granted qualification counts in every competition.
            holders: book.into_iter().flat_map(SettledChampionship::holders).collect(),
            waived: book.into_iter().flat_map(|book| declined_for_the_edition(book, &facts.rulebook)).collect(),
            book,
            at: Moment::end_of(season.window.first()),
            decisions: Vec::new(),
        }
    }

    /// The decisions, and what was granted from competitions that do not belong to the season any more.
    fn finish(mut self) -> Vec<Decision> {
        let gone = self.book.map_or_else(Vec::new, |book| book.orphaned(&self.decisions));
        self.decisions.extend(gone);
        self.decisions
    }

    fn settled(&self, source: Source, competition: Origin) -> Option<&'a SettledSeats> {
        self.book?.seats.get(&(source, competition))
    }

    fn take(&mut self, turn: &AllocationStep<'_>) {
        match turn {
            AllocationStep::Waiver(player) => {
                self.waived.entry(*player).or_insert(None);
            }
            AllocationStep::EventWaivers(competition, players) => self.waive(*competition, players),
            AllocationStep::Mw(tournament) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_TOURNAMENT;
                self.with_own_waivers(tournament.competition, &tournament.waivers, scope, |ledger| {
                    ledger.decide_mw(tournament);
                });
            }
            AllocationStep::Tournament(tournament) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_TOURNAMENT;
                self.with_own_waivers(tournament.competition, &tournament.waivers, scope, |ledger| {
                    ledger.decide_tournament(tournament);
                });
            }
            AllocationStep::League(league) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_LEAGUE;
                self.with_own_waivers(league.competition, &league.waivers, scope, |ledger| {
                    ledger.decide_league(league);
                });
            }
            AllocationStep::Online(online) => self.decide_online(online),
            AllocationStep::GrandPrix(standings) => self.decide_grand_prix(standings),
            AllocationStep::Ranking => self.decide_ranking(),
        }
    }

    fn rulebook(&self) -> &'a Rulebook {
        &self.facts.rulebook
    }

    /// Gives out the qualifications of a competition and records how.
    fn decide(
        &mut self,
        source: Source,
        competition: Origin,
        count: u32,
        depth: Option<u32>,
        candidates: impl IntoIterator<Item = Candidate>,
    ) -> &mut Decision {
        let tie_decisions = &self.facts.tie_decisions;
        let (tie_decision, boundary_tie) = match competition {
            Some(competition) => (tie_decisions.by_event.get(&competition), BoundaryTie::Decide),
            None => (
                tie_decisions.by_season.get(&self.season.id),
                self.rulebook().get(parameters::AWANS_RANKING_BOUNDARY_TIE),
            ),
        };
        let seats = Seats { count, depth, tie_decision: tie_decision.map(Vec::as_slice), boundary_tie };
        let settled = self.settled(source, competition);
        let walk = allocate_seats(candidates, seats, settled, |player| self.obstacle(player, settled));
        let decision = Decision { source, competition, seats: count, depth, decided_at: Some(self.at), ..walk };
        for Considered { player, verdict, .. } in &decision.considered {
            if *verdict == Verdict::Granted {
                self.holders.insert(*player, competition);
            }
        }
        self.decisions.push(decision);
        let last = self.decisions.len() - 1;
        &mut self.decisions[last]
    }

    /// Why a player is passed over at this moment, ignoring grants made here.
    fn obstacle(&self, player: PlayerKey, settled: Option<&SettledSeats>) -> Option<Verdict> {
        let granted_here = settled.and_then(|settled| settled.verdict(player)) == Some(Verdict::Granted);
        let holder = self.holders.get(&player).filter(|_| !granted_here).map(|origin| Verdict::Holder(*origin));
        let waived = || self.waived.get(&player).map(|origin| Verdict::Waived(*origin));
        let foreigners = self.rulebook().get(parameters::FOREIGNERS_MP_AWANS);
        let foreign = || (!foreigners && self.facts.players[player.index()].foreign).then_some(Verdict::Foreign);
        holder.or_else(waived).or_else(foreign)
    }

    /// The candidates without obstacle, by place, among whom a person may choose.
    fn eligible(
        &self,
        candidates: impl IntoIterator<Item = Candidate>,
        settled: Option<&SettledSeats>,
    ) -> Vec<(PlayerKey, Place)> {
        let untouched = |player| settled.is_none_or(|settled| settled.verdict(player).is_none());
        let free = candidates.into_iter().filter(|it| it.barred.is_none() && untouched(it.player));
        free.filter(|it| self.obstacle(it.player, settled).is_none()).map(|it| (it.player, it.place)).collect()
    }

    fn refuse(&mut self, source: Source, competition: CompetitionKey, refusal: Refusal) {
        let mut decision = Decision::refused(source, Some(competition), refusal);
        decision.decided_at = Some(self.at);
        if let Some(settled) = self.settled(source, Some(competition)) {
            decision.merge_recorded_without_seats(settled);
        }
        self.decisions.push(decision);
    }

    fn waive(&mut self, competition: CompetitionKey, players: &[PlayerKey]) {
        for player in players {
            self.waived.entry(*player).or_insert(Some(competition));
        }
    }

    /// Decides with the waivers that reach only this competition, and forgets them after it (AMB-67).
    fn with_own_waivers(
        &mut self,
        competition: CompetitionKey,
        waivers: &[PlayerKey],
        scope: Param<WaiverScope>,
        decide: impl FnOnce(&mut Self),
    ) {
        let only_here = self.rulebook().get(scope) == WaiverScope::Event;
        if only_here {
            self.waive(competition, waivers);
        }
        decide(self);
        if only_here {
            self.waived.retain(|_, origin| *origin != Some(competition));
        }
    }

    fn decide_mw(&mut self, tournament: &ClosedTournament) {
        let rulebook = self.rulebook();
        let competition = tournament.competition;
        let participants = tournament.participants(rulebook);
        let needed = rulebook.get(parameters::MIN_PLAYERS_STATIONARY);
        if participants < needed {
            self.refuse(Source::Mw, competition, Refusal::TooFewParticipants { participants, needed });
        } else {
            let count = rulebook.get(parameters::AWANS_MW_SEATS);
            let depth = rulebook.get(parameters::AWANS_MW_DEPTH);
            self.decide(Source::Mw, Some(competition), count, depth, tournament_candidates(tournament));
        }
    }

    fn decide_tournament(&mut self, tournament: &ClosedTournament) {
        let rulebook = self.rulebook();
        let competition = tournament.competition;
        let size = TournamentSize::of(tournament, rulebook);
        match size.mp_status(rulebook) {
            MpStatus::NeedsDecision if tournament.exception.is_none_or(|decision| !decision.granted) => {
                let refused = tournament.exception.is_some();
                self.refuse(Source::Tournament, competition, Refusal::NoDecision { refused });
            }
            MpStatus::Yes | MpStatus::NeedsDecision => {
                let count = seats_for(&rulebook.get(parameters::AWANS_TOURNAMENT_SEATS), size.participants);
                let depth = rulebook.get(parameters::AWANS_TOURNAMENT_DEPTH);
                let unfilled = rulebook.get(parameters::AWANS_TOURNAMENT_UNFILLED);
                let candidates = tournament_candidates(tournament);
                self.decide(Source::Tournament, Some(competition), count, depth, candidates);
                if unfilled == Unfilled::Decide {
                    self.leave_unfilled_open(tournament);
                }
            }
            status
            @ (MpStatus::NotEliminatory | MpStatus::WrongLength { .. } | MpStatus::TooFewParticipants { .. }) => {
                self.refuse(Source::Tournament, competition, Refusal::NotValid(status));
            }
        }
    }

    /// Leaves qualifications that no player in line could take to the choice of a person (AMB-65).
    fn leave_unfilled_open(&mut self, tournament: &ClosedTournament) {
        let settled = self.settled(Source::Tournament, Some(tournament.competition));
        let eligible = self.eligible(tournament_candidates(tournament), settled);
        let Some(decision) = self.decisions.last_mut() else { return };
        if decision.pending.is_some() {
            return;
        }
        // A player chosen where the rules name no candidate needs no review.
        let taken = decision.withheld + decision.forfeited + decision.proposed().count() as u32;
        let free = decision.seats.saturating_sub(taken) as usize;
        let chosen: Vec<PlayerKey> = decision.under_review().take(free).collect();
        let Decision { considered, without_grants, .. } = decision;
        if let Some(walk) = without_grants {
            walk.retain(|it| !chosen.contains(&it.player));
            walk.extend(considered.iter().filter(|it| chosen.contains(&it.player)));
        }
        let open = decision.lapsed();
        if open > 0 {
            decision.pending = Some(Pending { open, candidates: Vec::new() });
            decision.eligible = eligible;
        }
    }

    fn decide_league(&mut self, league: &ClosedLeague) {
        let rulebook = self.rulebook();
        let condition = rulebook.get(parameters::AWANS_LEAGUE_CONDITION);
        let regulars = league.regulars(condition, rulebook.get(parameters::AWANS_LEAGUE_MIN_ROUNDS));
        let steps = rulebook.get(parameters::AWANS_LEAGUE_SEATS);
        let count = seats_for(&steps, regulars);
        if count == 0 {
            let needed = steps.first().map_or(0, |step| step.from);
            self.refuse(Source::League, league.competition, Refusal::TooFewRegulars { regulars, needed });
        } else {
            let needed = rulebook.get(parameters::AWANS_LEAGUE_CANDIDATE_MIN_ROUNDS);
            let attendance = league.attendance();
            let rarely =
                |player| (attendance.get(&player).copied().unwrap_or(0) < needed).then_some(Verdict::RarelyPresent);
            let candidates = table_candidates(&league.table).into_iter().map(|mut candidate| {
                candidate.barred = rarely(candidate.player);
                candidate
            });
            let depth = rulebook.get(parameters::AWANS_LEAGUE_DEPTH);
            self.decide(Source::League, Some(league.competition), count, depth, candidates);
        }
    }

    fn decide_online(&mut self, online: &OnlineTable) {
        let count = quota(online.kind, self.rulebook());
        if count == 0 {
            self.refuse(Source::Online, online.competition, Refusal::NoQuota);
        } else {
            self.decide(Source::Online, Some(online.competition), count, None, table_candidates(&online.table));
        }
    }

    fn decide_grand_prix(&mut self, standings: &GrandPrixStandings) {
        let rulebook = self.rulebook();
        let count = rulebook.get(parameters::AWANS_GP_SEATS);
        let competition = standings.competition;
        if !standings.complete(rulebook) {
            let GrandPrixStandings { valid_events, members, .. } = *standings;
            let refusal = Refusal::IncompleteGrandPrix { valid_events, members };
            let mut decision = Decision::refused(Source::GrandPrix, Some(competition), refusal);
            decision.seats = count;
            decision.decided_at = Some(self.at);
            decision.pending = Some(Pending { open: count, candidates: Vec::new() });
            let settled = self.settled(Source::GrandPrix, Some(competition));
            decision.eligible = self.eligible(points_candidates(&standings.table), settled);
            if let Some(settled) = settled {
                let place_of = |player| Some(standings.table.row(standings.table.position(player)?)?.place);
                decision.merge_recorded_choice(settled, place_of);
            }
            self.decisions.push(decision);
            return;
        }
        let depth = Some(standings.depth(rulebook));
        let candidates = points_candidates(&standings.table);
        let discretionary = rulebook.get(parameters::AWANS_GP_BELOW_THRESHOLD) == BelowThreshold::Discretionary;
        let decision = self.decide(Source::GrandPrix, Some(competition), count, depth, candidates);
        if discretionary && !standings.large(rulebook) {
            let mut proposed = Vec::new();
            for considered in &mut decision.considered {
                if considered.verdict == Verdict::Granted && !decision.confirmed.contains(&considered.player) {
                    considered.verdict = Verdict::Pending;
                    proposed.push(considered.player);
                }
            }
            if !proposed.is_empty() {
                let tied = decision.pending.take();
                let open = proposed.len() as u32 + tied.as_ref().map_or(0, |tied| tied.open);
                let mut candidates = proposed.clone();
                candidates.extend(tied.into_iter().flat_map(|tied| tied.candidates));
                candidates.sort_unstable();
                decision.pending = Some(Pending { open, candidates });
                let by_the_rules = decision.without_grants.iter_mut().flatten();
                for considered in by_the_rules.filter(|it| proposed.contains(&it.player)) {
                    considered.verdict = Verdict::Pending;
                }
                for player in proposed {
                    self.holders.remove(&player);
                }
            }
        }
    }

    fn decide_ranking(&mut self) {
        let rulebook = self.rulebook();
        let count = rulebook.get(parameters::AWANS_RANKING_COUNT);
        let depth = match rulebook.get(parameters::AWANS_RANKING_MODE) {
            RankingMode::Fill => None,
            RankingMode::TopPlaces => Some(count),
        };
        self.decide(Source::Ranking, None, count, depth, points_candidates(self.ranking));
    }
}

/// Players whose declining reaches the whole edition, like a waiver (AMB-67).
fn declined_for_the_edition<'a>(
    book: &'a SettledChampionship,
    rulebook: &'a Rulebook,
) -> impl Iterator<Item = (PlayerKey, Origin)> + 'a {
    let everywhere = |source: Source| match source {
        Source::Tournament | Source::Mw => Some(parameters::AWANS_WAIVER_SCOPE_TOURNAMENT),
        Source::League => Some(parameters::AWANS_WAIVER_SCOPE_LEAGUE),
        Source::GrandPrix | Source::Online | Source::Ranking => None,
    };
    let edition = move |source| everywhere(source).is_none_or(|scope| rulebook.get(scope) == WaiverScope::Edition);
    book.declined()
        .filter(move |(_, (source, _))| edition(*source))
        .map(|(player, (_, competition))| (player, competition))
}

/// All players with a place in a tournament, by place and id; a player without a game or disqualified is barred.
pub(crate) fn tournament_candidates(tournament: &ClosedTournament) -> Vec<Candidate> {
    let barred = |finish: &Finish| match finish {
        finish if finish.disqualified => Some(Verdict::Disqualified),
        finish if !finish.took_part() => Some(Verdict::NoGames),
        _ => None,
    };
    let candidate =
        |finish: &Finish| Some(Candidate { player: finish.player, place: finish.place?, barred: barred(finish) });
    in_order(tournament.finishes.iter().filter_map(candidate).collect())
}

/// All players of a table, by place and id.
pub(crate) fn table_candidates(table: &[TableLine]) -> Vec<Candidate> {
    in_order(table.iter().map(|line| Candidate { player: line.player, place: line.place, barred: None }).collect())
}

fn points_candidates(table: &PointsTable) -> impl Iterator<Item = Candidate> {
    table.rows().map(|row| Candidate { player: row.player, place: row.place, barred: None })
}

fn in_order(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_unstable_by_key(|candidate| (candidate.place, candidate.player));
    candidates
}

#[cfg(test)]
mod tests;
