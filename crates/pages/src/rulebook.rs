//! The rules of a season: every parameter with its value, where it is written, and what differs from the preset.

use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
struct Rulebook {
    id: String,
    base: String,
    parameters: Vec<Parameter>,
}

#[derive(Debug, Deserialize)]
struct Parameter {
    path: String,
    value: Value,
    preset: Value,
    expects: String,
    unit: Option<String>,
    citation: String,
    effect: String,
    differs_from_preset: bool,
}

impl Parameter {
    fn value(&self, tongue: Tongue) -> String {
        written(tongue, &self.value)
    }

    fn preset(&self, tongue: Tongue) -> String {
        written(tongue, &self.preset)
    }

    fn unit(&self, tongue: Tongue) -> String {
        self.unit.as_deref().map(|unit| tongue.choice("page-public-unit", unit)).unwrap_or_default()
    }
}

/// A value as people read it.
fn written(tongue: Tongue, value: &Value) -> String {
    match value {
        Value::Null => tongue.text("public-value-none"),
        Value::Bool(true) => tongue.text("public-value-yes"),
        Value::Bool(false) => tongue.text("public-value-no"),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(|item| written(tongue, item)).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{name} {}", written(tongue, value));
            format!("({})", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Parameters of one subject: the first part of their path.
struct Subject {
    name: String,
    parameters: Vec<Parameter>,
}

#[derive(Template)]
#[template(path = "rulebook.html")]
struct Page {
    shell: Shell,
    id: String,
    base: String,
    changed: Vec<(String, String, String)>,
    subjects: Vec<Subject>,
    csv: String,
}

#[derive(Debug, Deserialize)]
struct Rulebooks {
    items: Vec<Item>,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    base: String,
    override_count: u32,
}

#[derive(Template)]
#[template(path = "rulebooks.html")]
struct AllPage {
    shell: Shell,
    items: Vec<Item>,
}

/// All rulebooks.
pub(crate) async fn list(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw_all(&inside, tongue)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let Rulebooks { items } = inside.get(tongue.0, "/api/v1/rulebooks?limit=200").await?;
    let shell = Shell::new(tongue, &tongue.text("public-rulebooks"), &link::rulebooks(tongue), None);
    show::rendered(&AllPage { shell, items })
}

/// One rulebook.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let address = format!("/api/v1/rulebooks/{}", link::escaped(id));
    let Rulebook { id, base, parameters } = inside.get(tongue.0, &address).await?;
    let differing = parameters.iter().filter(|it| it.differs_from_preset);
    let changed = differing.map(|it| (it.path.clone(), it.preset(tongue), it.value(tongue))).collect();
    let mut subjects: Vec<Subject> = Vec::new();
    for parameter in parameters {
        let name = parameter.path.split('.').next().unwrap_or_default().to_owned();
        match subjects.iter_mut().find(|subject| subject.name == name) {
            Some(subject) => subject.parameters.push(parameter),
            None => subjects.push(Subject { name, parameters: vec![parameter] }),
        }
    }
    let title = tongue.with("public-rulebook-title", &id);
    let shell = Shell::new(tongue, &title, &link::rulebook(tongue, &id), None);
    let csv = format!("{address}?dialect=excel");
    show::rendered(&Page { shell, id, base, changed, subjects, csv })
}
