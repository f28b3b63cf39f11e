//! A player's season: every result with its points or the reason why it has none, the neighbours in the ranking, and qualifications.

use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Breakdown {
    name: String,
    city: Option<String>,
    voivodeship: Option<String>,
    text: String,
    above: Option<Neighbour>,
    below: Option<Neighbour>,
    results: Vec<Line>,
    mp: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Neighbour {
    player_id: String,
    name: String,
    step: Step,
}

#[derive(Debug, Deserialize)]
struct Step {
    text: String,
    rule: Option<String>,
}

/// A result, or what came of it.
#[derive(Debug, Deserialize)]
struct Line {
    event_id: Option<String>,
    event_name: Option<String>,
    text: String,
    #[serde(default)]
    counted: bool,
    #[serde(default)]
    qualified: bool,
    rule: Option<String>,
    points: Option<u64>,
    place: Option<u32>,
}

impl Line {
    fn name(&self) -> &str {
        self.event_name.as_deref().or(self.event_id.as_deref()).unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "player.html")]
struct Page {
    shell: Shell,
    season: String,
    player: Breakdown,
    ranking: String,
}

impl Page {
    fn neighbour(&self, neighbour: &Neighbour) -> String {
        link::player(self.shell.tongue, &self.season, &neighbour.player_id)
    }
}

/// A player's season.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, season, player) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, &player)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, id: &str) -> Result<String, Refusal> {
    let address = format!("/api/v1/seasons/{}/ranking/{}", link::escaped(&season), link::escaped(id));
    let player: Breakdown = inside.get(tongue.0, &address).await?;
    let here = link::player(tongue, &season, id);
    let shell = Shell::new(tongue, &player.name, &here, Some(&season));
    let around = link::query(&[("around", Some(id))]);
    let ranking = format!("{}{around}#p-{id}", link::ranking(tongue, &season));
    show::rendered(&Page { shell, season, player, ranking })
}
