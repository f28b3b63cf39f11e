//! Signing in, and setting a password with a one-time link.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season;
use api::ApiClient;
use askama::Template;
use serde::Deserialize;

/// The page to return to.
#[derive(Debug, Deserialize)]
pub(crate) struct QueryParams {
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

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let next = own_page(&params.next).map_or_else(|| link::work(language), str::to_owned);
    let shell = shell(&client, language, "sign-in-title", &link::sign_in(language)).await;
    response::render_template(&SignIn { shell, next })
}

/// Setting a password: the secret of the link is in its fragment, which no server sees.
pub(crate) async fn set_password(client: ApiClient, language: Language) -> Rendered {
    let shell = shell(&client, language, "set-password-title", &link::set_password(language)).await;
    response::render_template(&SetPassword { shell, sign_in: link::sign_in(language) })
}

async fn shell(client: &ApiClient, language: Language, title: &str, address: &str) -> Shell {
    let season = season::now(client, language).await;
    let mut shell = Shell::new(language, &language.text(title), address, season.as_deref()).asked(client);
    shell.is_listed = false;
    shell.with_script("forms.js")
}

/// An address on this site; redirects to other sites are refused.
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
