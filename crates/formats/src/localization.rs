//! The words of the product in Polish and English, with the plurals of both.

mod problems;

pub use problems::{kind_message, sheet_message};

use domain::Choice;
use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, langid};
use std::borrow::Cow;
use std::collections::HashMap;

fluent_templates::static_loader! {
    static LOCALES = {
        locales: "./locales",
        fallback_language: "en",
        // The marks around inserted values are invisible characters that people would copy along.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A language of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// Polish, the language of the players.
    #[default]
    Pl,
    En,
}

impl Lang {
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "pl" => Some(Self::Pl),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    fn id(self) -> LanguageIdentifier {
        match self {
            Self::Pl => langid!("pl"),
            Self::En => langid!("en"),
        }
    }

    /// A text without values.
    pub fn text(self, id: &str) -> String {
        self.render(&Message::new(id))
    }

    /// A message in this language; an id without text shows itself, so that a gap is seen and not hidden.
    pub fn render(self, message: &Message<'_>) -> String {
        let args: HashMap<Cow<'static, str>, FluentValue<'_>> =
            message.args.iter().map(|(name, value)| (Cow::Borrowed(*name), value.fluent(self))).collect();
        LOCALES.try_lookup_with_args(&self.id(), &message.id, &args).unwrap_or_else(|| format!("⟨{}⟩", message.id))
    }
}

/// More characters than this of a foreign text are not repeated in a message.
const MAX_EXCERPT: usize = 200;

/// A text and the values in it, in no language yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Message<'a> {
    id: Cow<'a, str>,
    args: Vec<(&'static str, Value<'a>)>,
}

/// A value inside a text.
#[derive(Debug, Clone, PartialEq)]
enum Value<'a> {
    Number(i64),
    Text(Cow<'a, str>),
    /// A text of its own, in the same language.
    Message(Box<Message<'a>>),
}

impl Value<'_> {
    fn fluent(&self, lang: Lang) -> FluentValue<'_> {
        match self {
            Self::Number(number) => FluentValue::from(*number),
            Self::Text(text) => FluentValue::from(text.as_ref()),
            Self::Message(message) => FluentValue::from(lang.render(message)),
        }
    }
}

impl<'a> Message<'a> {
    pub fn new(id: impl Into<Cow<'a, str>>) -> Self {
        Self { id: id.into(), args: Vec::new() }
    }

    #[must_use]
    pub fn number(mut self, name: &'static str, number: impl Into<i64>) -> Self {
        self.args.push((name, Value::Number(number.into())));
        self
    }

    /// With a count or a position in it, of any size; one that no plural form could be chosen for stands there as a
    /// text.
    #[must_use]
    pub fn count(self, name: &'static str, count: u64) -> Self {
        match i64::try_from(count) {
            Ok(number) => self.number(name, number),
            Err(_) => self.with(name, count.to_string()),
        }
    }

    /// With a text in it; control characters, which could play tricks on a terminal, are made visible.
    #[must_use]
    pub fn with(mut self, name: &'static str, text: impl Into<Cow<'a, str>>) -> Self {
        self.args.push((name, Value::Text(printable(text.into()))));
        self
    }

    /// With a text of any length in it, of which only the beginning is shown.
    #[must_use]
    pub fn excerpt(self, name: &'static str, text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        match text.char_indices().nth(MAX_EXCERPT) {
            Some((end, _)) => self.with(name, format!("{}…", &text[..end])),
            None => self.with(name, text),
        }
    }

    /// With another message in it.
    #[must_use]
    pub fn message(mut self, name: &'static str, message: Message<'a>) -> Self {
        self.args.push((name, Value::Message(Box::new(message))));
        self
    }
}

/// The name of a choice in this language, where it has one of its own; keys are like `source-tournament`.
pub fn choice_name<T: Choice>(lang: Lang, family: &str, choice: T) -> String {
    lang.text(&format!("{family}-{}", choice.name().replace('_', "-")))
}

/// The text with control and direction characters replaced, so that a name cannot move the cursor or hide what follows.
pub fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    let tricky = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.contains(tricky) { Cow::Owned(text.replace(tricky, "\u{fffd}")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    fn keys(lang: &str) -> BTreeSet<String> {
        let folder = format!("{}/locales/{lang}", env!("CARGO_MANIFEST_DIR"));
        let files = fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        let is_key = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains(" =");
        files
            .flat_map(|text| {
                text.lines().filter(is_key).map(|line| line.split(" =").next().unwrap().to_owned()).collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn every_text_stands_in_both_languages() {
        let (pl, en) = (keys("pl"), keys("en"));
        assert_eq!(pl.difference(&en).collect::<Vec<_>>(), Vec::<&String>::new(), "only in Polish");
        assert_eq!(en.difference(&pl).collect::<Vec<_>>(), Vec::<&String>::new(), "only in English");
        assert!(pl.len() > 50);
    }

    #[test]
    fn polish_plurals_are_right() {
        let points = |n: i64| Lang::Pl.render(&Message::new("points").number("n", n));
        assert_eq!(
            [1, 2, 5, 12, 22, 112].map(points),
            ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "112 punktów"]
        );
    }

    #[test]
    fn a_count_of_any_size_is_said_as_it_is() {
        let points = |n| Lang::Pl.render(&Message::new("points").count("n", n));
        assert_eq!(points(2), "2 punkty");
        assert_eq!(points(u64::MAX), "18446744073709551615 punktów");
    }

    #[test]
    fn a_name_cannot_play_tricks_on_the_terminal() {
        let text = Message::new("unknown-player").with("id", "a\u{1b}[2Jb\u{202e}c\n");
        assert_eq!(Lang::En.render(&text), "unknown player “a\u{fffd}[2Jb\u{fffd}c\u{fffd}”");
    }
}
