//! One's own account: roles, password, second factor, sessions.

use crate::link;
use crate::me::{GrantedEvent, Me};
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "account.html")]
struct Page {
    shell: Shell,
    me: Me,
    roles: Vec<String>,
}

/// What a role is for, as far as the page needs it.
#[derive(Debug, Deserialize)]
struct Named {
    name: Option<String>,
}

impl Page {
    fn until(&self) -> String {
        time::moment(self.shell.tongue, &self.me.session_expires_at)
    }
}

/// One's own account.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let mut roles = Vec::new();
    for grant in &me.grants {
        let role = tongue.choice("page-role", &grant.role);
        roles.push(match &grant.event {
            Some(event) => format!("{role}: {}", name(inside, tongue, event).await?),
            None => role,
        });
    }
    let title = tongue.text("account-title");
    let shell = Shell::staff(tongue, &title, &link::account(tongue), &me).with_script("account.js");
    show::rendered(&Page { shell, me, roles })
}

/// What the event of a role is called; its id where nobody named it.
async fn name(inside: &Inside, tongue: Tongue, event: &GrantedEvent) -> Result<String, Refusal> {
    let kind = match event.kind.as_str() {
        "tournament" => "tournaments",
        "league" => "leagues",
        "grand_prix" => "grand-prix",
        _ => "online-events",
    };
    let address = format!("/api/v1/{kind}/{}", link::escaped(&event.id));
    let found: Option<Named> = inside.personal().find(tongue.0, &address).await?;
    Ok(found.and_then(|found| found.name).unwrap_or_else(|| event.id.clone()))
}
