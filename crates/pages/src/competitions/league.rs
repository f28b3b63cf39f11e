//! A league: its table, provisional until it is closed, and its meetings.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::PlayerLink;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season::{current, seasons};
use actix_web::web;
use api::ApiClient;
use askama::Template;
use wire::common;
use wire::competitions::leagues::{League, LeagueTable};
use wire::competitions::lifecycle::CompetitionStatus;
use wire::competitions::meetings::MeetingItem;

#[derive(Template)]
#[template(path = "league.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    league: League,
    table: LeagueTable,
    meetings: Vec<MeetingItem>,
    /// The first day, while it is still to come.
    begins: Option<String>,
    csv: String,
}

impl Page {
    fn is_over(&self) -> bool {
        self.league.item.status == CompetitionStatus::Over
    }

    /// Whether points of games are known; of a league that was only recorded there are none.
    fn has_games(&self) -> bool {
        self.table.rows.iter().any(|row| row.games > 0)
    }

    fn days(&self) -> Option<String> {
        let first = self.league.item.first_day.as_deref()?;
        Some(time::span(self.shell.language, first, self.league.item.last_day.as_deref()))
    }

    fn waivers(&self) -> String {
        self.league.waivers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let address = format!("/api/v1/leagues/{}", link::escaped(&id));
    let league: League = client.get(language.0, &address).await?;
    let table: LeagueTable = client.get(language.0, &format!("{address}/table")).await?;
    let common::Page { items: meetings, .. } = client.get(language.0, &format!("{address}/meetings?limit=200")).await?;
    let all = seasons(&client, language).await?;
    let last = league.item.last_day.as_deref().or(league.item.first_day.as_deref()).unwrap_or_default();
    let season = current(&all, last).map(|season| season.id.clone());
    let title = league.item.name.clone().unwrap_or_else(|| id.clone());
    let shell = Shell::new(language, &title, &link::league(language, &id), season.as_deref());
    let csv = format!("{address}/table?dialect=excel");
    let begins =
        time::upcoming_day(language, league.item.first_day.as_deref(), client.now()).filter(|_| table.provisional);
    response::render_template(&Page {
        shell,
        season: season.unwrap_or_default(),
        title,
        league,
        table,
        meetings,
        begins,
        csv,
    })
}
