//! What whoever runs the service owes to everybody in writing: the privacy notice and the accessibility statement.

use crate::link;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// Parts of the privacy notice, each `page-public-privacy-…-title` and `page-public-privacy-…`.
const PRIVACY: [&str; 9] =
    ["controller", "basis", "sources", "recipients", "retention", "minors", "rights", "complaint", "profiling"];
/// What is held, each with `-what`, `-why`, `-seen` and `-until`.
const HELD: [&str; 6] = ["player", "result", "attendance", "contact", "account", "technical"];
/// Parts of the accessibility statement, in the order in which the act asks for them.
const ACCESSIBILITY: [&str; 7] = ["status", "content", "prepared", "contact", "procedure", "architecture", "keyboard"];

/// A heading with its paragraph.
struct Part {
    id: &'static str,
    title: String,
    text: String,
}

fn parts(tongue: Tongue, family: &str, ids: &[&'static str]) -> Vec<Part> {
    let part = |id: &&'static str| Part {
        id,
        title: tongue.text(&format!("public-{family}-{id}-title")),
        text: tongue.text(&format!("public-{family}-{id}")),
    };
    ids.iter().map(part).collect()
}

/// Data of one kind: what, why, who sees it, and until when.
struct Held {
    cells: [String; 4],
}

#[derive(Template)]
#[template(path = "privacy.html")]
struct Privacy {
    shell: Shell,
    parts: Vec<Part>,
    held: Vec<Held>,
}

#[derive(Template)]
#[template(path = "accessibility.html")]
struct Accessibility {
    shell: Shell,
    address: String,
    parts: Vec<Part>,
}

/// The privacy notice.
pub(crate) async fn privacy(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw_privacy(&inside, tongue)).await
}

async fn draw_privacy(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let cell = |id: &str, part: &str| tongue.text(&format!("public-held-{id}-{part}"));
    let held = |id: &&str| Held { cells: ["what", "why", "seen", "until"].map(|part| cell(id, part)) };
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &tongue.text("public-privacy-title"), &link::privacy(tongue), season.as_deref());
    let parts = parts(tongue, "privacy", &PRIVACY);
    show::rendered(&Privacy { shell, parts, held: HELD.iter().map(held).collect() })
}

/// The accessibility statement.
pub(crate) async fn accessibility(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw_accessibility(&inside, tongue)).await
}

async fn draw_accessibility(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let title = tongue.text("public-accessibility-title");
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &title, &link::accessibility(tongue), season.as_deref());
    let address = inside.public_url().split("://").last().unwrap_or_default().to_owned();
    show::rendered(&Accessibility { shell, address, parts: parts(tongue, "accessibility", &ACCESSIBILITY) })
}
