//! Pages of accounts: the list with a form for a new one, and one account with its roles, links and second factor.

use super::directory::CompetitionDirectory;
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::CursorQuery;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use serde_json::Value;
use wire::accounts::{AccountItem, GrantItem};
use wire::common::Page;

trait AccountLabels {
    fn title(&self) -> &str;

    /// Whether signing in needs a second factor.
    fn second_factor_text(&self, shell: &Shell) -> String;

    fn role_labels(&self, shell: &Shell, competitions: &CompetitionDirectory) -> Vec<String>;
}

impl AccountLabels for AccountItem {
    fn title(&self) -> &str {
        self.name.as_deref().or(self.login.as_deref()).unwrap_or(&self.id)
    }

    fn second_factor_text(&self, shell: &Shell) -> String {
        shell.text(if self.second_factor { "admin-second-factor-on" } else { "admin-second-factor-off" })
    }

    fn role_labels(&self, shell: &Shell, competitions: &CompetitionDirectory) -> Vec<String> {
        self.grants.iter().map(|grant| grant.label(shell, competitions)).collect()
    }
}

trait GrantLabels {
    fn label(&self, shell: &Shell, competitions: &CompetitionDirectory) -> String;

    /// The grant as a segment of an API address.
    fn path_segment(&self) -> String;
}

impl GrantLabels for GrantItem {
    fn label(&self, shell: &Shell, competitions: &CompetitionDirectory) -> String {
        let role = shell.choice_text("page-role", self.role.as_str());
        let Some(event) = &self.event else { return role };
        match competitions.title(event.kind, &event.id) {
            Some(title) => format!("{role}: {title}"),
            None => format!("{role}: {} {}", shell.choice_text("page-admin-event", event.kind.as_str()), event.id),
        }
    }

    fn path_segment(&self) -> String {
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
    competitions: CompetitionDirectory,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/account.html")]
struct AccountPage {
    shell: Shell,
    account: AccountItem,
    competitions: CompetitionDirectory,
    is_me: bool,
}

impl AccountPage {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/accounts/{}{part}", link::escaped(&self.account.id))
    }
}

/// A competition as the value of a form field with `data-as="pairs"`.
fn competition_field(kind: &str, id: &str) -> String {
    format!("kind = {}\nid = {}", Value::from(kind), Value::from(id))
}

pub(crate) async fn list(client: ApiClient, language: Language, params: CursorQuery) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let query = link::query(&[("limit", Some("200")), ("cursor", Some(&params.cursor))]);
    let Page::<AccountItem> { mut items, next } =
        client.personal().get(language.0, &format!("/api/v1/accounts{query}")).await?;
    items.sort_by(|one, other| (one.disabled, one.title()).cmp(&(other.disabled, other.title())));
    let next =
        next.map(|cursor| link::admin(language, &format!("/accounts{}", link::query(&[("cursor", Some(&cursor))]))));
    let shell = admin::shell(language, &language.text("admin-accounts-title"), "/accounts", &me);
    let competitions = CompetitionDirectory::of(&client, language, &[]).await?;
    response::render_template(&AccountsPage { shell, items, competitions, next })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let account: AccountItem =
        client.personal().get(language.0, &format!("/api/v1/accounts/{}", link::escaped(&id))).await?;
    let is_me = me.id == account.id;
    let shell = admin::shell(language, account.title(), &format!("/accounts/{}", link::escaped(&id)), &me);
    let competitions = CompetitionDirectory::of(&client, language, &[]).await?;
    response::render_template(&AccountPage { shell, account, competitions, is_me })
}
