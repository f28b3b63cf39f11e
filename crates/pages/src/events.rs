//! What is played for in a season: tournaments, Grand Prix cycles, leagues, online events and voivodeship championships.

use crate::calendar::{Calendar, Entry, of_season};
use crate::link;
use crate::season::{SeasonItem, seasons};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// Kinds of events in the order in which they are shown; each has a heading `page-public-kind-…`.
const KINDS: [&str; 5] = ["tournament", "grand-prix", "league", "online-event", "championship"];

/// Events of one kind.
struct Group {
    kind: &'static str,
    title: String,
    entries: Vec<Entry>,
}

#[derive(Template)]
#[template(path = "events.html")]
struct Page {
    shell: Shell,
    season: String,
    seasons: Vec<SeasonItem>,
    groups: Vec<Group>,
}

impl Page {
    fn state(&self, entry: &Entry) -> String {
        entry.phase.as_deref().map(|phase| self.shell.tongue.choice("page-phase", phase)).unwrap_or_default()
    }
}

/// The events of a season.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String) -> Result<String, Refusal> {
    let Calendar { mut items } = of_season(inside, tongue, &season).await?;
    let mut groups = Vec::new();
    for kind in KINDS {
        let entries: Vec<Entry> = items.extract_if(.., |entry| entry.kind == kind).collect();
        groups.push(Group { kind, title: tongue.text(&format!("public-kind-{kind}")), entries });
    }
    let title = tongue.with("public-events-title", &season);
    let shell = Shell::new(tongue, &title, &link::events(tongue, &season), Some(&season));
    let seasons = seasons(inside, tongue).await?;
    show::rendered(&Page { shell, season, seasons, groups })
}
