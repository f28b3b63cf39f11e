//! Rulebooks: every parameter with its value and citation, and the differences from the preset.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice;
use domain::rulebook::Document;
use domain::values::voivodeship::Voivodeship;
use formats::localization::Message;
use serde_json::{Map, Value};
use wire::common;
use wire::seasons::rulebooks::{ParameterType, ParameterValue, Rulebook, RulebookItem};

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

trait ParameterText {
    /// Its path in pieces after which a line may break.
    fn key(&self) -> Vec<&str>;
    fn value(&self, language: Language) -> Vec<Piece>;
    fn preset(&self, language: Language) -> Vec<Piece>;
    fn written(&self, language: Language, value: &Value) -> Vec<Piece>;
    /// Whether it has more than one possible value.
    fn has_choice(&self) -> bool;
    fn allowed(&self, language: Language) -> Vec<Piece>;
    fn unit(&self, language: Language) -> String;
}

impl ParameterText for ParameterValue {
    fn key(&self) -> Vec<&str> {
        pieces_of(&self.path)
    }

    fn value(&self, language: Language) -> Vec<Piece> {
        self.written(language, &self.value)
    }

    fn preset(&self, language: Language) -> Vec<Piece> {
        self.written(language, &self.preset)
    }

    fn written(&self, language: Language, value: &Value) -> Vec<Piece> {
        match (self.r#type, value) {
            (ParameterType::Range, Value::Array(ends)) if ends.len() == 2 => {
                let [from, to] = [&ends[0], &ends[1]].map(ToString::to_string);
                vec![Piece::words(
                    language.0.render(&Message::new("page-rule-range").with("from", from).with("to", to)),
                )]
            }
            (ParameterType::Tables, Value::Array(tables)) => {
                let table = |(nth, places): (usize, &Value)| {
                    let places = plain(language, places);
                    vec![Piece::words(format!("{}: {places}", language.count("table", nth + 1)))]
                };
                joined(tables.iter().enumerate().map(table), "; ")
            }
            (_, Value::Array(items)) if items.iter().any(Value::is_object) => {
                joined(items.iter().map(|item| written(language, item)), "; ")
            }
            _ => written(language, value),
        }
    }

    fn has_choice(&self) -> bool {
        self.choices.as_ref().is_none_or(|choices| choices.len() > 1)
    }

    fn allowed(&self, language: Language) -> Vec<Piece> {
        match &self.choices {
            Some(choices) => joined(choices.iter().map(|code| vec![choice(language, code)]), ", "),
            None => vec![Piece::words(self.expects.clone())],
        }
    }

    fn unit(&self, language: Language) -> String {
        self.unit.as_deref().map(|unit| language.choice("page-public-unit", unit)).unwrap_or_default()
    }
}

/// A path in pieces after which a line may break.
fn pieces_of(path: &str) -> Vec<&str> {
    path.split_inclusive(['.', '_']).collect()
}

fn written(language: Language, value: &Value) -> Vec<Piece> {
    match value {
        Value::Null => vec![Piece::words(language.text("public-value-none"))],
        Value::Bool(true) => vec![Piece::words(language.text("public-value-yes"))],
        Value::Bool(false) => vec![Piece::words(language.text("public-value-no"))],
        Value::Number(number) => vec![Piece::words(number.to_string())],
        Value::String(code) => vec![choice(language, code)],
        Value::Array(items) => joined(items.iter().map(|item| written(language, item)), ", "),
        Value::Object(fields) => vec![Piece::words(award_text(language, fields))],
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

fn plain(language: Language, value: &Value) -> String {
    written(language, value).into_iter().map(|piece| piece.text).collect()
}

/// An award from a place or a number of participants on, or by an online competition, in words.
fn award_text(language: Language, fields: &Map<String, Value>) -> String {
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let seats = number("seats").map(|seats| language.count("qualified-count", seats));
    let points = number("points").map(|points| language.count("points-count", points));
    let event = fields.get("event").map(|event| plain(language, event));
    let from = number("from").unwrap_or_default();
    match (event, seats, points) {
        (Some(event), Some(seats), _) => match number("editions") {
            Some(editions) => format!("{event}: {seats}, {}", language.count("rule-editions", editions)),
            None => format!("{event}: {seats}"),
        },
        (None, _, Some(points)) => {
            language.0.render(&Message::new("page-rule-from-place").with("from", from.to_string()).with("what", points))
        }
        (None, Some(seats), None) => {
            language.0.render(&Message::new("page-rule-from-persons").count("from", from).with("what", seats))
        }
        _ => Value::Object(fields.clone()).to_string(),
    }
}

/// One of the values that a parameter chooses among.
fn choice(language: Language, code: &str) -> Piece {
    const FAMILIES: [&str; 5] =
        ["page-rule-value", "page-organise-format", "page-organise-sanction", "page-class", "online"];
    let id = code.replace(['_', '/'], "-");
    let known = FAMILIES.iter().find_map(|family| language.known(&format!("{family}-{id}")));
    // Voivodeships have the same name in every language, and documents have no longer names.
    let is_name = Voivodeship::NAMES.contains(&code) || Document::NAMES.contains(&code);
    match known.or_else(|| quarter(language, code)) {
        Some(text) => Piece::words(text),
        None => Piece { text: code.to_owned(), is_code: !is_name },
    }
}

/// A quarter like `2025Q4`.
fn quarter(language: Language, code: &str) -> Option<String> {
    let (year, quarter) = code.split_once('Q')?;
    let is_one = year.parse::<u32>().is_ok() && quarter.parse::<u32>().is_ok();
    let message = Message::new("page-rule-quarter").with("quarter", quarter).with("year", year);
    is_one.then(|| language.0.render(&message))
}

/// Parameters of one subject: the first part of their path.
struct Subject {
    code: String,
    parameters: Vec<ParameterValue>,
}

impl Subject {
    fn name(&self, language: Language) -> String {
        language
            .known(&format!("page-rule-section-{}", self.code.replace('_', "-")))
            .unwrap_or_else(|| self.code.clone())
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
    fn changed(&self) -> Vec<&ParameterValue> {
        let all = self.subjects.iter().flat_map(|subject| &subject.parameters);
        all.filter(|it| it.differs_from_preset).collect()
    }
}

#[derive(Template)]
#[template(path = "rulebooks.html")]
struct AllPage {
    shell: Shell,
    items: Vec<RulebookItem>,
}

pub(crate) async fn list(client: ApiClient, language: Language) -> Rendered {
    let common::Page { items, .. }: common::Page<RulebookItem> =
        client.get(language.0, "/api/v1/rulebooks?limit=200").await?;
    let season = season::now(&client, language).await;
    let shell = Shell::new(language, &language.text("public-rulebooks"), &link::rulebooks(language), season.as_deref());
    response::render_template(&AllPage { shell, items })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let address = format!("/api/v1/rulebooks/{}", link::escaped(&id));
    let Rulebook { id, base, parameters, .. } = client.get(language.0, &address).await?;
    let mut subjects: Vec<Subject> = Vec::new();
    for parameter in parameters {
        let code = parameter.path.split('.').next().unwrap_or_default().to_owned();
        match subjects.iter_mut().find(|subject| subject.code == code) {
            Some(subject) => subject.parameters.push(parameter),
            None => subjects.push(Subject { code, parameters: vec![parameter] }),
        }
    }
    let title = language.with("public-rulebook-title", &id);
    let season = season::now(&client, language).await;
    let shell = Shell::new(language, &title, &link::rulebook(language, &id), season.as_deref());
    let csv = format!("{address}?dialect=excel");
    response::render_template(&Page { shell, id, base, subjects, csv })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rulebook::{Kind, parameters};
    use formats::localization::Lang;
    use serde_json::json;

    const LANGS: [Language; 2] = [Language(Lang::Pl), Language(Lang::En)];

    #[test]
    fn every_section_and_every_choice_of_the_rules_has_words() {
        for language in LANGS {
            for parameter in parameters::table() {
                let code = parameter.path.split('.').next().unwrap().to_owned();
                let name = Subject { code: code.clone(), parameters: Vec::new() }.name(language);
                assert_ne!(name, code, "{}", parameter.path);
                if let Kind::Choice(names) | Kind::Choices(names) = &parameter.kind {
                    for code in *names {
                        assert!(!choice(language, code).is_code, "{}: {code}", parameter.path);
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
