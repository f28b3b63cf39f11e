//! The lists that the federation publishes, with their newest editions.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season;
use api::ApiClient;
use askama::Template;
use wire::publication::{ListItem, Lists};

#[derive(Template)]
#[template(path = "lists.html")]
struct Page {
    shell: Shell,
    published: Vec<ListItem>,
    others: Vec<ListItem>,
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let Lists { items } = client.get(language.0, "/api/v1/lists").await?;
    let (published, others) = items.into_iter().partition(|list: &ListItem| list.newest.is_some());
    let season = season::now(&client, language).await;
    let shell = Shell::new(language, &language.text("lists-title"), &link::lists(language), season.as_deref());
    response::render_template(&Page { shell, published, others })
}
