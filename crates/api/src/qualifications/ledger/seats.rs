//! Runs commands about qualifications on the ledger of the national or of a voivodeship championship.

use super::ledger_address;
use super::requests::{ActionFn, LedgerActionParser, ToLedgerAction, origins};
use crate::accounts::{self, Authorized, AuthorizedAccount, permission};
use crate::competitions::lifecycle::parse_id;
use crate::http::app::AppState;
use crate::http::params;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, AuthorizedWrite, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use commands::CommandMetadata;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::LedgerAction;
use domain::values::ids::{AccountId, PlayerId};
use formats::localization::Message;
use projections::season_lists::decisions;
use utoipa::IntoParams;

pub(crate) async fn run_command<A: AuthorizedAccount>(
    write: AuthorizedWrite<A, impl ToLedgerAction>,
    target: Target,
) -> HandlerResult {
    let action = LedgerActionParser::read(&target, &write.app.views().records, &write.body)?;
    let by = write.authorized.account().clone();
    perform(&write.request, &write.app, write.metadata(), (target, by), action).await
}

async fn perform(
    request: &HttpRequest,
    app: &AppState,
    metadata: CommandMetadata,
    (target, by): (Target, AccountId),
    action: ActionFn,
) -> HandlerResult {
    let address = ledger_address(&target);
    let run = move |app: &AppState| app.commands.run_ledger(&metadata, &app.projector, (&target, &by), &action);
    let done = write::execute(request, StatusCode::OK, move |_| address, run).await;
    done.inspect_err(|problem| accounts::audit_same_person(request, app, problem))
}

/// Which of several titles of an event, for the documentation.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only its description is used")]
pub(crate) struct SourceParams {
    /// The source, where the event gives qualifications under several titles.
    #[param(max_length = 20)]
    source: Option<String>,
}

pub(crate) async fn withdraw_decline(
    request: &HttpRequest,
    app: web::Data<AppState>,
    authorized: Authorized<permission::ConfirmQualifications>,
    target: Target,
    (event_id, player): (&str, &str),
) -> HandlerResult {
    let ([source], _) = params::split(request.query_string(), &["source"])?;
    let head = WriteHead::read_with_parameters(request, &bytes::Bytes::new(), &["source"])?;
    let source = source.as_deref().map(|text| params::choice("source", text)).transpose()?;
    let views = app.views();
    decisions(&views.records, &target).ok_or(ProblemKind::NotFound)?;
    let player = PlayerId::parse(player).map_err(|_| ProblemKind::NotFound)?;
    if event_id != domain::values::ids::RESERVED_RANKING_ID {
        parse_id(event_id)?;
    }
    let mut found = origins(&views.records, &target, event_id, source);
    let origin = found.pop().ok_or(ProblemKind::NotFound)?;
    if !found.is_empty() {
        let words = Message::new("field-seat-source");
        let field = FieldProblem::parameter("source", "ambiguous-source", words);
        return Err(Problem::new(ProblemKind::InvalidParameter).at(field));
    }
    let action: ActionFn =
        Box::new(move |_| LedgerAction::WithdrawDecline { origin: origin.clone(), player: player.clone() });
    let by = authorized.account().clone();
    perform(request, &app, head.metadata(&app, authorized.actor()), (target, by), action).await
}
