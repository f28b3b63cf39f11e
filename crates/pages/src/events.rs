//! What is played for in a season: tournaments, Grand Prix cycles, leagues, online events and voivodeship championships.

use crate::calendar::{Calendar, Entry, of_season};
use crate::link;
use crate::season;
use crate::shell::{Shell, Way};
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
    seasons: Vec<Way>,
    groups: Vec<Group>,
}

impl Page {
    fn state(&self, entry: &Entry) -> String {
        let Some(phase) = entry.phase.as_deref() else { return String::new() };
        // In Polish a league is over in another form than a tournament.
        let own = self.shell.tongue.known(&format!("page-phase-{}-{phase}", entry.kind));
        own.unwrap_or_else(|| self.shell.tongue.choice("page-phase", phase))
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
    let seasons = season::ways(inside, tongue, &season, link::events).await?;
    show::rendered(&Page { shell, season, seasons, groups })
}
