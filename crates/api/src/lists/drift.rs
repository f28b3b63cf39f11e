//! What differs between a list and its newest edition, and between two editions.

use super::body::{DifferenceBody, Names};
use super::{digest_of, editions, form, found, parse, state};
use crate::answer::{Answer, Audience, Key};
use crate::as_of::{self, AsOf};
use crate::comparing::{BUDGET, unknown_edition};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::{Params, wrong};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use crate::turns::Turn;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::publication::ListId;
use events::envelope::Position;
use formats::list::CanonicalList;
use formats::words::{Lang, Message};
use projections::projector::{SearchError, ViewsAtError};
use projections::season_lists::{Causes, CausesError, RowKey, Searched, canonical as drawn, difference};
use projections::views::{ListEntry, Views};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How a list differs from its newest edition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Drift {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    list: String,
    /// The newest edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    edition: u32,
    /// Its digest.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest: String,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// The digest of the list as it would be published now; absent if it cannot be drawn up any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    live_digest: Option<String>,
    /// Whether they differ.
    drifted: bool,
    /// What differs, with the first event that changed each row.
    difference: DifferenceBody,
    /// False if too much has happened since for the causes to be looked for, or if others are looking for theirs just now.
    causes_searched: bool,
}

/// What has changed in a list since its newest edition, row by row.
///
/// As of an earlier moment it is what had changed by then since the edition that was the newest.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/drift", tag = "lists", operation_id = "getDrift",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"), AsOf),
    responses(
        (status = 200, description = "What differs", body = Drift),
        (status = 304, description = "As the client knows it"),
        (status = 404, description = "There is no such list, or no edition of it"),
    )
)]
pub(crate) async fn drift(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    list: web::Path<String>,
    Params(AsOf { as_of }): Params<AsOf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (list, lang) = (parse(&list)?, negotiate::language(request.headers()));
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let (state, key) = (state(&views), Key::about("drift", &list.to_string(), form(lang)));
    if as_of.is_none()
        && let Some(answer) = kostka.answers.find(&key, state)
    {
        return Ok(answer.respond(&request).await);
    }
    let turn = turn_if_free(&request, &kostka).await?;
    let here = kostka.clone();
    let answer = kostka.blocking(move || {
        // Whoever asks again gets the causes as soon as there is room for the search.
        let is_kept = turn.is_some() && as_of.is_none();
        let body = drifted(&here, &views, &list, lang, turn)?;
        let answer = || Ok(Answer::computed(Audience::Public, &body)?.in_language(lang));
        if is_kept { here.answers.answer(key, state, answer) } else { answer().map(Arc::new) }
    });
    Ok(answer.await??.respond(&request).await)
}

/// A turn at the search for causes; none while others search, because what differs can be told without it.
async fn turn_if_free(request: &HttpRequest, kostka: &Kostka) -> Result<Option<Turn>, Problem> {
    match kostka.costly_turn(request).await {
        Ok(turn) => Ok(Some(turn)),
        Err(problem) if problem.kind() == ProblemKind::Unavailable => Ok(None),
        Err(problem) => Err(problem),
    }
}

fn drifted(kostka: &Kostka, views: &Views, list: &ListId, lang: Lang, turn: Option<Turn>) -> Result<Drift, Problem> {
    let (entry, drawn) = found(views, list)?;
    let newest = entry.and_then(|entry| entry.editions.last()).ok_or_else(not_published)?;
    let live = drawn.as_ref().map(digest_of);
    let (_, published) = editions::read(kostka, newest)?;
    let now = drawn.map_or_else(|| without_rows(&published), |drawn| drawn.list);
    let found = search(kostka, list, [&published, &now], newest.position, views.position, turn)?;
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

/// A list of which nothing is left.
fn without_rows(list: &CanonicalList) -> CanonicalList {
    CanonicalList { head: list.head.clone(), rows: Vec::new() }
}

/// Between which editions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Between {
    /// The number of the older edition.
    #[param(minimum = 1, maximum = 1_000_000, example = 1)]
    from: u32,
    /// The number of the newer edition; without it, the list as it would be published now.
    #[param(minimum = 1, maximum = 1_000_000)]
    to: Option<u32>,
}

/// How two states of a list differ.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListDifference {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    list: String,
    /// The older edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    from: u32,
    /// The newer edition; absent for the list as it would be published now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 2)]
    to: Option<u32>,
    /// What differs, with the first event that changed each row.
    difference: DifferenceBody,
    /// False if too much has happened between for the causes to be looked for, or if others are looking for theirs just now.
    causes_searched: bool,
}

/// What differs between two editions of a list, or between one and the list of now.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/diff", tag = "lists", operation_id = "compareEditions",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"), Between),
    responses(
        (status = 200, description = "What differs", body = ListDifference),
        (status = 304, description = "As the client knows it"),
        (status = 404, description = "There is no such list or edition"),
    )
)]
pub(crate) async fn diff(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    list: web::Path<String>,
    Params(Between { from, to }): Params<Between>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    if from == 0 || to == Some(0) {
        return Err(wrong(if from == 0 { "from" } else { "to" }, "field-edition-number"));
    }
    let (list, lang, views) = (parse(&list)?, negotiate::language(request.headers()), kostka.views());
    let (state, key) = (state(&views), Key::about("diff", &format!("{list} {from} {to:?}"), form(lang)));
    if let Some(answer) = kostka.costly.answers.find(&key, state) {
        return Ok(answer.respond(&request).await);
    }
    let turn = turn_if_free(&request, &kostka).await?;
    let here = kostka.clone();
    let answer = kostka.blocking(move || {
        let (entry, drawn) = found(&views, &list)?;
        let entry = entry.ok_or_else(not_published)?;
        let (since, older) = published(&here, entry, "from", from)?;
        let (until, newer) = match to {
            Some(to) => published(&here, entry, "to", to)?,
            None => (views.position, drawn.map_or_else(|| without_rows(&older), |drawn| drawn.list)),
        };
        let has_turn = turn.is_some();
        let found = search(&here, &list, [&older, &newer], since, until, turn)?;
        let names = Names { views: &views, lang };
        let difference = names.difference(&list, &older, &newer, &found.clone().unwrap_or_default());
        let causes_searched = found.is_some();
        let body = ListDifference { list: list.to_string(), from, to, difference, causes_searched };
        let answer = || Ok(Answer::computed(Audience::Public, &body)?.in_language(lang));
        if has_turn { here.costly.answers.answer(key, state, answer) } else { answer().map(Arc::new) }
    });
    Ok(answer.await??.respond(&request).await)
}

/// The first event after one moment and up to another that changed each row that differs; nothing without a turn, or if that would
/// take too long.
fn search(
    kostka: &Kostka,
    list: &ListId,
    [before, after]: [&CanonicalList; 2],
    since: Position,
    until: Position,
    turn: Option<Turn>,
) -> Result<Option<Causes>, Problem> {
    let rows: BTreeSet<RowKey> = difference(&before.rows, &after.rows).into_iter().map(|change| change.key).collect();
    if rows.is_empty() || since >= until {
        return Ok(Some(Causes::new()));
    }
    let Some(_turn) = turn else { return Ok(None) };
    let broken = |error: &dyn std::error::Error| {
        tracing::error!(%error, "causes cannot be found");
        Problem::new(ProblemKind::Internal)
    };
    let older = match kostka.projector.season_as_of(since) {
        Ok(older) => older,
        Err(ViewsAtError::Busy) => return Ok(None),
        Err(error @ (ViewsAtError::Beyond { .. } | ViewsAtError::Fold(_))) => return Err(broken(&error)),
    };
    // As this version of the calculation draws it up: what another version did differently was caused by no event.
    let before = drawn(&older.records, list).map_or(Vec::new(), |drawn| drawn.list.rows);
    let searched = vec![Searched { list: list.clone(), before, rows }];
    match kostka.projector.causes((since, &older.records), until, searched, BUDGET) {
        Ok(causes) => Ok(Some(causes)),
        Err(SearchError::Busy | SearchError::Causes(CausesError::TooMuch { .. })) => Ok(None),
        Err(error @ SearchError::Causes(CausesError::Fold(_))) => Err(broken(&error)),
    }
}

/// A list of which there is no edition yet.
fn not_published() -> Problem {
    Problem::new(ProblemKind::NotFound).because(Message::new("list-not-published")).fact("reason", "not-published")
}

/// An edition with the last event that it takes account of; `parameter` is where its number was given.
fn published(
    kostka: &Kostka,
    entry: &ListEntry,
    parameter: &'static str,
    number: u32,
) -> Result<(Position, CanonicalList), Problem> {
    let edition = entry.edition(number).ok_or_else(|| unknown_edition(parameter))?;
    editions::read(kostka, edition).map(|(_, list)| (edition.position, list))
}
