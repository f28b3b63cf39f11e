//! The comparison of two players of a ranking, step by step of the tie-break.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::PlayerLink;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use serde::Deserialize;
use wire::seasons::ranking::{Comparison, Side};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    a: String,
    b: String,
}

#[derive(Template)]
#[template(path = "compare.html")]
struct Page {
    shell: Shell,
    season: String,
    both: Comparison,
}

impl Page {
    fn sides(&self) -> Vec<&Side> {
        vec![&self.both.a, &self.both.b]
    }
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    asked: Query<QueryParams>,
) -> Rendered {
    let (language, season) = path.into_inner();
    let query = link::query(&[("a", Some(&asked.a)), ("b", Some(&asked.b))]);
    let address = format!("/api/v1/seasons/{}/ranking/compare{query}", link::escaped(&season));
    let both: Comparison = client.get(language.0, &address).await?;
    let own_path = format!("{}/compare", link::ranking(language, &season));
    let shell = Shell::new(language, &language.text("compare-title"), &own_path, Some(&season)).asked(&client);
    response::render_template(&Page { shell, season, both })
}
