//! An online event: what it was, and who finished where.

use crate::calendar::{Calendar, of_season};
use crate::link;
use crate::season::{current, seasons};
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Online {
    kind: String,
    edition: u32,
    status: String,
    last_day: String,
    players: u32,
    table: Vec<Row>,
    waivers: Vec<Waiver>,
}

#[derive(Debug, Deserialize)]
struct Row {
    place: u32,
    player: String,
    name: String,
    city: Option<String>,
}

/// Somebody who gave up what the event would give.
#[derive(Debug, Deserialize)]
struct Waiver {
    name: String,
}

#[derive(Template)]
#[template(path = "online.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    online: Online,
    /// The first day, while it is still to come.
    begins: Option<String>,
}

impl Page {
    fn href(&self, row: &Row) -> String {
        link::player(self.shell.tongue, &self.season, &row.player)
    }

    fn waivers(&self) -> String {
        self.online.waivers.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// An online event.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let online: Online = inside.get(tongue.0, &format!("/api/v1/online-events/{}", link::escaped(id))).await?;
    let all = seasons(inside, tongue).await?;
    let season = current(&all, &online.last_day).map(|season| season.id.clone());
    let mut begins = None;
    // Only the calendar tells the first day, and of an event that is over nobody asks for it.
    if let Some(season) = season.as_deref().filter(|_| online.status != "over") {
        let Calendar { items } = of_season(inside, tongue, season).await?;
        let entry = items.iter().find(|entry| entry.kind == "online-event" && entry.id == id);
        begins = time::to_come(tongue, entry.and_then(|entry| entry.first_day.as_deref()), inside.now());
    }
    let event = tongue.choice("online", &online.kind);
    let title = Message::new("online-edition").with("event", event).number("edition", online.edition);
    let title = tongue.0.say(&title);
    let shell = Shell::new(tongue, &title, &link::online_event(tongue, id), season.as_deref());
    show::rendered(&Page { shell, season: season.unwrap_or_default(), title, online, begins })
}
