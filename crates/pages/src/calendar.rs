//! What takes place in a season, with the days that the rules set.

use crate::link;
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(crate) struct Calendar {
    pub(crate) items: Vec<Entry>,
}

/// Something that takes place, or a day that the rules set.
#[derive(Debug, Deserialize)]
pub(crate) struct Entry {
    pub(crate) kind: String,
    pub(crate) id: String,
    pub(crate) summary: String,
    pub(crate) first_day: Option<String>,
    pub(crate) last_day: Option<String>,
    pub(crate) voivodeship: Option<String>,
    pub(crate) phase: Option<String>,
}

impl Entry {
    /// Its days in words; nothing while they are not known.
    pub(crate) fn days(&self, tongue: Tongue) -> String {
        let days = self.first_day.as_deref().map(|first| time::span(tongue, first, self.last_day.as_deref()));
        days.unwrap_or_default()
    }

    /// Its page, if it has one.
    pub(crate) fn href(&self, tongue: Tongue) -> Option<String> {
        match self.kind.as_str() {
            "tournament" | "last-announcement-day" => Some(link::tournament(tongue, &self.id)),
            "grand-prix" => Some(link::grand_prix(tongue, &self.id)),
            "championship" => Some(link::mw(tongue, &self.id)),
            "league" => Some(link::league(tongue, &self.id)),
            "online-event" => Some(link::online_event(tongue, &self.id)),
            "ranking-qualification-day" => Some(link::qualifications(tongue, &self.id)),
            _ => None,
        }
    }
}

/// The calendar of a season, as the API has it.
pub(crate) async fn of_season(inside: &Inside, tongue: Tongue, season: &str) -> Result<Calendar, Refusal> {
    inside.get(tongue.0, &format!("/api/v1/seasons/{}/calendar", link::escaped(season))).await
}

#[derive(Template)]
#[template(path = "calendar.html")]
struct Page {
    shell: Shell,
    season: String,
    calendar: Calendar,
    file: String,
    seasons: Vec<Way>,
}

/// The calendar.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String) -> Result<String, Refusal> {
    let calendar = of_season(inside, tongue, &season).await?;
    let title = tongue.with("calendar-title", &season);
    let shell = Shell::new(tongue, &title, &link::calendar(tongue, &season), Some(&season));
    let file = format!("/api/v1/seasons/{}/calendar?format=ics", link::escaped(&season));
    let seasons = season::ways(inside, tongue, &season, link::calendar).await?;
    show::rendered(&Page { shell, season, calendar, file, seasons })
}
