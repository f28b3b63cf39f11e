//! The results of a tournament that is over, with places for signatures.

use super::{Desk, Person};
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
    qr: String,
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
    show::rendered(&Page { shell, desk, results, qr })
}
