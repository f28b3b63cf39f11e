//! The acts of a tournament, with undo.

use super::{ActorLabel as _, StaffTournament};
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::CursorQuery;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice as _;
use wire::tournaments::play::{ActItem, UndoneItem};

/// What was done: its sentence, or its kind where it has none.
fn sentence(act: &ActItem) -> String {
    act.sentence.clone().unwrap_or_else(|| act.kind.name().replace('_', " "))
}

#[derive(Template)]
#[template(path = "organise/acts.html")]
struct Page {
    shell: Shell,
    ways: Vec<NavLink>,
    tournament: StaffTournament,
    acts: wire::common::Page<ActItem>,
}

impl Page {
    fn at(&self, written: &str) -> String {
        time::moment(self.shell.language, written)
    }

    fn taken_back(&self, undone: &UndoneItem) -> String {
        let language = self.shell.language;
        let by = undone.by.as_ref().map(|by| by.name(language));
        let at = undone.at.as_deref().map(|at| self.at(at));
        let told: Vec<String> = [by, at].into_iter().flatten().collect();
        format!("{} ({})", language.count("organise-undone-by", undone.act), told.join(", "))
    }

    fn more(&self) -> Option<String> {
        let next = self.acts.next.as_deref()?;
        Some(format!(
            "{}{}",
            self.tournament.href(self.shell.language, "/acts"),
            link::query(&[("cursor", Some(next))])
        ))
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>, params: CursorQuery) -> Rendered {
    let (language, id) = path.into_inner();
    let tournament = StaffTournament::of(&client, language, &id).await?;
    let query = link::query(&[("limit", Some("100")), ("cursor", Some(&params.cursor))]);
    let acts = client.personal().get(language.0, &tournament.api(&format!("/acts{query}"))).await?;
    let shell = tournament.shell(language, &language.text("organise-way-acts"), "/acts");
    let ways = tournament.ways(language, "/acts");
    response::render_template(&Page { shell, ways, tournament, acts })
}
