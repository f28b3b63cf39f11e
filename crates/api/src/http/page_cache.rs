//! Response cache for anonymous pages, consulted before routing.

use crate::http::answer::{Answer, AnswerCache};
use crate::http::app::AppState;
use crate::http::endpoint::RoutePattern;
use actix_web::HttpResponse;
use actix_web::dev::RequestHead;
use actix_web::http::Method;
use actix_web::http::header::AUTHORIZATION;
use events::envelope::Position;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Mutex as AsyncMutex;

const HOUR_MICROSECONDS: i64 = 60 * 60 * 1_000_000;
/// What other sites add to links to count their visitors; no page reads it.
const TRACKING_PARAMETERS: [&str; 4] = ["fbclid", "gclid", "igshid", "mibextid"];

/// Until when a page holds: nothing is recorded, and no hour passes, with which a day of Warsaw may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CacheVersion {
    position: Position,
    hour: i64,
}

impl CacheVersion {
    pub(crate) fn now(app: &AppState) -> Self {
        let hour = app.environment.now().0.div_euclid(HOUR_MICROSECONDS);
        Self { position: app.projector.position(), hour }
    }

    #[cfg(test)]
    pub(crate) fn at(position: u64, hour: i64) -> Self {
        Self { position: Position(position), hour }
    }
}

/// The pages, by their addresses.
#[derive(Default)]
pub(crate) struct PageCache {
    pages: AnswerCache<SmolStr, CacheVersion>,
    /// Held while a page is rendered, so that concurrent requests after a change render it once.
    building: Mutex<FxHashMap<SmolStr, Arc<AsyncMutex<()>>>>,
}

impl PageCache {
    /// The answer to a request that needs nothing but a kept page, with the pattern of its address.
    pub(crate) fn respond_if_ready(
        &self,
        head: &RequestHead,
        version: CacheVersion,
    ) -> Option<(HttpResponse, Option<RoutePattern>)> {
        let reads = matches!(head.method, Method::GET | Method::HEAD);
        // A request with a token may get another answer at the same address.
        if !reads || head.uri.query().is_some() || head.headers.contains_key(AUTHORIZATION) {
            return None;
        }
        let page = self.pages.find(head.uri.path(), version)?;
        Some((page.respond_if_ready(&head.headers)?, page.route()))
    }

    /// The page at an address, made if there is none of this moment: by one of those who ask for it at once, for all of
    /// them.
    pub(crate) async fn page<E>(
        &self,
        path: &str,
        query: &str,
        version: impl Fn() -> CacheVersion,
        make: impl Future<Output = Result<Answer, E>>,
    ) -> Result<Arc<Answer>, E> {
        let asked = version();
        if let Some(page) = self.pages.find(path, asked).filter(|_| has_only_tracking_parameters(query)) {
            return Ok(page);
        }
        // Searches and other spellings of an address are not cached: many of them would evict the pages of others. Nor
        // are addresses with a tracking parameter, which may stand in the links of the page.
        if !query.is_empty() || path.contains('%') {
            return make.await.map(Arc::new);
        }
        let building = PageBuild { pages: self, path: SmolStr::new(path), page_lock: self.page_lock(path) };
        let _guard = building.page_lock.lock().await;
        // An earlier request may have rendered it meanwhile.
        if let Some(page) = self.pages.find_since(path, asked) {
            return Ok(page);
        }
        let seen = version();
        let page = Arc::new(make.await?);
        Ok(self.pages.keep(&building.path, seen, &page))
    }

    fn page_lock(&self, path: &str) -> Arc<AsyncMutex<()>> {
        let mut building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(building.entry(SmolStr::new(path)).or_default())
    }
}

/// A page that a request renders or waits for.
struct PageBuild<'a> {
    pages: &'a PageCache,
    path: SmolStr,
    page_lock: Arc<AsyncMutex<()>>,
}

impl Drop for PageBuild<'_> {
    fn drop(&mut self) {
        let mut building = self.pages.building.lock().unwrap_or_else(PoisonError::into_inner);
        // The last one who waits has it, and the table.
        if Arc::strong_count(&self.page_lock) <= 2 {
            building.remove(&self.path);
        }
    }
}

/// Whether a query asks for nothing.
fn has_only_tracking_parameters(query: &str) -> bool {
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    query
        .split('&')
        .map(name)
        .all(|name| name.is_empty() || name.starts_with("utm_") || TRACKING_PARAMETERS.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::answer::Audience;
    use crate::http::negotiate::Form;
    use actix_web::test::TestRequest;
    use futures_util::future::{join, join_all};
    use std::cell::Cell;

    const THEN: CacheVersion = CacheVersion { position: Position(7), hour: 3 };

    fn page() -> Answer {
        let page = Answer::by_content(Audience::Public, Form::Html, "<h1>Ranking</h1>".into());
        page.at(Some(RoutePattern("/{lang}/ranking")))
    }

    async fn kept(path: &str, query: &str) -> PageCache {
        let pages = PageCache::default();
        pages.page(path, query, || THEN, async { Ok::<_, ()>(page()) }).await.ok().unwrap();
        pages
    }

    fn is_given(pages: &PageCache, request: TestRequest, version: CacheVersion) -> bool {
        pages.respond_if_ready(request.to_http_request().head(), version).is_some()
    }

    /// Whether the page has to be rendered for a request like this.
    async fn is_made(pages: &PageCache, path: &str, query: &str, version: CacheVersion) -> bool {
        let made = Cell::new(false);
        let make = async {
            made.set(true);
            Ok::<_, ()>(page())
        };
        pages.page(path, query, || version, make).await.ok().unwrap();
        made.get()
    }

    #[actix_web::test]
    async fn a_page_is_given_at_once_to_whoever_reads_it_and_shows_no_token() {
        let pages = kept("/pl/ranking", "").await;
        let at = |uri: &str| TestRequest::with_uri(uri);
        assert!(is_given(&pages, at("/pl/ranking"), THEN));
        assert!(is_given(&pages, at("/pl/ranking").method(Method::HEAD), THEN));
        assert!(is_given(&pages, at("/pl/ranking").insert_header(("Cookie", "a=b")), THEN));
        assert!(!is_given(&pages, at("/pl/ranking").insert_header((AUTHORIZATION, "Bearer kt_1")), THEN));
        assert!(!is_given(&pages, at("/pl/ranking").method(Method::POST), THEN));
        assert!(!is_given(&pages, at("/pl/ranking?q=a"), THEN));
        assert!(!is_given(&pages, at("/en/ranking"), THEN));
    }

    #[actix_web::test]
    async fn an_event_and_an_hour_each_end_a_page() {
        for version in [CacheVersion { position: Position(8), ..THEN }, CacheVersion { hour: 4, ..THEN }] {
            let pages = kept("/pl/ranking", "").await;
            assert!(!is_given(&pages, TestRequest::with_uri("/pl/ranking"), version));
            assert!(is_made(&pages, "/pl/ranking", "", version).await);
            assert!(!is_made(&pages, "/pl/ranking", "", version).await);
        }
    }

    #[actix_web::test]
    async fn what_counts_visitors_is_shown_the_page_and_leaves_nothing_of_itself() {
        assert!(!is_made(&kept("/pl/ranking", "").await, "/pl/ranking", "fbclid=1", THEN).await);
        assert!(is_made(&kept("/pl/ranking", "fbclid=1").await, "/pl/ranking", "", THEN).await);
        let path = "/pl/lists/ranking%3A2025";
        assert!(is_made(&kept(path, "").await, path, "", THEN).await);
    }

    #[actix_web::test]
    async fn a_crowd_that_asks_after_a_change_has_the_page_made_once() {
        let (pages, made) = (PageCache::default(), Cell::new(0));
        let ask = || {
            pages.page("/pl/ranking", "", || THEN, async {
                made.set(made.get() + 1);
                tokio::task::yield_now().await;
                Ok::<_, ()>(page())
            })
        };
        let answers = join_all((0..20).map(|_| ask())).await;
        assert_eq!(made.get(), 1);
        let first = answers[0].as_ref().ok().unwrap();
        assert!(answers.iter().all(|answer| Arc::ptr_eq(first, answer.as_ref().ok().unwrap())));
        assert!(pages.building.lock().unwrap().is_empty(), "nothing is left of those who waited");
    }

    #[actix_web::test]
    async fn whoever_waits_for_a_page_that_cannot_be_made_makes_it_in_turn() {
        let (pages, made) = (PageCache::default(), Cell::new(0));
        let ask = || {
            pages.page("/pl/ranking", "", || THEN, async {
                made.set(made.get() + 1);
                tokio::task::yield_now().await;
                if made.get() == 1 { Err(()) } else { Ok(page()) }
            })
        };
        let answers = join_all((0..3).map(|_| ask())).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 2);
        assert_eq!(made.get(), 2);
    }

    #[actix_web::test]
    async fn a_page_that_was_begun_before_the_question_is_too_old_for_it() {
        let (pages, now) = (PageCache::default(), Cell::new(THEN));
        let later = CacheVersion { position: Position(8), ..THEN };
        let first = pages.page("/pl/ranking", "", || now.get(), async {
            now.set(later);
            tokio::task::yield_now().await;
            Ok::<_, ()>(page())
        });
        let made = Cell::new(false);
        let second = async {
            tokio::task::yield_now().await;
            let make = async {
                made.set(true);
                Ok::<_, ()>(page())
            };
            pages.page("/pl/ranking", "", || now.get(), make).await
        };
        let (first, second) = join(first, second).await;
        assert!(first.is_ok() && second.is_ok() && made.get());
    }

    #[test]
    fn what_counts_visitors_asks_for_nothing_and_everything_else_asks_for_something() {
        for nothing in ["", "fbclid=IwAR0x", "utm_source=facebook&utm_medium=post", "&", "gclid"] {
            assert!(has_only_tracking_parameters(nothing), "{nothing}");
        }
        for something in ["q=lucja", "fbclid=1&q=lucja", "xfbclid=1", "page=2"] {
            assert!(!has_only_tracking_parameters(something), "{something}");
        }
    }
}
