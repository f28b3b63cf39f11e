//! Browsers: a cookie instead of a token, and a guard against other sites that would use it.
//!
//! The cookie holds the secret of a session and is sent to this host only, never to scripts. Browsers send it with
//! requests of other sites, too, so a request that another site may have caused changes nothing.

use crate::http::app::AppState;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::HttpRequest;
use actix_web::http::header::{COOKIE, HeaderName, HeaderValue, ORIGIN};
use actix_web::http::uri::Uri;
use commands::accounts::sessions::{Holder, Session, SessionToken};
use formats::localization::Message;
use std::time::Duration;

/// The prefix binds it to this host, all its paths, and encrypted connections.
const COOKIE_NAME: &str = "__Host-kostka";
const ATTRIBUTES: &str = "Path=/; Secure; HttpOnly; SameSite=Lax";
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub(crate) fn token(request: &HttpRequest) -> Option<SessionToken> {
    let cookies = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(name, _)| *name == COOKIE_NAME)?.1;
    SessionToken::parse(Holder::Browser, value)
}

/// The value of `Set-Cookie` for the token of a session.
pub(crate) fn session_cookie(token: &SessionToken, max_age: Duration) -> String {
    format!("{COOKIE_NAME}={}; Max-Age={}; {ATTRIBUTES}", token.to_text(Holder::Browser), max_age.as_secs())
}

/// Replaces the secret of a browser session, so that a copied cookie stops working, and returns the new cookie.
/// Programs get a new secret when they refresh.
pub(crate) fn renew(session: &mut Session, app: &AppState) -> Option<String> {
    if !session.is_held_by(Holder::Browser) {
        return None;
    }
    let token = session.replace_token(&*app.environment);
    let left = app.environment.now().elapsed_until(session.expires_at);
    Some(session_cookie(&token, left))
}

pub(crate) const EXPIRED_COOKIE: HeaderValue =
    HeaderValue::from_static("__Host-kostka=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");

/// Refuses a request that would change something if another site may have caused it. Browsers say where a request comes
/// from; one that says nothing of either kind is not known to be ours.
pub(crate) fn refuse_other_sites(request: &HttpRequest, app: &AppState) -> Result<(), Problem> {
    let header = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_ours = match header(SEC_FETCH_SITE) {
        Some(site) => site == "same-origin",
        None => header(ORIGIN).is_some_and(|origin| is_origin_of(origin, &app.settings.public_url)),
    };
    if request.method().is_safe() || is_ours {
        return Ok(());
    }
    Err(Problem::new(ProblemKind::Forbidden).because(Message::new("other-site")).with_extension("reason", "other-site"))
}

fn is_origin_of(origin: &str, address: &str) -> bool {
    let parts = |text: &str| {
        let uri: Uri = text.parse().ok()?;
        Some((uri.scheme()?.clone(), uri.authority()?.clone()))
    };
    parts(origin).is_some_and(|origin| Some(origin) == parts(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        assert!(is_origin_of("https://kostka.example", "https://kostka.example/"));
        for other in ["http://kostka.example", "https://kostka.example:8443", "https://a.kostka.example", "null", ""] {
            assert!(!is_origin_of(other, "https://kostka.example"), "{other}");
        }
    }
}
