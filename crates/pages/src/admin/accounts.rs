//! Accounts: all of them, opening one, and one with its roles, its link, its two-step verification.

use super::directory::Directory;
use crate::admin;
use crate::link;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

/// An account.
#[derive(Debug, Deserialize)]
struct Account {
    id: String,
    login: Option<String>,
    name: Option<String>,
    grants: Vec<Grant>,
    disabled: bool,
    second_factor: bool,
    etag: String,
}

/// A role, for everything or for one event.
#[derive(Debug, Deserialize)]
struct Grant {
    role: String,
    event: Option<Event>,
}

#[derive(Debug, Deserialize)]
struct Event {
    kind: String,
    id: String,
}

#[derive(Debug, Deserialize)]
struct Accounts {
    items: Vec<Account>,
    next: Option<String>,
}

impl Account {
    fn title(&self) -> &str {
        self.name.as_deref().or(self.login.as_deref()).unwrap_or(&self.id)
    }

    /// Whether two steps are needed to sign in, in words.
    fn steps(&self, shell: &Shell) -> String {
        shell.text(if self.second_factor { "admin-second-factor-on" } else { "admin-second-factor-off" })
    }

    fn roles(&self, shell: &Shell, events: &Directory) -> Vec<String> {
        self.grants.iter().map(|grant| grant.in_words(shell, events)).collect()
    }
}

impl Grant {
    fn in_words(&self, shell: &Shell, events: &Directory) -> String {
        let role = shell.called("page-role", &self.role);
        let Some(event) = &self.event else { return role };
        let kind = shell.called("page-admin-event", &event.kind);
        match events.title(&event.kind, &event.id) {
            Some(title) => format!("{role}: {title}"),
            None => format!("{role}: {kind} {}", event.id),
        }
    }

    /// As the API writes it in an address.
    fn written(&self) -> String {
        match &self.event {
            Some(event) => link::escaped(&format!("{}@{}:{}", self.role, event.kind, event.id)),
            None => link::escaped(&self.role),
        }
    }
}

#[derive(Template)]
#[template(path = "admin/accounts.html")]
struct All {
    shell: Shell,
    items: Vec<Account>,
    events: Directory,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/account.html")]
struct One {
    shell: Shell,
    it: Account,
    events: Directory,
    is_me: bool,
}

impl One {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/accounts/{}{part}", link::escaped(&self.it.id))
    }
}

/// An event as a field says it that is read as pairs.
fn pairs(kind: &str, id: &str) -> String {
    format!("kind = {}\nid = {}", Value::from(kind), Value::from(id))
}

/// Where a page of the list begins.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    cursor: String,
}

/// All accounts.
pub(crate) async fn list(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_all(&inside, tongue, &wanted.cursor)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue, cursor: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let query = link::query(&[("limit", Some("200")), ("cursor", Some(cursor))]);
    let Accounts { mut items, next } = inside.personal().get(tongue.0, &format!("/api/v1/accounts{query}")).await?;
    items.sort_by(|one, other| (one.disabled, one.title()).cmp(&(other.disabled, other.title())));
    let next =
        next.map(|cursor| link::admin(tongue, &format!("/accounts{}", link::query(&[("cursor", Some(&cursor))]))));
    let shell = admin::shell(tongue, &tongue.text("admin-accounts-title"), "/accounts", &me);
    let events = Directory::of(inside, tongue, &[]).await?;
    show::rendered(&All { shell, items, events, next })
}

/// One account.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let it: Account = inside.personal().get(tongue.0, &format!("/api/v1/accounts/{}", link::escaped(id))).await?;
    let is_me = me.id == it.id;
    let shell = admin::shell(tongue, it.title(), &format!("/accounts/{}", link::escaped(id)), &me);
    let events = Directory::of(inside, tongue, &[]).await?;
    show::rendered(&One { shell, it, events, is_me })
}
