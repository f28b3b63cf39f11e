//! Sheets: entering, entering anew, the second entry, and hiding results (R-GAME, R-PUB).

use super::{Decision, DecisionContext};
use crate::event::{Commitment, SheetEntry, SheetGame, TournamentFact};
use crate::tournament::course::{
    Credentials, Phase, Rejection, SeatedTable, SheetFindings, SheetInput, Stage, check_sheet,
};

impl DecisionContext<'_> {
    fn table(&self, stage: Stage, table: u32) -> Result<&SeatedTable, Rejection> {
        self.state.table(stage, table).ok_or(Rejection::NoSuchTable { stage, table })
    }

    /// The findings on a sheet that can be recorded.
    pub(crate) fn checked(&self, table: &SeatedTable, input: &SheetInput) -> Result<SheetFindings, Rejection> {
        let findings = SheetFindings::at_table(self.state, table, input, self.rulebook);
        if !findings.check.errors.is_empty() {
            return Err(Rejection::SheetErrors { errors: findings.check.errors });
        }
        if !findings.check.warnings.is_empty() && input.reason.is_none() {
            return Err(Rejection::UnconfirmedWarnings { warnings: findings.check.warnings });
        }
        Ok(findings)
    }

    pub(crate) fn enter_sheet(&self, input: &SheetInput) -> Result<Decision, Rejection> {
        let SheetInput { stage, table: number, .. } = *input;
        let is_closed = self.state.play(stage).is_some_and(|play| play.closed);
        if !is_closed {
            self.playing(stage)?;
        }
        self.in_phase(&[Phase::Running])?;
        let table = self.table(stage, number)?;
        let known = table.sheet.as_deref();
        let entered = known.map_or(0, |sheet| sheet.games.len());
        if stage == Stage::Final && input.games.len() > entered + 1 {
            return Err(Rejection::GameByGame);
        }
        let findings = self.checked(table, input)?;
        let games = findings.check.games.clone();
        let is_complete = Some(games.len() as u32) == self.state.planned_games(stage);
        if known.is_some_and(|sheet| *sheet.games == *games && sheet.reason.is_some() == input.reason.is_some()) {
            return Ok(Decision::no_change().with_findings(findings));
        }
        if is_closed {
            if input.reason.is_none() {
                return Err(Rejection::CorrectionReasonMissing);
            }
            if !is_complete {
                return Err(Rejection::SheetsMissing { tables: vec![number] });
            }
        }
        let hidden = self.state.is_hidden(stage);
        let entry = SheetEntry { stage, table: number, games: games.into(), reason: input.reason, hidden };
        let mut facts = vec![TournamentFact::SheetEntered(entry)];
        // The last sheet brings the results back (R-PUB-02).
        let others_are_in = self.state.missing_sheets(stage).iter().all(|missing| *missing == number);
        if hidden && is_complete && others_are_in {
            facts.push(TournamentFact::ResultsRevealed { stage });
        }
        Ok(Decision::from(facts).with_findings(findings))
    }

    /// Refuses a second entry where there is none.
    fn second_entry(&self, stage: Stage) -> Result<(), Rejection> {
        self.playing(stage)?;
        let asked_for = self.state.plan.as_ref().is_some_and(|plan| plan.second_entry);
        if asked_for { Ok(()) } else { Err(Rejection::NoSecondEntry) }
    }

    pub(crate) fn confirm_sheet(&self, input: &SheetInput) -> Result<Decision, Rejection> {
        let SheetInput { stage, table: number, .. } = *input;
        self.second_entry(stage)?;
        let table = self.table(stage, number)?;
        let sheet = table.sheet.as_deref().ok_or(Rejection::SheetMissing { stage, table: number })?;
        // A token and its issuer are one person.
        let issuer = match &self.command.by.credentials {
            Credentials::Table { issued_by, .. } => issued_by.as_ref(),
            Credentials::Roles(_) | Credentials::Applicant | Credentials::Anonymous | Credentials::Service => None,
        };
        if sheet.entered_by == self.command.by.id || issuer == Some(&sheet.entered_by) {
            return Err(Rejection::SamePerson);
        }
        if sheet.confirmed_by.is_some() {
            return Ok(Decision::no_change());
        }
        let check = check_sheet(self.state, table, input, self.rulebook);
        if !check.errors.is_empty() {
            return Err(Rejection::SheetErrors { errors: check.errors });
        }
        let same = |one: &SheetGame, other: &SheetGame| one.ending == other.ending && one.small == other.small;
        let most = sheet.games.len().max(check.games.len());
        let differs = |index: &usize| match (sheet.games.get(*index), check.games.get(*index)) {
            (Some(one), Some(other)) => !same(one, other),
            _ => true,
        };
        let games: Vec<u32> = (0..most).filter(differs).map(|index| index as u32 + 1).collect();
        if !games.is_empty() {
            return Err(Rejection::EntriesDiffer { games, first: sheet.games.to_vec() });
        }
        Ok(TournamentFact::SheetConfirmed { stage, table: number }.into())
    }

    pub(crate) fn waive_second_entry(
        &self,
        stage: Stage,
        number: u32,
        reason: Commitment,
    ) -> Result<Decision, Rejection> {
        self.second_entry(stage)?;
        let table = self.table(stage, number)?;
        let sheet = table.sheet.as_deref().ok_or(Rejection::SheetMissing { stage, table: number })?;
        if sheet.second_entry_waived || sheet.confirmed_by.is_some() {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::SecondEntryWaived { stage, table: number, reason }.into())
    }

    pub(crate) fn allow_table_of_two(
        &self,
        stage: Stage,
        number: u32,
        reason: Commitment,
    ) -> Result<Decision, Rejection> {
        self.playing(stage)?;
        if self.table(stage, number)?.two_allowed {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::TableOfTwoAllowed { stage, table: number, reason }.into())
    }

    pub(crate) fn hide_results(&self, stage: Stage) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        let hideable = self.state.can_be_hidden(stage, self.rulebook)
            && self.playing(stage).is_ok()
            && !self.state.missing_sheets(stage).is_empty();
        if !hideable {
            return Err(Rejection::NotHideable { stage });
        }
        if self.state.is_hidden(stage) {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::ResultsHidden { stage }.into())
    }

    pub(crate) fn reveal_results(&self, stage: Stage) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if !self.state.is_hidden(stage) {
            return Err(Rejection::NotHidden { stage });
        }
        Ok(TournamentFact::ResultsRevealed { stage }.into())
    }
}
