//! The standings after a stage, to be put up.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response;
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use crate::tournaments::tournament::stage;
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;
use wire::tournaments::live::{LiveStandings, StageLine, StandingLine};

#[derive(Template)]
#[template(path = "paper/standings.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    title: String,
    stage: String,
    code: String,
    standings: LiveStandings,
}

impl Page {
    fn here<'l>(&self, line: &'l StandingLine) -> Option<&'l StageLine> {
        line.stages.iter().find(|stage| stage.stage == self.code)
    }

    /// Why a lower place can have more big points.
    fn remark(&self) -> Option<String> {
        let top = self.standings.lines.iter().any(|line| line.stages.iter().any(|stage| stage.stage == "top"));
        match self.code.as_str() {
            "final" if self.standings.lines.iter().any(|line| line.final_place.is_some()) => {
                Some(super::decided_by_final(self.shell.language, top))
            }
            "final" | "top" => Some(self.shell.text("paper-points-of-rounds")),
            _ => None,
        }
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> HttpResponse {
    let (language, id, stage) = path.into_inner();
    response::personal(&client, language, render(&client, language, &id, stage)).await
}

async fn render(client: &ApiClient, language: Language, id: &str, code: String) -> Result<String, ApiError> {
    let desk = PrintContext::of(client, language, id).await?;
    desk.known(&code)?;
    let address = desk.part(&format!("standings{}", link::query(&[("after", Some(&code))])));
    let standings: LiveStandings = client.personal().get(language.0, &address).await?;
    let stage = stage(language, &code);
    let title = language.with("paper-standings-after", &stage);
    let shell = desk.shell(&title, &format!("/standings/{code}"));
    response::render_template(&Page { shell, desk, title, stage, code, standings })
}
