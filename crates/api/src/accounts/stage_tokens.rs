//! Giving out table tokens for all tables of a round at once, as links and as texts for QR codes.

use super::audit::{Action, AuditNote, Outcome};
use super::caller::Authorized;
use super::issued_secret::respond;
use super::permission;
use super::table_tokens::{MAX_HOURS, check_range, valid_tokens};
use crate::accounts::tournament_command::{stage, tournament_in_path};
use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::qr;
use crate::http::write::{AuthorizedWrite, ToProblem};
use actix_web::http::StatusCode;
use commands::accounts::table_tokens::{self, NewTableToken, StoredTableToken};
use domain::tournament::course::{CommandKind, Phase, Rejection, Stage};
use events::log::MAX_PAGE;
use formats::localization::Message;
use projections::views::TournamentEntry;
use std::time::Duration;
use wire::accounts::{IssuedToken, IssuedTokens, NewStageTokens};

/// Gives out a token for each table of a round or of the TOP stage that is seated and not over.
///
/// Each is good for the sheet and the disputes of its table, and ends with the round, or when its seats are given out
/// anew. The final is entered by referees and has none.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/table-tokens", tag = "play", operation_id = "issueStageTokens",
    request_body = NewStageTokens,
    params(
        TournamentPath,
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, or `top`", example = "2"),
    ),
    responses(
        (status = 201, description = "The tokens, shown once", body = IssuedTokens),
        (status = 409, description = "The tournament is over or called off, the round is not seated or is over, or there are too many tokens"),
    )
)]
pub(crate) async fn issue(
    write: AuthorizedWrite<Authorized<permission::IssueTableTokens>, NewStageTokens>,
) -> HandlerResult {
    let AuthorizedWrite { request, app, authorized: caller, body, head } = write;
    let (stage, entry) = (stage(&request)?, tournament_in_path(&app, &request)?);
    FieldParser::read(|fields| check_range(fields, "/good_for_hours", body.good_for_hours, MAX_HOURS))?;
    let tables = table_count(&entry, stage).map_err(|rejection| rejection.problem())?;
    let resource = format!("/api/v1/tournaments/{}/table-tokens", entry.id);
    let (now, position) = (app.environment.now(), app.projector.position());
    if head.is_dry_run() {
        let (recorded_at, position) = (now.to_string(), position.0);
        let rehearsal = IssuedTokens { resource, position, recorded_at, dry_run: true, tokens: Vec::new() };
        return Ok(respond(StatusCode::OK, rehearsal.position, false, &rehearsal));
    }
    if valid_tokens(&app, &entry.stream).await?.len() + tables as usize > MAX_PAGE {
        return Err(Problem::new(ProblemKind::Conflict).because(Message::new("refusal-too-many-table-tokens")));
    }
    let idempotency = head.idempotency(&app, &caller.actor());
    let mut tokens = Vec::with_capacity(tables as usize);
    let mut new_tokens = Vec::with_capacity(tables as usize);
    for table in 1..=tables {
        let suffix = table.to_be_bytes();
        let secret = table_tokens::secret(&app.vault, &*app.environment, idempotency.as_ref(), &suffix);
        let table_number = u16::try_from(table).map_err(|_| ProblemKind::Internal)?;
        let stored = StoredTableToken::new(stage, table_number, caller.account().to_string(), now, position);
        let new_token = NewTableToken::new(&secret, stored);
        let token = new_token.text.clone();
        // The page asks what the token is for; those who play here speak Polish, and find the way to English there.
        let link = format!("{}/pl/table#{token}", app.settings.public_url.trim_end_matches('/'));
        let qr_svg = qr::svg(&link).unwrap_or_default();
        tokens.push(IssuedToken { table, id: new_token.id(), token, qr: link.clone(), qr_svg, link });
        new_tokens.push(new_token);
    }
    let expires_at = now.plus(Duration::from_hours(body.good_for_hours.into()));
    let note = AuditNote::of(&request, &app, Action::Write, Outcome::Done);
    let audit_write = note.about(format!("{} stage {stage}", entry.stream)).write(&app);
    let receipt =
        table_tokens::issue(&*app.log, &entry.stream, &new_tokens, expires_at, audit_write, idempotency).await?;
    let issued = IssuedTokens {
        resource,
        position: receipt.last().0,
        recorded_at: receipt.recorded_at.to_string(),
        dry_run: false,
        tokens,
    };
    Ok(respond(StatusCode::CREATED, issued.position, receipt.replayed, &issued))
}

/// How many tables a stage has whose sheets its players may enter.
fn table_count(entry: &TournamentEntry, stage: Stage) -> Result<u32, Rejection> {
    if stage == Stage::Final {
        return Err(Rejection::NotAllowed { kind: CommandKind::EnterFinalSheet });
    }
    let state = entry.state();
    if let Some(phase) =
        state.map(|state| state.phase).filter(|phase| matches!(phase, Phase::Cancelled | Phase::Closed))
    {
        return Err(Rejection::WrongPhase { phase });
    }
    match state.and_then(|state| state.play(stage)) {
        Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
        Some(play) if !play.tables.is_empty() => Ok(play.tables.len() as u32),
        Some(_) | None => Err(Rejection::NotSeated { stage }),
    }
}
