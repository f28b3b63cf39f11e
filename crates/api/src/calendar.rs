//! The calendar of a season: what takes place, and the days by which something has to be done; also as iCalendar.

mod entries;
mod ics;

use crate::answer::{Answer, Audience, Key, written_json};
use crate::as_of;
use crate::auth::Caller;
use crate::kostka::Kostka;
use crate::log::recorded_at;
use crate::negotiate::{self, Form};
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::seasons::{no_season, parse_id};
use crate::sheet::{self, Cell, Dialect};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::authority::Permission;
use entries::{Calendar, Entry};
use events::envelope::Position;
use formats::words::Lang;
use projections::views::Views;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The forms of a calendar that a link can ask for, because a browser sends no other `Accept`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// JSON.
    Json,
    /// CSV.
    Csv,
    /// iCalendar.
    Ics,
}

/// Which calendar.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// As of this position of the log, or this time (RFC 3339).
    #[param(min_length = 1, max_length = 40)]
    as_of: Option<String>,
    /// Asks for a form, in place of the header `Accept`.
    #[param(inline)]
    format: Option<Format>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

impl Asked {
    fn form(&self, request: &HttpRequest) -> Result<Form, Problem> {
        let offered: &[Form] = match (self.format, self.dialect) {
            (Some(Format::Json), _) => return Ok(Form::Json),
            (Some(Format::Csv), _) => return Ok(Form::Csv),
            (Some(Format::Ics), _) => return Ok(Form::Calendar),
            (None, Some(_)) => &[Form::Csv],
            (None, None) => &[Form::Json, Form::Csv, Form::Calendar],
        };
        negotiate::form(request.headers(), offered).ok_or_else(|| ProblemKind::NotAcceptable.into())
    }
}

/// What takes place in a season, day by day, and what has to be done by when.
///
/// Tournaments, leagues, Grand Prix cycles, online events and championships with their days, and the days that the rules set: the first
/// day of the national championship, the day on which the ranking gives its qualifications, the last day to announce a change of an
/// event that is still to come. Whoever may see applications also gets the day by which each is to be decided. `Accept:
/// text/calendar` or `format=ics` gives iCalendar (RFC 5545), to subscribe to.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/calendar", tag = "seasons", operation_id = "getSeasonCalendar",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), Asked),
    responses(
        (
            status = 200, description = "The calendar",
            content(
                (Calendar = "application/json"),
                (String = "text/csv", example = "kind,id,summary,first_day,last_day,class,voivodeship,phase,href\r\ntournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,2025-10-11,2025-10-11,ordinary,łódzkie,closed,/api/v1/tournaments/t-2025-10-11-lodz\r\n"),
                (String = "text/calendar", example = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kostka//Season calendar//PL\r\nEND:VCALENDAR\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    season: web::Path<String>,
    Params(asked): Params<Asked>,
) -> Result<HttpResponse, Problem> {
    let form = asked.form(&request)?;
    let lang = negotiate::language(request.headers());
    let season = parse_id(&season)?;
    let views = as_of::views(&request, &kostka, asked.as_of.as_deref()).await?;
    views.seasons.find(&season).ok_or_else(|| no_season(&kostka.views(), &season))?;
    let sees_applications = caller.may(&kostka, &Permission::SeeApplications);
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let dialect = asked.dialect.unwrap_or_default();
    let here = kostka.clone();
    let answer = kostka.blocking(move || {
        let state = state(&views);
        let build = || {
            let calendar = Calendar::of(&views, &season, sees_applications, lang).ok_or(ProblemKind::NotFound)?;
            let body = match form {
                Form::Csv => csv(&calendar, dialect)?,
                Form::Calendar => {
                    let made_at = recorded_at(&*here.log, state)?;
                    ics::write(&calendar, made_at, &here.settings.public_url, lang).into_bytes()
                }
                _ => written_json(&calendar)?,
            };
            Ok(Answer::by_content(audience, form, body.into()).in_language(lang))
        };
        // What few ask for, and what is theirs alone, takes no room on the shelf.
        if audience == Audience::Private || asked.as_of.is_some() {
            return build().map(Arc::new);
        }
        let number = form_number(form, dialect) * 2 + u64::from(lang == Lang::En);
        here.answers.answer(Key::about("calendar", season.as_str(), number), state, build)
    });
    Ok(answer.await??.respond(&request).await)
}

/// The last event that may have changed a calendar.
fn state(views: &Views) -> Position {
    let tournaments = views.tournaments.list().map(|entry| entry.details_changed).max().unwrap_or(Position::START);
    views.happenings.changed.max(views.records.changed).max(views.seasons.changed).max(tournaments)
}

fn form_number(form: Form, dialect: Dialect) -> u64 {
    match (form, dialect) {
        (Form::Calendar, _) => 3,
        (Form::Csv, Dialect::Excel) => 2,
        (Form::Csv, Dialect::Rfc4180) => 1,
        _ => 0,
    }
}

const COLUMNS: [&str; 9] = ["kind", "id", "summary", "first_day", "last_day", "class", "voivodeship", "phase", "href"];

fn csv(calendar: &Calendar, dialect: Dialect) -> Result<Vec<u8>, Problem> {
    let row = |entry: &Entry| {
        [
            Cell::text(entry.kind),
            Cell::Text(entry.id.clone().into()),
            Cell::Text(entry.summary.clone().into()),
            Cell::Text(entry.first_day.clone().unwrap_or_default().into()),
            Cell::Text(entry.last_day.clone().unwrap_or_default().into()),
            Cell::maybe(entry.class),
            Cell::maybe(entry.voivodeship),
            Cell::maybe(entry.phase),
            Cell::Text(entry.href.clone().unwrap_or_default().into()),
        ]
    };
    sheet::write(dialect, &COLUMNS, calendar.items.iter().map(row))
}
