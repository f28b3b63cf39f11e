//! Rulebooks: every parameter with its value, range and citation; and the presets that they start from.

mod body;
mod parameter;
mod preset;

pub(crate) use body::{Adoption, Rulebook, RulebookItem};
pub(crate) use preset::{__path_list_presets, __path_show_preset, list_presets, show_preset};

use crate::address;
use crate::answer::{Answer, Audience};
use crate::auth::{Allowed, permission};
use crate::conditional::IfMatch;
use crate::kostka::Kostka;
use crate::negotiate;
use crate::paging::{self, Page};
use crate::params::Params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading;
use crate::seasons::Part;
use crate::sheet::Dialect;
use crate::table::{self, Shape};
use crate::write::{self, Basis, Receipt, Refusal, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::RulebookId;
use domain::rulebook::adoption::Rejection;
use formats::words::{Lang, Message};
use projections::office::Done;
use projections::views::RulebookEntry;
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use std::hash::BuildHasher;
use std::sync::Arc;
use utoipa::IntoParams;

/// The name of the list in its cursors.
const LIST: &str = "rulebooks";

/// In which form parameters are shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SheetOnly {
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The adopted rulebooks, in the order of their ids.
#[utoipa::path(
    get, path = "/api/v1/rulebooks", tag = "rulebooks", operation_id = "listRulebooks",
    params(Part),
    responses(
        (
            status = 200, description = "A page of rulebooks",
            content(
                (Page<RulebookItem> = "application/json"),
                (String = "text/csv", example = "id,base,overrides,etag\r\npl-2024-25,pl-2024-25,0,\"\"\"16\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(part): Params<Part>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, part.dialect)?;
    let limit = paging::items(part.limit)?;
    let shown = part.shown(&request, &kostka, LIST, |views| views.rulebooks.changed).await?;
    let key = |entry: &&RulebookEntry| entry.id.to_string();
    let rulebooks = shown.views.rulebooks.list().collect();
    let (rulebooks, after) = paging::part(rulebooks, key, shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let page = Page { items: rulebooks.into_iter().map(RulebookItem::of).collect(), next };
    let answer = table::page(&request, shape, shown.state(), &page)?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// One rulebook with every parameter.
///
/// The words in `expects` are in the language of the client.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}", tag = "rulebooks", operation_id = "getRulebook",
    params(("id" = String, Path, max_length = 1024, description = "The id of the rulebook", example = "pl-2024-25"), SheetOnly),
    responses(
        (
            status = 200, description = "The rulebook",
            content((Rulebook = "application/json"), (String = "text/csv")),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(SheetOnly { dialect }): Params<SheetOnly>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let views = kostka.views();
    let id = RulebookId::parse(&id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.rulebooks.find(&id).ok_or(ProblemKind::NotFound)?;
    let key = FxBuildHasher.hash_one((id.as_str(), shape, lang == Lang::Pl));
    let answer = kostka.answers.answer(("rulebook", key), entry.etag, || {
        let body = Rulebook::of(entry, lang);
        let answer = match shape {
            Shape::Json => Answer::json(entry.etag, Audience::Public, &body)?,
            Shape::Csv(dialect) => table::csv(entry.etag, dialect, &body.parameters)?,
        };
        Ok(answer.in_language(lang))
    })?;
    Ok(answer.respond(&request).await)
}

/// Puts a rulebook in force: a preset and what differs from it.
///
/// A new id is adopted without `If-Match`; what is in force is replaced with it.
#[utoipa::path(
    put, path = "/api/v1/rulebooks/{id}", tag = "rulebooks", operation_id = "adoptRulebook",
    params(("id" = String, Path, max_length = 1024, description = "The id of the rulebook", example = "pl-2025-26"), Basis),
    request_body = Adoption,
    responses(
        (status = 201, description = "Adopted under a new id", body = Receipt),
        (status = 200, description = "Adopted in place of what was there, or nothing had to change, or a rehearsal", body = Receipt),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn adopt(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::AdoptRulebooks>,
    id: web::Path<String>,
    Write { body, head }: Write<Adoption>,
) -> Result<HttpResponse, Problem> {
    let known = RulebookId::parse(&id).ok().filter(|id| kostka.views().rulebooks.find(id).is_some());
    if known.is_none() && head.if_match() == IfMatch::Any {
        return Err(ProblemKind::PreconditionFailed.into());
    }
    if known.is_none() && !reading::is_new_id(&id) {
        let field = FieldProblem::parameter("id", "invalid-id", reading::invalid_id());
        return Err(Problem::new(ProblemKind::Unprocessable).at(field));
    }
    let id = RulebookId::parse(&id).map_err(|_| ProblemKind::NotFound)?;
    let record = body.read()?;
    let (act, is_new) = head.put(&kostka, allowed.actor());
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let address = |done: &Done| address::of("rulebooks", done.resource.id());
    write::execute(&request, status, address, move |kostka| kostka.office.adopt_rulebook(&act, &id, &record)).await
}

impl Refusal for Rejection {
    fn problem(&self) -> Problem {
        let field = match self {
            Self::PresetName => FieldProblem::pointer("/overrides", self.code(), Message::new("field-preset-name")),
            Self::DigestId => FieldProblem::parameter("id", self.code(), reading::invalid_id()),
        };
        Problem::new(ProblemKind::Unprocessable).at(field)
    }
}
