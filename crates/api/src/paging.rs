//! Pages of a list: as the list stood when its first page was asked for, however much happens meanwhile.

use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, web};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use events::envelope::Position;
use projections::projector::ViewsAtError;
use projections::views::Views;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use url::form_urlencoded;
use utoipa::ToSchema;

/// The most items on a page.
pub(crate) const MAX_ITEMS: u16 = 200;
/// Items on a page if the client does not say.
pub(crate) const DEFAULT_ITEMS: u16 = 100;
/// No cursor that was given out is longer.
const MAX_CURSOR_BYTES: usize = 4096;
/// A list is not shown any more as it stood before so many events; it would have to be folded from the start.
const MAX_BEHIND: u64 = 20_000;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page<T> {
    /// The items, in the order of the list.
    #[schema(max_items = 200)]
    pub(crate) items: Vec<T>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwNw")]
    pub(crate) next: Option<String>,
}

/// Where a page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The list is shown as it stood here.
    pub(crate) position: Position,
    /// What the last item of the page before was sorted by.
    pub(crate) after: String,
}

impl Cursor {
    /// The written form; good only for the list that it was made for.
    pub(crate) fn write(&self, list: &str) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}|{}|{}", self.position.0, mark(list), self.after))
    }

    /// Reads a cursor of this list.
    pub(crate) fn read(text: &str, list: &str) -> Result<Self, Problem> {
        let read = || {
            let short = (text.len() <= MAX_CURSOR_BYTES).then_some(text)?;
            let text = String::from_utf8(URL_SAFE_NO_PAD.decode(short).ok()?).ok()?;
            let (position, rest) = text.split_once('|')?;
            let (found, after) = rest.split_once('|')?;
            let position = Position(position.parse().ok()?);
            (found == mark(list)).then(|| Self { position, after: after.to_owned() })
        };
        read().ok_or_else(|| ProblemKind::InvalidCursor.into())
    }
}

/// The read models that a page is made of: those of today for the first, those of its cursor for a later one, with the names
/// of today.
pub(crate) async fn views(kostka: &web::Data<Kostka>, cursor: Option<&Cursor>) -> Result<Arc<Views>, Problem> {
    let today = kostka.views();
    let Some(Cursor { position, .. }) = cursor else { return Ok(today) };
    let position = *position;
    if position == today.position {
        return Ok(today);
    }
    if position.0 + MAX_BEHIND < today.position.0 {
        return Err(ProblemKind::CursorExpired.into());
    }
    let here = kostka.clone();
    match kostka.blocking(move || here.projector.views_at(position)).await? {
        Ok(views) => Ok(views),
        // Given out by a store that went on differently.
        Err(ViewsAtError::Beyond { .. }) => Err(ProblemKind::CursorExpired.into()),
        Err(error) => {
            tracing::error!(%error, "older read models cannot be made");
            Err(ProblemKind::Unavailable.into())
        }
    }
}

/// What tells one list, with its filters, from another.
fn mark(list: &str) -> String {
    hex::encode(&Sha256::digest(list.as_bytes())[..4])
}

/// The items of a page of a short list that is in the order of its keys, and the key after which the next page begins.
pub(crate) fn part<T>(
    items: Vec<T>,
    key: impl Fn(&T) -> String,
    cursor: Option<&Cursor>,
    limit: usize,
) -> (Vec<T>, Option<String>) {
    let begins = |item: &T| cursor.is_none_or(|cursor| key(item) > cursor.after);
    let mut page: Vec<T> = items.into_iter().filter(begins).take(limit + 1).collect();
    if page.len() <= limit {
        return (page, None);
    }
    page.truncate(limit);
    let after = page.last().map(key);
    (page, after)
}

/// How many items a client wants on a page.
pub(crate) fn items(limit: Option<u16>) -> Result<usize, Problem> {
    match limit.unwrap_or(DEFAULT_ITEMS) {
        limit @ 1..=MAX_ITEMS => Ok(usize::from(limit)),
        _ => Err(crate::params::wrong("limit", "field-limit")),
    }
}

/// The `Link` header of a page: the same address with the cursor of the next.
pub(crate) fn link(request: &HttpRequest, next: Option<&str>) -> Option<HeaderValue> {
    let next = next?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(request.query_string().as_bytes()) {
        if name != "cursor" && name != "wait_for" {
            query.append_pair(&name, &value);
        }
    }
    query.append_pair("cursor", next);
    HeaderValue::from_str(&format!("<{}?{}>; rel=\"next\"", request.path(), query.finish())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_short_list_are_the_list() {
        let key = |item: &u32| item.to_string();
        let (mut seen, mut after, mut cursor) = (Vec::new(), Some(String::new()), None);
        while let Some(text) = after {
            cursor = Some(Cursor { position: Position(1), after: text }).filter(|cursor| !cursor.after.is_empty());
            let (page, next) = part((1..=7).collect(), key, cursor.as_ref(), 3);
            assert!(page.len() <= 3);
            seen.extend(page);
            after = next;
        }
        assert!(cursor.is_some());
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(part(vec![1, 2, 3], key, None, 3), (vec![1, 2, 3], None));
    }

    #[test]
    fn a_cursor_is_good_for_its_own_list_only() {
        let cursor = Cursor { position: Position(17), after: "a|b ł".to_owned() };
        let text = cursor.write("players?q=kowal");
        assert_eq!(Cursor::read(&text, "players?q=kowal").unwrap(), cursor);
        assert!(Cursor::read(&text, "players").is_err());
        for wrong in ["", "x", "MTd8", &text[1..], &"A".repeat(10_000)] {
            assert_eq!(Cursor::read(wrong, "players").unwrap_err().kind(), ProblemKind::InvalidCursor);
        }
    }
}
