//! What differs between a list and its newest edition, and between two editions.

use super::body::{DifferenceBody, Names};
use super::{digest_of, editions, found, parse, state};
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::{self, Params, wrong};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::publication::ListId;
use formats::list::{CanonicalList, Difference};
use formats::words::Lang;
use projections::views::{ListEntry, Views};
use serde::{Deserialize, Serialize};
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
    /// What differs.
    difference: DifferenceBody,
}

/// What has changed in a list since its newest edition, row by row.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/drift", tag = "lists", operation_id = "getDrift",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025")),
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
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (list, lang, here) = (parse(&list)?, negotiate::language(request.headers()), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let body = drifted(&here, &views, &list, lang)?;
        Ok::<_, Problem>(Answer::computed(state(&views), Audience::Public, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

fn drifted(kostka: &Kostka, views: &Views, list: &ListId, lang: Lang) -> Result<Drift, Problem> {
    let (entry, drawn) = found(views, list)?;
    let newest = entry.and_then(|entry| entry.editions.last()).ok_or(ProblemKind::NotFound)?;
    let live = drawn.as_ref().map(digest_of);
    let (_, published) = editions::read(kostka, newest)?;
    let names = Names { views, lang };
    let now = drawn.map_or_else(|| without_rows(&published), |drawn| drawn.list);
    Ok(Drift {
        list: list.to_string(),
        edition: newest.number,
        digest: newest.digest.to_string(),
        position: newest.position.0,
        live_digest: live.map(|digest| digest.to_string()),
        drifted: live != Some(newest.digest),
        difference: names.difference(&Difference::between(&published, &now)),
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
    /// What differs.
    difference: DifferenceBody,
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
    let (list, lang, here) = (parse(&list)?, negotiate::language(request.headers()), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let (entry, drawn) = found(&views, &list)?;
        let entry = entry.ok_or(ProblemKind::NotFound)?;
        let older = published(&here, entry, from)?;
        let newer = match to {
            Some(to) => published(&here, entry, to)?,
            None => drawn.map_or_else(|| without_rows(&older), |drawn| drawn.list),
        };
        let difference = Names { views: &views, lang }.difference(&Difference::between(&older, &newer));
        let body = ListDifference { list: list.to_string(), from, to, difference };
        Ok::<_, Problem>(Answer::computed(state(&views), Audience::Public, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

fn published(kostka: &Kostka, entry: &ListEntry, number: u32) -> Result<CanonicalList, Problem> {
    let edition = entry.edition(number).ok_or(ProblemKind::NotFound)?;
    editions::read(kostka, edition).map(|(_, list)| list)
}
