//! A Grand Prix cycle: its tournaments and its table.

use crate::link;
use crate::listed::{Listed, Official};
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
struct Cycle {
    name: Option<String>,
    provisional: bool,
    tournaments: Vec<Member>,
    official: Option<Official>,
    table: Vec<Row>,
}

#[derive(Debug, Deserialize)]
struct Member {
    id: String,
    name: Option<String>,
    day: Option<String>,
    over: bool,
    valid: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    place: u32,
    #[serde(flatten)]
    player: Listed,
    points: u64,
    tournaments: u32,
}

#[derive(Template)]
#[template(path = "grand_prix.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    cycle: Cycle,
}

impl Page {
    fn tournament(&self, member: &Member) -> String {
        link::tournament(self.shell.tongue, &member.id)
    }

    fn about(&self, member: &Member) -> String {
        let day = member.day.as_deref().map(|day| time::day(self.shell.tongue, day));
        let state = match (member.over, member.valid) {
            (false, _) => self.shell.text("gp-to-come"),
            (true, true) => self.shell.text("gp-valid"),
            (true, false) => self.shell.text("gp-not-valid"),
        };
        day.into_iter().chain([state]).collect::<Vec<_>>().join(", ")
    }
}

/// A cycle.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let cycle: Cycle = inside.get(tongue.0, &format!("/api/v1/grand-prix/{}", link::escaped(id))).await?;
    // A cycle belongs to the season in which its last tournament takes place.
    let last = cycle.tournaments.iter().filter_map(|member| member.day.as_deref()).max().unwrap_or_default();
    let all = seasons(inside, tongue).await?;
    let season = current(&all, last).map(|season| season.id.clone()).unwrap_or_default();
    let title = cycle.name.clone().unwrap_or_else(|| id.to_owned());
    let shell = Shell::new(tongue, &title, &link::grand_prix(tongue, id), Some(&season));
    show::rendered(&Page { shell, season, title, cycle })
}
