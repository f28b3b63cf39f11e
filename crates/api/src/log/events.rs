//! The events of the log: a page of them, all of them, or as they happen.

use super::cloud_event::CloudEvent;
use super::event::logged_event;
use super::selection::{Progress, Selection};
use super::written;
use super::{export, schema};
use crate::accounts::{Action, AuditNote, Authorized, Outcome, permission};
use crate::http::app::AppState;
use crate::http::csv::{self, Cell, Dialect};
use crate::http::negotiate::{Form, form, language};
use crate::http::paging::{self, Cursor, Page};
use crate::http::params::wrong;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::log::streams::{self, LastEventId, StreamAuthorization, StreamView};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, LINK, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use events::envelope::{Position, Recorded};
use formats::localization::Lang;
use serde::Deserialize;
use std::ops::ControlFlow;
use utoipa::IntoParams;
use wire::log::LoggedEvent;

const FORMS: [Form; 5] = [Form::Json, Form::Ndjson, Form::Csv, Form::CloudEvents, Form::EventStream];

/// A page is full when its payloads take so much, however few events it has.
const PAGE_BYTES: usize = 1 << 20;

/// Which events, and how many.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventListParams {
    /// The most events on a page. A page may have fewer and still be followed by another. Not for NDJSON and streams,
    /// which have no pages.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Only events of this stream.
    #[param(schema_with = schema::stream)]
    stream: Option<String>,
    /// Only events of this type.
    #[serde(rename = "type")]
    #[param(schema_with = schema::event_type)]
    event_type: Option<String>,
    /// Only events after this position.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::http::params::position")]
    after: Option<u64>,
    /// The same, in place of the header `Last-Event-ID` of a stream, which goes before both.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::http::params::position")]
    last_event_id: Option<u64>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

impl EventListParams {
    /// Refuses parameters that have no effect in this form.
    fn must_fit(&self, form: Form) -> Result<(), Problem> {
        let paged = matches!(form, Form::Json | Form::Csv | Form::CloudEvents);
        let out_of_place = [("limit", self.limit.is_some() && !paged), ("cursor", self.cursor.is_some() && !paged)];
        match out_of_place.into_iter().find(|(_, wrong)| *wrong) {
            Some((name, _)) => Err(wrong(name, "field-other-form")),
            None => Ok(()),
        }
    }

    fn list(&self) -> String {
        format!("log/events?{:?}&{:?}&{:?}", self.stream, self.event_type, self.after())
    }

    fn after(&self) -> Option<u64> {
        self.last_event_id.or(self.after)
    }
}

/// The events of the log, in the order in which they were recorded.
///
/// The header `Accept` chooses the form: pages as JSON (with a sentence for people, in the language of
/// `Accept-Language`), CSV or a CloudEvents batch; all events after a position as NDJSON, one CloudEvent a line; or a
/// stream of server-sent events that begins at the head of the log, or after `Last-Event-ID`, and goes on as events are
/// recorded. Pages show the log as it stood when the first of them was read. In a stream, of an event that is not
/// selected only the `id` is sent.
///
/// While the results of a stage of a tournament are hidden, the payloads of its sheets are `{"withheld": true}`; pages
/// and NDJSON show them as soon as everybody sees the results, a stream never does.
#[utoipa::path(
    get, path = "/api/v1/log/events", tag = "log", operation_id = "listLogEvents",
    params(EventListParams, LastEventId),
    responses((status = 200, description = "Events", content(
        (Page<LoggedEvent> = "application/json"),
        (String = "application/x-ndjson"),
        (String = "text/csv"),
        (Vec<CloudEvent> = "application/cloudevents-batch+json"),
        (String = "text/event-stream"),
    ))),
    security(("bearer" = []))
)]
pub(crate) async fn events(
    _: Authorized<permission::ReadLog>,
    Read { request, app, params: asked }: Read<EventListParams>,
) -> HandlerResult {
    // A dialect means CSV: a link in a browser cannot send another `Accept`.
    let offered: &[Form] = if asked.dialect.is_some() { &[Form::Csv] } else { &FORMS };
    let form = form(request.headers(), offered).ok_or(ProblemKind::NotAcceptable)?;
    asked.must_fit(form)?;
    let selection = Selection::parse(asked.stream.as_deref(), asked.event_type.as_deref())?;
    let authority = || StreamAuthorization::of(&request);
    // A header that cannot be read is refused in every form, though it means something in one only.
    let last_seen = streams::resume_position(&request, asked.after())?;
    match form {
        Form::EventStream => {
            streams::open(&request, &app, StreamView::Log(selection), last_seen, Some(authority())).await
        }
        Form::Ndjson => {
            app.audit.enqueue(&app, &AuditNote::of(&request, &app, Action::Export, Outcome::Done));
            let after = Position(asked.after().unwrap_or_default());
            export::open(&request, &app, selection, after, authority()).await
        }
        form => page(&request, &app, selection, &asked, form).await,
    }
}

async fn page(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    selection: Selection,
    asked: &EventListParams,
    form: Form,
) -> HandlerResult {
    let (limit, list) = (paging::page_size(asked.limit)?, asked.list());
    let cursor = asked.cursor.as_deref().map(|text| read_cursor(app, text, &list)).transpose()?;
    let after = Position(asked.after().unwrap_or_default());
    let (state, lang) = (web::Data::clone(app), language(request.headers()));
    let dialect = asked.dialect.unwrap_or_default();
    let (body, next) = app
        .blocking(move || {
            let found = Found::read(&state, &selection, cursor, after, limit)?;
            let next = found.next.map(|next| state.cursors.write(&next, &list));
            let body = match form {
                Form::Csv => csv(&found.events, &state, lang, dialect)?,
                Form::CloudEvents => batch(&found.events, &state)?,
                _ => json(&found.events, &state, lang, next.clone())?,
            };
            Ok::<_, Problem>((body, next))
        })
        .await??;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, form.content_type()))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Accept, Accept-Language, Authorization"));
    if let Some(link) = paging::link(request, next.as_deref()) {
        response.insert_header((LINK, link));
    }
    Ok(response.body(body))
}

/// A cursor, and where in the selection it stands.
fn read_cursor(app: &AppState, text: &str, list: &str) -> Result<(Position, Progress), Problem> {
    let cursor = app.cursors.read(text, list)?;
    let from = cursor.after.parse().map_err(|_| ProblemKind::InvalidCursor)?;
    Ok((cursor.position, Progress(from)))
}

/// The events of a page, and where the next one begins.
struct Found {
    events: Vec<Recorded>,
    next: Option<Cursor>,
}

impl Found {
    fn read(
        app: &AppState,
        selection: &Selection,
        cursor: Option<(Position, Progress)>,
        after: Position,
        limit: usize,
    ) -> Result<Self, Problem> {
        let head = app.log.head()?.position;
        let (until, from) = cursor.unwrap_or_else(|| (head, selection.beginning(after)));
        // A cursor of this log cannot be ahead of it, unless the log was set back.
        if until > head {
            return Err(ProblemKind::InvalidCursor.into());
        }
        let (mut events, mut bytes, mut failed) = (Vec::new(), 0, None);
        let stopped = selection.visit(&*app.log, from, (after, until), &mut |event| match event.to_recorded() {
            Ok(event) => {
                bytes += event.event.payload.len();
                events.push(event);
                if events.len() < limit && bytes < PAGE_BYTES {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        });
        let stopped = stopped?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let next = stopped.map(|Progress(at)| Cursor { position: until, after: at.to_string() });
        Ok(Self { events, next })
    }
}

fn json(events: &[Recorded], app: &AppState, lang: Lang, next: Option<String>) -> Result<Vec<u8>, Problem> {
    let views = app.views();
    let items = events.iter().map(|event| logged_event(event, &views, lang)).collect();
    written(&Page { items, next })
}

fn batch(events: &[Recorded], app: &AppState) -> Result<Vec<u8>, Problem> {
    let (source, views) = (&app.live.source, app.views());
    let events: Vec<_> = events.iter().map(Recorded::as_ref).collect();
    let batch: Vec<CloudEvent<'_>> = events.iter().map(|event| CloudEvent::shown(event, source, &views)).collect();
    written(&batch)
}

const COLUMNS: [&str; 14] = [
    "position",
    "recorded_at",
    "occurred_at",
    "stream",
    "version",
    "type",
    "schema_version",
    "actor",
    "sentence",
    "event_id",
    "correlation",
    "causation",
    "leaf",
    "payload",
];

fn csv(events: &[Recorded], app: &AppState, lang: Lang, dialect: Dialect) -> Result<Vec<u8>, Problem> {
    let views = app.views();
    let events: Vec<LoggedEvent> = events.iter().map(|event| logged_event(event, &views, lang)).collect();
    let rows = events.iter().map(|event| {
        [
            Cell::Number(event.position as i64),
            Cell::text(&event.recorded_at),
            Cell::text(&event.occurred_at),
            Cell::text(&event.stream),
            Cell::Number(event.version as i64),
            Cell::text(&event.event_type),
            Cell::Number(i64::from(event.schema_version)),
            Cell::text(&event.actor),
            Cell::text(&event.sentence),
            Cell::text(&event.event_id),
            Cell::maybe(event.correlation.as_deref()),
            Cell::maybe(event.causation.as_deref()),
            Cell::text(&event.leaf),
            Cell::Text(event.payload.to_string().into()),
        ]
    });
    csv::write(dialect, &COLUMNS, rows)
}
