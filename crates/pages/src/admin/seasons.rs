//! Seasons, the rulebooks that are in force, and what would be if something were otherwise.

use crate::admin;
use crate::link;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

/// A season.
#[derive(Debug, Deserialize)]
struct Season {
    id: String,
    first_day: String,
    last_day: Option<String>,
    mp_first_day: Option<String>,
    rulebook: String,
    etag: String,
}

impl Season {
    fn days(&self, tongue: Tongue) -> String {
        match &self.last_day {
            Some(last) => time::span(tongue, &self.first_day, Some(last)),
            None => format!("{} – {}", time::day(tongue, &self.first_day), tongue.text("end-open")),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Seasons {
    items: Vec<Season>,
}

/// A rulebook in force.
#[derive(Debug, Deserialize)]
pub(crate) struct RulebookItem {
    pub(crate) id: String,
    base: String,
    override_count: u32,
}

#[derive(Debug, Deserialize)]
struct Rulebooks {
    items: Vec<RulebookItem>,
}

/// All rulebooks in force.
pub(crate) async fn rulebooks_in_force(inside: &Inside, tongue: Tongue) -> Result<Vec<RulebookItem>, Refusal> {
    Ok(inside.personal().get::<Rulebooks>(tongue.0, "/api/v1/rulebooks?limit=200").await?.items)
}

/// A preset.
#[derive(Debug, Deserialize)]
struct Preset {
    name: String,
    about: String,
}

#[derive(Debug, Deserialize)]
struct Presets {
    items: Vec<Preset>,
}

/// A rulebook with its parameters.
#[derive(Debug, Deserialize)]
struct Rulebook {
    id: String,
    base: String,
    etag: String,
    overrides: serde_json::Map<String, Value>,
    parameters: Vec<Parameter>,
}

#[derive(Debug, Deserialize)]
struct Parameter {
    path: String,
    value: Value,
    preset: Value,
    expects: String,
    citation: String,
    differs_from_preset: bool,
}

/// A value as people write it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Parameter {
    fn value(&self) -> String {
        written(&self.value)
    }

    fn preset(&self) -> String {
        written(&self.preset)
    }
}

#[derive(Template)]
#[template(path = "admin/seasons.html")]
struct AllSeasons {
    shell: Shell,
    seasons: Vec<Season>,
    rulebooks: Vec<RulebookItem>,
}

#[derive(Template)]
#[template(path = "admin/rulebooks.html")]
struct AllRulebooks {
    shell: Shell,
    rulebooks: Vec<RulebookItem>,
    presets: Vec<Preset>,
}

#[derive(Template)]
#[template(path = "admin/rulebook.html")]
struct OneRulebook {
    shell: Shell,
    it: Rulebook,
}

impl OneRulebook {
    /// What differs from the preset, one a line.
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
    seasons: Vec<Season>,
    rulebooks: Vec<RulebookItem>,
    presets: Vec<Preset>,
    happenings: Vec<Happening>,
}

impl WhatIf {
    fn api(&self) -> String {
        format!("/api/v1/seasons/{}/what-if", link::escaped(&self.season))
    }

    fn tournaments(&self) -> Vec<&Happening> {
        self.happenings.iter().filter(|it| it.kind == "tournament").collect()
    }

    fn championships(&self) -> Vec<&Happening> {
        self.happenings.iter().filter(|it| it.kind == "championship").collect()
    }

    /// Everything that gives qualifications.
    fn givers(&self) -> Vec<&Happening> {
        self.happenings.iter().filter(|it| it.kind != "championship").collect()
    }
}

/// An event of a season.
#[derive(Debug, Deserialize)]
struct Happening {
    kind: String,
    id: String,
    name: Option<String>,
    first_day: Option<String>,
    voivodeship: Option<String>,
}

impl Happening {
    fn title(&self, shell: &Shell) -> String {
        let name = self.name.as_deref().or(self.voivodeship.as_deref()).unwrap_or(&self.id);
        self.first_day.as_ref().map_or_else(|| name.to_owned(), |day| format!("{name} ({})", shell.day(day)))
    }
}

#[derive(Debug, Deserialize)]
struct Happenings {
    happenings: Vec<Happening>,
}

async fn all_seasons(inside: &Inside, tongue: Tongue) -> Result<Vec<Season>, Refusal> {
    let Seasons { mut items } = inside.personal().get(tongue.0, "/api/v1/seasons?limit=200").await?;
    items.sort_by(|one, other| other.first_day.cmp(&one.first_day));
    Ok(items)
}

/// The seasons.
pub(crate) async fn list(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let seasons = all_seasons(&inside, tongue).await?;
        let rulebooks = rulebooks_in_force(&inside, tongue).await?;
        let shell = admin::shell(tongue, &tongue.text("admin-seasons-title"), "/seasons", &me);
        show::rendered(&AllSeasons { shell, seasons, rulebooks })
    };
    show::personal(&inside, tongue, draw).await
}

/// The rulebooks.
pub(crate) async fn rulebooks(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let rulebooks = rulebooks_in_force(&inside, tongue).await?;
        let Presets { items: presets } = inside.get(tongue.0, "/api/v1/presets").await?;
        let shell = admin::shell(tongue, &tongue.text("admin-rulebooks-title"), "/rulebooks", &me);
        show::rendered(&AllRulebooks { shell, rulebooks, presets })
    };
    show::personal(&inside, tongue, draw).await
}

/// One rulebook.
pub(crate) async fn rulebook(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let address = format!("/api/v1/rulebooks/{}", link::escaped(&id));
        let it: Rulebook = inside.personal().get(tongue.0, &address).await?;
        let shell = admin::shell(tongue, &it.id, &format!("/rulebooks/{}", link::escaped(&id)), &me);
        show::rendered(&OneRulebook { shell, it })
    };
    show::personal(&inside, tongue, draw).await
}

/// What is supposed of which season.
#[derive(Debug, Deserialize)]
pub(crate) struct Supposed {
    #[serde(default)]
    season: String,
    #[serde(default)]
    player: String,
}

/// What would be if.
pub(crate) async fn what_if(inside: Inside, path: web::Path<String>, wanted: Query<Supposed>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_what_if(&inside, tongue, &wanted)).await
}

async fn draw_what_if(inside: &Inside, tongue: Tongue, wanted: &Supposed) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let seasons = all_seasons(inside, tongue).await?;
    let newest = seasons.first().map(|season| season.id.clone()).unwrap_or_default();
    let season = if wanted.season.is_empty() { newest } else { wanted.season.clone() };
    let rulebooks = rulebooks_in_force(inside, tongue).await?;
    let Presets { items: presets } = inside.get(tongue.0, "/api/v1/presets").await?;
    let address = format!("/api/v1/seasons/{}", link::escaped(&season));
    let found: Option<Happenings> =
        if season.is_empty() { None } else { inside.personal().find(tongue.0, &address).await? };
    let happenings = found.map(|it| it.happenings).unwrap_or_default();
    let shell = admin::shell(tongue, &tongue.text("admin-what-if-title"), "/what-if", &me).with_script("pick.js");
    let player = wanted.player.clone();
    show::rendered(&WhatIf { shell, season, player, seasons, rulebooks, presets, happenings })
}
