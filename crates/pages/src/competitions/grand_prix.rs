//! A Grand Prix cycle: its tournaments and its table.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::{EditionLink, PlayerLink};
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season::{current, seasons};
use actix_web::web;
use api::ApiClient;
use askama::Template;
use wire::competitions::grand_prix::{GrandPrix, Member};

#[derive(Template)]
#[template(path = "grand_prix.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    cycle: GrandPrix,
}

impl Page {
    fn tournament(&self, member: &Member) -> String {
        link::tournament(self.shell.language, &member.id)
    }

    fn about(&self, member: &Member) -> String {
        let day = member.day.as_deref().map(|day| time::day(self.shell.language, day));
        let state = match (member.over, member.valid) {
            (false, _) => self.shell.text("gp-to-come"),
            (true, true) => self.shell.text("gp-valid"),
            (true, false) => self.shell.text("gp-not-valid"),
        };
        day.into_iter().chain([state]).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let cycle: GrandPrix = client.get(language.0, &format!("/api/v1/grand-prix/{}", link::escaped(&id))).await?;
    // A cycle belongs to the season in which its last tournament takes place.
    let last = cycle.tournaments.iter().filter_map(|member| member.day.as_deref()).max().unwrap_or_default();
    let all = seasons(&client, language).await?;
    let season = current(&all, last).map(|season| season.id.clone()).unwrap_or_default();
    let title = cycle.name.clone().unwrap_or_else(|| id.clone());
    let shell = Shell::new(language, &title, &link::grand_prix(language, &id), Some(&season));
    response::render_template(&Page { shell, season, title, cycle })
}
