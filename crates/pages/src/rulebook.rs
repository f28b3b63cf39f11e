//! The rules of a season: every parameter with its value, where it is written, and what differs from the preset.

use crate::link;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use domain::Choice;
use domain::rulebook::Document;
use domain::voivodeship::Voivodeship;
use formats::words::Message;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Debug, Deserialize)]
struct Rulebook {
    id: String,
    base: String,
    parameters: Vec<Parameter>,
}

#[derive(Debug, Deserialize)]
struct Parameter {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    value: Value,
    preset: Value,
    choices: Option<Vec<String>>,
    expects: String,
    unit: Option<String>,
    citation: String,
    effect: String,
    differs_from_preset: bool,
}

/// A piece of a value: words, or a code for which there are none.
#[derive(Debug, PartialEq)]
struct Piece {
    text: String,
    is_code: bool,
}

impl Piece {
    fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_code: false }
    }
}

impl Parameter {
    /// Its path in pieces after which a line may break.
    fn key(&self) -> Vec<&str> {
        pieces_of(&self.path)
    }

    fn value(&self, tongue: Tongue) -> Vec<Piece> {
        self.written(tongue, &self.value)
    }

    fn preset(&self, tongue: Tongue) -> Vec<Piece> {
        self.written(tongue, &self.preset)
    }

    fn written(&self, tongue: Tongue, value: &Value) -> Vec<Piece> {
        match (self.kind.as_str(), value) {
            ("range", Value::Array(ends)) if ends.len() == 2 => {
                let [from, to] = [&ends[0], &ends[1]].map(ToString::to_string);
                vec![Piece::words(tongue.0.say(&Message::new("page-rule-range").with("from", from).with("to", to)))]
            }
            ("tables", Value::Array(tables)) => {
                let table = |(nth, places): (usize, &Value)| {
                    let places = plain(tongue, places);
                    vec![Piece::words(format!("{}: {places}", tongue.count("table", nth + 1)))]
                };
                joined(tables.iter().enumerate().map(table), "; ")
            }
            (_, Value::Array(items)) if items.iter().any(Value::is_object) => {
                joined(items.iter().map(|item| written(tongue, item)), "; ")
            }
            _ => written(tongue, value),
        }
    }

    /// Whether it could be anything else.
    fn has_choice(&self) -> bool {
        self.choices.as_ref().is_none_or(|choices| choices.len() > 1)
    }

    /// What it could be, too.
    fn allowed(&self, tongue: Tongue) -> Vec<Piece> {
        match &self.choices {
            Some(choices) => joined(choices.iter().map(|code| vec![choice(tongue, code)]), ", "),
            None => vec![Piece::words(self.expects.clone())],
        }
    }

    fn unit(&self, tongue: Tongue) -> String {
        self.unit.as_deref().map(|unit| tongue.choice("page-public-unit", unit)).unwrap_or_default()
    }
}

/// A path in pieces after which a line may break.
fn pieces_of(path: &str) -> Vec<&str> {
    path.split_inclusive(['.', '_']).collect()
}

/// A value as people read it.
fn written(tongue: Tongue, value: &Value) -> Vec<Piece> {
    match value {
        Value::Null => vec![Piece::words(tongue.text("public-value-none"))],
        Value::Bool(true) => vec![Piece::words(tongue.text("public-value-yes"))],
        Value::Bool(false) => vec![Piece::words(tongue.text("public-value-no"))],
        Value::Number(number) => vec![Piece::words(number.to_string())],
        Value::String(code) => vec![choice(tongue, code)],
        Value::Array(items) => joined(items.iter().map(|item| written(tongue, item)), ", "),
        Value::Object(fields) => vec![Piece::words(gift(tongue, fields))],
    }
}

fn joined(values: impl Iterator<Item = Vec<Piece>>, between: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    for value in values {
        if !all.is_empty() {
            all.push(Piece::words(between));
        }
        all.extend(value);
    }
    all
}

fn plain(tongue: Tongue, value: &Value) -> String {
    written(tongue, value).into_iter().map(|piece| piece.text).collect()
}

/// What is given from a place or a number of persons on, or by an online event.
fn gift(tongue: Tongue, fields: &Map<String, Value>) -> String {
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let seats = number("seats").map(|seats| tongue.count("qualified-count", seats));
    let points = number("points").map(|points| tongue.count("points-count", points));
    let event = fields.get("event").map(|event| plain(tongue, event));
    let from = number("from").unwrap_or_default();
    match (event, seats, points) {
        (Some(event), Some(seats), _) => match number("editions") {
            Some(editions) => format!("{event}: {seats}, {}", tongue.count("rule-editions", editions)),
            None => format!("{event}: {seats}"),
        },
        (None, _, Some(points)) => {
            tongue.0.say(&Message::new("page-rule-from-place").with("from", from.to_string()).with("what", points))
        }
        (None, Some(seats), None) => {
            tongue.0.say(&Message::new("page-rule-from-persons").count("from", from).with("what", seats))
        }
        _ => Value::Object(fields.clone()).to_string(),
    }
}

/// One of the values that a parameter chooses among.
fn choice(tongue: Tongue, code: &str) -> Piece {
    const FAMILIES: [&str; 5] =
        ["page-rule-value", "page-organise-format", "page-organise-sanction", "page-class", "online"];
    let id = code.replace(['_', '/'], "-");
    let known = FAMILIES.iter().find_map(|family| tongue.known(&format!("{family}-{id}")));
    // Voivodeships are called the same in every language, and documents have no longer names.
    let is_name = Voivodeship::NAMES.contains(&code) || Document::NAMES.contains(&code);
    match known.or_else(|| quarter(tongue, code)) {
        Some(text) => Piece::words(text),
        None => Piece { text: code.to_owned(), is_code: !is_name },
    }
}

/// A quarter like `2025Q4`.
fn quarter(tongue: Tongue, code: &str) -> Option<String> {
    let (year, quarter) = code.split_once('Q')?;
    let is_one = year.parse::<u32>().is_ok() && quarter.parse::<u32>().is_ok();
    let message = Message::new("page-rule-quarter").with("quarter", quarter).with("year", year);
    is_one.then(|| tongue.0.say(&message))
}

/// Parameters of one subject: the first part of their path.
struct Subject {
    code: String,
    parameters: Vec<Parameter>,
}

impl Subject {
    fn name(&self, tongue: Tongue) -> String {
        tongue.known(&format!("page-rule-section-{}", self.code.replace('_', "-"))).unwrap_or_else(|| self.code.clone())
    }

    fn is_changed(&self) -> bool {
        self.parameters.iter().any(|it| it.differs_from_preset)
    }
}

#[derive(Template)]
#[template(path = "rulebook.html")]
struct Page {
    shell: Shell,
    id: String,
    base: String,
    subjects: Vec<Subject>,
    csv: String,
}

impl Page {
    /// What differs from the preset.
    fn changed(&self) -> Vec<&Parameter> {
        let all = self.subjects.iter().flat_map(|subject| &subject.parameters);
        all.filter(|it| it.differs_from_preset).collect()
    }
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
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &tongue.text("public-rulebooks"), &link::rulebooks(tongue), season.as_deref());
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
    let mut subjects: Vec<Subject> = Vec::new();
    for parameter in parameters {
        let code = parameter.path.split('.').next().unwrap_or_default().to_owned();
        match subjects.iter_mut().find(|subject| subject.code == code) {
            Some(subject) => subject.parameters.push(parameter),
            None => subjects.push(Subject { code, parameters: vec![parameter] }),
        }
    }
    let title = tongue.with("public-rulebook-title", &id);
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &title, &link::rulebook(tongue, &id), season.as_deref());
    let csv = format!("{address}?dialect=excel");
    show::rendered(&Page { shell, id, base, subjects, csv })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rulebook::{Kind, parameters};
    use formats::words::Lang;
    use serde_json::json;

    const LANGS: [Tongue; 2] = [Tongue(Lang::Pl), Tongue(Lang::En)];

    #[test]
    fn every_section_and_every_choice_of_the_rules_has_words() {
        for tongue in LANGS {
            for parameter in parameters::table() {
                let code = parameter.path.split('.').next().unwrap().to_owned();
                let name = Subject { code: code.clone(), parameters: Vec::new() }.name(tongue);
                assert_ne!(name, code, "{}", parameter.path);
                if let Kind::Choice(names) | Kind::Choices(names) = &parameter.kind {
                    for code in *names {
                        assert!(!choice(tongue, code).is_code, "{}: {code}", parameter.path);
                    }
                }
            }
        }
    }

    #[test]
    fn bands_steps_and_quotas_are_sentences() {
        let [pl, _] = LANGS;
        assert_eq!(plain(pl, &json!({ "from": 15, "points": 28 })), "od 15. miejsca: 28 punktów");
        assert_eq!(plain(pl, &json!({ "from": 80, "seats": 2 })), "od 80 osób: 2 awanse");
        let quota = json!({ "event": "gold", "seats": 1, "editions": 2 });
        assert_eq!(plain(pl, &quota), "Złota Liga: 1 awans, 2 edycje");
        assert_eq!(plain(pl, &json!("2025Q4")), "kwartał 4 roku 2025");
        assert!(choice(pl, "no_such_choice").is_code);
        assert_eq!(pieces_of("awans.tournament.two_seats"), ["awans.", "tournament.", "two_", "seats"]);
    }
}
