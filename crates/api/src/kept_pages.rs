//! Pages that everybody sees alike: which of them are kept, for how long, and who is given one before its address is looked for.

use crate::answer::{Answer, Shelf};
use crate::kostka::Kostka;
use crate::route::RoutePattern;
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
const COUNTERS: [&str; 4] = ["fbclid", "gclid", "igshid", "mibextid"];

/// Until when a page holds: nothing is recorded, and no hour passes, with which a day of Warsaw may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PageMoment {
    position: Position,
    hour: i64,
}

impl PageMoment {
    pub(crate) fn now(kostka: &Kostka) -> Self {
        let hour = kostka.environment.now().0.div_euclid(HOUR_MICROSECONDS);
        Self { position: kostka.projector.position(), hour }
    }

    #[cfg(test)]
    pub(crate) fn at(position: u64, hour: i64) -> Self {
        Self { position: Position(position), hour }
    }
}

/// The pages, by their addresses.
#[derive(Default)]
pub(crate) struct KeptPages {
    pages: Shelf<SmolStr, PageMoment>,
    /// Held by whoever makes a page, so that a crowd that asks for it after a change does not make it many times.
    making: Mutex<FxHashMap<SmolStr, Arc<AsyncMutex<()>>>>,
}

impl KeptPages {
    /// The answer to a request that needs nothing but a kept page, with the pattern of its address.
    pub(crate) fn at_once(
        &self,
        head: &RequestHead,
        moment: PageMoment,
    ) -> Option<(HttpResponse, Option<RoutePattern>)> {
        let reads = matches!(head.method, Method::GET | Method::HEAD);
        // Whoever shows a token may be answered something else at the same address.
        if !reads || head.uri.query().is_some() || head.headers.contains_key(AUTHORIZATION) {
            return None;
        }
        let page = self.pages.find(head.uri.path(), moment)?;
        Some((page.at_once(&head.headers)?, page.route()))
    }

    /// The page at an address, made if there is none of this moment: by one of those who ask for it at once, for all of them.
    pub(crate) async fn page<E>(
        &self,
        path: &str,
        query: &str,
        moment: impl Fn() -> PageMoment,
        make: impl Future<Output = Result<Answer, E>>,
    ) -> Result<Arc<Answer>, E> {
        let asked = moment();
        if let Some(page) = self.pages.find(path, asked).filter(|_| is_without_question(query)) {
            return Ok(page);
        }
        // What a search has found is not kept, nor other spellings of an address: whoever asks for many would drive the pages of
        // others out. Nor is what was asked for with a counter, which may stand in its links.
        if !query.is_empty() || path.contains('%') {
            return make.await.map(Arc::new);
        }
        let making = Making { pages: self, path: SmolStr::new(path), place: self.place(path) };
        let _turn = making.place.lock().await;
        // Whoever was before may have made it meanwhile, as new as the question or newer.
        if let Some(page) = self.pages.find_since(path, asked) {
            return Ok(page);
        }
        let seen = moment();
        let page = Arc::new(make.await?);
        Ok(self.pages.keep(&making.path, seen, &page))
    }

    fn place(&self, path: &str) -> Arc<AsyncMutex<()>> {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(making.entry(SmolStr::new(path)).or_default())
    }
}

/// A page that somebody makes or waits for.
struct Making<'a> {
    pages: &'a KeptPages,
    path: SmolStr,
    place: Arc<AsyncMutex<()>>,
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        let mut making = self.pages.making.lock().unwrap_or_else(PoisonError::into_inner);
        // The last one who waits has it, and the table.
        if Arc::strong_count(&self.place) <= 2 {
            making.remove(&self.path);
        }
    }
}

/// Whether a query asks for nothing.
fn is_without_question(query: &str) -> bool {
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    query.split('&').map(name).all(|name| name.is_empty() || name.starts_with("utm_") || COUNTERS.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Audience;
    use crate::negotiate::Form;
    use actix_web::test::TestRequest;
    use futures_util::future::{join, join_all};
    use std::cell::Cell;

    const THEN: PageMoment = PageMoment { position: Position(7), hour: 3 };

    fn page() -> Answer {
        let page = Answer::by_content(Audience::Public, Form::Html, "<h1>Ranking</h1>".into());
        page.at(Some(RoutePattern("/{lang}/ranking")))
    }

    async fn kept(path: &str, query: &str) -> KeptPages {
        let pages = KeptPages::default();
        pages.page(path, query, || THEN, async { Ok::<_, ()>(page()) }).await.ok().unwrap();
        pages
    }

    fn is_given(pages: &KeptPages, request: TestRequest, moment: PageMoment) -> bool {
        pages.at_once(request.to_http_request().head(), moment).is_some()
    }

    /// Whether the page has to be made for somebody who asks like this.
    async fn is_made(pages: &KeptPages, path: &str, query: &str, moment: PageMoment) -> bool {
        let made = Cell::new(false);
        let make = async {
            made.set(true);
            Ok::<_, ()>(page())
        };
        pages.page(path, query, || moment, make).await.ok().unwrap();
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
        for moment in [PageMoment { position: Position(8), ..THEN }, PageMoment { hour: 4, ..THEN }] {
            let pages = kept("/pl/ranking", "").await;
            assert!(!is_given(&pages, TestRequest::with_uri("/pl/ranking"), moment));
            assert!(is_made(&pages, "/pl/ranking", "", moment).await);
            assert!(!is_made(&pages, "/pl/ranking", "", moment).await);
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
        let (pages, made) = (KeptPages::default(), Cell::new(0));
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
        assert!(pages.making.lock().unwrap().is_empty(), "nothing is left of those who waited");
    }

    #[actix_web::test]
    async fn whoever_waits_for_a_page_that_cannot_be_made_makes_it_in_turn() {
        let (pages, made) = (KeptPages::default(), Cell::new(0));
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
        let (pages, now) = (KeptPages::default(), Cell::new(THEN));
        let later = PageMoment { position: Position(8), ..THEN };
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
            assert!(is_without_question(nothing), "{nothing}");
        }
        for something in ["q=lucja", "fbclid=1&q=lucja", "xfbclid=1", "page=2"] {
            assert!(!is_without_question(something), "{something}");
        }
    }
}
