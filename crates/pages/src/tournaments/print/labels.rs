//! Labels for tables: a large number and a QR code to the page of the tournament.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use actix_web::web;
use api::qr;
use api::{ApiClient, ApiError};
use askama::Template;
use wire::tournaments::live::Seating;

#[derive(Template)]
#[template(path = "paper/labels.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    /// `a4` or `a5`.
    size: String,
    tables: u32,
    qr: String,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, id, size) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let mut tables = 0;
    for stage in desk.stages() {
        let asked = format!("seating?stage={stage}");
        let seating: Option<Seating> = client.personal().find(language.0, &desk.part(&asked)).await?;
        tables = tables.max(seating.map_or(0, |seating| seating.tables.len() as u32));
    }
    if tables == 0 {
        return Err(ApiError::not_found());
    }
    let qr = qr::svg(&desk.public_page()).unwrap_or_default();
    let shell = desk.shell(&language.text("paper-labels"), &format!("/labels/{size}"));
    response::render_template(&Page { shell, desk, size, tables, qr })
}
