//! A tournament on a projector: standings and seating as slides in big type, with a QR code of the public page.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::signed;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName;
use crate::tournaments::tournament::{self, ProgressText};
use actix_web::web;
use api::ApiClient;
use api::qr;
use askama::Template;
use domain::tournament::course::Phase;
use formats::localization::Message;
use wire::tournaments::desk::Tournament;
use wire::tournaments::live::{Progress, StandingLine, TableSeats};
use wire::tournaments::results::{ResultRow, Results};

/// The most lines of the standings and the most tables on one slide.
const LINES: usize = 10;
const TABLES: usize = 9;

struct WallLine {
    place: Option<u32>,
    name: String,
    big: Option<u32>,
    small: String,
}

enum Slide {
    Standings(Vec<WallLine>),
    Seating(Vec<TableSeats>),
}

#[derive(Template)]
#[template(path = "projector.html")]
struct Page {
    shell: Shell,
    title: String,
    id: String,
    own_path: String,
    stage: Option<String>,
    progress: Option<Progress>,
    provisional: bool,
    is_hidden: bool,
    slides: Vec<Slide>,
    qr: String,
    /// The address of the public page without the scheme.
    address: String,
}

impl Page {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates give references to what they show")]
    fn counted(&self, number: &usize) -> String {
        let message = Message::new("page-public-projector-page").with("page", number.to_string());
        self.shell.language.0.render(&message.with("pages", self.slides.len().to_string()))
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = client.get(language.0, &address).await?;
    let live = tournament::live_data(&client, language, &address).await?;
    let title = it.name.unwrap_or_else(|| id.clone());
    let own_path = link::tournament(language, &id);
    let name = language.with("public-projector-title", &title);
    let mut shell = Shell::new(language, &name, &link::projector(language, &id), None).with_script("projector.js");
    shell.is_listed = false;
    let mut slides = Vec::new();
    let (mut provisional, mut is_hidden) = (false, false);
    if it.phase == Phase::Closed {
        let results: Option<Results> = client.find(language.0, &format!("{address}/results")).await?;
        let line = |line: &ResultRow| WallLine {
            place: line.place,
            name: line.named.name(language),
            big: line.big,
            small: line.small.map(signed).unwrap_or_default(),
        };
        let lines = results.iter().flat_map(|results| &results.lines).map(line).collect();
        slides.extend(in_pages(lines, LINES).map(Slide::Standings));
    } else if let Some(standings) = live.standings {
        (provisional, is_hidden) = (standings.provisional, standings.hidden.is_some());
        let line = |line: &StandingLine| WallLine {
            place: line.current_place(),
            name: line.named.name(language),
            big: Some(line.big),
            small: signed(line.small),
        };
        slides.extend(in_pages(standings.lines.iter().map(line).collect(), LINES).map(Slide::Standings));
    }
    let mut stage = None;
    if let Some(seating) = live.seating.filter(|_| it.phase != Phase::Closed) {
        stage = seating.stage.map(|stage| tournament::stage(language, stage));
        slides.extend(in_pages(seating.tables, TABLES).map(Slide::Seating));
    }
    let address = format!("{}{own_path}", client.public_url());
    let qr = qr::svg(&address).unwrap_or_default();
    let address = address.split("://").last().unwrap_or_default().to_owned();
    let progress = live.progress;
    response::render_template(&Page {
        shell,
        title,
        id,
        own_path,
        stage,
        progress,
        provisional,
        is_hidden,
        slides,
        qr,
        address,
    })
}

/// Splits a list into pages of `size` items.
fn in_pages<T>(items: Vec<T>, size: usize) -> impl Iterator<Item = Vec<T>> {
    let mut items = items.into_iter();
    std::iter::from_fn(move || {
        let page: Vec<T> = items.by_ref().take(size).collect();
        (!page.is_empty()).then_some(page)
    })
}
