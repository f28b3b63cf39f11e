//! An online event: what it was, and who finished where.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::calendar::of_season;
use crate::seasons::season::{current, seasons};
use actix_web::web;
use api::ApiClient;
use askama::Template;
use formats::localization::Message;
use wire::accounts::EventKindName;
use wire::competitions::lifecycle::CompetitionStatus;
use wire::competitions::online::{OnlineEvent, OnlineRow};
use wire::seasons::calendar::EntryKind;

#[derive(Template)]
#[template(path = "online.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    online: OnlineEvent,
    /// The first day, while it is still to come.
    begins: Option<String>,
}

impl Page {
    fn href(&self, row: &OnlineRow) -> String {
        link::player(self.shell.language, &self.season, &row.person.player)
    }

    fn waivers(&self) -> String {
        self.online.waivers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let online: OnlineEvent = client.get(language.0, &format!("/api/v1/online-events/{}", link::escaped(&id))).await?;
    let all = seasons(&client, language).await?;
    let season = current(&all, &online.item.last_day).map(|season| season.id.clone());
    let mut begins = None;
    // Only the calendar has the first day, which is not shown after the end.
    if let Some(season) = season.as_deref().filter(|_| online.item.status != CompetitionStatus::Over) {
        let items = of_season(&client, language, season).await?.items;
        let entry = items
            .iter()
            .find(|entry| entry.kind == EntryKind::Competition(EventKindName::OnlineEvent) && entry.id == id);
        begins = time::upcoming_day(language, entry.and_then(|entry| entry.first_day.as_deref()), client.now());
    }
    let event = language.choice("online", online.item.kind.name());
    let title = Message::new("online-edition").with("event", event).number("edition", online.item.edition);
    let title = language.0.render(&title);
    let shell = Shell::new(language, &title, &link::online_event(language, &id), season.as_deref());
    response::render_template(&Page { shell, season: season.unwrap_or_default(), title, online, begins })
}
