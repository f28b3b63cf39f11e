//! The standings after a stage of a tournament: what is shared between two rounds.

use crate::card::{Shared, Subject};
use crate::link;
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
        match (&self.first_name, &self.surname) {
            (Some(first_name), Some(surname)) => format!("{first_name} {surname}"),
            _ => tongue.0.text("event-player-deleted"),
        }
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
    let shell = Shell::new(tongue, &format!("{title}: {stage}"), &link::after_stage(tongue, &id, &code), None);
    let shell = shell.shared(&shared);
    let tournament = link::tournament(tongue, &id);
    show::rendered(&Page { shell, title, stage, tournament, standings, shared })
}
