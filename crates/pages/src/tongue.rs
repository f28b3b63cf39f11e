//! The language of a page, and its words.

use formats::words::{Lang, Message};
use std::fmt::Display;

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

/// The language that a page speaks; it stands at the beginning of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tongue(pub(crate) Lang);

impl Tongue {
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

    /// A text of the pages.
    pub(crate) fn text(self, id: &str) -> String {
        self.0.text(&format!("page-{id}"))
    }

    /// What a code of the API is called; keys are like `source-grand-prix`.
    pub(crate) fn choice(self, family: &str, code: &str) -> String {
        self.0.text(&format!("{family}-{}", code.replace('_', "-")))
    }

    /// A text of the pages with a number in it.
    pub(crate) fn count(self, id: &str, number: impl Count) -> String {
        self.0.say(&Message::new(format!("page-{id}")).count("number", number.count()))
    }

    /// A text of the pages with something in it.
    pub(crate) fn with(self, id: &str, text: impl Display) -> String {
        self.0.say(&Message::new(format!("page-{id}")).with("text", text.to_string()))
    }
}
