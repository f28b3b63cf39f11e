//! Score sheets of a stage: one for each table, filled with names, to be filled in with points and signed.

use super::{Desk, SeatedTable};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal, qr};
use askama::Template;
use serde::Deserialize;

/// The tokens that are good now.
#[derive(Debug, Deserialize)]
struct Tokens {
    items: Vec<Token>,
}

#[derive(Debug, Deserialize)]
struct Token {
    #[serde(default)]
    stage: Option<String>,
}

struct Sheet {
    table: SeatedTable,
    code: String,
    qr: String,
}

#[derive(Template)]
#[template(path = "paper/sheets.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    stage: String,
    sheets: Vec<Sheet>,
    /// Where tokens for the tables are given out, if the caller may do that here.
    tokens: Option<String>,
    /// Whether some were given out before.
    has_tokens: bool,
}

/// The sheets.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, id, stage) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, &stage)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, code: &str) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let seating = desk.seating(inside, code).await?;
    let entering = format!("{}{}", desk.public_url, link::organise(tongue, id, "/sheets"));
    let sheet = |table: SeatedTable| Sheet {
        qr: qr::svg(&format!("{entering}?stage={}#table-{}", link::escaped(code), table.table)).unwrap_or_default(),
        code: sheet_code(code, table.table),
        table,
    };
    // The final is entered by referees, and a round that is over by nobody: the API refuses tokens for them.
    let good = match inside.personal().get::<Tokens>(tongue.0, &desk.part("table-tokens")).await {
        Ok(tokens) => Some(tokens.items),
        Err(refusal) if refusal.status() == StatusCode::FORBIDDEN => None,
        Err(refusal) => return Err(refusal),
    };
    let may_issue = good.is_some() && code != "final" && desk.it.phase != "closed";
    let has_tokens = good.unwrap_or_default().iter().any(|token| token.stage.as_deref() == Some(code));
    let title = format!("{}: {}", tongue.text("paper-sheets"), stage(tongue, code));
    show::rendered(&Page {
        shell: desk.shell(&title, &format!("/sheets/{code}")),
        stage: stage(tongue, code),
        sheets: seating.tables.into_iter().map(sheet).collect(),
        tokens: may_issue.then(|| desk.part(&format!("stages/{code}/table-tokens"))),
        has_tokens,
        desk,
    })
}

/// What a sheet is called, like `R2-S07`, so that a lost one can be asked for aloud.
fn sheet_code(stage: &str, table: u32) -> String {
    match stage {
        "top" => format!("TOP-S{table:02}"),
        "final" => format!("F-S{table:02}"),
        round => format!("R{round}-S{table:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_have_short_names() {
        assert_eq!(sheet_code("2", 7), "R2-S07");
        assert_eq!(sheet_code("top", 1), "TOP-S01");
        assert_eq!(sheet_code("final", 1), "F-S01");
        assert_eq!(sheet_code("10", 123), "R10-S123");
    }
}
