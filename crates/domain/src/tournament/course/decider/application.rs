//! Applying for a tournament, approving, changing and cancelling it (R-APP).

use super::{Decision, DecisionContext};
use crate::competitions::class::TournamentClass;
use crate::event::{Approval, Commitment, FormatPlan, RulebookRecord, TournamentDetails, TournamentFact};
use crate::rulebook::{ApplicationField, Experience, LateChange, parameters};
use crate::season::deadlines::late_notice;
use crate::tournament::course::{Application, Credentials, Phase, Rejection};
use crate::tournament::draw::SeedCommitment;
use crate::tournament::format::{FormatError, Rounds, check_format};
use crate::values::calendar::Moment;
use crate::values::ids::RulebookId;
use crate::values::variant::Variant;

pub(crate) fn apply(application: &Application, at: Moment) -> Result<Decision, Rejection> {
    let Application { record, given, rulebook } = application;
    let required = rulebook.get(parameters::APPLICATION_REQUIRED).into_iter();
    let fields: Vec<ApplicationField> = required.filter(|field| !given.contains(field)).collect();
    if !fields.is_empty() {
        return Err(Rejection::FieldsMissing { fields });
    }
    check_days(&record.details)?;
    if record.details.first_day < at.day() {
        return Err(Rejection::DayPassed);
    }
    // The approver verifies experience; an application without even a declaration is refused at once.
    let needs_experience = match rulebook.get(parameters::APPLICATION_EXPERIENCE) {
        Experience::Declaration | Experience::Verified => record.class == TournamentClass::Eliminatory,
    };
    if needs_experience && !record.experienced {
        return Err(Rejection::ExperienceMissing);
    }
    Ok(TournamentFact::Applied(record.clone()).into())
}

fn check_days(details: &TournamentDetails) -> Result<(), Rejection> {
    if details.last_day < details.first_day { Err(Rejection::DaysReversed) } else { Ok(()) }
}

impl DecisionContext<'_> {
    pub(crate) fn approve(
        &self,
        class: TournamentClass,
        rulebook_id: &RulebookId,
        rulebook: &RulebookRecord,
        seed: SeedCommitment,
    ) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Submitted])?;
        rulebook.rulebook().map_err(|_| Rejection::InvalidRulebook)?;
        let approval = Approval {
            class,
            rulebook_id: rulebook_id.clone(),
            rulebook: rulebook.clone(),
            seed,
            approved_at: self.command.at,
        };
        Ok(TournamentFact::ApplicationApproved(approval).into())
    }

    pub(crate) fn reject(&self, reason: Option<Commitment>) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Submitted])?;
        Ok(TournamentFact::ApplicationRejected { reason }.into())
    }

    pub(crate) fn change_details(
        &self,
        details: &TournamentDetails,
        reason: Option<Commitment>,
    ) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Submitted, Phase::Approved])?;
        check_days(details)?;
        if *details == *self.state.details {
            return Ok(Decision::no_change());
        }
        let late_notice = self.notice(reason)?;
        Ok(TournamentFact::DetailsChanged { details: details.clone(), reason, late_notice }.into())
    }

    pub(crate) fn cancel(&self, reason: Option<Commitment>) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Submitted, Phase::Approved, Phase::Running])?;
        if self.state.phase == Phase::Running {
            // The applicant may cancel before the start; interrupting is for those who run the tournament.
            if self.command.by.credentials == Credentials::Applicant {
                return Err(Rejection::WrongPhase { phase: self.state.phase });
            }
            let reason = reason.ok_or(self.reason_missing())?;
            return Ok(TournamentFact::Interrupted { reason }.into());
        }
        let late_notice = self.notice(reason)?;
        Ok(TournamentFact::Cancelled { reason, late_notice }.into())
    }

    /// Whether what is announced is announced late, which needs a reason (AMB-08); before the approval nothing is.
    fn notice(&self, reason: Option<Commitment>) -> Result<bool, Rejection> {
        let late = self.state.phase != Phase::Submitted
            && late_notice(self.command.at.day(), self.state.details.first_day, self.rulebook);
        if late {
            if self.rulebook.get(parameters::CHANGE_LATE) == LateChange::Forbid {
                return Err(Rejection::NoticeTooLate);
            }
            reason.ok_or(self.reason_missing())?;
        }
        Ok(late)
    }

    pub(crate) fn choose_format(&self, plan: &FormatPlan) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if self.state.has_started() {
            return Err(Rejection::FormatFrozen);
        }
        self.played_here()?;
        self.check_plan(plan, None)?;
        if self.state.plan.as_deref() == Some(plan) {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::FormatChosen(plan.clone()).into())
    }

    /// Refuses a format that is not valid for the class, or for so many players.
    pub(crate) fn check_plan(&self, plan: &FormatPlan, players: Option<u32>) -> Result<(), Rejection> {
        let class = self.state.approval.as_ref().map_or(self.state.application.class, |approval| approval.class);
        let check = check_format(class, &plan.rounds, plan.final_games, plan.top, players, self.rulebook);
        let top_games = plan.top.map(|_| plan.top_games).filter(|games| !Rounds::GAMES.holds(*games));
        let too_few = top_games.map(|found| FormatError::TopGames { found, allowed: Rounds::GAMES });
        match check.errors.into_iter().chain(too_few).next() {
            Some(error) => Err(Rejection::Format(error)),
            None => Ok(()),
        }
    }

    /// Refuses tournaments whose variant is played elsewhere (AMB-20).
    pub(crate) fn played_here(&self) -> Result<(), Rejection> {
        if self.is_imported() { Err(Rejection::ImportedOnly) } else { Ok(()) }
    }

    pub(crate) fn is_imported(&self) -> bool {
        let imports = self.rulebook.get(parameters::VARIANTS_DUEL_IMPORT_PLACES_ONLY);
        self.state.application.variant == Variant::Duel && imports
    }
}
