//! Adopted rulebooks with every parameter, and the presets that they start from.

mod answers;
mod parameter;
mod preset;

pub(crate) use answers::read_adoption;
pub(crate) use preset::{__path_list_presets, __path_show_preset, list_presets, show_preset};

use crate::accounts::{Authorized, permission};
use crate::http::address;
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::{IfMatch, NotModified};
use crate::http::csv::Dialect;
use crate::http::fields;
use crate::http::list_response::{self, ListFormat};
use crate::http::negotiate;
use crate::http::paging::Page;
use crate::http::path::RulebookPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::http::write::{self, AuthorizedWrite, IfMatchHeader, Receipt, ToProblem};
use crate::seasons::ListPageParams;
use actix_web::http::StatusCode;
use actix_web::web;
use commands::CommandReceipt;
use domain::rulebook::adoption::Rejection;
use domain::values::ids::RulebookId;
use formats::localization::{Lang, Message};
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use std::hash::BuildHasher;
use utoipa::IntoParams;
use wire::seasons::rulebooks::{Adoption, Rulebook, RulebookItem};

const LIST: &str = "rulebooks";

/// In which form parameters are shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CsvParams {
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The adopted rulebooks, in the order of their ids.
#[utoipa::path(
    get, path = "/api/v1/rulebooks", tag = "rulebooks", operation_id = "listRulebooks",
    params(ListPageParams),
    responses((status = 200, description = "A page of rulebooks", content(
        (Page<RulebookItem> = "application/json"),
        (String = "text/csv", example = "id,base,overrides,etag\r\npl-2024-25,pl-2024-25,0,\"\"\"16\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(read: Read<ListPageParams>) -> HandlerResult {
    let snapshot = read.snapshot(LIST, |views| views.records.rulebooks.changed).await?;
    let rulebooks = snapshot.views.records.rulebooks.list().collect();
    let item = |entry| Some(answers::rulebook_item(entry));
    snapshot.respond(snapshot.state(), rulebooks, |entry| entry.id.to_string(), item).await
}

/// One rulebook with every parameter.
///
/// The words in `expects` are in the language of the client.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}", tag = "rulebooks", operation_id = "getRulebook",
    params(RulebookPath, CsvParams),
    responses((status = 200, description = "The rulebook", content((Rulebook = "application/json"), (String = "text/csv"))), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<RulebookPath>,
    Read { request, app, params: CsvParams { dialect } }: Read<CsvParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let views = app.views();
    let id = RulebookId::parse(&path.id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.records.rulebooks.find(&id).ok_or(ProblemKind::NotFound)?;
    let key = FxBuildHasher.hash_one((id.as_str(), format, lang == Lang::Pl));
    let answer = app.answers.answer(("rulebook", key), entry.etag, || {
        let answer = match format {
            ListFormat::Json => Answer::json(entry.etag, Audience::Public, &answers::rulebook_answer(entry, lang))?,
            ListFormat::Csv(dialect) => {
                list_response::csv(entry.etag, dialect, &parameter::rows(&entry.rulebook, lang))?
            }
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
    params(RulebookPath, IfMatchHeader), request_body = Adoption,
    responses(
        (status = 201, description = "Adopted under a new id", body = Receipt),
        (status = 200, description = "Adopted in place of what was there, or nothing had to change, or a rehearsal", body = Receipt),
    )
)]
pub(crate) async fn adopt(
    path: web::Path<RulebookPath>,
    write: AuthorizedWrite<Authorized<permission::AdoptRulebooks>, Adoption>,
) -> HandlerResult {
    let known = RulebookId::parse(&path.id).ok().filter(|id| write.app.views().records.rulebooks.find(id).is_some());
    if known.is_none() && write.head.if_match() == IfMatch::Any {
        return Err(ProblemKind::PreconditionFailed.into());
    }
    if known.is_none() && !fields::is_new_id(&path.id) {
        let field = FieldProblem::parameter("id", "invalid-id", fields::invalid_id());
        return Err(Problem::new(ProblemKind::Unprocessable).at(field));
    }
    let id = RulebookId::parse(&path.id).map_err(|_| ProblemKind::NotFound)?;
    let record = read_adoption(&write.body, "")?;
    let (metadata, is_new) = write.metadata_for_put();
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let address = |done: &CommandReceipt| address::of("rulebooks", done.resource.id());
    write::execute(&write.request, status, address, move |app| app.commands.adopt_rulebook(&metadata, &id, &record))
        .await
}

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let field = match self {
            Self::PresetName => FieldProblem::pointer("/overrides", self.code(), Message::new("field-preset-name")),
            Self::DigestId => FieldProblem::parameter("id", self.code(), fields::invalid_id()),
        };
        Problem::new(ProblemKind::Unprocessable).at(field)
    }
}
