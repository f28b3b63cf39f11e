//! The results of a tournament that is over, with places for signatures.

use super::{Desk, Person, decided_by_final};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal, qr};
use askama::Template;
use serde::Deserialize;

/// The results.
#[derive(Debug, Deserialize)]
pub(super) struct Results {
    phase: String,
    participants: Option<u32>,
    pub(super) lines: Vec<Line>,
}

/// How somebody finished.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) place: Option<u32>,
    #[serde(flatten)]
    pub(super) player: Person,
    big: Option<i64>,
    small: Option<i64>,
    games_played: u32,
}

impl Results {
    /// Those of a tournament that is closed; nothing is printed before as if it were final.
    pub(super) async fn of(inside: &Inside, desk: &Desk) -> Result<Self, Refusal> {
        let results: Self = inside.personal().get(desk.tongue.0, &desk.part("results")).await?;
        if results.phase == "closed" { Ok(results) } else { Err(Refusal::not_found()) }
    }
}

#[derive(Template)]
#[template(path = "paper/results.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    results: Results,
    /// Why the points do not fall from place to place.
    remark: Option<String>,
    qr: String,
}

/// The stages that were played, as far as the standings tell.
#[derive(Debug, Deserialize)]
struct Standings {
    lines: Vec<Played>,
}

#[derive(Debug, Deserialize)]
struct Played {
    stages: Vec<Stage>,
}

#[derive(Debug, Deserialize)]
struct Stage {
    stage: String,
}

/// A final that was left out decides nothing, so what was played is asked for rather than what was planned.
async fn remark(inside: &Inside, desk: &Desk) -> Result<Option<String>, Refusal> {
    let standings: Option<Standings> = inside.personal().find(desk.tongue.0, &desk.part("standings")).await?;
    let lines = standings.map(|standings| standings.lines).unwrap_or_default();
    let was_played = |code: &str| lines.iter().any(|line| line.stages.iter().any(|stage| stage.stage == code));
    Ok(was_played("final").then(|| decided_by_final(desk.tongue, was_played("top"))))
}

/// The results.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let results = Results::of(inside, &desk).await?;
    let shell = desk.shell(&tongue.text("final-results"), "/results");
    let qr = qr::svg(&desk.public_page()).unwrap_or_default();
    let remark = remark(inside, &desk).await?;
    show::rendered(&Page { shell, desk, results, remark, qr })
}
