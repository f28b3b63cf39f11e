//! Presets: the rulebooks that come with the program.

use super::SheetOnly;
use super::parameter::{self, ParameterValue};
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::paging::Page;
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::sheet::Cell;
use crate::table::{self, Row, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::rulebook::{self, Rulebook};
use events::envelope::Position;
use formats::words::Lang;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use std::hash::BuildHasher;
use utoipa::ToSchema;

/// What they say changes only with the program.
const STATE: Position = Position::START;
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A preset in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PresetItem {
    /// Its name.
    #[schema(max_length = 30, example = "pl-2024-25")]
    name: &'static str,
    /// What it is for, in the language of the client.
    #[schema(max_length = 500, example = "the national season 2024/2025")]
    about: String,
    /// In how many parameters it differs from the defaults.
    #[schema(minimum = 0, maximum = 1000, example = 0)]
    differences: usize,
}

impl PresetItem {
    fn of(preset: rulebook::Preset, lang: Lang) -> Self {
        let differences = Rulebook::default().differences(&Rulebook::preset(preset)).len();
        Self { name: preset.name(), about: lang.text(&format!("preset-{}", preset.name())), differences }
    }
}

impl Row for PresetItem {
    const HEAD: &'static [&'static str] = &["name", "about", "differences"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let differences = i64::try_from(self.differences).unwrap_or(i64::MAX);
        vec![Cell::text(self.name), Cell::text(&self.about), Cell::Number(differences)]
    }
}

/// A preset with every parameter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Preset {
    /// The preset.
    #[serde(flatten)]
    preset: PresetItem,
    /// Every parameter, in the order of the regulations.
    #[schema(max_items = 1000)]
    parameters: Vec<ParameterValue>,
}

/// The presets.
#[utoipa::path(
    get, path = "/api/v1/presets", tag = "rulebooks", operation_id = "listPresets",
    params(SheetOnly),
    responses(
        (
            status = 200, description = "All presets",
            content((Page<PresetItem> = "application/json"), (String = "text/csv")),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list_presets(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(SheetOnly { dialect }): Params<SheetOnly>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let key = FxBuildHasher.hash_one((shape, lang == Lang::Pl));
    let answer = kostka.answers.answer(("presets", key), STATE, || {
        let items = Rulebook::presets().iter().map(|preset| PresetItem::of(*preset, lang)).collect();
        let answer = table::page(&request, shape, STATE, &Page { items, next: None })?;
        Ok(answer.told_apart(VERSION).in_language(lang))
    })?;
    Ok(answer.respond(&request).await)
}

/// One preset with every parameter.
#[utoipa::path(
    get, path = "/api/v1/presets/{name}", tag = "rulebooks", operation_id = "getPreset",
    params(("name" = String, Path, max_length = 100, description = "The name of the preset", example = "pl-2024-25"), SheetOnly),
    responses(
        (
            status = 200, description = "The preset",
            content((Preset = "application/json"), (String = "text/csv")),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show_preset(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    name: web::Path<String>,
    Params(SheetOnly { dialect }): Params<SheetOnly>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, dialect)?;
    let lang = negotiate::language(request.headers());
    let preset = rulebook::Preset::parse(&name).map_err(|_| ProblemKind::NotFound)?;
    let key = FxBuildHasher.hash_one((preset.name(), shape, lang == Lang::Pl));
    let answer = kostka.answers.answer(("preset", key), STATE, || {
        let parameters = parameter::all(&Rulebook::preset(preset), lang);
        let answer = match shape {
            Shape::Json => {
                let body = Preset { preset: PresetItem::of(preset, lang), parameters };
                Answer::json(STATE, Audience::Public, &body)?
            }
            Shape::Csv(dialect) => table::csv(STATE, dialect, &parameters)?,
        };
        Ok(answer.told_apart(VERSION).in_language(lang))
    })?;
    Ok(answer.respond(&request).await)
}
