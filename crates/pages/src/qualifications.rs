//! Who is qualified to the national championship, from where, and what is not decided yet.

use crate::link;
use crate::listed::{Official, Pending, Qualified};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Qualifications {
    official: Option<Official>,
    items: Vec<Qualified>,
    pending: Vec<Pending>,
}

#[derive(Template)]
#[template(path = "qualifications.html")]
struct Page {
    shell: Shell,
    season: String,
    list: Qualifications,
}

/// The list.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String) -> Result<String, Refusal> {
    let address = format!("/api/v1/seasons/{}/qualifications/mp", link::escaped(&season));
    let list: Qualifications = inside.get(tongue.0, &address).await?;
    let title = tongue.with("mp-title", &season);
    let shell = Shell::new(tongue, &title, &link::qualifications(tongue, &season), Some(&season));
    show::rendered(&Page { shell, season, list })
}
