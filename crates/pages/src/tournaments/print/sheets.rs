//! Score sheets of a stage, one for each table, with names and empty fields for points and signatures.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use crate::tournaments::tournament::stage;
use actix_web::http::StatusCode;
use actix_web::web;
use api::ApiClient;
use api::qr;
use askama::Template;
use domain::tournament::course::Stage;
use wire::accounts::TableTokenItem;
use wire::tournaments::live::TableSeats;

struct Sheet {
    table: TableSeats,
    code: String,
    qr: String,
}

#[derive(Template)]
#[template(path = "paper/sheets.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    stage: String,
    sheets: Vec<Sheet>,
    /// The address that issues tokens for the tables, if the caller may do that.
    tokens: Option<String>,
    /// Whether some were issued before.
    has_tokens: bool,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, id, written) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let code = desk.stage(&written)?;
    let seating = desk.seating(&client, code).await?;
    let entering = format!("{}{}", desk.public_url, link::organise(language, &id, "/sheets"));
    let sheet = |table: TableSeats| Sheet {
        qr: qr::svg(&format!("{entering}?stage={code}#table-{}", table.table)).unwrap_or_default(),
        code: sheet_code(code, table.table),
        table,
    };
    // The API refuses tokens for the final, which referees enter, and for rounds that are over.
    let good =
        match client.personal().get::<wire::common::Page<TableTokenItem>>(language.0, &desk.part("table-tokens")).await
        {
            Ok(tokens) => Some(tokens.items),
            Err(refusal) if refusal.status() == StatusCode::FORBIDDEN => None,
            Err(refusal) => return Err(refusal),
        };
    let may_issue = good.is_some() && code != Stage::Final && !desk.is_closed();
    let has_tokens = good.unwrap_or_default().iter().any(|token| token.stage == written);
    let title = format!("{}: {}", language.text("paper-sheets"), stage(language, code));
    response::render_template(&Page {
        shell: desk.shell(&title, &format!("/sheets/{code}")),
        stage: stage(language, code),
        sheets: seating.tables.into_iter().map(sheet).collect(),
        tokens: may_issue.then(|| desk.part(&format!("stages/{code}/table-tokens"))),
        has_tokens,
        desk,
    })
}

/// A short code of a sheet, like `R2-S07`.
fn sheet_code(stage: Stage, table: u32) -> String {
    match stage {
        Stage::Top => format!("TOP-S{table:02}"),
        Stage::Final => format!("F-S{table:02}"),
        Stage::Round(round) => format!("R{round}-S{table:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_have_short_names() {
        assert_eq!(sheet_code(Stage::Round(2), 7), "R2-S07");
        assert_eq!(sheet_code(Stage::Top, 1), "TOP-S01");
        assert_eq!(sheet_code(Stage::Final, 1), "F-S01");
        assert_eq!(sheet_code(Stage::Round(10), 123), "R10-S123");
    }
}
