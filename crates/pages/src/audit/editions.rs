//! Everything that was published, with the proof of each edition.

use crate::admin::Holders;
use crate::audit;
use crate::edition::{Edition, Editions};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Debug, Deserialize)]
struct Lists {
    items: Vec<List>,
}

#[derive(Debug, Deserialize)]
struct List {
    #[serde(rename = "list")]
    id: String,
    title: String,
    drifted: bool,
    newest: Option<IgnoredAny>,
}

#[derive(Template)]
#[template(path = "audit/editions.html")]
struct Page {
    shell: Shell,
    lists: Vec<(List, Vec<Edition>)>,
    holders: Holders,
}

impl List {
    /// Something of an edition, in the API.
    fn api(&self, edition: &Edition, part: &str) -> String {
        format!("/api/v1/lists/{}/editions/{}{part}", link::escaped(&self.id), edition.number)
    }
}

/// The editions.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = audit::reader(inside, tongue).await?;
    let Lists { items } = inside.get(tongue.0, "/api/v1/lists").await?;
    let mut lists = Vec::new();
    for list in items.into_iter().filter(|list| list.newest.is_some()) {
        let address = format!("/api/v1/lists/{}/editions", link::escaped(&list.id));
        let Editions { mut items } = inside.get(tongue.0, &address).await?;
        for edition in items.iter_mut().filter(|edition| edition.erratum) {
            *edition = inside.get(tongue.0, &list.api(edition, "")).await?;
        }
        lists.push((list, items));
    }
    let shell = audit::shell(tongue, &tongue.text("audit-editions-title"), "/editions", &me);
    let holders = Holders::known_to(inside, tongue, &me).await?;
    show::rendered(&Page { shell, lists, holders })
}
