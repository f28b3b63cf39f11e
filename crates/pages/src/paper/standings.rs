//! The standings after a stage, to be put up.

use super::{Desk, Person};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Standings {
    provisional: bool,
    hidden: Option<String>,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    final_place: Option<u32>,
    place: Option<u32>,
    #[serde(flatten)]
    player: Person,
    big: i64,
    small: i64,
    games: u32,
    stages: Vec<StageLine>,
}

/// What one stage brought.
#[derive(Debug, Deserialize)]
struct StageLine {
    stage: String,
    big: i64,
    small: i64,
}

impl Line {
    fn place(&self) -> Option<u32> {
        self.final_place.or(self.place)
    }
}

#[derive(Template)]
#[template(path = "paper/standings.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    title: String,
    stage: String,
    code: String,
    standings: Standings,
}

impl Page {
    fn here<'l>(&self, line: &'l Line) -> Option<&'l StageLine> {
        line.stages.iter().find(|stage| stage.stage == self.code)
    }

    /// Why big points do not fall from place to place.
    fn remark(&self) -> Option<String> {
        let top = self.standings.lines.iter().any(|line| line.stages.iter().any(|stage| stage.stage == "top"));
        match self.code.as_str() {
            "final" if self.standings.lines.iter().any(|line| line.final_place.is_some()) => {
                Some(super::decided_by_final(self.shell.tongue, top))
            }
            "final" | "top" => Some(self.shell.text("paper-points-of-rounds")),
            _ => None,
        }
    }
}

/// The standings.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, id, stage) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, stage)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, code: String) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    desk.known(&code)?;
    let address = desk.part(&format!("standings{}", link::query(&[("after", Some(&code))])));
    let standings: Standings = inside.personal().get(tongue.0, &address).await?;
    let stage = stage(tongue, &code);
    let title = tongue.with("paper-standings-after", &stage);
    let shell = desk.shell(&title, &format!("/standings/{code}"));
    show::rendered(&Page { shell, desk, title, stage, code, standings })
}
