//! Deciding on applications: approving them, with the organiser and the rulebook, or rejecting them.

use super::application::{applied_by, rules_on};
use crate::http::address;
use crate::http::app::AppState;
use crate::http::fields::FieldParser;
use crate::http::path::ApplicationPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, Receipt, ToProblem};
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::read_optional_reason;
use actix_web::http::StatusCode;
use commands::{CommandError, CommandMetadata, CommandReceipt, EtagScope, TournamentRequest};
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role, RulebookRecord};
use domain::people::account;
use domain::rulebook::Preset;
use domain::tournament::course::{CommandKind, Principal, Rejection, TournamentAction};
use domain::values::ids::{AccountId, CompetitionId, RulebookId};
use formats::localization::Message;
use projections::views::{TournamentEntry, Views};
use wire::tournaments::applications::Approval;
use wire::tournaments::reasons::OptionalReason;

struct ParsedApproval {
    class: TournamentClass,
    rulebook_id: RulebookId,
    rulebook: RulebookRecord,
    organiser: Option<AccountId>,
}

fn read_approval(approval: &Approval, views: &Views, entry: &TournamentEntry) -> Result<ParsedApproval, Problem> {
    let state = entry.state().ok_or(ProblemKind::NotFound)?;
    let mut fields = FieldParser::default();
    let class = match &approval.class {
        Some(class) => fields.choice("/class", class),
        None => Some(state.application.class),
    };
    let rules = match &approval.rulebook {
        Some(name) => find_rulebook(views, name),
        None => Some(rules_on(views, state.details.first_day).unwrap_or_else(default_rules)),
    }
    .or_else(|| fields.wrong("/rulebook", "unknown-rulebook", Message::new("field-rulebook")));
    let known = |id: &AccountId| views.accounts.find(id).is_some();
    let organiser = match &approval.organiser {
        Some(id) => AccountId::parse(id)
            .ok()
            .filter(known)
            .or_else(|| fields.wrong("/organiser", "unknown-account", Message::new("field-unknown-account"))),
        None => applied_by(entry).filter(known),
    };
    let (Some(class), Some((rulebook_id, rulebook))) = (class, rules) else { return Err(fields.problem()) };
    fields.finish()?;
    Ok(ParsedApproval { class, rulebook_id, rulebook, organiser })
}

/// A rulebook that was adopted under this name, or the preset that is called so.
fn find_rulebook(views: &Views, name: &str) -> Option<(RulebookId, RulebookRecord)> {
    let id = RulebookId::parse(name).ok()?;
    if let Some(entry) = views.records.rulebooks.find(&id) {
        return Some((id, entry.record.clone()));
    }
    let base = Preset::parse(name).ok()?;
    Some((id, RulebookRecord { base, overrides: Vec::new() }))
}

/// The rules of days that no season holds.
fn default_rules() -> (RulebookId, RulebookRecord) {
    let base = Preset::Pl2024_25;
    let id = RulebookId::parse(base.name()).unwrap_or_else(|_| unreachable!("the name of a preset is an id"));
    (id, RulebookRecord { base, overrides: Vec::new() })
}

/// Why an approval was refused.
#[derive(Debug, thiserror::Error)]
enum ApprovalRefusal {
    /// By the rules of applications.
    #[error(transparent)]
    Tournament(Rejection),
    /// The account cannot be that of an organiser.
    #[error(transparent)]
    Organiser(account::Rejection),
}

impl ToProblem for ApprovalRefusal {
    fn problem(&self) -> Problem {
        match self {
            Self::Tournament(rejection) => rejection.problem(),
            Self::Organiser(rejection) => rejection.problem(),
        }
    }
}

/// Approves an application.
///
/// The organiser gets the role first, then the tournament is approved: from then on everybody knows of it, and the hash
/// of the seed of its draws is published.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/approval", tag = "tournaments", operation_id = "approveApplication",
    params(ApplicationPath), request_body = Approval,
    responses(
        (status = 200, description = "Approved, or a rehearsal", body = Receipt),
        (status = 409, description = "It was decided already, or the account cannot be that of an organiser"),
    )
)]
pub(crate) async fn approve(write: TournamentWrite<{ CommandKind::Approve as u8 }, Approval>) -> HandlerResult {
    let read = read_approval(&write.body, &write.app.views(), &write.authorized.entry)?;
    let metadata = write.metadata();
    let (id, principal) = (write.authorized.tournament().clone(), write.authorized.principal);
    let address = |done: &CommandReceipt| address::of("tournaments", done.resource.id());
    write::execute(&write.request, StatusCode::OK, address, move |app| {
        let mut granted = false;
        if !metadata.dry_run && !is_replay(app, &metadata)? {
            // A refused approval must not grant the role.
            read.approve(app, &CommandMetadata { dry_run: true, ..metadata.clone() }, &id, &principal)?;
            granted = read.grant(app, &metadata, &id)?;
        }
        let approved = read.approve(app, &metadata, &id, &principal);
        // A concurrent rejection takes the role away again; after an unknown outcome the role stays.
        if granted && matches!(approved, Err(CommandError::Rejected(_) | CommandError::Stale { .. })) {
            read.revoke_organiser(app, &metadata, &id)?;
        }
        approved
    })
    .await
}

fn is_replay(app: &AppState, metadata: &CommandMetadata) -> Result<bool, CommandError<ApprovalRefusal>> {
    let Some(idempotency) = &metadata.idempotency else { return Ok(false) };
    Ok(app.log.idempotency_record(&idempotency.key)?.is_some())
}

fn organiser_of(id: &CompetitionId) -> Grant {
    let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: id.clone() };
    Grant { role: Role::Organiser, event: Some(event) }
}

/// The metadata of the role command: idempotency key and expected state belong to the approval, and granting twice
/// changes nothing.
fn without_preconditions(metadata: &CommandMetadata) -> CommandMetadata {
    CommandMetadata { idempotency: None, expected: None, ..metadata.clone() }
}

impl ParsedApproval {
    /// Grants the role of organiser; true if the account did not have it.
    fn grant(
        &self,
        app: &AppState,
        metadata: &CommandMetadata,
        id: &CompetitionId,
    ) -> Result<bool, CommandError<ApprovalRefusal>> {
        let Some(organiser) = &self.organiser else { return Ok(false) };
        let granted = app.commands.grant_role(&without_preconditions(metadata), organiser, &organiser_of(id));
        let done = granted.map_err(|error| error.map_refusal(ApprovalRefusal::Organiser))?;
        Ok(!done.events.is_empty())
    }

    fn revoke_organiser(
        &self,
        app: &AppState,
        metadata: &CommandMetadata,
        id: &CompetitionId,
    ) -> Result<(), CommandError<ApprovalRefusal>> {
        let Some(organiser) = &self.organiser else { return Ok(()) };
        let revoked =
            app.commands.revoke_role(&without_preconditions(metadata), &app.projector, organiser, &organiser_of(id));
        revoked.map(drop).map_err(|error| error.map_refusal(ApprovalRefusal::Organiser))
    }

    fn approve(
        &self,
        app: &AppState,
        metadata: &CommandMetadata,
        id: &CompetitionId,
        principal: &Principal,
    ) -> Result<CommandReceipt, CommandError<ApprovalRefusal>> {
        let tournament_request = TournamentRequest { tournament: id, principal, about: EtagScope::Whole };
        let approved = app.commands.run_tournament(metadata, &app.projector, &tournament_request, &|sealer| {
            Ok(TournamentAction::Approve {
                class: self.class,
                rulebook_id: self.rulebook_id.clone(),
                rulebook: self.rulebook.clone(),
                seed: sealer.seed().commitment(),
            })
        });
        approved.map_err(|error| error.map_refusal(ApprovalRefusal::Tournament))
    }
}

/// Rejects an application; no reason is needed.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/rejection", tag = "tournaments", operation_id = "rejectApplication",
    params(ApplicationPath), request_body = OptionalReason,
    responses(
        (status = 200, description = "Rejected, or a rehearsal", body = Receipt),
        (status = 409, description = "It was decided already"),
    )
)]
pub(crate) async fn reject(write: TournamentWrite<{ CommandKind::Reject as u8 }, OptionalReason>) -> HandlerResult {
    let reason = read_optional_reason(&write.body)?;
    let address = |done: &CommandReceipt| address::of("applications", done.resource.id());
    write
        .run_with_address(address, move |sealer| TournamentAction::Reject {
            reason: reason.as_ref().map(|reason| sealer.reason(reason)),
        })
        .await
}
