//! What somebody who is signed in has to do: her tournaments, and the queues that her roles open.

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use api::ApiClient;
use askama::Template;
use domain::Choice as _;
use wire::accounts::EventKindName;
use wire::tournaments::desk::Tournament;

struct MyTournament {
    role: String,
    href: String,
    title: String,
    about: String,
}

#[derive(Template)]
#[template(path = "work.html")]
struct Page {
    shell: Shell,
    me: CurrentUser,
    mine: Vec<MyTournament>,
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let me = CurrentUser::of(&client, language).await?;
    let mut mine = Vec::new();
    for grant in &me.grants {
        let Some(event) = grant.event.as_ref().filter(|event| event.kind == EventKindName::Tournament) else {
            continue;
        };
        let address = format!("/api/v1/tournaments/{}", link::escaped(&event.id));
        let Some(it) = client.personal().find::<Tournament>(language.0, &address).await? else { continue };
        let days = it.first_day.as_deref().map(|first| time::span(language, first, it.last_day.as_deref()));
        let phase = language.choice("page-phase", it.phase.name());
        mine.push(MyTournament {
            role: language.choice("page-role", grant.role.as_str()),
            href: link::organise(language, &event.id, ""),
            title: it.name.unwrap_or_else(|| event.id.clone()),
            about: [days, Some(phase)].into_iter().flatten().collect::<Vec<_>>().join(" · "),
        });
    }
    let shell = Shell::staff(language, &language.text("work-title"), &link::work(language), &me);
    response::render_template(&Page { shell, me, mine })
}
