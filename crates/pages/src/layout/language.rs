//! The language of a page, and its words.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use formats::localization::{Lang, Message};
use serde::{Deserialize, Deserializer};
use std::convert::Infallible;
use std::fmt::Display;
use std::future::{Ready, ready};

/// How many there are; templates give references to what they show.
pub(crate) trait Count {
    fn count(&self) -> u64;
}

impl Count for u32 {
    fn count(&self) -> u64 {
        (*self).into()
    }
}

impl Count for u64 {
    fn count(&self) -> u64 {
        *self
    }
}

impl Count for usize {
    fn count(&self) -> u64 {
        *self as u64
    }
}

impl<C: Count> Count for &C {
    fn count(&self) -> u64 {
        C::count(self)
    }
}

/// A text that begins a sentence.
pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// A text of the API as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{stop}", capitalised(text))
}

/// The language that a page speaks; it stands at the beginning of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Language(pub(crate) Lang);

impl FromRequest for Language {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request.match_info().get("lang").unwrap_or_default())))
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|code| Self::of(&code))
    }
}

impl Language {
    /// The language with this code; the addresses know no other.
    pub(crate) fn of(code: &str) -> Self {
        Self(Lang::parse(code).unwrap_or_default())
    }

    pub(crate) fn code(self) -> &'static str {
        match self.0 {
            Lang::Pl => "pl",
            Lang::En => "en",
        }
    }

    pub(crate) fn other(self) -> Self {
        Self(match self.0 {
            Lang::Pl => Lang::En,
            Lang::En => Lang::Pl,
        })
    }

    pub(crate) fn text(self, id: &str) -> String {
        self.0.text(&format!("page-{id}"))
    }

    /// A text that there may be none of.
    pub(crate) fn known(self, id: &str) -> Option<String> {
        Some(self.0.text(id)).filter(|text| !text.starts_with('⟨'))
    }

    /// What a code of the API is called; keys are like `source-grand-prix`.
    pub(crate) fn choice(self, family: &str, code: &str) -> String {
        self.0.text(&format!("{family}-{}", code.replace('_', "-")))
    }

    pub(crate) fn count(self, id: &str, number: impl Count) -> String {
        self.0.render(&Message::new(format!("page-{id}")).count("number", number.count()))
    }

    pub(crate) fn with(self, id: &str, text: impl Display) -> String {
        self.0.render(&Message::new(format!("page-{id}")).with("text", text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// Words of pages with one subject begin alike; beginnings that code puts together from less than that say nothing.
    const GROUPS: [&str; 8] = ["public", "organise", "admin", "audit", "entry", "paper", "js", "page"];
    /// Families whose names are put together from more than one part.
    const PUT_TOGETHER: [&str; 3] = ["public-privacy", "public-accessibility", "public-held"];

    fn texts_below(folder: &Path, found: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                texts_below(&path, found);
            } else if path.extension().is_some_and(|it| ["rs", "html", "js"].iter().any(|known| it == *known)) {
                found.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }

    /// Whatever is named in quotes, and the beginnings of names that are put together.
    fn named(text: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
        let (mut names, mut families) = (BTreeSet::new(), BTreeSet::from(PUT_TOGETHER));
        for quoted in text.split('"').skip(1) {
            let end = quoted.find(|it: char| !(it.is_ascii_alphanumeric() || "-_".contains(it)));
            let (name, rest) = quoted.split_at(end.unwrap_or(quoted.len()));
            let name = name.strip_prefix("page-").unwrap_or(name);
            // Two braces are a value in a template: the name of a place on the page, and no word.
            let is_put_together = rest.starts_with('{') && !rest.starts_with("{{");
            let is_family = is_put_together && !GROUPS.contains(&name.trim_end_matches('-'));
            if rest.is_empty() {
                names.insert(name);
            }
            // The API's own codes end the name of a family that is given whole.
            if is_family || (rest.is_empty() && quoted.starts_with("page-")) {
                families.insert(name.trim_end_matches('-'));
            }
        }
        (names, families)
    }

    #[test]
    fn every_word_of_the_pages_is_said_somewhere() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        for folder in ["src", "templates", "assets"] {
            texts_below(&here.join(folder), &mut text);
        }
        let (names, families) = named(&text);
        let is_of_family =
            |id: &str| families.iter().any(|it| id.strip_prefix(it).is_some_and(|rest| rest.starts_with('-')));
        let is_said = |id: &str| names.contains(id) || is_of_family(id);
        let mut unsaid = Vec::new();
        for entry in fs::read_dir(here.join("../formats/locales/pl")).unwrap() {
            let locale = fs::read_to_string(entry.unwrap().path()).unwrap();
            let ids = locale.lines().filter_map(|line| line.strip_prefix("page-")?.split(" = ").next());
            for id in ids {
                let without_group =
                    id.split_once('-').filter(|(group, _)| GROUPS.contains(group)).map(|(_, rest)| rest);
                if !is_said(id) && !without_group.is_some_and(is_said) {
                    unsaid.push(id.to_owned());
                }
            }
        }
        assert!(unsaid.is_empty(), "nobody says {unsaid:?}");
    }
}
