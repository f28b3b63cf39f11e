//! The lists that the federation publishes, with their newest editions.

use crate::link;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Lists {
    items: Vec<List>,
}

#[derive(Debug, Deserialize)]
struct List {
    #[serde(rename = "list")]
    id: String,
    title: String,
    newest: Option<Newest>,
    drifted: bool,
}

#[derive(Debug, Deserialize)]
struct Newest {
    edition: u32,
    published_at: String,
}

impl List {
    fn edition(&self, tongue: Tongue, newest: &Newest) -> String {
        link::edition(tongue, &self.id, newest.edition)
    }

    fn href(&self, tongue: Tongue) -> String {
        link::list(tongue, &self.id)
    }
}

#[derive(Template)]
#[template(path = "lists.html")]
struct Page {
    shell: Shell,
    published: Vec<List>,
    others: Vec<List>,
}

/// The lists.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let Lists { items } = inside.get(tongue.0, "/api/v1/lists").await?;
    let (published, others) = items.into_iter().partition(|list: &List| list.newest.is_some());
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &tongue.text("lists-title"), &link::lists(tongue), season.as_deref());
    show::rendered(&Page { shell, published, others })
}
