//! Who did what at a tournament, and undoing it.

use super::{DoneBy, Hall};
use crate::link;
use crate::query::Query;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// Which page of the list.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    cursor: String,
}

#[derive(Debug, Deserialize)]
struct Acts {
    items: Vec<Act>,
    next: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Act {
    number: u32,
    kind: String,
    sentence: Option<String>,
    by: DoneBy,
    at: String,
    undone: Option<Undone>,
    undoable: bool,
    blocked_by: Option<u32>,
}

impl Act {
    /// What was done; a kind where there are no other words for it. Which tournament it was at, the page says once.
    fn what(&self, tournament: &str) -> String {
        let sentence = self.sentence.clone().unwrap_or_else(|| self.kind.replace('_', " "));
        let named = [format!(" „{tournament}”"), format!(" “{tournament}”")];
        let without = named.iter().find_map(|name| sentence.split_once(name.as_str()));
        without.map_or(sentence.clone(), |(before, after)| format!("{before}{after}").trim_end_matches(':').to_owned())
    }
}

#[derive(Debug, Deserialize)]
struct Undone {
    act: u32,
    by: Option<DoneBy>,
    at: Option<String>,
}

#[derive(Template)]
#[template(path = "organise/acts.html")]
struct Page {
    shell: Shell,
    ways: Vec<Way>,
    hall: Hall,
    acts: Acts,
}

impl Page {
    fn at(&self, written: &str) -> String {
        time::moment(self.shell.tongue, written)
    }

    fn taken_back(&self, undone: &Undone) -> String {
        let tongue = self.shell.tongue;
        let by = undone.by.as_ref().map(|by| by.name(tongue));
        let at = undone.at.as_deref().map(|at| self.at(at));
        let told: Vec<String> = [by, at].into_iter().flatten().collect();
        format!("{} ({})", tongue.count("organise-undone-by", undone.act), told.join(", "))
    }

    fn more(&self) -> Option<String> {
        let next = self.acts.next.as_deref()?;
        Some(format!("{}{}", self.hall.href(self.shell.tongue, "/acts"), link::query(&[("cursor", Some(next))])))
    }
}

/// Who did what.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, &wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, wanted: &Wanted) -> Result<String, Refusal> {
    let hall = Hall::of(inside, tongue, id).await?;
    let query = link::query(&[("limit", Some("100")), ("cursor", Some(&wanted.cursor))]);
    let acts = inside.personal().get(tongue.0, &hall.api(&format!("/acts{query}"))).await?;
    let shell = hall.shell(tongue, &tongue.text("organise-way-acts"), "/acts");
    let ways = hall.ways(tongue, "/acts");
    show::rendered(&Page { shell, ways, hall, acts })
}
