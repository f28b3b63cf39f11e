//! Voivodeship championships: who is qualified, what is not decided yet, and who may get a wildcard.

use crate::link;
use crate::listed::{Official, Pending, Qualified};
use crate::query::Query;
use crate::reason::{self, Cut, First, Found, Reason, Summary, Wanted};
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Championship {
    voivodeship: String,
    season: Option<String>,
    first_day: String,
    last_day: Option<String>,
    counts: Counts,
    official: Option<Official>,
    official_wildcards: Option<Official>,
    summary: Summary,
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
    title: String,
    /// Empty for a championship of no season that there is.
    season: String,
    here: String,
    mw: Championship,
    cut: Option<Cut>,
    wanted: Wanted,
    found: Option<Found>,
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
    seasons: Vec<Way>,
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
    let seasons = season::ways(inside, tongue, &season, link::mw_of).await?;
    show::rendered(&AllPage { shell, season, items, seasons })
}

/// One of them.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, wanted: Wanted) -> Result<String, Refusal> {
    let address = format!("/api/v1/mw/{}", link::escaped(id));
    let mw: Championship = inside.get(tongue.0, &address).await?;
    let explained_at = |player: &str| format!("{address}/players/{}", link::escaped(player));
    let title = match &mw.season {
        Some(season) => {
            let message = Message::new("page-mw-title").with("voivodeship", mw.voivodeship.as_str());
            tongue.0.say(&message.with("season", season.as_str()))
        }
        None => tongue.with("public-mw-of", &mw.voivodeship),
    };
    let season = mw.season.clone().unwrap_or_default();
    let here = link::mw(tongue, id);
    let shell = Shell::new(tongue, &title, &here, mw.season.as_deref()).asked(inside);
    let mut cut = None;
    // Whoever is first for a wildcard is the first whom no qualification reached.
    if let Some(first) = mw.wildcards.first() {
        let reason: Option<Reason> = inside.find(tongue.0, &explained_at(&first.player.player_id)).await?;
        let first = reason.map(|reason| First {
            player: reason.player,
            place: None,
            text: reason.wildcard.map_or(reason.text, |wildcard| wildcard.text),
            rule: None,
        });
        cut = first.map(|first| Cut { last: None, last_place: None, first: Some(first) });
    }
    let found = reason::search(inside, tongue, &wanted.q, explained_at).await?;
    show::rendered(&Page { shell, title, season, here, mw, cut, wanted, found })
}
