//! Administration of seasons and rulebooks, and what-if questions.

use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season::seasons;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;
use wire::accounts::EventKindName;
use wire::common::Page;
pub(crate) use wire::seasons::rulebooks::RulebookItem;
use wire::seasons::rulebooks::{PresetItem, Rulebook};
use wire::seasons::{Season, SeasonCompetition, SeasonItem};

fn days_in_words(season: &SeasonItem, language: Language) -> String {
    match &season.last_day {
        Some(last) => time::span(language, &season.first_day, Some(last)),
        None => format!("{} – {}", time::day(language, &season.first_day), language.text("end-open")),
    }
}

pub(crate) async fn rulebooks_in_force(client: &ApiClient, language: Language) -> Result<Vec<RulebookItem>, ApiError> {
    Ok(client.personal().get::<Page<RulebookItem>>(language.0, "/api/v1/rulebooks?limit=200").await?.items)
}

/// A value as it is typed into a form.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[derive(Template)]
#[template(path = "admin/seasons.html")]
struct AllSeasons {
    shell: Shell,
    seasons: Vec<SeasonItem>,
    rulebooks: Vec<RulebookItem>,
}

#[derive(Template)]
#[template(path = "admin/rulebooks.html")]
struct AllRulebooks {
    shell: Shell,
    rulebooks: Vec<RulebookItem>,
    presets: Vec<PresetItem>,
}

#[derive(Template)]
#[template(path = "admin/rulebook.html")]
struct OneRulebook {
    shell: Shell,
    it: Rulebook,
}

impl OneRulebook {
    /// The overrides, one per line.
    fn overrides(&self) -> String {
        let line = |(path, value): (&String, &Value)| format!("{path} = {value}");
        self.it.overrides.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

#[derive(Template)]
#[template(path = "admin/what_if.html")]
struct WhatIf {
    shell: Shell,
    season: String,
    player: String,
    seasons: Vec<SeasonItem>,
    rulebooks: Vec<RulebookItem>,
    presets: Vec<PresetItem>,
    competitions: Vec<SeasonCompetition>,
}

impl WhatIf {
    fn api(&self) -> String {
        format!("/api/v1/seasons/{}/what-if", link::escaped(&self.season))
    }

    fn tournaments(&self) -> Vec<&SeasonCompetition> {
        self.competitions.iter().filter(|it| it.kind == EventKindName::Tournament).collect()
    }

    fn championships(&self) -> Vec<&SeasonCompetition> {
        self.competitions.iter().filter(|it| it.kind == EventKindName::Championship).collect()
    }

    /// The competitions that give qualifications.
    fn givers(&self) -> Vec<&SeasonCompetition> {
        self.competitions.iter().filter(|it| it.kind != EventKindName::Championship).collect()
    }
}

fn competition_title(it: &SeasonCompetition, shell: &Shell) -> String {
    let name = it.name.as_deref().or(it.voivodeship.as_deref()).unwrap_or(&it.id);
    it.first_day.as_ref().map_or_else(|| name.to_owned(), |day| format!("{name} ({})", shell.day(day)))
}

pub(crate) async fn list(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let seasons = seasons(&client, language).await?;
    let rulebooks = rulebooks_in_force(&client, language).await?;
    let shell = admin::shell(language, &language.text("admin-seasons-title"), "/seasons", &me);
    response::render_template(&AllSeasons { shell, seasons, rulebooks })
}

pub(crate) async fn rulebooks(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let rulebooks = rulebooks_in_force(&client, language).await?;
    let Page { items: presets, .. }: Page<PresetItem> = client.get(language.0, "/api/v1/presets").await?;
    let shell = admin::shell(language, &language.text("admin-rulebooks-title"), "/rulebooks", &me);
    response::render_template(&AllRulebooks { shell, rulebooks, presets })
}

pub(crate) async fn rulebook(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let address = format!("/api/v1/rulebooks/{}", link::escaped(&id));
    let it: Rulebook = client.personal().get(language.0, &address).await?;
    let shell = admin::shell(language, &it.id, &format!("/rulebooks/{}", link::escaped(&id)), &me);
    response::render_template(&OneRulebook { shell, it })
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    season: String,
    player: String,
}

pub(crate) async fn what_if(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let seasons = seasons(&client, language).await?;
    let newest = seasons.first().map(|season| season.id.clone()).unwrap_or_default();
    let season = if params.season.is_empty() { newest } else { params.season.clone() };
    let rulebooks = rulebooks_in_force(&client, language).await?;
    let Page { items: presets, .. }: Page<PresetItem> = client.get(language.0, "/api/v1/presets").await?;
    let address = format!("/api/v1/seasons/{}", link::escaped(&season));
    let found: Option<Season> =
        if season.is_empty() { None } else { client.personal().find(language.0, &address).await? };
    let competitions = found.map(|it| it.happenings).unwrap_or_default();
    let shell = admin::shell(language, &language.text("admin-what-if-title"), "/what-if", &me).with_script("pick.js");
    let player = params.player.clone();
    response::render_template(&WhatIf { shell, season, player, seasons, rulebooks, presets, competitions })
}
