//! The front page: the season at a glance, what is played now, and what comes next.

use crate::calendar::{Calendar, Entry, of_season};
use crate::link;
use crate::season::{SeasonItem, current, seasons};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::http::header::{CACHE_CONTROL, LOCATION, VARY};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use chrono_tz::Europe::Warsaw;
use serde::Deserialize;

/// How many events that come next are shown.
const NEXT: usize = 8;
/// How many players of the ranking are shown.
const BEST: usize = 10;

#[derive(Debug, Deserialize)]
struct Ranking {
    items: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    place: u32,
    player_id: String,
    name: String,
    points: u64,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Page {
    shell: Shell,
    season: Option<SeasonItem>,
    live: Vec<Entry>,
    next: Vec<Entry>,
    best: Vec<Row>,
    ranking: String,
}

impl Page {
    fn player(&self, row: &Row) -> String {
        let season = self.season.as_ref().map(|season| season.id.as_str()).unwrap_or_default();
        link::player(self.shell.tongue, season, &row.player_id)
    }
}

/// Leads to the front page in the language of the browser.
pub(crate) async fn begin(inside: Inside) -> HttpResponse {
    let home = format!("/{}", Tongue(inside.preferred_language()).code());
    HttpResponse::SeeOther()
        .insert_header((LOCATION, home))
        .insert_header((VARY, "Accept-Language"))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .finish()
}

/// The front page.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let today = inside.now().with_timezone(&Warsaw).date_naive().to_string();
    let all = seasons(inside, tongue).await?;
    let now = current(&all, &today).map(|season| season.id.clone());
    let (mut live, mut next, mut best) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(season) = now.as_deref() {
        let address = format!("/api/v1/seasons/{}", link::escaped(season));
        let Calendar { items } = of_season(inside, tongue, season).await?;
        for entry in items {
            if entry.kind == "tournament" && entry.phase.as_deref() == Some("running") {
                live.push(entry);
            } else if entry.first_day.as_ref().is_some_and(|day| *day >= today) && next.len() < NEXT {
                next.push(entry);
            }
        }
        let ranking: Option<Ranking> = inside.find(tongue.0, &format!("{address}/ranking?limit=100")).await?;
        best = ranking.map(|ranking| ranking.items).unwrap_or_default();
        best.truncate(BEST);
    }
    let shell = Shell::new(tongue, &tongue.text("home-title"), &format!("/{}", tongue.code()), now.as_deref());
    let ranking = now.as_deref().map(|season| link::ranking(tongue, season)).unwrap_or_default();
    let season = all.into_iter().find(|season| Some(&season.id) == now.as_ref());
    show::rendered(&Page { shell, season, live, next, best, ranking })
}
