//! Signing in, and setting a password with a one-time link.

use crate::link;
use crate::query::Query;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::Inside;
use askama::Template;
use serde::Deserialize;

/// Where somebody was going.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    next: String,
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn {
    shell: Shell,
    next: String,
}

#[derive(Template)]
#[template(path = "set_password.html")]
struct SetPassword {
    shell: Shell,
    sign_in: String,
}

/// Signing in.
pub(crate) async fn show(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let next = own_page(&wanted.next).map_or_else(|| link::work(tongue), str::to_owned);
    let build = async {
        let shell = shell(&inside, tongue, "sign-in-title", &link::sign_in(tongue)).await;
        show::rendered(&SignIn { shell, next })
    };
    show::public(&inside, tongue, build).await
}

/// Setting a password: the link has its secret behind a `#`, which no server is told.
pub(crate) async fn set_password(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let build = async {
        let shell = shell(&inside, tongue, "set-password-title", &link::set_password(tongue)).await;
        show::rendered(&SetPassword { shell, sign_in: link::sign_in(tongue) })
    };
    show::public(&inside, tongue, build).await
}

async fn shell(inside: &Inside, tongue: Tongue, title: &str, address: &str) -> Shell {
    let season = season::now(inside, tongue).await;
    let mut shell = Shell::new(tongue, &tongue.text(title), address, season.as_deref()).asked(inside);
    shell.is_listed = false;
    shell.with_script("forms.js")
}

/// An address of a page here; others could lead whoever has just signed in to somebody who pretends to be us.
fn own_page(next: &str) -> Option<&str> {
    let is_here = ["/pl", "/en"].iter().any(|lang| next.strip_prefix(lang).is_some_and(|rest| rest.starts_with('/')));
    (is_here && !next.contains(['\\', '\n', '\r', '\t'])).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_elsewhere_after_signing_in() {
        assert_eq!(own_page("/pl/admin?a=1"), Some("/pl/admin?a=1"));
        for elsewhere in ["//evil.example", "https://evil.example", "/pl\\@evil.example", "", "/api/v1/me", "/plx"] {
            assert_eq!(own_page(elsewhere), None, "{elsewhere}");
        }
    }
}
