//! Final results: closing, importing, and correcting after closing.

use super::players::each_once;
use super::{Decision, DecisionContext};
use crate::event::{
    Commitment, Correction, RecordedFinish, RecordedOutcome, ResultLine, SheetEntry, TournamentEvent, TournamentFact,
    TournamentRecord, WaiverEvent,
};
use crate::tournament::course::{Phase, Rejection, SheetInput};
use crate::tournament::draw::Seed;
use crate::tournament::format::Rounds;
use crate::values::calendar::Moment;
use crate::values::ids::PlayerId;
use crate::values::place::check_shared_places;
use std::collections::BTreeSet;

impl DecisionContext<'_> {
    pub(crate) fn close(&self, seed: &Seed, ended_at: Option<Moment>) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Running])?;
        if let Some(stage) = self.state.current_stage() {
            return Err(Rejection::StagesLeft { stage });
        }
        let open = self.state.disputes.iter().filter(|(_, dispute)| !dispute.ruled);
        let disputes: Vec<u32> = open.map(|(number, _)| *number).collect();
        if !disputes.is_empty() {
            return Err(Rejection::OpenDisputes { disputes });
        }
        self.check_seed(seed)?;
        let ended_at = match ended_at {
            Some(given) => self.checked_end(given)?,
            // Seasons and snapshots depend on when play ended, not on when it was closed.
            None => self.command.at.min(Moment::end_of(self.state.details.last_day)),
        };
        let record = self.state.record(ended_at, self.rulebook)?;
        let effects = self.recorded(record);
        Ok(Decision { facts: vec![TournamentFact::Closed { seed: seed.clone(), ended_at }], effects, findings: None })
    }

    /// The record, and the waivers that recorded players declared while the tournament ran.
    fn recorded(&self, record: TournamentRecord) -> Vec<TournamentEvent> {
        let waivers: Vec<WaiverEvent> = self
            .waivers_in(&record)
            .into_iter()
            .map(|player| WaiverEvent::Declared { player: player.clone() })
            .collect();
        let mut effects = vec![TournamentEvent::Recorded(record)];
        effects.extend(waivers.into_iter().map(TournamentEvent::Waiver));
        effects
    }

    /// Those who gave up the qualification and stand in the record.
    fn waivers_in(&self, record: &TournamentRecord) -> BTreeSet<&PlayerId> {
        let RecordedOutcome::Results(lines) = &record.outcome else { return BTreeSet::new() };
        let placed: BTreeSet<&PlayerId> = lines.iter().map(|line| &line.player).collect();
        self.state.waivers.iter().filter(|player| placed.contains(player)).collect()
    }

    /// Refuses an end of play that has not come, or lies before the first day.
    fn checked_end(&self, ended_at: Moment) -> Result<Moment, Rejection> {
        let fits = ended_at <= self.command.at && ended_at.day() >= self.state.details.first_day;
        if fits { Ok(ended_at) } else { Err(Rejection::InvalidEnd) }
    }

    pub(crate) fn import_results(
        &self,
        lines: &[ResultLine],
        planned_games: u32,
        ended_at: Moment,
    ) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Approved])?;
        if !self.is_imported() {
            return Err(Rejection::PlayedHere);
        }
        check_lines(lines, planned_games)?;
        let ended_at = self.checked_end(ended_at)?;
        let record = self.state.recorded(ended_at, planned_games, lines.to_vec());
        let effects = self.recorded(record);
        Ok(Decision {
            facts: vec![TournamentFact::ResultsImported { lines: lines.to_vec(), ended_at }],
            effects,
            findings: None,
        })
    }

    pub(crate) fn record_winner_contact(&self, contact: Commitment) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Closed])?;
        let winners: Vec<PlayerId> = self.state.winners().cloned().collect();
        if winners.is_empty() {
            return Err(Rejection::InvalidResults);
        }
        Ok(TournamentFact::WinnerContactRecorded { contact, winners }.into())
    }

    pub(crate) fn remove_winner_contact(&self, empty: Commitment) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Closed])?;
        if self.state.closed.as_ref().is_none_or(|closing| closing.winner_contact.is_empty()) {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::WinnerContactRecorded { contact: empty, winners: vec![] }.into())
    }

    pub(crate) fn correct_sheet(&self, input: &SheetInput) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Closed])?;
        let reason = input.reason.ok_or(self.reason_missing())?;
        let (stage, number) = (input.stage, input.table);
        let table = self.state.table(stage, number).ok_or(Rejection::NoSuchTable { stage, table: number })?;
        let findings = self.checked(table, input)?;
        let games = findings.check.games.clone();
        if Some(games.len() as u32) != self.state.planned_games(stage) {
            return Err(Rejection::SheetsMissing { tables: vec![number] });
        }
        if table.sheet.as_ref().is_some_and(|sheet| *sheet.games == *games) {
            return Ok(Decision::no_change().with_findings(findings));
        }
        let entry = SheetEntry { stage, table: number, games: games.into(), reason: Some(reason), hidden: false };
        Ok(self.correct(TournamentFact::SheetCorrected { entry })?.with_findings(findings))
    }

    /// A fact that comes after closing, with the record that follows from it if that differs.
    pub(crate) fn correct(&self, fact: TournamentFact) -> Result<Decision, Rejection> {
        let mut corrected = self.state.clone();
        corrected.apply(&fact, &self.command.by.id).map_err(|_| Rejection::InvalidResults)?;
        let ended_at = self.state.closed.as_ref().map_or(self.command.at, |closing| closing.ended_at);
        let record = corrected.corrected_record(ended_at, self.rulebook);
        let changed = self.state.record.as_deref() != Some(&record);
        // The reason stands with the fact: a text belongs to one event.
        let effect = TournamentEvent::Corrected(Correction { record, reason: None });
        Ok(Decision { facts: vec![fact], effects: changed.then_some(effect).into_iter().collect(), findings: None })
    }

    pub(crate) fn correct_results(&self, lines: &[ResultLine], reason: Commitment) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Closed])?;
        let imported = self.state.closed.as_ref().is_some_and(|closing| closing.imported.is_some());
        if !imported {
            return Err(Rejection::PlayedHere);
        }
        let known = self.state.record.as_deref().ok_or(Rejection::InvalidResults)?;
        check_lines(lines, known.planned_games)?;
        let mut record = known.clone();
        record.outcome = RecordedOutcome::Results(lines.to_vec());
        if record == *known {
            return Ok(Decision::no_change());
        }
        let (before, after) = (self.waivers_in(known), self.waivers_in(&record));
        let gone = before.difference(&after).map(|player| WaiverEvent::Withdrawn { player: (*player).clone() });
        let new = after.difference(&before).map(|player| WaiverEvent::Declared { player: (*player).clone() });
        let waivers: Vec<WaiverEvent> = gone.chain(new).collect();
        let mut effects = vec![TournamentEvent::Corrected(Correction { record, reason: Some(reason) })];
        effects.extend(waivers.into_iter().map(TournamentEvent::Waiver));
        Ok(Decision { effects, ..Decision::default() })
    }
}

/// Refuses results that no tournament can have.
fn check_lines(lines: &[ResultLine], planned_games: u32) -> Result<(), Rejection> {
    each_once(lines.iter().map(|line| &line.player))?;
    let most_games = Rounds::COUNT.max * Rounds::GAMES.max;
    let fits = |line: &ResultLine| line.games_played <= planned_games;
    if lines.is_empty() || !(1..=most_games).contains(&planned_games) || !lines.iter().all(fits) {
        return Err(Rejection::InvalidResults);
    }
    let places = lines.iter().filter_map(|line| match line.finish {
        RecordedFinish::Place(place) => Some(place),
        RecordedFinish::Disqualified => None,
    });
    check_shared_places(places).map_err(|_| Rejection::InvalidResults)
}
