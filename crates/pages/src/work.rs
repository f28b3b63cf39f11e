//! What somebody who is signed in has to do: her tournaments, and the queues that her roles open.

use crate::link;
use crate::me::Me;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// A tournament of the caller.
#[derive(Debug, Deserialize)]
struct Tournament {
    name: Option<String>,
    first_day: String,
    last_day: Option<String>,
    phase: String,
}

struct Mine {
    role: String,
    href: String,
    title: String,
    about: String,
}

#[derive(Template)]
#[template(path = "work.html")]
struct Page {
    shell: Shell,
    me: Me,
    mine: Vec<Mine>,
}

/// What there is to do.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let mut mine = Vec::new();
    for grant in &me.grants {
        let Some(event) = grant.event.as_ref().filter(|event| event.kind == "tournament") else { continue };
        let address = format!("/api/v1/tournaments/{}", link::escaped(&event.id));
        let Some(it) = inside.personal().find::<Tournament>(tongue.0, &address).await? else { continue };
        let days = time::span(tongue, &it.first_day, it.last_day.as_deref());
        mine.push(Mine {
            role: tongue.choice("page-role", &grant.role),
            href: link::organise(tongue, &event.id, ""),
            title: it.name.unwrap_or_else(|| event.id.clone()),
            about: format!("{days} · {}", tongue.choice("page-phase", &it.phase)),
        });
    }
    let shell = Shell::staff(tongue, &tongue.text("work-title"), &link::work(tongue), &me);
    show::rendered(&Page { shell, me, mine })
}
