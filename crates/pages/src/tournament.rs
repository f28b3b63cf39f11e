//! A tournament: how it stands, who sits where, and how everybody finished.

use crate::link;
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
struct Tournament {
    name: Option<String>,
    venue: Option<String>,
    voivodeship: Option<String>,
    first_day: String,
    last_day: Option<String>,
    class: Option<String>,
    phase: String,
}

#[derive(Debug, Deserialize)]
struct Standings {
    provisional: bool,
    hidden: Option<String>,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    final_place: Option<u32>,
    place: Option<u32>,
    #[serde(flatten)]
    player: Person,
    big: Option<i64>,
    small: Option<i64>,
    games: Option<u32>,
    chance: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Person {
    player: String,
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
}

impl Person {
    fn name(&self, tongue: Tongue) -> String {
        match (&self.first_name, &self.surname) {
            (Some(first_name), Some(surname)) => format!("{first_name} {surname}"),
            _ => tongue.0.text("event-player-deleted"),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Seating {
    stage: Option<String>,
    tables: Vec<Table>,
}

#[derive(Debug, Deserialize)]
struct Table {
    table: u32,
    seats: Vec<Seat>,
}

#[derive(Debug, Deserialize)]
struct Seat {
    seat: String,
    #[serde(flatten)]
    player: Person,
}

#[derive(Debug, Deserialize)]
struct Progress {
    stage: Option<String>,
    tables: Option<u32>,
    complete: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct Results {
    participants: Option<u32>,
    lines: Vec<Finished>,
}

#[derive(Debug, Deserialize)]
struct Finished {
    place: Option<u32>,
    #[serde(flatten)]
    player: Person,
    big: Option<i64>,
    small: Option<i64>,
    games_played: Option<u32>,
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    it: Tournament,
    standings: Option<Standings>,
    seating: Option<Seating>,
    progress: Option<Progress>,
    results: Option<Results>,
}

impl Page {
    fn days(&self) -> String {
        time::span(self.shell.tongue, &self.it.first_day, self.it.last_day.as_deref())
    }

    fn phase(&self) -> String {
        self.shell.tongue.choice("page-phase", &self.it.phase)
    }

    fn class(&self) -> Option<String> {
        self.it.class.as_deref().map(|class| self.shell.tongue.choice("page-class", class))
    }

    fn stage(&self, code: Option<&str>) -> String {
        stage(self.shell.tongue, code.unwrap_or_default())
    }

    fn href(&self, person: &Person) -> String {
        link::player(self.shell.tongue, &self.season, &person.player)
    }

    fn chance(&self, line: &Line) -> String {
        line.chance.as_deref().map(|chance| self.shell.tongue.choice("page-chance", chance)).unwrap_or_default()
    }
}

/// A round, the TOP stage or the final, in words.
fn stage(tongue: Tongue, code: &str) -> String {
    match code.parse::<u32>() {
        Ok(number) => tongue.count("round", number),
        Err(_) => tongue.choice("stage", code),
    }
}

/// The tournament.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(id));
    let it: Tournament = inside.get(tongue.0, &address).await?;
    let part = |part: &str| format!("{address}/{part}");
    let is_over = it.phase == "closed";
    let (mut standings, mut seating, mut progress, mut results) = (None, None, None, None);
    if is_over {
        results = inside.find(tongue.0, &part("results")).await?;
    } else {
        standings = inside.find(tongue.0, &part("standings")).await?;
        seating = inside.find(tongue.0, &part("seating")).await?;
        progress = inside.find(tongue.0, &part("progress")).await?;
    }
    let all = seasons(inside, tongue).await?;
    let season = current(&all, it.last_day.as_deref().unwrap_or(&it.first_day)).map(|season| season.id.clone());
    let title = it.name.clone().unwrap_or_else(|| id.to_owned());
    let shell = Shell::new(tongue, &title, &link::tournament(tongue, id), season.as_deref());
    let season = season.unwrap_or_default();
    show::rendered(&Page { shell, season, title, it, standings, seating, progress, results })
}
