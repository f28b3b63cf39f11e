//! Differences between a list and its newest edition, and between two editions.

use super::answers::Names;
use super::{digest_of, editions, form, found, parse, state};
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, AsOf};
use crate::http::conditional::NotModified;
use crate::http::fair_queue::QueuePermit;
use crate::http::negotiate;
use crate::http::params::wrong;
use crate::http::path::ListPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::seasons::comparison::{BUDGET, unknown_edition};
use actix_web::{HttpRequest, web};
use domain::publication::ListId;
use events::envelope::Position;
use formats::list::CanonicalList;
use formats::localization::{Lang, Message};
use projections::projector::{SearchError, ViewsAtError};
use projections::season_lists::{CauseQuery, Causes, CausesError, RowKey, canonical as drawn, difference};
use projections::views::{ListEntry, Views};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::publication::{Drift, ListDifference};

/// What has changed in a list since its newest edition, row by row.
///
/// As of an earlier moment it is what had changed by then since the edition that was the newest.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/drift", tag = "lists", operation_id = "getDrift",
    params(ListPath, AsOf),
    responses(
        (status = 200, description = "What differs", body = Drift),
        NotModified,
        (status = 404, description = "There is no such list, or no edition of it"),
    )
)]
pub(crate) async fn drift(
    path: web::Path<ListPath>,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let (list, lang) = (parse(&path.list)?, negotiate::language(request.headers()));
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let (state, key) = (state(&views), AnswerKey::about("drift", &list.to_string(), form(lang)));
    if as_of.is_none()
        && let Some(answer) = app.answers.find(&key, state)
    {
        return Ok(answer.respond(&request).await);
    }
    let permit = permit_if_free(&request, &app).await?;
    let blocking_app = app.clone();
    let answer = app.blocking(move || {
        // An answer without causes is not cached: the next request may get them.
        let is_kept = permit.is_some() && as_of.is_none();
        let body = drifted(&blocking_app, &views, &list, lang, permit)?;
        let answer = || Ok(Answer::computed(Audience::Public, &body)?.in_language(lang));
        if is_kept { blocking_app.answers.answer(key, state, answer) } else { answer().map(Arc::new) }
    });
    Ok(answer.await??.respond(&request).await)
}

/// A permit for the search for causes; none while the queue is full, because the difference is complete without them.
async fn permit_if_free(request: &HttpRequest, app: &AppState) -> Result<Option<QueuePermit>, Problem> {
    match app.expensive_read_permit(request).await {
        Ok(permit) => Ok(Some(permit)),
        Err(problem) if problem.kind() == ProblemKind::Unavailable => Ok(None),
        Err(problem) => Err(problem),
    }
}

fn drifted(
    app: &AppState,
    views: &Views,
    list: &ListId,
    lang: Lang,
    permit: Option<QueuePermit>,
) -> Result<Drift, Problem> {
    let (entry, drawn) = found(views, list)?;
    let newest = entry.and_then(|entry| entry.editions.last()).ok_or_else(not_published)?;
    let live = drawn.as_ref().map(digest_of);
    let (_, published) = editions::read(app, newest)?;
    let now = drawn.map_or_else(|| without_rows(&published), |drawn| drawn.list);
    let found = search(app, list, [&published, &now], newest.position, views.position, permit)?;
    let names = Names { views, lang };
    Ok(Drift {
        list: list.to_string(),
        edition: newest.number,
        digest: newest.digest.to_string(),
        position: newest.position.0,
        live_digest: live.map(|digest| digest.to_string()),
        drifted: live != Some(newest.digest),
        difference: names.difference(list, &published, &now, &found.clone().unwrap_or_default()),
        causes_searched: found.is_some(),
    })
}

/// The same list without rows, for one that can no longer be computed.
fn without_rows(list: &CanonicalList) -> CanonicalList {
    CanonicalList { head: list.head.clone(), rows: Vec::new() }
}

/// Between which editions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EditionDiffParams {
    /// The number of the older edition.
    #[param(minimum = 1, maximum = 1_000_000, example = 1)]
    from: u32,
    /// The number of the newer edition; without it, the list as it would be published now.
    #[param(minimum = 1, maximum = 1_000_000)]
    to: Option<u32>,
}

/// What differs between two editions of a list, or between one and the list of now.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/diff", tag = "lists", operation_id = "compareEditions",
    params(ListPath, EditionDiffParams),
    responses(
        (status = 200, description = "What differs", body = ListDifference),
        NotModified,
        (status = 404, description = "There is no such list or edition"),
    )
)]
pub(crate) async fn diff(
    path: web::Path<ListPath>,
    JsonRead { request, app, params: EditionDiffParams { from, to } }: JsonRead<EditionDiffParams>,
) -> HandlerResult {
    if from == 0 || to == Some(0) {
        return Err(wrong(if from == 0 { "from" } else { "to" }, "field-edition-number"));
    }
    let (list, lang, views) = (parse(&path.list)?, negotiate::language(request.headers()), app.views());
    let (state, key) = (state(&views), AnswerKey::about("diff", &format!("{list} {from} {to:?}"), form(lang)));
    if let Some(answer) = app.expensive_reads.answers.find(&key, state) {
        return Ok(answer.respond(&request).await);
    }
    let permit = permit_if_free(&request, &app).await?;
    let blocking_app = app.clone();
    let answer = app.blocking(move || {
        let (entry, drawn) = found(&views, &list)?;
        let entry = entry.ok_or_else(not_published)?;
        let (since, older) = published(&blocking_app, entry, "from", from)?;
        let (until, newer) = match to {
            Some(to) => published(&blocking_app, entry, "to", to)?,
            None => (views.position, drawn.map_or_else(|| without_rows(&older), |drawn| drawn.list)),
        };
        let has_turn = permit.is_some();
        let found = search(&blocking_app, &list, [&older, &newer], since, until, permit)?;
        let names = Names { views: &views, lang };
        let difference = names.difference(&list, &older, &newer, &found.clone().unwrap_or_default());
        let causes_searched = found.is_some();
        let body = ListDifference { list: list.to_string(), from, to, difference, causes_searched };
        let answer = || Ok(Answer::computed(Audience::Public, &body)?.in_language(lang));
        if has_turn { blocking_app.expensive_reads.answers.answer(key, state, answer) } else { answer().map(Arc::new) }
    });
    Ok(answer.await??.respond(&request).await)
}

/// The first event in (`since`, `until`] that changed each row that differs; none without a permit, or if the search
/// would take too long.
fn search(
    app: &AppState,
    list: &ListId,
    [before, after]: [&CanonicalList; 2],
    since: Position,
    until: Position,
    permit: Option<QueuePermit>,
) -> Result<Option<Causes>, Problem> {
    let rows: BTreeSet<RowKey> = difference(&before.rows, &after.rows).into_iter().map(|change| change.key).collect();
    if rows.is_empty() || since >= until {
        return Ok(Some(Causes::new()));
    }
    let Some(_permit) = permit else { return Ok(None) };
    let broken = |error: &dyn std::error::Error| {
        tracing::error!(%error, "causes cannot be found");
        Problem::new(ProblemKind::Internal)
    };
    let older = match app.projector.season_as_of(since) {
        Ok(older) => older,
        Err(ViewsAtError::Busy) => return Ok(None),
        Err(error @ (ViewsAtError::Beyond { .. } | ViewsAtError::Fold(_))) => return Err(broken(&error)),
    };
    // Computed by this version of the calculation: a difference between versions was caused by no event.
    let before = drawn(&older.records, list).map_or(Vec::new(), |drawn| drawn.list.rows);
    let searched = vec![CauseQuery { list: list.clone(), before, rows }];
    match app.projector.causes((since, &older.records), until, searched, BUDGET) {
        Ok(causes) => Ok(Some(causes)),
        Err(SearchError::Busy | SearchError::Causes(CausesError::TooMuch { .. })) => Ok(None),
        Err(error @ SearchError::Causes(CausesError::Fold(_))) => Err(broken(&error)),
    }
}

fn not_published() -> Problem {
    Problem::new(ProblemKind::NotFound)
        .because(Message::new("list-not-published"))
        .with_extension("reason", "not-published")
}

/// An edition with the last event that it takes account of; `parameter` is where its number was given.
fn published(
    app: &AppState,
    entry: &ListEntry,
    parameter: &'static str,
    number: u32,
) -> Result<(Position, CanonicalList), Problem> {
    let edition = entry.edition(number).ok_or_else(|| unknown_edition(parameter))?;
    editions::read(app, edition).map(|(_, list)| (edition.position, list))
}
