//! The audit for those who read it.

use crate::accounts::{Authorized, permission};
use crate::http::paging::{self, Page};
use crate::http::params;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use commands::audit::{Action, AuditEntry, Outcome, entry_time, key_prefix};
use events::envelope::{Position, Timestamp};
use events::mutable_store::{MutableRecord, RecordKind};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::accounts::{ActionName, AuditLine, OutcomeName};

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

/// Who signed in, who was refused, who looked at private fields and who wrote, in the order of time.
///
/// Lines are kept for as long as the operator has set, and nobody can remove them before.
#[utoipa::path(
    get, path = "/api/v1/audit", tag = "accounts", operation_id = "listAudit", params(AuditParams),
    responses((status = 200, description = "A page of the audit, oldest first", body = Page<AuditLine>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::ReadAudit>,
    JsonRead { request, app, params }: JsonRead<AuditParams>,
) -> HandlerResult {
    let limit = paging::page_size(params.limit)?;
    let after = match &params.cursor {
        Some(cursor) => {
            let cursor = app.cursors.read(cursor, LIST)?;
            Some(hex::decode(&cursor.after).map_err(|_| ProblemKind::InvalidCursor)?)
        }
        None => params.since.as_deref().map(since).transpose()?,
    };
    let log = app.log.clone();
    // One more than is shown tells whether there is a next page.
    let read = move || log.mutable_records_after(RecordKind::Audit, after.as_deref(), limit + 1);
    let mut records = app.blocking(read).await??;
    let after = paging::cut(&mut records, limit, |last| hex::encode(&last.key));
    let next = app.cursors.next(Position::START, after, LIST);
    let page = Page { items: records.iter().filter_map(line).collect(), next };
    Ok(paging::private_page(&request, &app, &page))
}

/// The key before everything that happened at a time.
fn since(text: &str) -> Result<Vec<u8>, Problem> {
    let time = chrono::DateTime::parse_from_rfc3339(text).map_err(|_| params::wrong("since", "field-time"))?;
    Ok(key_prefix(Timestamp(time.timestamp_micros().max(0))).to_vec())
}

fn line(record: &MutableRecord) -> Option<AuditLine> {
    let note: AuditEntry = serde_json::from_slice(&record.value).ok()?;
    Some(AuditLine {
        at: entry_time(&record.key)?.to_string(),
        account: note.account.unwrap_or_else(|| "anonymous".to_owned()),
        action: action_name(note.action),
        outcome: outcome_name(note.outcome),
        operation: note.operation,
        resource: note.resource,
        reason: note.reason,
        request_id: note.request_id,
        client: note.client,
    })
}

fn action_name(action: Action) -> ActionName {
    match action {
        Action::SignIn => ActionName::SignIn,
        Action::Refresh => ActionName::Refresh,
        Action::SignOut => ActionName::SignOut,
        Action::SetPassword => ActionName::SetPassword,
        Action::SetSecondFactor => ActionName::SetSecondFactor,
        Action::Authorize => ActionName::Ask,
        Action::ReadPrivate => ActionName::ReadPrivate,
        Action::Export => ActionName::Export,
        Action::Write => ActionName::Write,
    }
}

fn outcome_name(outcome: Outcome) -> OutcomeName {
    match outcome {
        Outcome::Done => OutcomeName::Done,
        Outcome::Denied => OutcomeName::Denied,
    }
}
