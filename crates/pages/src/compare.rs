//! Why one player stands above another: the steps of the tie-break up to the first that tells them apart.

use crate::link;
use crate::listed::Listed;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// Who is compared.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    a: String,
    #[serde(default)]
    b: String,
}

#[derive(Debug, Deserialize)]
struct Comparison {
    a: Side,
    b: Side,
    text: String,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Side {
    #[serde(flatten)]
    player: Listed,
    /// None without points.
    place: Option<u32>,
    points: u64,
}

#[derive(Debug, Deserialize)]
struct Step {
    text: String,
    rule: Option<String>,
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

/// The comparison.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, asked: Query<Asked>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, &asked)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, asked: &Asked) -> Result<String, Refusal> {
    let query = link::query(&[("a", Some(&asked.a)), ("b", Some(&asked.b))]);
    let address = format!("/api/v1/seasons/{}/ranking/compare{query}", link::escaped(&season));
    let both: Comparison = inside.get(tongue.0, &address).await?;
    let here = format!("{}/compare", link::ranking(tongue, &season));
    let shell = Shell::new(tongue, &tongue.text("compare-title"), &here, Some(&season)).asked(inside);
    show::rendered(&Page { shell, season, both })
}
