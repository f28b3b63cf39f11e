//! Pages that everybody sees alike: which of them are kept, for how long, and who is given one before its address is looked for.

use crate::answer::{Answer, Shelf};
use crate::kostka::Kostka;
use crate::route::RoutePattern;
use actix_web::HttpResponse;
use actix_web::dev::RequestHead;
use actix_web::http::Method;
use actix_web::http::header::AUTHORIZATION;
use events::envelope::Position;
use smol_str::SmolStr;
use std::sync::Arc;

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
}

/// The pages, by their addresses.
#[derive(Default)]
pub(crate) struct KeptPages(Shelf<SmolStr, PageMoment>);

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
        let page = self.0.find(head.uri.path(), moment)?;
        Some((page.at_once(&head.headers)?, page.route()))
    }

    /// The page at an address; what counts visitors asks for no other.
    pub(crate) fn find(&self, path: &str, query: &str, moment: PageMoment) -> Option<Arc<Answer>> {
        self.0.find(path, moment).filter(|_| is_without_question(query))
    }

    /// Keeps a page. What a search has found is not kept, nor other spellings of an address: whoever asks for many would drive the
    /// pages of others out. Nor is what was asked for with a counter, which may stand in its links.
    pub(crate) fn keep(&self, path: &str, query: &str, moment: PageMoment, page: &Arc<Answer>) {
        if query.is_empty() && !path.contains('%') {
            self.0.keep(&SmolStr::new(path), moment, page);
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

    const THEN: PageMoment = PageMoment { position: Position(7), hour: 3 };

    fn kept(path: &str, query: &str) -> KeptPages {
        let pages = KeptPages::default();
        let page = Answer::by_content(Audience::Public, Form::Html, "<h1>Ranking</h1>".into());
        pages.keep(path, query, THEN, &Arc::new(page.at(Some(RoutePattern("/{lang}/ranking")))));
        pages
    }

    fn is_given(pages: &KeptPages, request: TestRequest, moment: PageMoment) -> bool {
        pages.at_once(request.to_http_request().head(), moment).is_some()
    }

    #[test]
    fn a_page_is_given_at_once_to_whoever_reads_it_and_shows_no_token() {
        let pages = kept("/pl/ranking", "");
        let at = |uri: &str| TestRequest::with_uri(uri);
        assert!(is_given(&pages, at("/pl/ranking"), THEN));
        assert!(is_given(&pages, at("/pl/ranking").method(Method::HEAD), THEN));
        assert!(is_given(&pages, at("/pl/ranking").insert_header(("Cookie", "a=b")), THEN));
        assert!(!is_given(&pages, at("/pl/ranking").insert_header((AUTHORIZATION, "Bearer kt_1")), THEN));
        assert!(!is_given(&pages, at("/pl/ranking").method(Method::POST), THEN));
        assert!(!is_given(&pages, at("/pl/ranking?q=a"), THEN));
        assert!(!is_given(&pages, at("/en/ranking"), THEN));
    }

    #[test]
    fn an_event_and_an_hour_each_end_a_page() {
        let pages = kept("/pl/ranking", "");
        for moment in [PageMoment { position: Position(8), ..THEN }, PageMoment { hour: 4, ..THEN }] {
            assert!(!is_given(&pages, TestRequest::with_uri("/pl/ranking"), moment));
            assert!(pages.find("/pl/ranking", "", moment).is_none());
        }
    }

    #[test]
    fn what_counts_visitors_is_shown_the_page_and_leaves_nothing_of_itself() {
        assert!(kept("/pl/ranking", "").find("/pl/ranking", "fbclid=1", THEN).is_some());
        assert!(kept("/pl/ranking", "fbclid=1").find("/pl/ranking", "", THEN).is_none());
        assert!(kept("/pl/lists/ranking%3A2025", "").find("/pl/lists/ranking%3A2025", "", THEN).is_none());
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
