//! A list as an answer: a page of JSON, or the same rows as CSV.

use crate::http::answer::{Answer, Audience};
use crate::http::csv::{self, Cell, Dialect};
use crate::http::negotiate::{self, Form};
use crate::http::paging::{self, Page};
use crate::http::problem::{Problem, ProblemKind};
use actix_web::HttpRequest;
use events::envelope::Position;
use serde::Serialize;

/// An item that is also a row.
pub(crate) trait Row: Serialize {
    const HEAD: &'static [&'static str];

    fn cells(&self) -> Vec<Cell<'_>>;
}

/// Writes a type as a row: each column with its value, which is the field of the same name unless it says otherwise.
macro_rules! csv_row {
    ($type:ty, |$row:ident| $( $column:ident $( : $value:expr )? ),+ $(,)?) => {
        impl $crate::http::list_response::Row for $type {
            const HEAD: &'static [&'static str] = &[$( stringify!($column) ),+];

            fn cells(&self) -> Vec<$crate::http::csv::Cell<'_>> {
                let $row = self;
                vec![$( $crate::http::csv::Cell::from(csv_row!(@ $row $column $( $value )?)) ),+]
            }
        }
    };
    (@ $row:ident $column:ident) => { &$row.$column };
    (@ $row:ident $column:ident $value:expr) => { $value };
}

pub(crate) use csv_row;

/// The form of a list that a client wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ListFormat {
    Json,
    Csv(Dialect),
}

impl ListFormat {
    /// A number for each form, to keep answers by.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Json => 0,
            Self::Csv(Dialect::Rfc4180) => 1,
            Self::Csv(Dialect::Excel) => 2,
        }
    }

    /// The format from `Accept`. A dialect means CSV: a link in a browser cannot send another `Accept`.
    pub(crate) fn from_request(request: &HttpRequest, dialect: Option<Dialect>) -> Result<Self, Problem> {
        let offered: &[Form] = if dialect.is_some() { &[Form::Csv] } else { &[Form::Json, Form::Csv] };
        match negotiate::form(request.headers(), offered) {
            Some(Form::Csv) => Ok(Self::Csv(dialect.unwrap_or_default())),
            Some(_) => Ok(Self::Json),
            None => Err(ProblemKind::NotAcceptable.into()),
        }
    }
}

/// For what has no other form than JSON.
pub(crate) fn json_only(request: &HttpRequest) -> Result<(), Problem> {
    match negotiate::form(request.headers(), &[Form::Json]) {
        Some(_) => Ok(()),
        None => Err(ProblemKind::NotAcceptable.into()),
    }
}

pub(crate) fn page<T: Row>(
    request: &HttpRequest,
    format: ListFormat,
    state: Position,
    page: &Page<T>,
) -> Result<Answer, Problem> {
    let answer = match format {
        ListFormat::Json => Answer::json(state, Audience::Public, page)?,
        ListFormat::Csv(dialect) => csv(state, dialect, &page.items)?,
    };
    Ok(answer.with_link(paging::link(request, page.next.as_deref())))
}

/// Public rows as CSV, as of this position.
pub(crate) fn csv<T: Row>(state: Position, dialect: Dialect, rows: &[T]) -> Result<Answer, Problem> {
    csv_with(state, dialect, T::HEAD, rows.iter().map(Row::cells))
}

/// The same for rows that are computed from many things, with an ETag made of the content.
pub(crate) fn computed_csv<T: Row>(dialect: Dialect, rows: &[T]) -> Result<Answer, Problem> {
    let body = csv::write(dialect, T::HEAD, rows.iter().map(Row::cells))?;
    Ok(Answer::by_content(Audience::Public, Form::Csv, body.into()))
}

/// The same for a table whose columns depend on what it shows.
pub(crate) fn csv_with<'a>(
    state: Position,
    dialect: Dialect,
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<Cell<'a>>>,
) -> Result<Answer, Problem> {
    let body = csv::write(dialect, head, rows)?;
    let answer = Answer::of(state, Audience::Public, Form::Csv, body.into());
    Ok(match dialect {
        Dialect::Rfc4180 => answer,
        Dialect::Excel => answer.with_etag_suffix("excel"),
    })
}
