//! Open data: the results and lists of each season as files, with nothing of people but name, city and voivodeship.

mod tables;

use crate::address;
use crate::answer::{Answer, Audience, Key, written_json};
use crate::header_text::set;
use crate::kostka::Kostka;
use crate::log::recorded_at;
use crate::negotiate::{self, Form};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::{self, Cell, Dialect};
use crate::table;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LAST_MODIFIED};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use domain::digest::Digest;
use domain::ids::SeasonId;
use events::envelope::{Position, Timestamp};
use projections::views::Views;
use serde::{Serialize, Serializer};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use tables::{Subject, Table};
use utoipa::ToSchema;

/// Who asks again so soon gets what was there; a name that was rectified or erased may stand in no file for longer.
const CACHED: &str = "public, max-age=60";
/// The index among the answers that are kept.
const INDEX: (&str, u64) = ("open-data", 0);

/// What files there are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenDataIndex {
    /// The last event that the files take account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    recorded_at: String,
    /// The files: seasons as they follow each other, then by subject.
    #[schema(max_items = 10_000)]
    files: Vec<OpenDataFile>,
}

/// A file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenDataFile {
    /// Its name.
    #[schema(max_length = 1100, example = "2025-26-results.csv")]
    file: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/open-data/2025-26-results.csv")]
    href: String,
    /// The season that it is about.
    #[schema(max_length = 1024, example = "2025-26")]
    season: String,
    /// What it holds: `results`, `ranking`, `ranking-snapshot`, `mp-qualifications`, `mw-qualifications`, `grand-prix`, `events` or `editions`.
    #[schema(max_length = 30, example = "results")]
    subject: &'static str,
    /// `text/csv` or `application/json`.
    #[schema(max_length = 30, example = "text/csv")]
    media_type: &'static str,
    /// How many rows it has.
    #[schema(minimum = 0, maximum = 100_000_000, example = 3120)]
    rows: usize,
    /// How many bytes it has.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 204_811)]
    bytes: usize,
    /// The SHA-256 of its bytes, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    sha256: String,
}

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
const ENDINGS: [(&str, Form); 2] = [("csv", Form::Csv), ("json", Form::Json)];

/// What the files are made of, and as of when.
struct Data {
    views: Arc<Views>,
    state: Position,
    recorded_at: Timestamp,
}

impl Data {
    fn now(kostka: &Kostka) -> Result<Self, Problem> {
        let views = kostka.views();
        let state = state(&views);
        Ok(Self { recorded_at: recorded_at(&*kostka.log, state)?, views, state })
    }

    fn bytes(&self, season: &SeasonId, subject: Subject, form: Form, table: &Table) -> Result<Bytes, Problem> {
        let body = match form {
            Form::Csv => sheet::write(Dialect::Rfc4180, table.head, &table.rows)?,
            _ => written_json(&OpenTable {
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
        for season in self.views.seasons.list() {
            for subject in Subject::ALL {
                let Some(table) = subject.table(&self.views, &season.id) else { continue };
                for (ending, form) in ENDINGS {
                    let bytes = self.bytes(&season.id, *subject, form, &table)?;
                    let file = format!("{}-{}.{ending}", season.id, subject.name());
                    files.push(OpenDataFile {
                        href: address::of("open-data", &file),
                        file,
                        season: season.id.to_string(),
                        subject: subject.name(),
                        media_type: form.media_type(),
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

/// The last event that may have changed a file.
fn state(views: &Views) -> Position {
    let Views { records, players, happenings, editions, seasons, .. } = views;
    [records.changed, players.changed, happenings.changed, editions.changed, seasons.changed]
        .into_iter()
        .max()
        .unwrap_or(Position::START)
}

/// The files of all seasons, with sizes and digests.
///
/// Each table is there as CSV (RFC 4180) and as JSON with the same columns. Of people a file has the opaque id, the name, the city and the
/// voivodeship, and nothing else; whoever was erased has the id only. Files change when results, lists or names do: ask with
/// `If-None-Match`. `Last-Modified` is when the last event was recorded that they take account of.
#[utoipa::path(
    get, path = "/api/v1/open-data", tag = "open-data", operation_id = "listOpenData",
    responses(
        (status = 200, description = "The files", body = OpenDataIndex),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn index(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    // After a change every file of every season is made to tell its digest.
    let is_kept = kostka.answers.find(&Key::from(INDEX), state(&kostka.views())).is_some();
    let turn = if is_kept { None } else { Some(kostka.costly_turn(&request).await?) };
    let here = kostka.clone();
    let made = kostka.blocking(move || {
        let _turn = turn;
        let data = Data::now(&here)?;
        let build = || Answer::computed(Audience::Public, &data.index()?);
        Ok::<_, Problem>((here.answers.answer(INDEX, data.state, build)?, data.recorded_at))
    });
    let (answer, recorded_at) = made.await??;
    Ok(dated(answer.respond(&request).await, recorded_at))
}

/// One file.
#[utoipa::path(
    get, path = "/api/v1/open-data/{file}", tag = "open-data", operation_id = "getOpenData",
    params(("file" = String, Path, max_length = 1100, description = "The name of the file", example = "2025-26-results.csv")),
    responses(
        (
            status = 200, description = "The file",
            content(
                (OpenTable = "application/json"),
                (String = "text/csv", example = "event_kind,event_id,event_name,day,event_voivodeship,place,points,counts,player_id,name,city,voivodeship\r\ntournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,2025-10-11,łódzkie,1,100,yes,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn file(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    name: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    let (season, subject, form) = read_name(&kostka.views(), &name).ok_or(ProblemKind::NotFound)?;
    negotiate::form(request.headers(), &[form]).ok_or(ProblemKind::NotAcceptable)?;
    let (here, name) = (kostka.clone(), name.into_inner());
    let made = kostka.blocking(move || {
        let data = Data::now(&here)?;
        let build = || {
            let table = subject.table(&data.views, &season).ok_or(ProblemKind::NotFound)?;
            let bytes = data.bytes(&season, subject, form, &table)?;
            Ok(Answer::by_content(Audience::Public, form, bytes))
        };
        let answer = here.answers.answer(Key::about("open-data", &name, 1), data.state, build)?;
        Ok::<_, Problem>((answer, data.recorded_at))
    });
    let (answer, recorded_at) = made.await??;
    Ok(dated(answer.respond(&request).await, recorded_at))
}

/// The season, subject and form that a name of a file says.
fn read_name(views: &Views, name: &str) -> Option<(SeasonId, Subject, Form)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let form = ENDINGS.iter().find(|(known, _)| *known == ending)?.1;
    // The id of a season may have hyphens too, so it is the known season that decides.
    Subject::ALL.iter().find_map(|subject| {
        let season = SeasonId::parse(stem.strip_suffix(subject.name())?.strip_suffix('-')?).ok()?;
        views.seasons.find(&season)?;
        Some((season, *subject, form))
    })
}

/// With the time from which it is, and for how long it may be kept.
fn dated(mut response: HttpResponse, recorded_at: Timestamp) -> HttpResponse {
    let headers = response.headers_mut();
    set(headers, CACHE_CONTROL, HeaderValue::from_static(CACHED));
    let time = UNIX_EPOCH + Duration::from_micros(recorded_at.0.max(0).unsigned_abs());
    if let Ok(value) = HeaderValue::from_str(&actix_web::http::header::HttpDate::from(time).to_string()) {
        set(headers, LAST_MODIFIED, value);
    }
    response
}
