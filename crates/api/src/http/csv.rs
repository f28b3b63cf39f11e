//! Tables as CSV: for programs (RFC 4180) and for the spreadsheets of Polish offices.

use crate::http::problem::{Problem, ProblemKind};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// Which CSV.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Dialect {
    /// Commas, as RFC 4180 says.
    #[default]
    Rfc4180,
    /// Semicolons and a byte order mark: Excel with Polish settings opens it by a double click.
    Excel,
}

/// A cell: numbers stay numbers, and a text stays a text whatever it looks like. As JSON it is as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Cell<'a> {
    Number(i64),
    Text(Cow<'a, str>),
    Empty,
}

impl<'a> Cell<'a> {
    pub(crate) fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    pub(crate) fn maybe(text: Option<&'a str>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    /// What is written: a text that a spreadsheet would take for a formula gets an apostrophe before it, and so does a
    /// part of it where a spreadsheet that expects the other dialect would begin a new cell.
    fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Number(number) => number.to_string().into(),
            Self::Text(text) => escape_formulas(text),
            Self::Empty => Cow::Borrowed(""),
        }
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::text(text)
    }
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::maybe(text)
    }
}

impl<'a> From<&'a Option<String>> for Cell<'a> {
    fn from(text: &'a Option<String>) -> Self {
        Self::maybe(text.as_deref())
    }
}

impl From<&bool> for Cell<'_> {
    fn from(value: &bool) -> Self {
        Self::text(if *value { "true" } else { "false" })
    }
}

macro_rules! number_cells {
    ($($number:ty),+) => { $(
        impl From<$number> for Cell<'_> {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }

        impl From<&$number> for Cell<'_> {
            fn from(number: &$number) -> Self {
                Self::from(*number)
            }
        }

        impl From<&Option<$number>> for Cell<'_> {
            fn from(number: &Option<$number>) -> Self {
                number.map_or(Self::Empty, Self::from)
            }
        }
    )+ };
}

number_cells!(i32, u32, i64, u64, usize);

/// What begins a formula, also as Asian keyboards write it.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// After these a spreadsheet may begin another cell, whatever the text is enclosed in.
const CELL_ENDS: [char; 5] = [';', ',', '\t', '\r', '\n'];

fn escape_formulas(text: &str) -> Cow<'_, str> {
    if !text.contains(FORMULA_SIGNS) && !text.starts_with(['\t', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r']) {
        written.push('\'');
    }
    let mut begins = true;
    for sign in text.chars() {
        if begins && FORMULA_SIGNS.contains(&sign) {
            written.push('\'');
        }
        // Quotation marks of the one dialect can be those of a cell in the other.
        begins = CELL_ENDS.contains(&sign) || begins && sign == '"';
        written.push(sign);
    }
    written.into()
}

pub(crate) fn write<'a, R: AsRef<[Cell<'a>]>>(
    dialect: Dialect,
    head: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> Result<Vec<u8>, Problem> {
    let (delimiter, start) = match dialect {
        Dialect::Rfc4180 => (b',', Vec::new()),
        Dialect::Excel => (b';', "\u{feff}".as_bytes().to_vec()),
    };
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).terminator(csv::Terminator::CRLF).from_writer(start);
    let failed = |error: csv::Error| {
        tracing::error!(%error, "a table cannot be written");
        Problem::new(ProblemKind::Internal)
    };
    writer.write_record(head).map_err(failed)?;
    for row in rows {
        for cell in row.as_ref() {
            writer.write_field(cell.written().as_bytes()).map_err(failed)?;
        }
        writer.write_record(None::<&[u8]>).map_err(failed)?;
    }
    writer.into_inner().map_err(|_| ProblemKind::Internal.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s17_a_text_never_becomes_a_formula_and_a_negative_number_stays_a_number() {
        let rows = [
            [Cell::text("=1+1"), Cell::Number(-45)],
            [Cell::text("-45"), Cell::text("@SUM(A1)")],
            [Cell::text("\tTab"), Cell::text("Łódź, \"Centrum\"")],
        ];
        let text = String::from_utf8(write(Dialect::Rfc4180, &["name", "points"], rows).unwrap()).unwrap();
        assert_eq!(text, "name,points\r\n'=1+1,-45\r\n'-45,'@SUM(A1)\r\n'\tTab,\"Łódź, \"\"Centrum\"\"\"\r\n");
    }

    #[test]
    fn s17_a_part_that_another_dialect_takes_for_a_cell_becomes_no_formula_either() {
        let cases = [
            ("Kowal;=1+1", "Kowal;'=1+1"),
            ("a,-2", "a,'-2"),
            ("a\t@b", "a\t'@b"),
            ("a\n+1\r\n=2", "a\n'+1\r\n'=2"),
            ("a;\"=1\"", "a;\"'=1\""),
            ("＝1", "'＝1"),
            ("a;＋1", "a;'＋1"),
            ("a;－1;＠b", "a;'－1;'＠b"),
            ("Bielsko-Biała, 2+2", "Bielsko-Biała, 2+2"),
        ];
        for (text, expected) in cases {
            assert_eq!(Cell::text(text).written(), expected, "{text:?}");
        }
    }

    #[test]
    fn the_dialect_for_excel_has_semicolons_and_a_byte_order_mark() {
        let text = write(Dialect::Excel, &["miejsce", "nazwisko"], [[Cell::Number(1), Cell::text("Żak")]]).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "\u{feff}miejsce;nazwisko\r\n1;Żak\r\n");
    }
}
