//! Pages of a list: as the list stood when its first page was asked for, however much happens meanwhile.

mod cursor;

pub(crate) use cursor::{Cursor, CursorSigner};
pub(crate) use wire::common::Page;

use crate::http::answer;
use crate::http::app::{self, AppState, MAX_WAIT};
use crate::http::as_of;
use crate::http::edge::KOSTKA_POSITION;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LINK, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, web};
use events::envelope::Position;
use projections::projector::{Projector, ViewsAtError};
use projections::views::Views;
use serde::Serialize;
use std::sync::Arc;
use url::form_urlencoded;

pub(crate) const MAX_ITEMS: u16 = 200;
/// Items on a page if the client does not say.
pub(crate) const DEFAULT_ITEMS: u16 = 100;
/// A list is not shown any more as it stood before so many events; it would have to be folded from the start.
const MAX_CURSOR_AGE_EVENTS: u64 = 20_000;
/// Going through a longer list would keep others waiting for the thread that serves them too.
const SHORT_LIST: usize = 2_000;

pub(crate) struct PageViews {
    /// The list as it stood when its first page was asked for.
    pub(crate) views: Arc<Views>,
    /// The read models of today, whose names stand on the page.
    pub(crate) today: Arc<Views>,
}

/// The read models that a page of a list is made of; `changed` tells when the list last changed, and a cursor has that
/// position.
///
/// While the list is as it was they are those of today, so that a page costs nothing and its cursor goes on working.
pub(crate) async fn views(
    app: &web::Data<AppState>,
    cursor: Option<&Cursor>,
    changed: fn(&Views) -> Position,
) -> Result<PageViews, Problem> {
    let today = app.views();
    let Some(position) = cursor.map(|cursor| cursor.position).filter(|position| *position != changed(&today)) else {
        return Ok(PageViews { views: Arc::clone(&today), today });
    };
    let (blocking_app, head) = (app.clone(), today.position);
    let older = app.blocking(move || older(&blocking_app.projector, position, changed, head));
    match tokio::time::timeout(MAX_WAIT, older).await {
        Ok(views) => Ok(PageViews { views: views??, today }),
        // The result is cached, and a retry finds it.
        Err(_) => Err(busy()),
    }
}

/// The same for a list that may be asked for as of a moment; `changed` looks at nothing that tells of people, who are
/// those of today on every page.
///
/// What was recorded until a moment stays as it is. Only a time that is still to come moves on, and the pages after the
/// first stay where that one stood.
pub(crate) async fn views_as_of(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    as_of: Option<&str>,
    cursor: Option<&Cursor>,
    changed: fn(&Views) -> Position,
) -> Result<PageViews, Problem> {
    if as_of.is_none() {
        return views(app, cursor, changed).await;
    }
    let mut then = as_of::views(request, app, as_of).await?;
    if let Some(cursor) = cursor.filter(|cursor| cursor.position != changed(&then)) {
        then = as_of::views_at(request, app, cursor.position).await?;
    }
    Ok(PageViews { views: then, today: app.views() })
}

/// The name of a list in its cursors, told apart from that of the same list as of another moment.
pub(crate) fn cursor_list_name(list: String, as_of: Option<&str>) -> String {
    match as_of {
        Some(then) => format!("{list} {then}"),
        None => list,
    }
}

fn older(
    projector: &Projector,
    position: Position,
    changed: fn(&Views) -> Position,
    head: Position,
) -> Result<Arc<Views>, Problem> {
    if let Some(views) = projector.cached_unchanged(position, changed) {
        return Ok(views);
    }
    if position.0.saturating_add(MAX_CURSOR_AGE_EVENTS) < head.0 {
        return Err(ProblemKind::CursorExpired.into());
    }
    projector.views_at(position).map_err(|error| views_problem(&error))
}

fn views_problem(error: &ViewsAtError) -> Problem {
    match error {
        // Given out by a store that went on differently.
        ViewsAtError::Beyond { .. } => ProblemKind::CursorExpired.into(),
        ViewsAtError::Busy => busy(),
        ViewsAtError::Fold(_) => {
            tracing::error!(%error, "older read models cannot be made");
            ProblemKind::Unavailable.into()
        }
    }
}

fn busy() -> Problem {
    Problem::new(ProblemKind::Unavailable).header(RETRY_AFTER, HeaderValue::from_static("2"))
}

/// Goes through so many entries of a list: at once, or if they are many where it does no harm.
pub(crate) async fn run_or_spawn_blocking<T: Send + 'static>(
    entries: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    if entries <= SHORT_LIST { Ok(work()) } else { app::blocking(work).await }
}

/// The items of a page of a short list that is in the order of its keys, and the key after which the next page begins.
pub(crate) fn page_after_cursor<T>(
    items: Vec<T>,
    key: impl Fn(&T) -> String,
    cursor: Option<&Cursor>,
    limit: usize,
) -> (Vec<T>, Option<String>) {
    let begins = |item: &T| cursor.is_none_or(|cursor| key(item) > cursor.after);
    let mut page: Vec<T> = items.into_iter().filter(begins).take(limit + 1).collect();
    let after = cut(&mut page, limit, key);
    (page, after)
}

/// Shortens a list of at most one item more than a page has, and gives the key after which the next page begins.
pub(crate) fn cut<T>(page: &mut Vec<T>, limit: usize, key: impl Fn(&T) -> String) -> Option<String> {
    let more = page.len() > limit;
    page.truncate(limit);
    page.last().filter(|_| more).map(key)
}

pub(crate) fn page_size(limit: Option<u16>) -> Result<usize, Problem> {
    match limit.unwrap_or(DEFAULT_ITEMS) {
        limit @ 1..=MAX_ITEMS => Ok(usize::from(limit)),
        _ => Err(crate::http::params::wrong("limit", "field-limit")),
    }
}

/// A page for one caller, which nobody keeps.
pub(crate) fn private_page<T: Serialize>(request: &HttpRequest, app: &AppState, page: &Page<T>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(app.projector.position().0)));
    if let Some(link) = link(request, page.next.as_deref()) {
        response.insert_header((LINK, link));
    }
    answer::json(&mut response, page)
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
            let (page, next) = page_after_cursor((1..=7).collect(), key, cursor.as_ref(), 3);
            assert!(page.len() <= 3);
            seen.extend(page);
            after = next;
        }
        assert!(cursor.is_some());
        assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(page_after_cursor(vec![1, 2, 3], key, None, 3), (vec![1, 2, 3], None));
    }

    #[test]
    fn whoever_comes_while_older_lists_are_made_is_told_to_try_again_soon() {
        use actix_web::ResponseError;
        let problem = views_problem(&ViewsAtError::Busy);
        assert_eq!(problem.kind(), ProblemKind::Unavailable);
        assert!(problem.error_response().headers().contains_key(RETRY_AFTER));
    }

    #[actix_web::test]
    async fn a_long_list_is_gone_through_on_another_thread_than_that_which_serves() {
        let thread = || std::thread::current().id();
        let here = thread();
        assert_eq!(run_or_spawn_blocking(SHORT_LIST, thread).await.unwrap(), here);
        assert_ne!(run_or_spawn_blocking(SHORT_LIST + 1, thread).await.unwrap(), here);
    }
}
