//! The privacy notice and the accessibility statement.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season;
use api::{ApiClient, Operator};
use askama::Template;
use formats::localization::Lang;

const DAY_SECONDS: u64 = 24 * 60 * 60;

/// Parts of the privacy notice, each `page-public-privacy-…-title` and `page-public-privacy-…`.
const PRIVACY: [&str; 9] =
    ["controller", "basis", "sources", "recipients", "retention", "minors", "rights", "complaint", "profiling"];
/// Categories of data, each with `-what`, `-why`, `-seen` and `-until`.
const DATA_CATEGORIES: [&str; 7] = ["player", "result", "attendance", "contact", "winner", "account", "technical"];
/// Parts of the accessibility statement, in the order that the law prescribes.
const ACCESSIBILITY: [&str; 7] = ["status", "content", "prepared", "contact", "procedure", "architecture", "keyboard"];

/// A heading with its paragraph and the facts from the configuration.
struct Part {
    id: &'static str,
    title: String,
    text: String,
    facts: Vec<Fact>,
}

/// A fact from the configuration of the operator; `None` where it is missing.
struct Fact {
    name: String,
    value: Option<String>,
}

impl Fact {
    fn new(language: Language, id: &str, value: Option<String>) -> Self {
        Self { name: language.text(&format!("public-notice-{id}")), value }
    }
}

fn parts(
    language: Language,
    family: &str,
    ids: &[&'static str],
    mut facts: impl FnMut(&str) -> Vec<Fact>,
) -> Vec<Part> {
    let part = |id: &&'static str| Part {
        id,
        title: language.text(&format!("public-{family}-{id}-title")),
        text: language.text(&format!("public-{family}-{id}")),
        facts: facts(id),
    };
    ids.iter().map(part).collect()
}

fn has_gaps<'a>(mut facts: impl Iterator<Item = &'a Fact>) -> bool {
    facts.any(|fact| fact.value.is_none())
}

fn privacy_facts(language: Language, operator: &Operator, part: &str) -> Vec<Fact> {
    let fact = |id: &str, value: Option<String>| Fact::new(language, id, value);
    match part {
        "controller" => {
            let mut facts = vec![
                fact("name", operator.name.clone()),
                fact("address", operator.address.clone()),
                fact("contact", operator.contact.clone()),
            ];
            // Optional: not every operator has one.
            let officer = operator.data_protection_officer.clone();
            facts.extend(officer.map(|officer| fact("officer", Some(officer))));
            facts
        }
        "recipients" => vec![fact("hosting", operator.hosting.clone())],
        "retention" => {
            let days = operator.backups_kept_for.map(|kept| kept.as_secs().div_ceil(DAY_SECONDS));
            vec![fact("backups", days.map(|days| language.count("public-notice-days", days)))]
        }
        _ => Vec::new(),
    }
}

fn accessibility_facts(language: Language, it: &api::Accessibility, part: &str) -> Vec<Fact> {
    let fact = |id: &str, value: Option<String>| Fact::new(language, id, value);
    let day = |id: &str, written: &Option<String>| fact(id, written.as_deref().map(|day| time::day(language, day)));
    match part {
        "status" => {
            let state = it.state.as_deref().map(|state| language.choice("page-public-notice-state", state));
            vec![fact("found", state)]
        }
        "prepared" => vec![day("drawn-up", &it.drawn_up), day("reviewed", &it.reviewed)],
        "contact" => vec![fact("accessibility-contact", it.contact.clone())],
        "architecture" => {
            vec![fact("building", in_language(language, it.building_pl.as_ref(), it.building_en.as_ref()))]
        }
        _ => Vec::new(),
    }
}

/// The text of the operator in the language of the page.
fn in_language(language: Language, pl: Option<&String>, en: Option<&String>) -> Option<String> {
    match language.0 {
        Lang::Pl => pl.cloned(),
        Lang::En => en.cloned(),
    }
}

/// A category of data: content, purpose, readers and retention.
struct DataCategory {
    cells: [String; 4],
}

#[derive(Template)]
#[template(path = "privacy.html")]
struct Privacy {
    shell: Shell,
    parts: Vec<Part>,
    held: Vec<DataCategory>,
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
    facts: Vec<Fact>,
    parts: Vec<Part>,
}

impl Accessibility {
    fn has_gaps(&self) -> bool {
        has_gaps(self.facts.iter().chain(self.parts.iter().flat_map(|part| &part.facts)))
    }
}

pub(crate) async fn privacy(client: ApiClient, language: Language) -> Rendered {
    let cell = |id: &str, part: &str| language.text(&format!("public-held-{id}-{part}"));
    let held = |id: &&str| DataCategory { cells: ["what", "why", "seen", "until"].map(|part| cell(id, part)) };
    let season = season::now(&client, language).await;
    let shell =
        Shell::new(language, &language.text("public-privacy-title"), &link::privacy(language), season.as_deref());
    let parts = parts(language, "privacy", &PRIVACY, |part| privacy_facts(language, client.operator(), part));
    response::render_template(&Privacy { shell, parts, held: DATA_CATEGORIES.iter().map(held).collect() })
}

pub(crate) async fn accessibility(client: ApiClient, language: Language) -> Rendered {
    let title = language.text("public-accessibility-title");
    let season = season::now(&client, language).await;
    let shell = Shell::new(language, &title, &link::accessibility(language), season.as_deref());
    let address = client.public_url().split("://").last().unwrap_or_default().to_owned();
    let (operator, it) = (client.operator(), client.accessibility());
    let day = |written: &Option<String>| written.as_deref().map(|day| time::day(language, day));
    let facts = vec![
        Fact::new(language, "name", operator.name.clone()),
        Fact::new(language, "address", operator.address.clone()),
        Fact::new(language, "published", day(&it.published)),
        Fact::new(language, "updated", day(&it.updated)),
    ];
    let mut parts = parts(language, "accessibility", &ACCESSIBILITY, |part| accessibility_facts(language, it, part));
    if let Some(part) = parts.iter_mut().find(|part| part.id == "content") {
        let exceptions = in_language(language, it.exceptions_pl.as_ref(), it.exceptions_en.as_ref());
        if it.has_exceptions() {
            part.text.clear();
            part.facts.push(Fact::new(language, "exceptions", exceptions));
        }
    }
    response::render_template(&Accessibility { shell, address, facts, parts })
}
