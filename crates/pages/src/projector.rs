//! A tournament on the wall of the hall: big type, one page after the other, and a code that leads to the same on a phone.

use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::{self, Line, Progress, Table, Tournament};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal, qr};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;

/// How many lines of the standings, and how many tables, fit on a wall.
const LINES: usize = 10;
const TABLES: usize = 9;

/// How everybody finished.
#[derive(Debug, Deserialize)]
struct Results {
    lines: Vec<Line>,
}

/// One page on the wall.
enum Slide {
    Standings(Vec<Line>),
    Seating(Vec<Table>),
}

#[derive(Template)]
#[template(path = "projector.html")]
struct Page {
    shell: Shell,
    title: String,
    id: String,
    here: String,
    stage: Option<String>,
    progress: Option<Progress>,
    provisional: bool,
    is_hidden: bool,
    slides: Vec<Slide>,
    qr: String,
    /// The address of the page of the tournament, as people write it.
    address: String,
}

impl Page {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates give references to what they show")]
    fn counted(&self, number: &usize) -> String {
        let message = Message::new("page-public-projector-page").with("page", number.to_string());
        self.shell.tongue.0.say(&message.with("pages", self.slides.len().to_string()))
    }
}

/// The wall.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: String) -> Result<String, Refusal> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = inside.get(tongue.0, &address).await?;
    let course = tournament::course(inside, tongue, &address).await?;
    let title = it.name.unwrap_or_else(|| id.clone());
    let here = link::tournament(tongue, &id);
    let name = tongue.with("public-projector-title", &title);
    let mut shell = Shell::new(tongue, &name, &link::projector(tongue, &id), None).with_script("projector.js");
    shell.is_listed = false;
    let mut slides = Vec::new();
    let (mut provisional, mut is_hidden) = (false, false);
    if it.phase == "closed" {
        let results: Option<Results> = inside.find(tongue.0, &format!("{address}/results")).await?;
        let lines = results.map(|results| results.lines).unwrap_or_default();
        slides.extend(in_pages(lines, LINES).map(Slide::Standings));
    } else if let Some(standings) = course.standings {
        (provisional, is_hidden) = (standings.provisional, standings.hidden.is_some());
        slides.extend(in_pages(standings.lines, LINES).map(Slide::Standings));
    }
    let mut stage = None;
    if let Some(seating) = course.seating.filter(|_| it.phase != "closed") {
        stage = seating.stage.as_deref().map(|code| tournament::stage(tongue, code));
        slides.extend(in_pages(seating.tables, TABLES).map(Slide::Seating));
    }
    let address = format!("{}{here}", inside.public_url());
    let qr = qr::svg(&address).unwrap_or_default();
    let address = address.split("://").last().unwrap_or_default().to_owned();
    let progress = course.progress;
    show::rendered(&Page { shell, title, id, here, stage, progress, provisional, is_hidden, slides, qr, address })
}

/// A list in pages of this many.
fn in_pages<T>(items: Vec<T>, size: usize) -> impl Iterator<Item = Vec<T>> {
    let mut items = items.into_iter();
    std::iter::from_fn(move || {
        let page: Vec<T> = items.by_ref().take(size).collect();
        (!page.is_empty()).then_some(page)
    })
}
