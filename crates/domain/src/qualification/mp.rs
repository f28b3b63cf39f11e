//! Qualifications to the national championship over all sources, in the order of decision (R-AW-02, AMB-68).

use super::{
    Candidate, Considered, Decision, Origin, Pending, Refusal, SeatBook, Seats, SettledSeats, Source, Verdict,
    seats_for, walk_down,
};
use crate::calendar::{Day, Moment};
use crate::class::TournamentClass;
use crate::deadlines::{last_snapshot_day, ranking_qualification_day};
use crate::event_status::{EventSize, MpStatus};
use crate::grand_prix::GrandPrixStandings;
use crate::ids::{EventKey, PlayerKey};
use crate::league::{League, TableLine};
use crate::online::{OnlineTable, quota};
use crate::place::Place;
use crate::ranking::{PointsTable, national_ranking};
use crate::rulebook::{
    BelowThreshold, BoundaryTie, EffectiveAt, Param, RankingMode, Rulebook, Unfilled, WaiverScope, parameters,
};
use crate::season::{Facts, Season};
use crate::tournament::{Finish, Tournament};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something that happens to the list of holders at one moment.
enum Turn<'a> {
    Waiver(PlayerKey),
    EventWaivers(EventKey, &'a [PlayerKey]),
    Mw(&'a Tournament),
    Tournament(&'a Tournament),
    League(&'a League),
    Online(&'a OnlineTable),
    GrandPrix(&'a GrandPrixStandings),
    Ranking,
}

/// What comes first of what happens at the same instant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    WaiverOutsideEvents,
    Event,
    GrandPrix,
}

/// By what turns are ordered; a missing application comes first, and an event's waivers come before its decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TurnOrder {
    at: Moment,
    precedence: Precedence,
    submitted_at: Option<Moment>,
    event: Option<EventKey>,
    decides: bool,
}

impl TurnOrder {
    /// The decision on an event at this moment.
    fn of_event(at: Moment, submitted_at: Option<Moment>, event: EventKey) -> Self {
        Self { at, precedence: Precedence::Event, submitted_at, event: Some(event), decides: true }
    }

    /// Immediately before that decision.
    fn before(self) -> Self {
        Self { decides: false, ..self }
    }
}

/// Decides every qualification of a season; `grand_prix` are the standings of all cycles, `ranking` is the one from which
/// qualifications are given.
pub fn mp_decisions(
    facts: &Facts,
    season: &Season,
    grand_prix: &[Arc<GrandPrixStandings>],
    ranking: &PointsTable,
) -> Vec<Decision> {
    let mut ledger = Ledger::new(facts, season, ranking);
    for (at, turn) in turns(facts, season, grand_prix) {
        ledger.at = at;
        ledger.take(&turn);
    }
    ledger.finish()
}

/// Everything in its order, with the moment.
fn turns<'a>(facts: &'a Facts, season: &Season, grand_prix: &'a [Arc<GrandPrixStandings>]) -> Vec<(Moment, Turn<'a>)> {
    let mut turns: Vec<(TurnOrder, Turn<'a>)> = Vec::new();
    let belongs = |at: Moment| season.window.holds(at.day());
    for waiver in facts.waivers.iter().filter(|waiver| belongs(waiver.declared_at)) {
        let order = TurnOrder {
            at: waiver.declared_at,
            precedence: Precedence::WaiverOutsideEvents,
            submitted_at: None,
            event: None,
            decides: false,
        };
        turns.push((order, Turn::Waiver(waiver.player)));
    }
    // A waiver that reaches only its own event is left to the decision on that event (AMB-67).
    let edition_wide = |waivers: &'a [PlayerKey], scope: Param<WaiverScope>| match facts.rulebook.get(scope) {
        WaiverScope::Edition => waivers,
        WaiverScope::Event => &[],
    };
    for tournament in facts.tournaments.iter().filter(|tournament| belongs(tournament.ended_at)) {
        let order = |at| TurnOrder::of_event(at, Some(tournament.submitted_at), tournament.event);
        let ended = order(tournament.ended_at);
        let waivers = edition_wide(&tournament.waivers, parameters::AWANS_WAIVER_SCOPE_TOURNAMENT);
        turns.push((ended.before(), Turn::EventWaivers(tournament.event, waivers)));
        let is_mw = tournament.class == TournamentClass::Mw;
        if is_mw {
            turns.push((ended, Turn::Mw(tournament)));
        }
        // A voivodeship championship gives its own qualifications in place of those of a tournament (AMB-74).
        if !is_mw || facts.rulebook.get(parameters::AWANS_MW_ALSO_AWT) {
            let decided = order(effective_at(tournament, &facts.rulebook));
            turns.push((decided, Turn::Tournament(tournament)));
        }
    }
    for league in facts.leagues.iter().filter(|league| belongs(league.ended_at)) {
        let order = TurnOrder::of_event(league.ended_at, Some(league.submitted_at), league.event);
        let waivers = edition_wide(&league.waivers, parameters::AWANS_WAIVER_SCOPE_LEAGUE);
        turns.push((order.before(), Turn::EventWaivers(league.event, waivers)));
        turns.push((order, Turn::League(league)));
    }
    for online in facts.online.iter().filter(|online| belongs(online.ended_at)) {
        let order = TurnOrder::of_event(online.ended_at, online.submitted_at, online.event);
        turns.push((order.before(), Turn::EventWaivers(online.event, &online.waivers)));
        turns.push((order, Turn::Online(online)));
    }
    for standings in grand_prix.iter().filter(|standings| belongs(standings.ended_at)) {
        let order = TurnOrder {
            at: standings.ended_at,
            precedence: Precedence::GrandPrix,
            submitted_at: None,
            event: Some(standings.event),
            decides: true,
        };
        turns.push((order, Turn::GrandPrix(standings)));
    }
    // Stable, so that a voivodeship championship gives its own qualifications first.
    turns.sort_by_key(|(order, _)| *order);
    let ranking_day = season.mp_first_day.map(|day| ranking_qualification_day(day, &facts.rulebook));
    let before_ranking = ranking_day.map(|day| turns.partition_point(|(order, _)| !order.at.is_after_day(day)));
    let mut turns: Vec<(Moment, Turn<'a>)> = turns.into_iter().map(|(order, turn)| (order.at, turn)).collect();
    if let Some((position, day)) = before_ranking.zip(ranking_day) {
        turns.insert(position, (Moment::end_of(day), Turn::Ranking));
    }
    turns
}

/// When a tournament's qualifications are decided: a granted exception takes effect when it is decided (AMB-14).
fn effective_at(tournament: &Tournament, rulebook: &Rulebook) -> Moment {
    let needs_decision = EventSize::of(tournament, rulebook).mp_status(rulebook) == MpStatus::NeedsDecision;
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

/// The ranking from which qualifications are given: that of events up to the ranking day (AMB-58).
pub fn ranking_for_qualification(facts: &Facts, season: &Season) -> Option<PointsTable> {
    let until = last_snapshot_day(season.mp_first_day?, &facts.rulebook);
    Some(national_ranking(facts, season, Some(until)))
}

/// The last day of the ranking from which qualifications are given, if something counts after it: without that it is the ranking of the
/// season.
pub(crate) fn snapshot_day(facts: &Facts, season: &Season) -> Option<Day> {
    let until = last_snapshot_day(season.mp_first_day?, &facts.rulebook);
    counts_after(facts, season, until).then_some(until)
}

/// Whether something of the season that can count for its ranking ended after this day.
fn counts_after(facts: &Facts, season: &Season, day: Day) -> bool {
    let after = |ended_at: Moment| ended_at.is_after_day(day) && season.window.holds(ended_at.day());
    facts.tournaments.iter().any(|event| after(event.ended_at))
        || facts.leagues.iter().any(|event| after(event.ended_at))
}

/// Who holds and who gave up a qualification of the season so far.
struct Ledger<'a> {
    facts: &'a Facts,
    /// The one from which qualifications are given.
    ranking: &'a PointsTable,
    season: &'a Season,
    holders: FxHashMap<PlayerKey, Origin>,
    waived: FxHashMap<PlayerKey, Origin>,
    /// What was settled by named persons.
    book: Option<&'a SeatBook>,
    at: Moment,
    decisions: Vec<Decision>,
}

impl<'a> Ledger<'a> {
    fn new(facts: &'a Facts, season: &'a Season, ranking: &'a PointsTable) -> Self {
        let book = facts.settled.mp.get(&season.id);
        Self {
            facts,
            ranking,
            season,
            // Who was granted a qualification has it, wherever they are looked at.
            holders: book.into_iter().flat_map(SeatBook::holders).collect(),
            waived: book.into_iter().flat_map(|book| declined_for_the_edition(book, &facts.rulebook)).collect(),
            book,
            at: Moment::end_of(season.window.first()),
            decisions: Vec::new(),
        }
    }

    /// The decisions, and what was granted from events that do not belong to the season any more.
    fn finish(mut self) -> Vec<Decision> {
        let gone = self.book.map_or_else(Vec::new, |book| book.without_decision(&self.decisions));
        self.decisions.extend(gone);
        self.decisions
    }

    fn settled(&self, source: Source, event: Origin) -> Option<&'a SettledSeats> {
        self.book?.seats.get(&(source, event))
    }

    fn take(&mut self, turn: &Turn<'_>) {
        match turn {
            Turn::Waiver(player) => {
                self.waived.entry(*player).or_insert(None);
            }
            Turn::EventWaivers(event, players) => self.waive(*event, players),
            Turn::Mw(tournament) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_TOURNAMENT;
                self.with_own_waivers(tournament.event, &tournament.waivers, scope, |ledger| {
                    ledger.decide_mw(tournament);
                });
            }
            Turn::Tournament(tournament) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_TOURNAMENT;
                self.with_own_waivers(tournament.event, &tournament.waivers, scope, |ledger| {
                    ledger.decide_tournament(tournament);
                });
            }
            Turn::League(league) => {
                let scope = parameters::AWANS_WAIVER_SCOPE_LEAGUE;
                self.with_own_waivers(league.event, &league.waivers, scope, |ledger| {
                    ledger.decide_league(league);
                });
            }
            Turn::Online(online) => self.decide_online(online),
            Turn::GrandPrix(standings) => self.decide_grand_prix(standings),
            Turn::Ranking => self.decide_ranking(),
        }
    }

    fn rulebook(&self) -> &'a Rulebook {
        &self.facts.rulebook
    }

    /// Gives out the qualifications of an event and records how.
    fn decide(
        &mut self,
        source: Source,
        event: Origin,
        count: u32,
        depth: Option<u32>,
        candidates: impl IntoIterator<Item = Candidate>,
    ) -> &mut Decision {
        let tie_decisions = &self.facts.tie_decisions;
        let (tie_decision, boundary_tie) = match event {
            Some(event) => (tie_decisions.by_event.get(&event), BoundaryTie::Decide),
            None => (
                tie_decisions.by_season.get(&self.season.id),
                self.rulebook().get(parameters::AWANS_RANKING_BOUNDARY_TIE),
            ),
        };
        let seats = Seats { count, depth, tie_decision: tie_decision.map(Vec::as_slice), boundary_tie };
        let settled = self.settled(source, event);
        let walk = walk_down(candidates, seats, settled, |player| self.obstacle(player, settled));
        let decision = Decision { source, event, seats: count, depth, decided_at: Some(self.at), ..walk };
        for Considered { player, verdict, .. } in &decision.considered {
            if *verdict == Verdict::Granted {
                self.holders.insert(*player, event);
            }
        }
        self.decisions.push(decision);
        let last = self.decisions.len() - 1;
        &mut self.decisions[last]
    }

    /// Why somebody is passed over at this moment, leaving aside what was granted here.
    fn obstacle(&self, player: PlayerKey, settled: Option<&SettledSeats>) -> Option<Verdict> {
        let granted_here = settled.and_then(|settled| settled.verdict(player)) == Some(Verdict::Granted);
        let holder = self.holders.get(&player).filter(|_| !granted_here).map(|origin| Verdict::Holder(*origin));
        let waived = || self.waived.get(&player).map(|origin| Verdict::Waived(*origin));
        let foreigners = self.rulebook().get(parameters::FOREIGNERS_MP_AWANS);
        let foreign = || (!foreigners && self.facts.players[player.index()].foreign).then_some(Verdict::Foreign);
        holder.or_else(waived).or_else(foreign)
    }

    /// Whom a person may choose of these, by place: everybody whom nothing stands in the way of.
    fn eligible(
        &self,
        candidates: impl IntoIterator<Item = Candidate>,
        settled: Option<&SettledSeats>,
    ) -> Vec<(PlayerKey, Place)> {
        let untouched = |player| settled.is_none_or(|settled| settled.verdict(player).is_none());
        let free = candidates.into_iter().filter(|it| it.barred.is_none() && untouched(it.player));
        free.filter(|it| self.obstacle(it.player, settled).is_none()).map(|it| (it.player, it.place)).collect()
    }

    fn refuse(&mut self, source: Source, event: EventKey, refusal: Refusal) {
        let mut decision = Decision::refused(source, Some(event), refusal);
        decision.decided_at = Some(self.at);
        if let Some(settled) = self.settled(source, Some(event)) {
            decision.settle_nothing_to_give(settled);
        }
        self.decisions.push(decision);
    }

    fn waive(&mut self, event: EventKey, players: &[PlayerKey]) {
        for player in players {
            self.waived.entry(*player).or_insert(Some(event));
        }
    }

    /// Decides with the waivers that reach only this event, and forgets them after it (AMB-67).
    fn with_own_waivers(
        &mut self,
        event: EventKey,
        waivers: &[PlayerKey],
        scope: Param<WaiverScope>,
        decide: impl FnOnce(&mut Self),
    ) {
        let only_here = self.rulebook().get(scope) == WaiverScope::Event;
        if only_here {
            self.waive(event, waivers);
        }
        decide(self);
        if only_here {
            self.waived.retain(|_, origin| *origin != Some(event));
        }
    }

    fn decide_mw(&mut self, tournament: &Tournament) {
        let rulebook = self.rulebook();
        let event = tournament.event;
        let participants = tournament.participants(rulebook);
        let needed = rulebook.get(parameters::MIN_PLAYERS_STATIONARY);
        if participants < needed {
            self.refuse(Source::Mw, event, Refusal::TooFewParticipants { participants, needed });
        } else {
            let count = rulebook.get(parameters::AWANS_MW_SEATS);
            let depth = rulebook.get(parameters::AWANS_MW_DEPTH);
            self.decide(Source::Mw, Some(event), count, depth, tournament_candidates(tournament));
        }
    }

    fn decide_tournament(&mut self, tournament: &Tournament) {
        let rulebook = self.rulebook();
        let event = tournament.event;
        let size = EventSize::of(tournament, rulebook);
        match size.mp_status(rulebook) {
            MpStatus::NeedsDecision if tournament.exception.is_none_or(|decision| !decision.granted) => {
                let refused = tournament.exception.is_some();
                self.refuse(Source::Tournament, event, Refusal::NoDecision { refused });
            }
            MpStatus::Yes | MpStatus::NeedsDecision => {
                let count = seats_for(&rulebook.get(parameters::AWANS_TOURNAMENT_SEATS), size.participants);
                let depth = rulebook.get(parameters::AWANS_TOURNAMENT_DEPTH);
                let unfilled = rulebook.get(parameters::AWANS_TOURNAMENT_UNFILLED);
                let candidates = tournament_candidates(tournament);
                self.decide(Source::Tournament, Some(event), count, depth, candidates);
                if unfilled == Unfilled::Decide {
                    self.leave_unfilled_open(tournament);
                }
            }
            status => self.refuse(Source::Tournament, event, Refusal::NotValid(status)),
        }
    }

    /// Has a person choose who gets what nobody in line could take (AMB-65).
    fn leave_unfilled_open(&mut self, tournament: &Tournament) {
        let settled = self.settled(Source::Tournament, Some(tournament.event));
        let eligible = self.eligible(tournament_candidates(tournament), settled);
        let Some(decision) = self.decisions.last_mut() else { return };
        if decision.pending.is_some() {
            return;
        }
        // Whom a person chose in place of nobody is in no doubt.
        let taken = decision.withheld + decision.kept + decision.proposed().count() as u32;
        let free = decision.seats.saturating_sub(taken) as usize;
        let chosen: Vec<PlayerKey> = decision.in_doubt().take(free).collect();
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

    fn decide_league(&mut self, league: &League) {
        let rulebook = self.rulebook();
        let condition = rulebook.get(parameters::AWANS_LEAGUE_CONDITION);
        let regulars = league.regulars(condition, rulebook.get(parameters::AWANS_LEAGUE_MIN_ROUNDS));
        let steps = rulebook.get(parameters::AWANS_LEAGUE_SEATS);
        let count = seats_for(&steps, regulars);
        if count == 0 {
            let needed = steps.first().map_or(0, |step| step.from);
            self.refuse(Source::League, league.event, Refusal::TooFewRegulars { regulars, needed });
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
            self.decide(Source::League, Some(league.event), count, depth, candidates);
        }
    }

    fn decide_online(&mut self, online: &OnlineTable) {
        let count = quota(online.kind, self.rulebook());
        if count == 0 {
            self.refuse(Source::Online, online.event, Refusal::NoQuota);
        } else {
            self.decide(Source::Online, Some(online.event), count, None, table_candidates(&online.table));
        }
    }

    fn decide_grand_prix(&mut self, standings: &GrandPrixStandings) {
        let rulebook = self.rulebook();
        let count = rulebook.get(parameters::AWANS_GP_SEATS);
        let event = standings.event;
        if !standings.complete(rulebook) {
            let GrandPrixStandings { valid_events, members, .. } = *standings;
            let refusal = Refusal::IncompleteGrandPrix { valid_events, members };
            let mut decision = Decision::refused(Source::GrandPrix, Some(event), refusal);
            decision.seats = count;
            decision.decided_at = Some(self.at);
            decision.pending = Some(Pending { open: count, candidates: Vec::new() });
            let settled = self.settled(Source::GrandPrix, Some(event));
            decision.eligible = self.eligible(points_candidates(&standings.table), settled);
            if let Some(settled) = settled {
                let place_of = |player| Some(standings.table.row(standings.table.position(player)?)?.place);
                decision.settle_free_choice(settled, place_of);
            }
            self.decisions.push(decision);
            return;
        }
        let depth = Some(standings.depth(rulebook));
        let candidates = points_candidates(&standings.table);
        let discretionary = rulebook.get(parameters::AWANS_GP_BELOW_THRESHOLD) == BelowThreshold::Discretionary;
        let decision = self.decide(Source::GrandPrix, Some(event), count, depth, candidates);
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

/// Who declined where that reaches the whole edition, as a waiver there would (AMB-67).
fn declined_for_the_edition<'a>(
    book: &'a SeatBook,
    rulebook: &'a Rulebook,
) -> impl Iterator<Item = (PlayerKey, Origin)> + 'a {
    let everywhere = |source: Source| match source {
        Source::Tournament | Source::Mw => Some(parameters::AWANS_WAIVER_SCOPE_TOURNAMENT),
        Source::League => Some(parameters::AWANS_WAIVER_SCOPE_LEAGUE),
        Source::GrandPrix | Source::Online | Source::Ranking => None,
    };
    let edition = move |source| everywhere(source).is_none_or(|scope| rulebook.get(scope) == WaiverScope::Edition);
    book.declined().filter(move |(_, (source, _))| edition(*source)).map(|(player, (_, event))| (player, event))
}

/// Everybody with a place in a tournament, by place and id; a player without a game or disqualified is barred.
pub(crate) fn tournament_candidates(tournament: &Tournament) -> Vec<Candidate> {
    let barred = |finish: &Finish| match finish {
        finish if finish.disqualified => Some(Verdict::Disqualified),
        finish if !finish.took_part() => Some(Verdict::NoGames),
        _ => None,
    };
    let candidate =
        |finish: &Finish| Some(Candidate { player: finish.player, place: finish.place?, barred: barred(finish) });
    in_order(tournament.finishes.iter().filter_map(candidate).collect())
}

/// Everybody in a table, by place and id.
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
