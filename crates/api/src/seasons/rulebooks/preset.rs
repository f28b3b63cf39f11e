//! The presets: rulebooks that are part of the program.

use super::CsvParams;
use super::parameter;
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::list_response::{self, ListFormat, csv_row};
use crate::http::negotiate;
use crate::http::paging::Page;
use crate::http::path::PresetPath;
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::Read;
use actix_web::web;
use domain::Choice;
use domain::rulebook::{self, Rulebook};
use events::envelope::Position;
use formats::localization::Lang;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use wire::seasons::rulebooks::{Preset, PresetItem};

/// Presets change only with the program.
const STATE: Position = Position::START;
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn preset_item(preset: rulebook::Preset, lang: Lang) -> PresetItem {
    let differences = Rulebook::default().differences(&Rulebook::preset(preset)).len();
    let name = preset.name();
    PresetItem { name: name.to_owned(), about: lang.text(&format!("preset-{name}")), differences }
}

csv_row! { PresetItem, |row|
    name, about, differences
}

/// The presets.
#[utoipa::path(
    get, path = "/api/v1/presets", tag = "rulebooks", operation_id = "listPresets",
    params(CsvParams),
    responses(
        (
            status = 200, description = "All presets",
            content((Page<PresetItem> = "application/json"), (String = "text/csv")),
        ),
        NotModified,
    )
)]
pub(crate) async fn list_presets(
    Read { request, app, params: CsvParams { dialect } }: Read<CsvParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let key = FxBuildHasher.hash_one((format, lang == Lang::Pl));
    let answer = app.answers.answer(("presets", key), STATE, || {
        let items = Rulebook::presets().iter().map(|preset| preset_item(*preset, lang)).collect();
        let answer = list_response::page(&request, format, STATE, &Page { items, next: None })?;
        Ok(answer.with_etag_suffix(VERSION).in_language(lang))
    })?;
    Ok(answer.respond(&request).await)
}

/// One preset with every parameter.
#[utoipa::path(
    get, path = "/api/v1/presets/{name}", tag = "rulebooks", operation_id = "getPreset",
    params(PresetPath, CsvParams),
    responses((status = 200, description = "The preset", content((Preset = "application/json"), (String = "text/csv"))), NotModified)
)]
pub(crate) async fn show_preset(
    path: web::Path<PresetPath>,
    Read { request, app, params: CsvParams { dialect } }: Read<CsvParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let preset = rulebook::Preset::parse(&path.name).map_err(|_| ProblemKind::NotFound)?;
    let key = FxBuildHasher.hash_one((preset.name(), format, lang == Lang::Pl));
    let answer = app.answers.answer(("preset", key), STATE, || {
        let rulebook = Rulebook::preset(preset);
        let answer = match format {
            ListFormat::Json => {
                let parameters = parameter::all(&rulebook, lang);
                let body = Preset { preset: preset_item(preset, lang), parameters };
                Answer::json(STATE, Audience::Public, &body)?
            }
            ListFormat::Csv(dialect) => list_response::csv(STATE, dialect, &parameter::rows(&rulebook, lang))?,
        };
        Ok(answer.with_etag_suffix(VERSION).in_language(lang))
    })?;
    Ok(answer.respond(&request).await)
}
