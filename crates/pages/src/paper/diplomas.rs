//! Diplomas for the first places: one A4 for each player.

use super::Desk;
use super::results::{Line, Results};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// For how many places diplomas are offered.
pub(super) const PLACES: [u32; 3] = [3, 4, 10];

#[derive(Template)]
#[template(path = "paper/diplomas.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    winners: Vec<(u32, Line)>,
}

/// The diplomas.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, u32)>) -> HttpResponse {
    let (code, id, places) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, places)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, places: u32) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let results = Results::of(inside, &desk).await?;
    let placed =
        results.lines.into_iter().filter_map(|line| Some((line.place.filter(|place| *place <= places)?, line)));
    let winners = placed.collect();
    let shell = desk.shell(&tongue.text("paper-diplomas"), &format!("/diplomas/{places}"));
    show::rendered(&Page { shell, desk, winners })
}
