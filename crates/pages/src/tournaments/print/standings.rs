//! The standings after a stage, to be put up.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use crate::tournaments::tournament::stage;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::tournament::course::Stage;
use wire::tournaments::live::{LiveStandings, StageLine, StandingLine};

#[derive(Template)]
#[template(path = "paper/standings.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    title: String,
    stage: String,
    after: Stage,
    standings: LiveStandings,
}

impl Page {
    fn here<'l>(&self, line: &'l StandingLine) -> Option<&'l StageLine> {
        line.stages.iter().find(|stage| stage.stage == self.after)
    }

    /// Why a lower place can have more big points.
    fn remark(&self) -> Option<String> {
        let top = self.standings.lines.iter().any(|line| line.stages.iter().any(|stage| stage.stage == Stage::Top));
        match self.after {
            Stage::Final if self.standings.lines.iter().any(|line| line.final_place.is_some()) => {
                Some(super::decided_by_final(self.shell.language, top))
            }
            Stage::Final | Stage::Top => Some(self.shell.text("paper-points-of-rounds")),
            Stage::Round(_) => None,
        }
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, id, written) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let after = desk.stage(&written)?;
    let address = desk.part(&format!("standings?after={after}"));
    let standings: LiveStandings = client.personal().get(language.0, &address).await?;
    let stage = stage(language, after);
    let title = language.with("paper-standings-after", &stage);
    let shell = desk.shell(&title, &format!("/standings/{after}"));
    response::render_template(&Page { shell, desk, title, stage, after, standings })
}
