//! Draws, seats, the start and the end of rounds and stages, and ties for the next one (R-SEAT, R-FIN).

use super::{Decision, DecisionContext};
use crate::event::{Commitment, TieQuestion, TournamentFact};
use crate::rulebook::{LaterSeating, Rulebook, parameters};
use crate::tournament::course::outcome::StageSelection;
use crate::tournament::course::standing::PlayerKeys;
use crate::tournament::course::{Phase, Rejection, Stage, TournamentState};
use crate::tournament::draw::{InvalidDraw, Seed, draw_order};
use crate::tournament::seating::{TableSplit, seat_in_order};
use crate::tournament::top_stage::seat_top_stage;
use crate::values::ids::{PlayerId, PlayerKey};
use std::collections::BTreeSet;

/// The fewest players who can play a final.
const FEWEST_FINALISTS: usize = 3;

/// The open tie that the main referee must decide, with the tied players.
pub fn open_tie(state: &TournamentState) -> Option<(TieQuestion, Vec<PlayerId>)> {
    let rulebook = state.rulebook.as_deref()?;
    // A correction after closing can bring about a tie too.
    if !matches!(state.phase, Phase::Running | Phase::Closed) {
        return None;
    }
    let players = PlayerKeys::of(state);
    match state.current_stage() {
        Some(Stage::Round(_)) => None,
        Some(stage) if state.play(stage).is_some_and(|play| play.started) => None,
        Some(stage) => match state.choice(stage, &players, rulebook)? {
            (question, StageSelection::Tied { candidates, .. }) => Some((question, players.ids(&candidates))),
            (_, StageSelection::Decided(_)) => None,
        },
        None => {
            let tied = state.finishes(&players, rulebook).err()?;
            Some((TieQuestion::FinalPlaces, players.ids(&tied)))
        }
    }
}

/// The tables of a stage that is seated by the standing.
pub(crate) fn tables_by_standing(
    state: &TournamentState,
    stage: Stage,
    rulebook: &Rulebook,
) -> Result<Vec<Vec<PlayerId>>, Rejection> {
    let players = PlayerKeys::of(state);
    let Some((question, choice)) = state.choice(stage, &players, rulebook) else {
        let there: Vec<PlayerKey> = seatable(state, stage).iter().filter_map(|player| players.key(player)).collect();
        let order = players.ids(&state.seating_order(&there, stage, &players, rulebook));
        return in_tables(&order);
    };
    let entrants = match choice {
        StageSelection::Decided(entrants) => entrants,
        StageSelection::Tied { candidates, .. } => {
            return Err(Rejection::TieNeedsReferee { question, candidates: players.ids(&candidates) });
        }
    };
    let order = players.ids(&state.seating_order(&entrants, stage, &players, rulebook));
    match (stage, state.plan.as_ref().and_then(|plan| plan.top)) {
        (Stage::Top, Some(size)) => {
            let seats = seat_top_stage(size, &order, rulebook).map_err(|_| Rejection::TooFewForStage { stage })?;
            let tables = seats.chunk_by(|one, next| one.0.table == next.0.table);
            Ok(tables.map(|table| table.iter().map(|(_, player)| player.clone()).collect()).collect())
        }
        _ if order.len() < FEWEST_FINALISTS => Err(Rejection::TooFewForStage { stage }),
        _ => Ok(vec![order]),
    }
}

/// Those who can be seated in a round.
fn seatable(state: &TournamentState, stage: Stage) -> Vec<PlayerId> {
    let from = |player: &&PlayerId| match stage {
        Stage::Round(number) => state.entrants.get(*player).is_some_and(|entrant| entrant.from_round <= number),
        Stage::Top | Stage::Final => true,
    };
    state.present().filter(from).cloned().collect()
}

fn in_tables(order: &[PlayerId]) -> Result<Vec<Vec<PlayerId>>, Rejection> {
    let seats = seat_in_order(order).map_err(Rejection::Unseatable)?;
    if seats.is_empty() {
        return Err(Rejection::Unseatable(crate::tournament::seating::Unseatable::NoSplit { players: 0 }));
    }
    let tables = seats.chunk_by(|one, next| one.0.table == next.0.table);
    Ok(tables.map(|table| table.iter().map(|(_, player)| player.clone()).collect()).collect())
}

impl DecisionContext<'_> {
    /// Whether the seats of a round are drawn.
    fn is_drawn(&self, stage: Stage) -> bool {
        match stage {
            Stage::Round(1) => true,
            Stage::Round(_) => self.rulebook.get(parameters::SEATING_LATER) == LaterSeating::Draw,
            Stage::Top | Stage::Final => false,
        }
    }

    /// Refuses a stage that is not the next one to be seated.
    fn to_be_seated(&self, stage: Stage) -> Result<(), Rejection> {
        self.check_under_way()?;
        self.played_here()?;
        self.check_stage_order(stage)?;
        match self.state.play(stage) {
            Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
            Some(play) if play.started => Err(Rejection::StageStarted { stage }),
            _ => Ok(()),
        }
    }

    pub(crate) fn draw(&self, stage: Stage, seed: &Seed, reason: Option<Commitment>) -> Result<Decision, Rejection> {
        self.to_be_seated(stage)?;
        if !self.is_drawn(stage) {
            return Err(Rejection::NotDrawn { stage });
        }
        let players = seatable(self.state, stage);
        TableSplit::of(players.len()).map_err(Rejection::Unseatable)?;
        if players.is_empty() {
            return Err(Rejection::Unseatable(crate::tournament::seating::Unseatable::NoSplit { players: 0 }));
        }
        if let Some(plan) = self.state.plan.as_deref().filter(|_| stage == Stage::Round(1)) {
            self.check_plan(plan, Some(players.len() as u32))?;
        }
        if self.running.draws_of(stage) > 0 && reason.is_none() {
            return Err(self.reason_missing());
        }
        self.check_seed(seed)?;
        let number = self.running.draws() + 1;
        let order = draw_order(seed, number, &players).map_err(|problem| match problem {
            InvalidDraw::Twice(player) => Rejection::Twice { player },
            InvalidDraw::TooLarge => Rejection::TooManyPlayers { most: crate::tournament::seating::MAX_PLAYERS },
            InvalidDraw::Unseatable(unseatable) => Rejection::Unseatable(unseatable),
        })?;
        Ok(TournamentFact::Drawn { stage, number, order, reason }.into())
    }

    /// Refuses a seed other than the one that was committed to.
    pub(crate) fn check_seed(&self, seed: &Seed) -> Result<(), Rejection> {
        let committed = self.state.approval.as_ref().is_some_and(|approval| approval.seed.holds(seed));
        if committed { Ok(()) } else { Err(Rejection::OtherSeed) }
    }

    pub(crate) fn seat_stage(&self, stage: Stage) -> Result<Decision, Rejection> {
        self.to_be_seated(stage)?;
        if self.is_drawn(stage) {
            return Err(Rejection::NotByStanding { stage });
        }
        let tables = tables_by_standing(self.state, stage, self.rulebook)?;
        let seated = self.state.play(stage).map(|play| play.tables.iter().map(|table| table.seats.clone()).collect());
        if seated.as_ref() == Some(&tables) {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::StageSeated { stage, tables }.into())
    }

    pub(crate) fn start_stage(&self, stage: Stage) -> Result<Decision, Rejection> {
        self.to_be_seated(stage)?;
        let play = self.state.play(stage).ok_or(Rejection::NotSeated { stage })?;
        let seated: BTreeSet<&PlayerId> = play.tables.iter().flat_map(|table| &table.seats).collect();
        let mut misfits: Vec<PlayerId> =
            seated.iter().filter(|player| !self.state.is_present(player)).map(|player| (*player).clone()).collect();
        if stage.is_round() {
            misfits.extend(seatable(self.state, stage).into_iter().filter(|player| !seated.contains(player)));
        }
        if !misfits.is_empty() {
            return Err(Rejection::SeatsDoNotFit { players: misfits });
        }
        // The format may have changed since the draw.
        if let Some(plan) = self.state.plan.as_deref().filter(|_| stage == Stage::Round(1)) {
            self.check_plan(plan, Some(seated.len() as u32))?;
        }
        Ok(TournamentFact::StageStarted { stage }.into())
    }

    pub(crate) fn skip_stage(&self, stage: Stage, reason: Commitment) -> Result<Decision, Rejection> {
        if stage.is_round() {
            return Err(Rejection::NotSkippable);
        }
        self.to_be_seated(stage)?;
        Ok(TournamentFact::StageSkipped { stage, reason }.into())
    }

    pub(crate) fn close_stage(&self, stage: Stage, seat_next: bool) -> Result<Decision, Rejection> {
        self.playing(stage)?;
        let tables = self.state.missing_sheets(stage);
        if !tables.is_empty() {
            return Err(Rejection::SheetsMissing { tables });
        }
        let tables = self.state.unconfirmed_sheets(stage);
        if !tables.is_empty() {
            return Err(Rejection::SheetsUnconfirmed { tables });
        }
        let closed = TournamentFact::StageClosed { stage };
        let planned = self.state.planned_stages();
        let next = planned.into_iter().find(|later| *later > stage).filter(|_| seat_next);
        let Some(next) = next else { return Ok(closed.into()) };
        if self.is_drawn(next) {
            return Err(Rejection::NotByStanding { stage: next });
        }
        // Closing changes nothing that seats depend on.
        let tables = tables_by_standing(self.state, next, self.rulebook)?;
        Ok(vec![closed, TournamentFact::StageSeated { stage: next, tables }].into())
    }

    /// Refuses a stage that is not being played.
    pub(crate) fn playing(&self, stage: Stage) -> Result<(), Rejection> {
        self.in_phase(&[Phase::Running, Phase::Approved])?;
        if self.state.plan.is_none() {
            return Err(Rejection::FormatMissing);
        }
        if !self.state.planned_stages().contains(&stage) {
            return Err(Rejection::NoSuchStage { stage });
        }
        match self.state.play(stage) {
            None => Err(Rejection::NotSeated { stage }),
            Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
            Some(play) if !play.started => Err(Rejection::NotStarted { stage }),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn decide_tie(
        &self,
        question: TieQuestion,
        order: &[PlayerId],
        reason: Option<Commitment>,
    ) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Running, Phase::Closed])?;
        let refused = Rejection::NoSuchTie { question };
        let Some((open, candidates)) = open_tie(self.state) else { return Err(refused) };
        let asked: BTreeSet<&PlayerId> = candidates.iter().collect();
        let given: BTreeSet<&PlayerId> = order.iter().collect();
        if open != question || asked != given || given.len() != order.len() {
            return Err(refused);
        }
        if self.state.phase == Phase::Closed && reason.is_none() {
            return Err(Rejection::ReasonMissing { kind: crate::tournament::course::CommandKind::DecideTie });
        }
        // An order that was set for another group of tied players goes on holding.
        let known = self.state.ties.get(&question).into_iter().flat_map(|order| order.iter());
        let order = known.filter(|player| !given.contains(player)).chain(order).cloned().collect();
        let decided = TournamentFact::TieDecided { question, order, reason };
        if self.state.phase == Phase::Closed { self.correct(decided) } else { Ok(decided.into()) }
    }
}
