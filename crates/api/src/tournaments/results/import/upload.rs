//! The body of an import: JSON or CSV.

use super::MAX_ROWS;
use crate::accounts;
use crate::http::body;
use crate::http::params;
use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::http::write::{Write, WriteHead};
use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_ENCODING;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use bytes::Bytes;
use formats::localization::Message;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use wire::tournaments::results::{CorrectedResults, ImportedLine, ImportedResults};

/// The largest import in bytes: room for `MAX_ROWS` rows.
const MAX_BYTES: usize = 512 << 10;
const HEAD: [&str; 3] = ["player", "place", "games_played"];
const DISQUALIFIED: &str = "dsq";

/// A write request with a larger size limit than others.
pub(crate) struct Upload<T>(pub(crate) Write<T>);

pub(crate) trait Uploaded: DeserializeOwned + 'static {
    /// Reads CSV; `own` are the values of its query parameters. `None` if this body has no CSV form.
    fn from_csv(text: &str, own: &[Option<String>; 2]) -> Option<Result<Self, Problem>>;
}

impl Uploaded for ImportedResults {
    fn from_csv(text: &str, own: &[Option<String>; 2]) -> Option<Result<Self, Problem>> {
        Some(read_csv(text, own))
    }
}

impl Uploaded for CorrectedResults {
    fn from_csv(_: &str, _: &[Option<String>; 2]) -> Option<Result<Self, Problem>> {
        None
    }
}

impl<T: Uploaded> FromRequest for Upload<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            accounts::wait_until_authorized(&request).await?;
            let form = Form::declared(&request)?;
            let bytes = body::read_at_most(&request, payload, MAX_BYTES).await?;
            let own = ["planned_games", "ended_at"];
            let (values, _) = params::split(request.query_string(), &own)?;
            let (body, taken): (T, &[&str]) = match form {
                Form::Json => (body::parse(&bytes)?, &[]),
                Form::Csv => {
                    let text = text(&bytes)?;
                    let read = T::from_csv(text, &values).ok_or(ProblemKind::UnsupportedMediaType)?;
                    (read?, &own)
                }
            };
            Ok(Self(Write { body, head: WriteHead::read_with_parameters(&request, &bytes, taken)? }))
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Csv,
}

impl Form {
    fn declared(request: &HttpRequest) -> Result<Self, Problem> {
        // Compressed bodies are refused: a small one could unpack to a large one.
        let is_plain = request.headers().get(CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity");
        let mime = request.mime_type().ok().flatten().filter(|_| is_plain).ok_or(ProblemKind::UnsupportedMediaType)?;
        let is_utf8 = mime.get_param("charset").is_none_or(|charset| charset == "utf-8");
        match mime.essence_str() {
            "application/json" if is_utf8 => Ok(Self::Json),
            "text/csv" if is_utf8 => Ok(Self::Csv),
            _ => Err(ProblemKind::UnsupportedMediaType.into()),
        }
    }
}

/// The text of a CSV file; refused if it does not begin with the header or has control characters.
fn text(bytes: &Bytes) -> Result<&str, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| ProblemKind::UnsupportedMediaType)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_text = |sign: char| !sign.is_control() || matches!(sign, '\r' | '\n' | '\t');
    let begins_so = text.starts_with(HEAD[0]) || text.starts_with(&format!("\"{}\"", HEAD[0]));
    if begins_so && text.chars().all(is_text) { Ok(text) } else { Err(ProblemKind::UnsupportedMediaType.into()) }
}

fn read_csv(text: &str, [planned_games, ended_at]: &[Option<String>; 2]) -> Result<ImportedResults, Problem> {
    let missing = |name: &'static str| {
        let words = Message::new("field-missing-parameter").with("field", name);
        Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter(name, "missing-field", words))
    };
    let planned_games = planned_games.as_deref().ok_or_else(|| missing("planned_games"))?;
    let planned_games = planned_games.parse().map_err(|_| params::wrong("planned_games", "field-value"))?;
    let ended_at = ended_at.clone().ok_or_else(|| missing("ended_at"))?;
    Ok(ImportedResults { planned_games, ended_at, results: read_rows(text)? })
}

fn read_rows(text: &str) -> Result<Vec<ImportedLine>, Problem> {
    let unprocessable = || Problem::new(ProblemKind::Unprocessable);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let head = reader.headers().map_err(|_| ProblemKind::UnsupportedMediaType)?;
    if head != HEAD.as_slice() {
        let words = Message::new("import-field-columns").with("columns", HEAD.join(","));
        return Err(unprocessable().at(FieldProblem::pointer("/results", "other-columns", words)));
    }
    let mut lines = Vec::new();
    let mut wrong = Vec::new();
    for (index, record) in reader.records().enumerate() {
        if index >= MAX_ROWS {
            let words = Message::new("import-field-too-many-rows").number("most", MAX_ROWS as i64);
            return Err(unprocessable().at(FieldProblem::pointer("/results", "too-many-rows", words)));
        }
        let mut cell = |name: &str, problem: &'static str, words: &'static str| {
            wrong.push(FieldProblem::pointer(format!("/results/{index}{name}"), problem, Message::new(words)));
        };
        let Some(record) = record.ok().filter(|record| record.len() == HEAD.len()) else {
            cell("", "other-columns", "import-field-row");
            continue;
        };
        let disqualified = &record[1] == DISQUALIFIED;
        let place = if disqualified { None } else { number(&record[1]) };
        if place.is_none() && !disqualified {
            cell("/place", "invalid-place", "import-field-place");
        }
        let games_played = number(&record[2]);
        if games_played.is_none() {
            cell("/games_played", "invalid-value", "field-value");
        }
        lines.push(ImportedLine {
            player: record[0].to_owned(),
            place,
            disqualified,
            games_played: games_played.unwrap_or_default(),
        });
    }
    if wrong.is_empty() { Ok(lines) } else { Err(wrong.into_iter().fold(unprocessable(), Problem::at)) }
}

/// A number written with digits only.
fn number(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
