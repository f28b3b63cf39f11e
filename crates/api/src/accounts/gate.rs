//! Holds back the extraction of other arguments until the caller is authorized.
//!
//! The framework extracts all arguments of a handler concurrently. A caller who is refused must neither learn what else
//! is wrong with the request nor have its body read.

use crate::http::problem::Problem;
use actix_web::{HttpMessage, HttpRequest};
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;
use tokio::sync::watch;

/// The number of checks of the caller that are under way or have failed.
#[derive(Clone)]
struct Gate(Rc<watch::Sender<usize>>);

/// A check of the caller that is under way; extractors wait until it has passed.
pub(crate) struct Check(Gate);

/// Begins a check. Must be called before the framework looks at any argument, so not inside a future.
pub(crate) fn begin(request: &HttpRequest) -> Check {
    let mut extensions = request.extensions_mut();
    let gate = extensions.get::<Gate>().cloned().unwrap_or_else(|| Gate(Rc::new(watch::Sender::new(0))));
    extensions.insert(gate.clone());
    gate.0.send_modify(|checks| *checks += 1);
    Check(gate)
}

/// Runs an extractor that authorizes the caller, as a check.
pub(crate) fn run_check<T, F: Future<Output = Result<T, Problem>>>(
    request: &HttpRequest,
    extract: impl FnOnce(HttpRequest) -> F + 'static,
) -> LocalBoxFuture<'static, Result<T, Problem>> {
    let (check, request) = (begin(request), request.clone());
    Box::pin(async move {
        let allowed = extract(request).await?;
        check.passed();
        Ok(allowed)
    })
}

impl Check {
    pub(crate) fn passed(self) {
        self.0.0.send_modify(|checks| *checks -= 1);
    }
}

/// Waits until all checks have passed; for ever if one has failed, because then the request is over.
pub(crate) async fn wait_until_authorized(request: &HttpRequest) {
    let gate = request.extensions().get::<Gate>().cloned();
    if let Some(gate) = gate {
        // The gate holds the sender, so the channel is not closed.
        let _ = gate.0.subscribe().wait_for(|checks| *checks == 0).await;
    }
}
