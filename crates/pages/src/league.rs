//! A league: its table, provisional until it is closed, and its meetings.

use crate::link;
use crate::listed::Listed;
use crate::season::{current, seasons};
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct League {
    name: Option<String>,
    voivodeship: String,
    status: String,
    first_day: Option<String>,
    last_day: Option<String>,
    planned_meetings: Option<u32>,
    long_enough: Option<bool>,
    waivers: Vec<Waiver>,
}

/// Somebody who gave up what the league would give.
#[derive(Debug, Deserialize)]
struct Waiver {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Table {
    provisional: bool,
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Row {
    place: Option<u32>,
    #[serde(flatten)]
    player: Listed,
    big: i64,
    small: i64,
    games: u32,
    meetings: u32,
}

#[derive(Debug, Deserialize)]
struct Meetings {
    items: Vec<Meeting>,
}

#[derive(Debug, Deserialize)]
struct Meeting {
    number: u32,
    day: String,
    present: u32,
    tables: u32,
}

#[derive(Template)]
#[template(path = "league.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    league: League,
    table: Table,
    meetings: Vec<Meeting>,
    /// The first day, while it is still to come.
    begins: Option<String>,
    csv: String,
}

impl Page {
    fn is_over(&self) -> bool {
        self.league.status == "over"
    }

    /// Whether points of games are known; of a league that was only recorded there are none.
    fn has_games(&self) -> bool {
        self.table.rows.iter().any(|row| row.games > 0)
    }

    fn days(&self) -> Option<String> {
        let first = self.league.first_day.as_deref()?;
        Some(time::span(self.shell.tongue, first, self.league.last_day.as_deref()))
    }

    fn waivers(&self) -> String {
        self.league.waivers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A league.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let address = format!("/api/v1/leagues/{}", link::escaped(id));
    let league: League = inside.get(tongue.0, &address).await?;
    let table: Table = inside.get(tongue.0, &format!("{address}/table")).await?;
    let Meetings { items: meetings } = inside.get(tongue.0, &format!("{address}/meetings?limit=200")).await?;
    let all = seasons(inside, tongue).await?;
    let last = league.last_day.as_deref().or(league.first_day.as_deref()).unwrap_or_default();
    let season = current(&all, last).map(|season| season.id.clone());
    let title = league.name.clone().unwrap_or_else(|| id.to_owned());
    let shell = Shell::new(tongue, &title, &link::league(tongue, id), season.as_deref());
    let csv = format!("{address}/table?dialect=excel");
    let begins = time::to_come(tongue, league.first_day.as_deref(), inside.now()).filter(|_| table.provisional);
    show::rendered(&Page { shell, season: season.unwrap_or_default(), title, league, table, meetings, begins, csv })
}
