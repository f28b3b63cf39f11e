//! One's own account: roles, password, second factor, sessions.

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response;
use crate::layout::shell::Shell;
use crate::layout::time;
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;
use serde::Deserialize;
use wire::accounts::{EventKindName, GrantedEventItem};

#[derive(Template)]
#[template(path = "account.html")]
struct Page {
    shell: Shell,
    me: CurrentUser,
    roles: Vec<String>,
}

/// What a role is for, as far as the page needs it.
#[derive(Debug, Deserialize)]
struct NamedGrant {
    name: Option<String>,
}

impl Page {
    fn until(&self) -> String {
        time::moment(self.shell.language, &self.me.session_expires_at)
    }
}

/// One's own account.
pub(crate) async fn show(client: ApiClient, path: web::Path<String>) -> HttpResponse {
    let language = Language::of(&path);
    response::personal(&client, language, render(&client, language)).await
}

async fn render(client: &ApiClient, language: Language) -> Result<String, ApiError> {
    let me = CurrentUser::of(client, language).await?;
    let mut roles = Vec::new();
    for grant in &me.grants {
        let role = language.choice("page-role", grant.role.as_str());
        roles.push(match &grant.event {
            Some(event) => format!("{role}: {}", name(client, language, event).await?),
            None => role,
        });
    }
    let title = language.text("account-title");
    let shell = Shell::staff(language, &title, &link::account(language), &me).with_script("account.js");
    response::render_template(&Page { shell, me, roles })
}

/// What the event of a role is called; its id where nobody named it.
async fn name(client: &ApiClient, language: Language, event: &GrantedEventItem) -> Result<String, ApiError> {
    let kind = match event.kind {
        EventKindName::Tournament => "tournaments",
        EventKindName::League => "leagues",
        EventKindName::GrandPrix | EventKindName::OnlineEvent | EventKindName::Championship => "online-events",
    };
    let address = format!("/api/v1/{kind}/{}", link::escaped(&event.id));
    let found: Option<NamedGrant> = client.personal().find(language.0, &address).await?;
    Ok(found.and_then(|found| found.name).unwrap_or_else(|| event.id.clone()))
}
