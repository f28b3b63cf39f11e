//! Giving out, listing and revoking table tokens.

use super::audit::{Action, Note, Outcome};
use super::caller::{Allowed, unreadable};
use super::credentials::written;
use super::filing::Removal;
use super::issued_secret::IssuedSecret;
use super::permission;
use super::table_token::{self, Stored, TableScope};
use crate::answer;
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page};
use crate::params::Params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{Write, WriteHead, append_problem};
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::Stage;
use events::append::Append;
use events::cabinet::{CabinetRecord, CabinetWrite, Drawer};
use events::envelope::{Position, StreamKind, StreamName};
use events::log::MAX_PAGE;
use formats::words::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// The largest round and table that there can be.
const MAX_ROUND: u16 = Stage::MAX_ROUNDS as u16;
const MAX_TABLE: u16 = 1000;
/// How long a token is good for, in hours: if nobody says, and at most.
pub(super) const DEFAULT_HOURS: u16 = 12;
pub(super) const MAX_HOURS: u16 = 7 * 24;

/// The right to record the games of one table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTableToken {
    /// The round.
    #[schema(minimum = 1, maximum = 20, example = 2)]
    round: u16,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u16,
    /// How many hours it is good for.
    #[serde(default = "default_hours")]
    #[schema(minimum = 1, maximum = 168, default = 12, example = 12)]
    good_for_hours: u16,
}

fn default_hours() -> u16 {
    DEFAULT_HOURS
}

/// A table token without its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableTokenItem {
    /// Names the token; of no use for using it.
    #[schema(max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015")]
    id: String,
    /// The number of the round, or `top`.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// The round; absent for the TOP stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    round: Option<u32>,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u16,
    /// The account that gave it out.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    issued_by: String,
    /// When it was given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    issued_at: String,
    /// When it ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T22:15:30.123456Z")]
    expires_at: String,
}

impl TableTokenItem {
    fn of(scope: &TableScope) -> Self {
        Self {
            id: scope.id.clone(),
            stage: scope.stage.to_string(),
            round: round_of(scope.stage),
            table: scope.table,
            issued_by: scope.issued_by.clone(),
            issued_at: written(scope.issued_at),
            expires_at: written(scope.expires_at),
        }
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
    params(
        ("id" = String, Path, max_length = 200, description = "The tournament", example = "t-2026-07"),
        ListParams,
    ),
    responses((status = 200, description = "A page of tokens, without their secrets", body = Page<TableTokenItem>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Allowed<permission::IssueTableTokens>,
    path: web::Path<String>,
    Params(params): Params<ListParams>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let tournament = known_tournament(&kostka, &path)?;
    let limit = paging::items(params.limit)?;
    let name = format!("table-tokens {tournament}");
    let after = params.cursor.as_deref().map(|cursor| kostka.cursors.read(cursor, &name)).transpose()?;
    let after = after.map(|cursor| cursor.after);
    let mut scopes: Vec<(String, TableScope)> = good(&kostka, &tournament)
        .await?
        .into_iter()
        .map(|(_, scope)| (format!("{}|{:05}|{}", sort_key(scope.stage), scope.table, scope.id), scope))
        .filter(|(key, _)| after.as_ref().is_none_or(|after| key > after))
        .collect();
    scopes.sort_by(|one, other| one.0.cmp(&other.0));
    let more = scopes.len() > limit;
    scopes.truncate(limit);
    let next = scopes.last().filter(|_| more).map(|(key, _)| {
        let cursor = Cursor { position: Position::START, after: key.clone() };
        kostka.cursors.write(&cursor, &name)
    });
    let link = paging::link(&request, next.as_deref());
    let page = Page { items: scopes.iter().map(|(_, scope)| TableTokenItem::of(scope)).collect(), next };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(kostka.projector.position().0)));
    if let Some(link) = link {
        response.insert_header((LINK, link));
    }
    Ok(answer::json(&mut response, &page))
}

/// The tokens of a tournament that are good at the moment.
pub(super) async fn good(
    kostka: &web::Data<Kostka>,
    tournament: &StreamName,
) -> Result<Vec<(CabinetRecord, TableScope)>, Problem> {
    let (log, owner) = (kostka.log.clone(), tournament.as_str().to_owned());
    let read = move || log.cabinet_owned(Drawer::TableToken, &owner, MAX_PAGE);
    let records = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let (now, views) = (kostka.environment.now(), kostka.views());
    let scopes = records.into_iter().filter_map(|record| {
        let scope = TableScope::read(&record).filter(|scope| scope.expires_at > now && scope.holds(&views))?;
        Some((record, scope))
    });
    Ok(scopes.collect())
}

/// Gives out a token for one table in one round.
///
/// `secret` of the answer is the token, for `Authorization: Bearer kt_…`.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/table-tokens", tag = "accounts", operation_id = "issueTableToken",
    request_body = NewTableToken,
    params(
        ("id" = String, Path, max_length = 200, description = "The tournament", example = "t-2026-07"),
    ),
    responses(
        (status = 201, description = "The token, shown once", body = IssuedSecret),
        (status = 200, description = "A rehearsal", body = IssuedSecret),
        (status = 409, description = "There are too many tokens, or another request was faster"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn issue(
    caller: Allowed<permission::IssueTableTokens>,
    path: web::Path<String>,
    Write { body, head }: Write<NewTableToken>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let tournament = known_tournament(&kostka, &path)?;
    let mut reading = Reading::default();
    within(&mut reading, "/round", body.round, MAX_ROUND);
    within(&mut reading, "/table", body.table, MAX_TABLE);
    within(&mut reading, "/good_for_hours", body.good_for_hours, MAX_HOURS);
    reading.finish()?;
    let addressed = |id: &str| format!("/api/v1/tournaments/{}/table-tokens/{id}", tournament.id());
    if head.is_dry_run() {
        return Ok(IssuedSecret::rehearsal(&kostka, addressed("dry-run")).respond());
    }
    if good(&kostka, &tournament).await?.len() >= MAX_PAGE {
        return Err(Problem::new(ProblemKind::Conflict).because(Message::new("refusal-too-many-table-tokens")));
    }
    let idempotency = head.idempotency(&kostka, &caller.actor());
    let mut secret = zeroize::Zeroizing::new([0; 32]);
    match &idempotency {
        // A retry shows the same token, and nobody keeps it.
        Some(idempotency) => secret = kostka.vault.master_key().secret("table token", &idempotency.key),
        None => kostka.environment.fill_random(&mut *secret),
    }
    let token = table_token::write(&secret);
    let key = table_token::key(&token).ok_or(ProblemKind::Internal)?;
    let id = table_token::id(&key);
    let now = kostka.environment.now();
    let head = kostka.projector.position();
    let stored = Stored::new(Stage::Round(body.round.into()), body.table, caller.account().to_string(), now, head);
    let note = Note::of(&request, &kostka, Action::Write, Outcome::Done).about(format!("{tournament} {id}"));
    let cabinet = vec![
        CabinetWrite::Put {
            drawer: Drawer::TableToken,
            key,
            owner: tournament.as_str().into(),
            value: serde_json::to_vec(&stored).unwrap_or_default(),
            expires_at: Some(now.plus(Duration::from_hours(body.good_for_hours.into()))),
        },
        note.write(&kostka),
    ];
    let appended = kostka.log.append(Append { cabinet, idempotency, ..Append::default() }).await;
    let receipt = appended.map_err(|error| append_problem(&error))?;
    Ok(IssuedSecret::of(receipt, addressed(&id), token).respond())
}

/// Revokes a token: it is refused from the next request on.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/table-tokens/{token_id}", tag = "accounts", operation_id = "revokeTableToken",
    params(
        ("id" = String, Path, max_length = 200, description = "The tournament", example = "t-2026-07"),
        ("token_id" = String, Path, max_length = 32, description = "The id of the token", example = "9f86d081884c7d659a2feaa0c55ad015"),
        ("dry_run" = Option<bool>, Query, description = "A rehearsal"),
    ),
    responses((status = 204, description = "Revoked, or a rehearsal")),
    security(("bearer" = []))
)]
pub(crate) async fn revoke(
    caller: Allowed<permission::IssueTableTokens>,
    path: web::Path<(String, String)>,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let (tournament, id) = path.into_inner();
    let tournament = known_tournament(&kostka, &tournament)?;
    let removal = Removal::begin(&kostka, &head, &caller.actor()).await?;
    if let Some(answer) = removal.answer_again() {
        return Ok(answer);
    }
    let found = good(&kostka, &tournament).await?.into_iter().find(|(_, scope)| scope.id == id);
    let (record, scope) = found.ok_or(ProblemKind::NotFound)?;
    let note = Note::of(&request, &kostka, Action::Write, Outcome::Done);
    let note = note.about(format!("{tournament} {}", scope.id)).because("revoked");
    let remove = CabinetWrite::RemoveIfThere { drawer: Drawer::TableToken, key: record.key };
    removal.make(&kostka, vec![remove, note.write(&kostka)]).await
}

/// The number of a round; nothing for another stage.
pub(super) fn round_of(stage: Stage) -> Option<u32> {
    match stage {
        Stage::Round(number) => Some(number),
        Stage::Top | Stage::Final => None,
    }
}

/// Stages in their order, as text.
fn sort_key(stage: Stage) -> String {
    match stage {
        Stage::Round(number) => format!("{number:05}"),
        Stage::Top => "top-1".to_owned(),
        Stage::Final => "top-2".to_owned(),
    }
}

fn known_tournament(kostka: &Kostka, id: &str) -> Result<StreamName, Problem> {
    let stream = StreamName::new(StreamKind::Tournament, id).map_err(|_| ProblemKind::NotFound)?;
    match kostka.views().tournaments.of_stream(&stream) {
        Some(tournament) if tournament.is_public() => Ok(stream),
        Some(_) | None => Err(ProblemKind::NotFound.into()),
    }
}

pub(super) fn within(reading: &mut Reading, pointer: &'static str, value: u16, most: u16) {
    if !(1..=most).contains(&value) {
        let words = Message::new("field-range").number("least", 1).number("most", most);
        reading.note(FieldProblem::pointer(pointer, "out-of-range", words));
    }
}
