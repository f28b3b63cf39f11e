//! Looks at the rest of a request only after its caller is known to be allowed.
//!
//! The framework extracts all arguments of a handler side by side. A caller who is refused should neither learn what
//! else is wrong with a request nor have its body read, whichever of the two would be found out first.

use crate::http::problem::Problem;
use actix_web::{HttpMessage, HttpRequest};
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;
use tokio::sync::watch;

/// How many checks of the caller are under way or have failed.
#[derive(Clone)]
struct Gate(Rc<watch::Sender<usize>>);

/// A check of the caller that is under way; what waits goes on when it has passed.
pub(crate) struct Check(Gate);

/// Begins a check. Must be called before the framework looks at any argument, so not inside a future.
pub(crate) fn begin(request: &HttpRequest) -> Check {
    let mut extensions = request.extensions_mut();
    let gate = extensions.get::<Gate>().cloned().unwrap_or_else(|| Gate(Rc::new(watch::Sender::new(0))));
    extensions.insert(gate.clone());
    gate.0.send_modify(|checks| *checks += 1);
    Check(gate)
}

/// Extracts an argument that says whether the caller is allowed.
pub(crate) fn checked<T, F: Future<Output = Result<T, Problem>>>(
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
        // The sender is in our hands.
        let _ = gate.0.subscribe().wait_for(|checks| *checks == 0).await;
    }
}
