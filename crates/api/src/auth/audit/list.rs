//! The audit for those who read it.

use crate::answer;
use crate::auth::caller::unreadable;
use crate::auth::names::names;
use crate::auth::{Allowed, permission};
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse, web};
use events::cabinet::{CabinetRecord, Drawer};
use events::envelope::{Position, Timestamp};
use projections::audit::{Action, Note, Outcome, begin, time_of};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The name of the list in its cursors.
const LIST: &str = "audit";

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditParams {
    /// Only what happened at this time or after it (RFC 3339).
    #[param(max_length = 40)]
    since: Option<String>,
    /// How many lines a page has.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
}

names! {
    /// What somebody did.
    #[serde(rename_all = "snake_case")]
    #[schema(as = Action)]
    ActionName of Action {
        /// Signed in, or tried to.
        SignIn,
        /// Exchanged a refresh token.
        Refresh,
        /// Ended sessions.
        SignOut,
        /// Set a password.
        SetPassword,
        /// Set up or removed a second factor.
        SetSecondFactor,
        /// Asked for something that needs a permission.
        Ask,
        /// Looked at what the public is not shown.
        ReadPrivate,
        /// Took data along.
        Export,
        /// Wrote something.
        Write
    }

    /// How it ended.
    #[serde(rename_all = "snake_case")]
    #[schema(as = Outcome)]
    OutcomeName of Outcome {
        /// As wished.
        Done,
        /// Refused.
        Denied
    }
}

/// One line of the audit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditLine {
    /// When it happened.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    at: String,
    /// The id of the account; `anonymous` if nobody was signed in, `operator` for whoever has the store in hands.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: String,
    /// What was done.
    action: ActionName,
    /// How it ended.
    outcome: OutcomeName,
    /// Method and pattern of the address, or the command of the operator.
    #[schema(max_length = 300, example = "PUT /api/v1/players/{id}")]
    operation: String,
    /// What it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300, example = "player/2f6c1d0e9b8a47563f2e")]
    resource: Option<String>,
    /// A code that says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "wrong-credentials")]
    reason: Option<String>,
    /// The id of the request; empty for a command.
    #[schema(max_length = 40, example = "4bf92f3577b34da6-1a")]
    request_id: String,
    /// Tells clients apart without naming their addresses; empty for a command.
    #[schema(max_length = 16, example = "9f86d081884c7d65")]
    client: String,
}

/// Who signed in, who was refused, who looked at private fields and who wrote, in the order of time.
///
/// Lines are kept for as long as the operator has set, and nobody can remove them before.
#[utoipa::path(
    get, path = "/api/v1/audit", tag = "accounts", operation_id = "listAudit", params(AuditParams),
    responses((status = 200, description = "A page of the audit, oldest first", body = Page<AuditLine>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Allowed<permission::ReadAudit>,
    Params(params): Params<AuditParams>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let limit = paging::items(params.limit)?;
    let after = match &params.cursor {
        Some(cursor) => {
            let cursor = kostka.cursors.read(cursor, LIST)?;
            Some(hex::decode(&cursor.after).map_err(|_| ProblemKind::InvalidCursor)?)
        }
        None => params.since.as_deref().map(since).transpose()?,
    };
    let log = kostka.log.clone();
    // One more than is shown tells whether there is a next page.
    let read = move || log.cabinet_after(Drawer::Audit, after.as_deref(), limit + 1);
    let mut records = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let more = records.len() > limit;
    records.truncate(limit);
    let next = records.last().filter(|_| more).map(|last| {
        let cursor = Cursor { position: Position::START, after: hex::encode(&last.key) };
        kostka.cursors.write(&cursor, LIST)
    });
    let link = paging::link(&request, next.as_deref());
    let page = Page { items: records.iter().filter_map(line).collect(), next };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(kostka.projector.position().0)));
    if let Some(link) = link {
        response.insert_header((LINK, link));
    }
    Ok(answer::json(&mut response, &page))
}

/// The key before everything that happened at a time.
fn since(text: &str) -> Result<Vec<u8>, Problem> {
    let time = chrono::DateTime::parse_from_rfc3339(text).map_err(|_| params::wrong("since", "field-time"))?;
    Ok(begin(Timestamp(time.timestamp_micros().max(0))).to_vec())
}

fn line(record: &CabinetRecord) -> Option<AuditLine> {
    let note: Note = serde_json::from_slice(&record.value).ok()?;
    Some(AuditLine {
        at: time_of(&record.key)?.to_string(),
        account: note.account.unwrap_or_else(|| "anonymous".to_owned()),
        action: note.action.into(),
        outcome: note.outcome.into(),
        operation: note.operation,
        resource: note.resource,
        reason: note.reason,
        request_id: note.request_id,
        client: note.client,
    })
}
