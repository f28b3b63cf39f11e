//! Open data: results and lists of each season as files; of players only id, name, city and voivodeship.

mod tables;

use crate::http::address;
use crate::http::answer::{Answer, AnswerKey, Audience, json_bytes};
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::csv::{self, Cell, Dialect};
use crate::http::header_text::set;
use crate::http::negotiate::{self, Form};
use crate::http::path::OpenDataPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::log::recorded_at;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LAST_MODIFIED};
use actix_web::{HttpResponse, web};
use bytes::Bytes;
use domain::values::digest::Digest;
use domain::values::ids::SeasonId;
use events::envelope::{Position, Timestamp};
use projections::views::Views;
use serde::{Serialize, Serializer};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use tables::{Subject, Table};
use utoipa::ToSchema;
use wire::publication::{OpenDataFile, OpenDataIndex};

/// Short, because a rectified or erased name must disappear from cached files soon.
const CACHE_POLICY: &str = "public, max-age=60";
const INDEX: (&str, u64) = ("open-data", 0);

/// A table as JSON.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenTable<'a> {
    /// The season that it is about.
    #[schema(max_length = 1024, example = "2025-26")]
    season: &'a str,
    /// What it holds.
    #[schema(max_length = 30, example = "results")]
    subject: &'static str,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    recorded_at: String,
    /// The rows, with the names of the columns of the CSV.
    #[schema(value_type = Vec<Object>, max_items = 1_000_000)]
    items: Items<'a>,
}

/// Rows as objects.
#[derive(Debug)]
struct Items<'a>(&'a Table);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows.iter().map(|row| Item { head: self.0.head, row }))
    }
}

struct Item<'a> {
    head: &'static [&'static str],
    row: &'a [Cell<'static>],
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.head.iter().zip(self.row))
    }
}

/// The forms of a file, by the end of its name.
const EXTENSIONS: [(&str, Form); 2] = [("csv", Form::Csv), ("json", Form::Json)];

/// The read models of the files, and the last event that they take account of.
struct Data {
    views: Arc<Views>,
    state: Position,
    recorded_at: Timestamp,
}

impl Data {
    fn now(app: &AppState) -> Result<Self, Problem> {
        let views = app.views();
        let state = state(&views);
        Ok(Self { recorded_at: recorded_at(&*app.log, state)?, views, state })
    }

    fn bytes(&self, season: &SeasonId, subject: Subject, form: Form, table: &Table) -> Result<Bytes, Problem> {
        let body = match form {
            Form::Csv => csv::write(Dialect::Rfc4180, table.head, &table.rows)?,
            _ => json_bytes(&OpenTable {
                season: season.as_str(),
                subject: subject.name(),
                position: self.state.0,
                recorded_at: self.recorded_at.to_string(),
                items: Items(table),
            })?,
        };
        Ok(body.into())
    }

    fn index(&self) -> Result<OpenDataIndex, Problem> {
        let mut files = Vec::new();
        for season in self.views.records.seasons_by_day() {
            for subject in Subject::ALL {
                let Some(table) = subject.table(&self.views, &season.id) else { continue };
                for (ending, form) in EXTENSIONS {
                    let bytes = self.bytes(&season.id, *subject, form, &table)?;
                    let file = format!("{}-{}.{ending}", season.id, subject.name());
                    files.push(OpenDataFile {
                        href: address::of("open-data", &file),
                        file,
                        season: season.id.to_string(),
                        subject: subject.name().to_owned(),
                        media_type: form.media_type().to_owned(),
                        rows: table.rows.len(),
                        bytes: bytes.len(),
                        sha256: Digest::of(&bytes).to_string(),
                    });
                }
            }
        }
        Ok(OpenDataIndex { position: self.state.0, recorded_at: self.recorded_at.to_string(), files })
    }
}

fn state(views: &Views) -> Position {
    let Views { records, players, competitions, editions, .. } = views;
    [records.last_change, players.changed, competitions.changed, editions.changed]
        .into_iter()
        .max()
        .unwrap_or(Position::START)
}

/// The files of all seasons, with sizes and digests.
///
/// Each table is there as CSV (RFC 4180) and as JSON with the same columns. Of people a file has the opaque id, the
/// name, the city and the voivodeship, and nothing else; whoever was erased has the id only. Files change when results,
/// lists or names do: ask with `If-None-Match`. `Last-Modified` is when the last event was recorded that they take
/// account of.
#[utoipa::path(
    get, path = "/api/v1/open-data", tag = "open-data", operation_id = "listOpenData",
    responses((status = 200, description = "The files", body = OpenDataIndex), NotModified)
)]
pub(crate) async fn index(JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    // After a change every file of every season is computed for its digest.
    let is_kept = app.answers.find(&AnswerKey::from(INDEX), state(&app.views())).is_some();
    let permit = if is_kept { None } else { Some(app.expensive_read_permit(&request).await?) };
    let blocking_app = app.clone();
    let made = app.blocking(move || {
        let _permit = permit;
        let data = Data::now(&blocking_app)?;
        let build = || Answer::computed(Audience::Public, &data.index()?);
        Ok::<_, Problem>((blocking_app.answers.answer(INDEX, data.state, build)?, data.recorded_at))
    });
    let (answer, recorded_at) = made.await??;
    Ok(with_cache_headers(answer.respond(&request).await, recorded_at))
}

/// One file.
#[utoipa::path(
    get, path = "/api/v1/open-data/{file}", tag = "open-data", operation_id = "getOpenData",
    params(OpenDataPath),
    responses((status = 200, description = "The file", content(
        (OpenTable = "application/json"),
        (String = "text/csv", example = "event_kind,event_id,event_name,day,event_voivodeship,place,points,counts,player_id,name,city,voivodeship\r\ntournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,2025-10-11,łódzkie,1,100,yes,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie\r\n"),
    )), NotModified)
)]
pub(crate) async fn file(path: web::Path<OpenDataPath>, Read { request, app, .. }: Read) -> HandlerResult {
    let (season, subject, form) = read_name(&app.views(), &path.file).ok_or(ProblemKind::NotFound)?;
    negotiate::form(request.headers(), &[form]).ok_or(ProblemKind::NotAcceptable)?;
    let (blocking_app, name) = (app.clone(), path.into_inner().file);
    let made = app.blocking(move || {
        let data = Data::now(&blocking_app)?;
        let build = || {
            let table = subject.table(&data.views, &season).ok_or(ProblemKind::NotFound)?;
            let bytes = data.bytes(&season, subject, form, &table)?;
            Ok(Answer::by_content(Audience::Public, form, bytes))
        };
        let answer = blocking_app.answers.answer(AnswerKey::about("open-data", &name, 1), data.state, build)?;
        Ok::<_, Problem>((answer, data.recorded_at))
    });
    let (answer, recorded_at) = made.await??;
    Ok(with_cache_headers(answer.respond(&request).await, recorded_at))
}

/// Reads season, subject and form from the name of a file.
fn read_name(views: &Views, name: &str) -> Option<(SeasonId, Subject, Form)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let form = EXTENSIONS.iter().find(|(known, _)| *known == ending)?.1;
    // The id of a season may have hyphens too, so the split is the one that gives a known season.
    Subject::ALL.iter().find_map(|subject| {
        let season = SeasonId::parse(stem.strip_suffix(subject.name())?.strip_suffix('-')?).ok()?;
        views.records.season(&season)?;
        Some((season, *subject, form))
    })
}

fn with_cache_headers(mut response: HttpResponse, recorded_at: Timestamp) -> HttpResponse {
    let headers = response.headers_mut();
    set(headers, CACHE_CONTROL, HeaderValue::from_static(CACHE_POLICY));
    let time = UNIX_EPOCH + Duration::from_micros(recorded_at.0.max(0).unsigned_abs());
    if let Ok(value) = HeaderValue::from_str(&actix_web::http::header::HttpDate::from(time).to_string()) {
        set(headers, LAST_MODIFIED, value);
    }
    response
}
