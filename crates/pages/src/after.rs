//! The standings after a stage of a tournament: what is shared between two rounds.

use crate::card::{Shared, Subject};
use crate::link;
use crate::listed::full_name;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage as stage_name;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Tournament {
    name: Option<String>,
    first_day: String,
    last_day: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Standings {
    provisional: bool,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    final_place: Option<u32>,
    place: Option<u32>,
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
    big: i64,
    small: i64,
    games: u32,
}

impl Line {
    fn place(&self) -> Option<u32> {
        self.final_place.or(self.place)
    }

    fn name(&self, tongue: Tongue) -> String {
        full_name(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }
}

#[derive(Template)]
#[template(path = "after.html")]
struct Page {
    shell: Shell,
    title: String,
    stage: String,
    tournament: String,
    standings: Standings,
    shared: Shared,
}

/// The standings.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, id, stage) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, id, stage)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: String, code: String) -> Result<String, Refusal> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = inside.get(tongue.0, &address).await?;
    let subject = Subject::Stage { id: id.clone(), stage: code.clone() };
    // Refused where the stage has no results that everybody may see.
    let shared = subject.shared(inside, tongue).await?;
    let asked = format!("{address}/standings{}", link::query(&[("after", Some(&code))]));
    let standings: Standings = inside.get(tongue.0, &asked).await?;
    let stage = stage_name(tongue, &code);
    let title = it.name.unwrap_or_else(|| id.clone());
    let season = season::at(inside, tongue, it.last_day.as_deref().unwrap_or(&it.first_day)).await;
    let here = link::after_stage(tongue, &id, &code);
    let shell = Shell::new(tongue, &format!("{title}: {stage}"), &here, season.as_deref());
    let shell = shell.shared(&shared);
    let tournament = link::tournament(tongue, &id);
    show::rendered(&Page { shell, title, stage, tournament, standings, shared })
}
