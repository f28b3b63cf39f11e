//! Labels for tables: a number that is seen across the hall, and the way to the page of the tournament.

use super::{Desk, Seating};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal, qr};
use askama::Template;

#[derive(Template)]
#[template(path = "paper/labels.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    /// `a4` or `a5`.
    size: String,
    tables: u32,
    qr: String,
}

/// The labels.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, id, size) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, size)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, size: String) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let mut tables = 0;
    for stage in &desk.it.stages {
        let asked = format!("seating{}", link::query(&[("stage", Some(stage))]));
        let seating: Option<Seating> = inside.personal().find(tongue.0, &desk.part(&asked)).await?;
        tables = tables.max(seating.map_or(0, |seating| seating.tables.len() as u32));
    }
    if tables == 0 {
        return Err(Refusal::not_found());
    }
    let qr = qr::svg(&desk.public_page()).unwrap_or_default();
    let shell = desk.shell(&tongue.text("paper-labels"), &format!("/labels/{size}"));
    show::rendered(&Page { shell, desk, size, tables, qr })
}
