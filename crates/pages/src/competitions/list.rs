//! The competitions of a season: tournaments, Grand Prix cycles, leagues, online competitions, voivodeship
//! championships.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::seasons::calendar::{Entry, EntryText, of_season};
use crate::seasons::season;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use wire::accounts::EventKindName;
use wire::seasons::calendar::EntryKind;

/// Kinds of events in the order in which they are shown; each has a heading `page-public-kind-…`.
const KINDS: [EventKindName; 5] = [
    EventKindName::Tournament,
    EventKindName::GrandPrix,
    EventKindName::League,
    EventKindName::OnlineEvent,
    EventKindName::Championship,
];

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
    seasons: Vec<NavLink>,
    groups: Vec<Group>,
}

impl Page {
    fn state(&self, entry: &Entry) -> String {
        let Some(phase) = entry.phase else { return String::new() };
        // In Polish a league is over in another form than a tournament.
        let own = self.shell.language.known(&format!("page-phase-{}-{phase}", entry.kind.name()));
        own.unwrap_or_else(|| self.shell.language.choice("page-phase", phase.name()))
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, season) = path.into_inner();
    let mut items = of_season(&client, language, &season).await?.items;
    let mut groups = Vec::new();
    for kind in KINDS {
        let entries: Vec<Entry> = items.extract_if(.., |entry| entry.kind == EntryKind::Competition(kind)).collect();
        groups.push(Group { kind: kind.as_str(), title: language.choice("page-public-kind", kind.as_str()), entries });
    }
    let title = language.with("public-events-title", &season);
    let shell = Shell::new(language, &title, &link::events(language, &season), Some(&season));
    let seasons = season::ways(&client, language, &season, link::events).await?;
    response::render_template(&Page { shell, season, seasons, groups })
}
