//! Voivodeship championships: who is qualified, what is not decided yet, and who may get a wildcard.

use crate::link;
use crate::listed::{Official, Pending, Qualified};
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Championship {
    voivodeship: String,
    season: Option<String>,
    first_day: String,
    last_day: Option<String>,
    counts: Counts,
    official: Option<Official>,
    qualified: Vec<Qualified>,
    pending: Vec<Pending>,
    wildcards: Vec<Qualified>,
}

#[derive(Debug, Deserialize)]
struct Counts {
    cap: Option<u32>,
    free: Option<u32>,
}

#[derive(Template)]
#[template(path = "mw.html")]
struct Page {
    shell: Shell,
    season: String,
    mw: Championship,
}

impl Page {
    fn days(&self) -> String {
        time::span(self.shell.tongue, &self.mw.first_day, self.mw.last_day.as_deref())
    }
}

#[derive(Debug, Deserialize)]
struct All {
    items: Vec<Item>,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    voivodeship: String,
    counts: ItemCounts,
}

#[derive(Debug, Deserialize)]
struct ItemCounts {
    qualified: u32,
    wildcards: u32,
}

#[derive(Template)]
#[template(path = "mw_all.html")]
struct AllPage {
    shell: Shell,
    season: String,
    items: Vec<Item>,
}

impl AllPage {
    fn href(&self, item: &Item) -> String {
        link::mw(self.shell.tongue, &item.id)
    }
}

/// All championships of a season.
pub(crate) async fn list(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw_all(&inside, tongue, season)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue, season: String) -> Result<String, Refusal> {
    let address = format!("/api/v1/mw{}", link::query(&[("season", Some(&season))]));
    let All { items } = inside.get(tongue.0, &address).await?;
    let title = tongue.with("mw-all-title", &season);
    let shell = Shell::new(tongue, &title, &link::mw_of(tongue, &season), Some(&season));
    show::rendered(&AllPage { shell, season, items })
}

/// One of them.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let mw: Championship = inside.get(tongue.0, &format!("/api/v1/mw/{}", link::escaped(id))).await?;
    let title = tongue.with("mw-title", &mw.voivodeship);
    let season = mw.season.clone().unwrap_or_default();
    let shell = Shell::new(tongue, &title, &link::mw(tongue, id), mw.season.as_deref());
    show::rendered(&Page { shell, season, mw })
}
