//! A list as an answer: a page of JSON, or the same rows as CSV.

use crate::answer::{Answer, Audience};
use crate::negotiate::{self, Form};
use crate::paging::{self, Page};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::{self, Cell, Dialect};
use actix_web::HttpRequest;
use events::envelope::Position;
use serde::Serialize;

/// An item that is also a row.
pub(crate) trait Row: Serialize {
    /// The names of the columns.
    const HEAD: &'static [&'static str];

    /// What stands in them.
    fn cells(&self) -> Vec<Cell<'_>>;
}

/// The form of a list that a client wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// `application/json`.
    Json,
    /// `text/csv`.
    Csv(Dialect),
}

impl Shape {
    /// A number for each form, to keep answers by.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Json => 0,
            Self::Csv(Dialect::Rfc4180) => 1,
            Self::Csv(Dialect::Excel) => 2,
        }
    }

    /// By what the client takes. Whoever names a dialect wants CSV: a link in a browser cannot send another `Accept`.
    pub(crate) fn wanted(request: &HttpRequest, dialect: Option<Dialect>) -> Result<Self, Problem> {
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

/// A page of a list as it stands since this position, for everybody.
pub(crate) fn page<T: Row>(
    request: &HttpRequest,
    shape: Shape,
    state: Position,
    page: &Page<T>,
) -> Result<Answer, Problem> {
    let answer = match shape {
        Shape::Json => Answer::json(state, Audience::Public, page)?,
        Shape::Csv(dialect) => csv(state, dialect, &page.items)?,
    };
    Ok(answer.linked(paging::link(request, page.next.as_deref())))
}

/// Rows as CSV, as they stand since this position, for everybody.
pub(crate) fn csv<T: Row>(state: Position, dialect: Dialect, rows: &[T]) -> Result<Answer, Problem> {
    csv_with(state, dialect, T::HEAD, rows.iter().map(Row::cells))
}

/// The same for rows that are computed from many things, with an ETag made of the content.
pub(crate) fn computed_csv<T: Row>(dialect: Dialect, rows: &[T]) -> Result<Answer, Problem> {
    let body = sheet::write(dialect, T::HEAD, rows.iter().map(Row::cells))?;
    Ok(Answer::by_content(Audience::Public, Form::Csv, body.into()))
}

/// The same for a table whose columns depend on what it shows.
pub(crate) fn csv_with<'a>(
    state: Position,
    dialect: Dialect,
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<Cell<'a>>>,
) -> Result<Answer, Problem> {
    let body = sheet::write(dialect, head, rows)?;
    let answer = Answer::of(state, Audience::Public, Form::Csv, body.into());
    Ok(match dialect {
        Dialect::Rfc4180 => answer,
        Dialect::Excel => answer.told_apart("excel"),
    })
}
