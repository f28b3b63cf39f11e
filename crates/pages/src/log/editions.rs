//! All published editions with their proofs.

use crate::admin::AccountNames;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::log;
use api::ApiClient;
use askama::Template;
use wire::publication::{EditionBody, EditionItem, EditionList, ListItem, Lists};

#[derive(Template)]
#[template(path = "audit/editions.html")]
struct Page {
    shell: Shell,
    lists: Vec<(ListItem, Vec<PublishedEdition>)>,
    holders: AccountNames,
}

impl Page {
    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn file(&self, list: &ListItem, edition: &PublishedEdition, name: &str) -> String {
        format!("/api/v1/lists/{}/editions/{}/{name}", link::escaped(&list.list), edition.item.edition)
    }
}

/// An edition with the reason of an erratum.
struct PublishedEdition {
    item: EditionItem,
    reason: Option<String>,
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let me = log::require_log_reader(&client, language).await?;
    let Lists { items } = client.get(language.0, "/api/v1/lists").await?;
    let mut lists = Vec::new();
    for list in items.into_iter().filter(|list| list.newest.is_some()) {
        let address = format!("/api/v1/lists/{}/editions", link::escaped(&list.list));
        let EditionList { items } = client.get(language.0, &address).await?;
        let mut editions = Vec::new();
        for item in items {
            let reason =
                if item.erratum { client.get::<EditionBody>(language.0, &item.address).await?.reason } else { None };
            editions.push(PublishedEdition { item, reason });
        }
        lists.push((list, editions));
    }
    let shell = log::shell(language, &language.text("audit-editions-title"), "/editions", &me);
    let holders = AccountNames::visible_to(&client, language, &me).await?;
    response::render_template(&Page { shell, lists, holders })
}
