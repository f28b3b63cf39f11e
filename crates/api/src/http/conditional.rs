//! ETags and the conditions that clients put on them.
//!
//! The ETag of a resource is the position of the last event that changed it. The forms in which it is sent have tags of
//! their own (`"17"`, `"17-csv"`, `"17-gzip"`), and each of them stands for the same state.

use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH};
use events::envelope::Position;
use formats::localization::Message;
use utoipa::IntoResponses;

/// As the client knows it
#[derive(IntoResponses)]
#[response(status = 304)]
pub(crate) struct NotModified;

/// How a tag is written: the position, or a digest of what is computed from many things, and the encoding if there is
/// one.
pub(crate) const PATTERN: &str = r#"^"([0-9]{1,19}|[0-9a-f]{32})(-[0-9a-z.]+)*"$"#;
pub(crate) const PATTERN_OR_ANY: &str = r#"^(\*|"[0-9]{1,19}(-[0-9a-z.]+)*")$"#;

pub(crate) fn etag(position: Position) -> HeaderValue {
    HeaderValue::from_str(&etag_text(position)).unwrap_or(HeaderValue::from_static("\"0\""))
}

pub(crate) fn etag_text(position: Position) -> String {
    format!("\"{}\"", position.0)
}

/// Whether the client has this already; the encoding in which it got it does not matter.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let mut values = headers.get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    values.any(|value| value.split(',').map(str::trim).any(|known| known == "*" || plain(known) == Some(tag)))
}

/// A written tag without its quotes and its encoding.
fn plain(written: &str) -> Option<&str> {
    let written = written.strip_prefix("W/").unwrap_or(written);
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    Some(inner.strip_suffix("-gzip").or_else(|| inner.strip_suffix("-br")).unwrap_or(inner))
}

/// What an edit is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfMatch {
    /// The client did not say.
    Absent,
    /// `*`: whatever there is.
    Any,
    State(Position),
}

pub(crate) fn if_match(headers: &HeaderMap) -> Result<IfMatch, Problem> {
    let mut values = headers.get_all(IF_MATCH);
    let Some(value) = values.next() else { return Ok(IfMatch::Absent) };
    let text = value.to_str().unwrap_or_default().trim();
    match (text, values.next()) {
        ("*", None) => Ok(IfMatch::Any),
        (tag, None) => state_of(tag).map(IfMatch::State).ok_or_else(unreadable),
        _ => Err(unreadable()),
    }
}

fn unreadable() -> Problem {
    let field = FieldProblem::header("If-Match", "invalid-value", Message::new("field-if-match"));
    Problem::new(ProblemKind::InvalidHeader).at(field)
}

impl IfMatch {
    /// The state that an edit must be based on; none if any will do.
    pub(crate) fn required(self) -> Result<Option<Position>, Problem> {
        match self {
            Self::Absent => Err(ProblemKind::PreconditionRequired.into()),
            Self::Any => Ok(None),
            Self::State(position) => Ok(Some(position)),
        }
    }
}

/// The refusal of an edit that is based on another state, with both.
pub(crate) fn stale(expected: Position, current: Position) -> Problem {
    Problem::new(ProblemKind::PreconditionFailed)
        .with_extension("expected_etag", etag_text(expected))
        .with_extension("current_etag", etag_text(current))
        .header(HeaderName::from_static("etag"), etag(current))
}

/// The state that a strong tag stands for.
fn state_of(tag: &str) -> Option<Position> {
    let inner = tag.strip_prefix('"')?.strip_suffix('"')?;
    let number = inner.split_once('-').map_or(inner, |(number, _)| number);
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| number.parse().ok()).flatten().map(Position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
        headers
    }

    #[test]
    fn every_form_of_a_state_is_recognised() {
        for (value, known) in [
            ("\"17\"", true),
            ("\"17-gzip\"", true),
            ("W/\"17-br\"", true),
            ("\"3\", \"17\"", true),
            ("*", true),
            ("\"170\"", false),
            ("17", false),
            ("\"+17\"", false),
            ("\"17-csv\"", false),
        ] {
            assert_eq!(is_known(&headers(IF_NONE_MATCH, value), "17"), known, "{value}");
        }
        assert!(is_known(&headers(IF_NONE_MATCH, "\"17-csv-gzip\""), "17-csv"));
    }

    #[test]
    fn an_edit_says_what_it_is_based_on() {
        assert_eq!(if_match(&HeaderMap::new()).unwrap(), IfMatch::Absent);
        assert_eq!(if_match(&headers(IF_MATCH, "\"17\"")).unwrap(), IfMatch::State(Position(17)));
        assert_eq!(if_match(&headers(IF_MATCH, "\"17-csv-br\"")).unwrap(), IfMatch::State(Position(17)));
        assert_eq!(if_match(&headers(IF_MATCH, "*")).unwrap(), IfMatch::Any);
        for wrong in ["17", "W/\"17\"", "\"a\"", "\"1\", \"2\"", "\"99999999999999999999999\""] {
            assert_eq!(if_match(&headers(IF_MATCH, wrong)).unwrap_err().kind(), ProblemKind::InvalidHeader, "{wrong}");
        }
    }
}
