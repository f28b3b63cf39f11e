//! The calendar of a season: competitions, and the days that the rules set.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use crate::seasons::season;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
pub(crate) use wire::seasons::calendar::{Calendar, Entry};
use wire::seasons::calendar::{DayKind, EntryKind};

pub(crate) trait EntryText {
    /// Its days in words; empty while they are not known.
    fn days(&self, language: Language) -> String;

    /// Its page, if it has one.
    fn href(&self, language: Language) -> Option<String>;
}

impl EntryText for Entry {
    fn days(&self, language: Language) -> String {
        let days = self.first_day.as_deref().map(|first| time::span(language, first, self.last_day.as_deref()));
        days.unwrap_or_default()
    }

    fn href(&self, language: Language) -> Option<String> {
        match self.kind {
            EntryKind::Competition(kind) => Some(link::competition(language, kind, &self.id)),
            EntryKind::Day(DayKind::LastAnnouncementDay) => Some(link::tournament(language, &self.id)),
            EntryKind::Day(DayKind::RankingQualificationDay) => Some(link::qualifications(language, &self.id)),
            EntryKind::Day(DayKind::NationalChampionship | DayKind::DecisionDue) => None,
        }
    }
}

pub(crate) async fn of_season(client: &ApiClient, language: Language, season: &str) -> Result<Calendar, ApiError> {
    client.get(language.0, &format!("/api/v1/seasons/{}/calendar", link::escaped(season))).await
}

#[derive(Template)]
#[template(path = "calendar.html")]
struct Page {
    shell: Shell,
    season: String,
    calendar: Calendar,
    file: String,
    seasons: Vec<NavLink>,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, season) = path.into_inner();
    let calendar = of_season(&client, language, &season).await?;
    let title = language.with("calendar-title", &season);
    let shell = Shell::new(language, &title, &link::calendar(language, &season), Some(&season));
    let file = format!("/api/v1/seasons/{}/calendar?format=ics", link::escaped(&season));
    let seasons = season::ways(&client, language, &season, link::calendar).await?;
    response::render_template(&Page { shell, season, calendar, file, seasons })
}
