//! The calendar of a season: competitions, and the days that the rules set; as JSON, CSV and iCalendar.

mod entries;
mod ics;

use crate::accounts::Caller;
use crate::http::answer::{Answer, AnswerKey, Audience, json_bytes};
use crate::http::as_of;
use crate::http::conditional::NotModified;
use crate::http::csv::{self, Dialect};
use crate::http::list_response::{Row, csv_row};
use crate::http::negotiate::{self, Form};
use crate::http::path::SeasonPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::log::recorded_at;
use crate::seasons::{no_season, parse_id};
use actix_web::{HttpRequest, web};
use domain::people::authority::Permission;
use events::envelope::Position;
use formats::localization::Lang;
use projections::views::Views;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wire::choice::ByName;
use wire::seasons::calendar::{Calendar, Entry};

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
pub(crate) struct CalendarParams {
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

impl CalendarParams {
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
/// Tournaments, leagues, Grand Prix cycles, online events and championships with their days, and the days that the
/// rules set: the first day of the national championship, the day on which the ranking gives its qualifications, the
/// last day to announce a change of an event that is still to come. Whoever may see applications also gets the day by
/// which each is to be decided. `Accept: text/calendar` or `format=ics` gives iCalendar (RFC 5545), to subscribe to.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/calendar", tag = "seasons", operation_id = "getSeasonCalendar",
    params(SeasonPath, CalendarParams),
    responses((status = 200, description = "The calendar", content(
        (Calendar = "application/json"),
        (String = "text/csv", example = "kind,id,summary,first_day,last_day,class,voivodeship,phase,href\r\ntournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,2025-10-11,2025-10-11,ordinary,łódzkie,closed,/api/v1/tournaments/t-2025-10-11-lodz\r\n"),
        (String = "text/calendar", example = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kostka//Season calendar//PL\r\nEND:VCALENDAR\r\n"),
    )), NotModified),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    caller: Caller,
    path: web::Path<SeasonPath>,
    Read { request, app, params: asked }: Read<CalendarParams>,
) -> HandlerResult {
    let form = asked.form(&request)?;
    let lang = negotiate::language(request.headers());
    let season = parse_id(&path.season)?;
    let views = as_of::views(&request, &app, asked.as_of.as_deref()).await?;
    views.records.season(&season).ok_or_else(|| no_season(&app.views(), &season))?;
    let sees_applications = caller.may(&app, &Permission::SeeApplications);
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let dialect = asked.dialect.unwrap_or_default();
    let blocking_app = app.clone();
    let answer = app.blocking(move || {
        let state = state(&views);
        let build = || {
            let calendar = entries::calendar(&views, &season, sees_applications, lang).ok_or(ProblemKind::NotFound)?;
            let body = match form {
                Form::Csv => csv::write(dialect, Entry::HEAD, calendar.items.iter().map(Row::cells))?,
                Form::Calendar => {
                    let made_at = recorded_at(&*blocking_app.log, state)?;
                    ics::write(&calendar, made_at, &blocking_app.settings.public_url, lang).into_bytes()
                }
                _ => json_bytes(&calendar)?,
            };
            Ok(Answer::by_content(audience, form, body.into()).in_language(lang))
        };
        // Private and past calendars are not cached.
        if audience == Audience::Private || asked.as_of.is_some() {
            return build().map(Arc::new);
        }
        let number = form_number(form, dialect) * 2 + u64::from(lang == Lang::En);
        blocking_app.answers.answer(AnswerKey::about("calendar", season.as_str(), number), state, build)
    });
    Ok(answer.await??.respond(&request).await)
}

fn state(views: &Views) -> Position {
    let tournaments = views.tournaments.list().map(|entry| entry.details_changed).max().unwrap_or(Position::START);
    views.competitions.changed.max(views.records.last_change).max(tournaments)
}

fn form_number(form: Form, dialect: Dialect) -> u64 {
    match (form, dialect) {
        (Form::Calendar, _) => 3,
        (Form::Csv, Dialect::Excel) => 2,
        (Form::Csv, Dialect::Rfc4180) => 1,
        _ => 0,
    }
}

csv_row! { Entry, |row|
    kind: row.kind.name(), id, summary, first_day, last_day, class, voivodeship, phase: row.phase.map(ByName::name), href
}
