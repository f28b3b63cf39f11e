//! Giving out, listing and revoking table tokens.

use super::audit::{Action, AuditNote, Outcome};
use super::caller::Authorized;
use super::issued_secret;
use super::permission;
use crate::accounts::removal::Removal;
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::paging::{self, Page};
use crate::http::path::{TableTokenPath, TournamentPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::AuthorizedWrite;
use actix_web::web;
use commands::accounts::table_tokens::{self, StoredTableToken, TableScope};
use domain::tournament::course::Stage;
use events::envelope::{Position, StreamKind, StreamName};
use events::log::MAX_PAGE;
use events::mutable_store::{MutableRecord, RecordKind};
use formats::localization::Message;
use serde::Deserialize;
use std::time::Duration;
use utoipa::IntoParams;
use wire::accounts::{IssuedSecret, NewTableToken, TableTokenItem};

const MAX_ROUND: u16 = Stage::MAX_ROUNDS as u16;
const MAX_TABLE: u16 = 1000;
/// The longest time for which a token can be good, in hours.
pub(crate) const MAX_HOURS: u16 = 7 * 24;

fn table_token_item(scope: &TableScope) -> TableTokenItem {
    TableTokenItem {
        id: scope.id.clone(),
        stage: scope.stage.to_string(),
        round: round_of(scope.stage),
        table: scope.table,
        issued_by: scope.issued_by.clone(),
        issued_at: scope.issued_at.to_string(),
        expires_at: scope.expires_at.to_string(),
    }
}

/// Which page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// How many tokens a page has.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
}

/// The tokens of a tournament that are good at the moment, by round and table.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/table-tokens", tag = "accounts", operation_id = "listTableTokens",
    params(TournamentPath, ListParams),
    responses((status = 200, description = "A page of tokens, without their secrets", body = Page<TableTokenItem>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::IssueTableTokens>,
    path: web::Path<TournamentPath>,
    JsonRead { request, app, params }: JsonRead<ListParams>,
) -> HandlerResult {
    let tournament = known_tournament(&app, &path.id)?;
    let limit = paging::page_size(params.limit)?;
    let name = format!("table-tokens {tournament}");
    let cursor = params.cursor.as_deref().map(|cursor| app.cursors.read(cursor, &name)).transpose()?;
    let mut scopes: Vec<(String, TableScope)> = valid_tokens(&app, &tournament)
        .await?
        .into_iter()
        .map(|(_, scope)| (format!("{}|{:05}|{}", sort_key(scope.stage), scope.table, scope.id), scope))
        .collect();
    scopes.sort_by(|one, other| one.0.cmp(&other.0));
    let (scopes, after) = paging::page_after_cursor(scopes, |(key, _)| key.clone(), cursor.as_ref(), limit);
    let next = app.cursors.next(Position::START, after, &name);
    let page = Page { items: scopes.iter().map(|(_, scope)| table_token_item(scope)).collect(), next };
    Ok(paging::private_page(&request, &app, &page))
}

/// The tokens of a tournament that are good at the moment.
pub(crate) async fn valid_tokens(
    app: &web::Data<AppState>,
    tournament: &StreamName,
) -> Result<Vec<(MutableRecord, TableScope)>, Problem> {
    let (log, owner) = (app.log.clone(), tournament.as_str().to_owned());
    let read = move || log.mutable_records_of_owner(RecordKind::TableToken, &owner, MAX_PAGE);
    let records = app.blocking(read).await??;
    let (now, views) = (app.environment.now(), app.views());
    let scopes = records.into_iter().filter_map(|record| {
        let scope = TableScope::read(&record).filter(|scope| scope.expires_at > now && scope.is_valid(&views))?;
        Some((record, scope))
    });
    Ok(scopes.collect())
}

/// Gives out a token for one table in one round.
///
/// `secret` of the answer is the token, for `Authorization: Bearer kt_…`.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/table-tokens", tag = "accounts", operation_id = "issueTableToken",
    params(TournamentPath), request_body = NewTableToken,
    responses(
        (status = 201, description = "The token, shown once", body = IssuedSecret),
        (status = 409, description = "There are too many tokens, or another request was faster"),
    )
)]
pub(crate) async fn issue(
    path: web::Path<TournamentPath>,
    write: AuthorizedWrite<Authorized<permission::IssueTableTokens>, NewTableToken>,
) -> HandlerResult {
    let AuthorizedWrite { request, app, authorized: caller, body, head } = write;
    let tournament = known_tournament(&app, &path.id)?;
    FieldParser::read(|fields| {
        check_range(fields, "/round", body.round, MAX_ROUND);
        check_range(fields, "/table", body.table, MAX_TABLE);
        check_range(fields, "/good_for_hours", body.good_for_hours, MAX_HOURS)
    })?;
    let token_address = |id: &str| format!("/api/v1/tournaments/{}/table-tokens/{id}", tournament.id());
    if head.is_dry_run() {
        return Ok(issued_secret::rehearsal(&app, token_address("dry-run")));
    }
    if valid_tokens(&app, &tournament).await?.len() >= MAX_PAGE {
        return Err(Problem::new(ProblemKind::Conflict).because(Message::new("refusal-too-many-table-tokens")));
    }
    let idempotency = head.idempotency(&app, &caller.actor());
    let secret = table_tokens::secret(&app.vault, &*app.environment, idempotency.as_ref(), &[]);
    let now = app.environment.now();
    let log_position = app.projector.position();
    let stored = StoredTableToken::new(
        Stage::Round(body.round.into()),
        body.table,
        caller.account().to_string(),
        now,
        log_position,
    );
    let token = table_tokens::NewTableToken::new(&secret, stored);
    let id = token.id();
    let note = AuditNote::of(&request, &app, Action::Write, Outcome::Done).about(format!("{tournament} {id}"));
    let expires_at = now.plus(Duration::from_hours(body.good_for_hours.into()));
    let tokens = std::slice::from_ref(&token);
    let receipt =
        table_tokens::issue(&*app.log, &tournament, tokens, expires_at, note.write(&app), idempotency).await?;
    Ok(issued_secret::issued(&receipt, token_address(&id), token.text))
}

/// Revokes a token: it is refused from the next request on.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/table-tokens/{token_id}", tag = "accounts", operation_id = "revokeTableToken",
    params(TableTokenPath, ("dry_run" = Option<bool>, Query, description = "A rehearsal")),
    responses((status = 204, description = "Revoked, or a rehearsal"))
)]
pub(crate) async fn revoke(
    path: web::Path<TableTokenPath>,
    write: AuthorizedWrite<Authorized<permission::IssueTableTokens>, NoBody>,
) -> HandlerResult {
    let AuthorizedWrite { request, app, authorized: caller, head, .. } = write;
    let TableTokenPath { id: tournament, token_id: id } = path.into_inner();
    let tournament = known_tournament(&app, &tournament)?;
    let removal = Removal::begin(&app, &head, &caller.actor()).await?;
    if let Some(answer) = removal.replayed_answer() {
        return Ok(answer);
    }
    let found = valid_tokens(&app, &tournament).await?.into_iter().find(|(_, scope)| scope.id == id);
    let (record, scope) = found.ok_or(ProblemKind::NotFound)?;
    let note = AuditNote::of(&request, &app, Action::Write, Outcome::Done);
    let note = note.about(format!("{tournament} {}", scope.id)).with_code("revoked");
    let audit_write = note.write(&app);
    removal.perform(|idempotency| table_tokens::revoke(&*app.log, record.key, audit_write, idempotency)).await
}

/// The number of a round; nothing for another stage.
pub(crate) fn round_of(stage: Stage) -> Option<u32> {
    match stage {
        Stage::Round(number) => Some(number),
        Stage::Top | Stage::Final => None,
    }
}

fn sort_key(stage: Stage) -> String {
    match stage {
        Stage::Round(number) => format!("{number:05}"),
        Stage::Top => "top-1".to_owned(),
        Stage::Final => "top-2".to_owned(),
    }
}

fn known_tournament(app: &AppState, id: &str) -> Result<StreamName, Problem> {
    let stream = StreamName::new(StreamKind::Tournament, id).map_err(|_| ProblemKind::NotFound)?;
    match app.views().tournaments.of_stream(&stream) {
        Some(tournament) if tournament.is_public() => Ok(stream),
        Some(_) | None => Err(ProblemKind::NotFound.into()),
    }
}

pub(crate) fn check_range(fields: &mut FieldParser, pointer: &'static str, value: u16, max: u16) -> Option<()> {
    if (1..=max).contains(&value) { Some(()) } else { fields.outside(pointer, 1, max) }
}
