//! One's own account: roles, password, second factor, sessions.

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use api::{ApiClient, ApiError};
use askama::Template;
use wire::accounts::{EventKindName, GrantedEventItem};
use wire::competitions::leagues::League;
use wire::tournaments::desk::Tournament;

#[derive(Template)]
#[template(path = "account.html")]
struct Page {
    shell: Shell,
    me: CurrentUser,
    roles: Vec<String>,
}

impl Page {
    fn until(&self) -> String {
        time::moment(self.shell.language, &self.me.session_expires_at)
    }
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let me = CurrentUser::of(&client, language).await?;
    let mut roles = Vec::new();
    for grant in &me.grants {
        let role = language.choice("page-role", grant.role.as_str());
        roles.push(match &grant.event {
            Some(event) => format!("{role}: {}", name(&client, language, event).await?),
            None => role,
        });
    }
    let title = language.text("account-title");
    let shell = Shell::staff(language, &title, &link::account(language), &me).with_script("account.js");
    response::render_template(&Page { shell, me, roles })
}

/// The name of the competition of a role; its id where it has none.
async fn name(client: &ApiClient, language: Language, event: &GrantedEventItem) -> Result<String, ApiError> {
    let (personal, id) = (client.personal(), link::escaped(&event.id));
    let name = match event.kind {
        EventKindName::Tournament => {
            let found: Option<Tournament> = personal.find(language.0, &format!("/api/v1/tournaments/{id}")).await?;
            found.and_then(|it| it.name)
        }
        EventKindName::League => {
            let found: Option<League> = personal.find(language.0, &format!("/api/v1/leagues/{id}")).await?;
            found.and_then(|it| it.item.name)
        }
        EventKindName::GrandPrix | EventKindName::OnlineEvent | EventKindName::Championship => None,
    };
    Ok(name.unwrap_or_else(|| event.id.clone()))
}
