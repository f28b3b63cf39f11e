//! Diplomas for the first places: one A4 for each player.

use super::PrintContext;
use super::results::closed_results;
use crate::layout::language::Language;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use wire::tournaments::results::ResultRow;

pub(crate) const PLACES: [u32; 3] = [3, 4, 10];

#[derive(Template)]
#[template(path = "paper/diplomas.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    winners: Vec<(u32, ResultRow)>,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, u32)>) -> Rendered {
    let (language, id, places) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let results = closed_results(&client, &desk).await?;
    let placed =
        results.lines.into_iter().filter_map(|line| Some((line.place.filter(|place| *place <= places)?, line)));
    let winners = placed.collect();
    let shell = desk.shell(&language.text("paper-diplomas"), &format!("/diplomas/{places}"));
    response::render_template(&Page { shell, desk, winners })
}
