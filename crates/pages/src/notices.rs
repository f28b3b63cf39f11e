//! What whoever runs the service owes to everybody in writing: the privacy notice and the accessibility statement.

use crate::link;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Operator, Refusal};
use askama::Template;
use formats::words::Lang;

const DAY_SECONDS: u64 = 24 * 60 * 60;

/// Parts of the privacy notice, each `page-public-privacy-…-title` and `page-public-privacy-…`.
const PRIVACY: [&str; 9] =
    ["controller", "basis", "sources", "recipients", "retention", "minors", "rights", "complaint", "profiling"];
/// What is held, each with `-what`, `-why`, `-seen` and `-until`.
const HELD: [&str; 6] = ["player", "result", "attendance", "contact", "account", "technical"];
/// Parts of the accessibility statement, in the order in which the act asks for them.
const ACCESSIBILITY: [&str; 7] = ["status", "content", "prepared", "contact", "procedure", "architecture", "keyboard"];

/// A heading with its paragraph, and what the operator says there.
struct Part {
    id: &'static str,
    title: String,
    text: String,
    facts: Vec<Fact>,
}

/// Something that only the operator knows; nothing where it is not given yet.
struct Fact {
    name: String,
    value: Option<String>,
}

impl Fact {
    fn new(tongue: Tongue, id: &str, value: Option<String>) -> Self {
        Self { name: tongue.text(&format!("public-notice-{id}")), value }
    }
}

fn parts(tongue: Tongue, family: &str, ids: &[&'static str], mut facts: impl FnMut(&str) -> Vec<Fact>) -> Vec<Part> {
    let part = |id: &&'static str| Part {
        id,
        title: tongue.text(&format!("public-{family}-{id}-title")),
        text: tongue.text(&format!("public-{family}-{id}")),
        facts: facts(id),
    };
    ids.iter().map(part).collect()
}

/// Whether the operator still owes something to the notice.
fn has_gaps<'a>(mut facts: impl Iterator<Item = &'a Fact>) -> bool {
    facts.any(|fact| fact.value.is_none())
}

/// What the operator says in parts of the privacy notice.
fn of_privacy(tongue: Tongue, operator: &Operator, part: &str) -> Vec<Fact> {
    let fact = |id: &str, value: Option<String>| Fact::new(tongue, id, value);
    match part {
        "controller" => {
            let mut facts = vec![
                fact("name", operator.name.clone()),
                fact("address", operator.address.clone()),
                fact("contact", operator.contact.clone()),
            ];
            // Not every operator has one.
            let officer = operator.data_protection_officer.clone();
            facts.extend(officer.map(|officer| fact("officer", Some(officer))));
            facts
        }
        "recipients" => vec![fact("hosting", operator.hosting.clone())],
        "retention" => {
            let days = operator.backups_kept_for.map(|kept| kept.as_secs().div_ceil(DAY_SECONDS));
            vec![fact("backups", days.map(|days| tongue.count("public-notice-days", days)))]
        }
        _ => Vec::new(),
    }
}

/// What the operator says in parts of the accessibility statement.
fn of_accessibility(tongue: Tongue, it: &api::Accessibility, part: &str) -> Vec<Fact> {
    let fact = |id: &str, value: Option<String>| Fact::new(tongue, id, value);
    let day = |id: &str, written: &Option<String>| fact(id, written.as_deref().map(|day| time::day(tongue, day)));
    match part {
        "status" => {
            let state = it.state.as_deref().map(|state| tongue.choice("page-public-notice-state", state));
            vec![fact("found", state)]
        }
        "prepared" => vec![day("drawn-up", &it.drawn_up), day("reviewed", &it.reviewed)],
        "contact" => vec![fact("accessibility-contact", it.contact.clone())],
        "architecture" => vec![fact("building", in_language(tongue, it.building_pl.as_ref(), it.building_en.as_ref()))],
        _ => Vec::new(),
    }
}

/// What the operator wrote in the language of the page.
fn in_language(tongue: Tongue, pl: Option<&String>, en: Option<&String>) -> Option<String> {
    match tongue.0 {
        Lang::Pl => pl.cloned(),
        Lang::En => en.cloned(),
    }
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

impl Privacy {
    fn has_gaps(&self) -> bool {
        has_gaps(self.parts.iter().flat_map(|part| &part.facts))
    }
}

#[derive(Template)]
#[template(path = "accessibility.html")]
struct Accessibility {
    shell: Shell,
    address: String,
    /// Who answers for it, and since when.
    facts: Vec<Fact>,
    parts: Vec<Part>,
}

impl Accessibility {
    fn has_gaps(&self) -> bool {
        has_gaps(self.facts.iter().chain(self.parts.iter().flat_map(|part| &part.facts)))
    }
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
    let parts = parts(tongue, "privacy", &PRIVACY, |part| of_privacy(tongue, inside.operator(), part));
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
    let (operator, it) = (inside.operator(), inside.accessibility());
    let day = |written: &Option<String>| written.as_deref().map(|day| time::day(tongue, day));
    let facts = vec![
        Fact::new(tongue, "name", operator.name.clone()),
        Fact::new(tongue, "address", operator.address.clone()),
        Fact::new(tongue, "published", day(&it.published)),
        Fact::new(tongue, "updated", day(&it.updated)),
    ];
    let mut parts = parts(tongue, "accessibility", &ACCESSIBILITY, |part| of_accessibility(tongue, it, part));
    if let Some(part) = parts.iter_mut().find(|part| part.id == "content") {
        let exceptions = in_language(tongue, it.exceptions_pl.as_ref(), it.exceptions_en.as_ref());
        if it.has_exceptions() {
            part.text.clear();
            part.facts.push(Fact::new(tongue, "exceptions", exceptions));
        }
    }
    show::rendered(&Accessibility { shell, address, facts, parts })
}
