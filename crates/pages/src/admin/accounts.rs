//! Pages of accounts: the list with a form for a new one, and one account with its roles, links and second factor.

use super::directory::Directory;
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response;
use crate::layout::shell::Shell;
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;
use wire::accounts::{AccountItem, GrantItem};
use wire::common::Page;

trait AccountWords {
    fn title(&self) -> &str;

    /// Whether signing in needs a second factor, in words.
    fn steps(&self, shell: &Shell) -> String;

    fn roles(&self, shell: &Shell, events: &Directory) -> Vec<String>;
}

impl AccountWords for AccountItem {
    fn title(&self) -> &str {
        self.name.as_deref().or(self.login.as_deref()).unwrap_or(&self.id)
    }

    fn steps(&self, shell: &Shell) -> String {
        shell.text(if self.second_factor { "admin-second-factor-on" } else { "admin-second-factor-off" })
    }

    fn roles(&self, shell: &Shell, events: &Directory) -> Vec<String> {
        self.grants.iter().map(|grant| grant.in_words(shell, events)).collect()
    }
}

trait GrantWords {
    fn in_words(&self, shell: &Shell, events: &Directory) -> String;

    /// The segment of the API address that names the grant.
    fn written(&self) -> String;
}

impl GrantWords for GrantItem {
    fn in_words(&self, shell: &Shell, events: &Directory) -> String {
        let role = shell.called("page-role", self.role.as_str());
        let Some(event) = &self.event else { return role };
        match events.title(event.kind, &event.id) {
            Some(title) => format!("{role}: {title}"),
            None => format!("{role}: {} {}", shell.called("page-admin-event", event.kind.as_str()), event.id),
        }
    }

    fn written(&self) -> String {
        let role = self.role.as_str();
        match &self.event {
            Some(event) => link::escaped(&format!("{role}@{}:{}", event.kind.as_str(), event.id)),
            None => link::escaped(role),
        }
    }
}

#[derive(Template)]
#[template(path = "admin/accounts.html")]
struct AccountsPage {
    shell: Shell,
    items: Vec<AccountItem>,
    events: Directory,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/account.html")]
struct AccountPage {
    shell: Shell,
    it: AccountItem,
    events: Directory,
    is_me: bool,
}

impl AccountPage {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/accounts/{}{part}", link::escaped(&self.it.id))
    }
}

/// An event as a field says it that is read as pairs.
fn pairs(kind: &str, id: &str) -> String {
    format!("kind = {}\nid = {}", Value::from(kind), Value::from(id))
}

#[derive(Debug, Deserialize)]
pub(crate) struct QueryParams {
    #[serde(default)]
    cursor: String,
}

pub(crate) async fn list(client: ApiClient, language: Language, params: Query<QueryParams>) -> HttpResponse {
    response::personal(&client, language, render_all(&client, language, &params.cursor)).await
}

async fn render_all(client: &ApiClient, language: Language, cursor: &str) -> Result<String, ApiError> {
    let me = admin::admin(client, language).await?;
    let query = link::query(&[("limit", Some("200")), ("cursor", Some(cursor))]);
    let Page::<AccountItem> { mut items, next } =
        client.personal().get(language.0, &format!("/api/v1/accounts{query}")).await?;
    items.sort_by(|one, other| (one.disabled, one.title()).cmp(&(other.disabled, other.title())));
    let next =
        next.map(|cursor| link::admin(language, &format!("/accounts{}", link::query(&[("cursor", Some(&cursor))]))));
    let shell = admin::shell(language, &language.text("admin-accounts-title"), "/accounts", &me);
    let events = Directory::of(client, language, &[]).await?;
    response::render_template(&AccountsPage { shell, items, events, next })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> HttpResponse {
    let (language, id) = path.into_inner();
    response::personal(&client, language, render(&client, language, &id)).await
}

async fn render(client: &ApiClient, language: Language, id: &str) -> Result<String, ApiError> {
    let me = admin::admin(client, language).await?;
    let it: AccountItem = client.personal().get(language.0, &format!("/api/v1/accounts/{}", link::escaped(id))).await?;
    let is_me = me.id == it.id;
    let shell = admin::shell(language, it.title(), &format!("/accounts/{}", link::escaped(id)), &me);
    let events = Directory::of(client, language, &[]).await?;
    response::render_template(&AccountPage { shell, it, events, is_me })
}
