//! Competitions of every kind by name, to choose from and to show in place of ids.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::time;
use api::{ApiClient, ApiError};
use serde::Deserialize;

/// Kinds of competitions as roles name them, and their collections in the API.
const KINDS: [(&str, &str); 5] = [
    ("tournament", "tournaments"),
    ("league", "leagues"),
    ("grand-prix", "grand-prix"),
    ("online-event", "online-events"),
    ("championship", "mw"),
];

/// The most pages that are read of a kind; older competitions are found by their own pages.
const MAX_PAGES: usize = 5;

/// Competitions by kind.
pub(crate) struct Directory {
    pub(crate) groups: Vec<Group>,
}

/// The competitions of a kind, the newest first.
pub(crate) struct Group {
    pub(crate) kind: &'static str,
    pub(crate) entries: Vec<Entry>,
}

/// A competition.
pub(crate) struct Entry {
    pub(crate) id: String,
    /// Name and days.
    pub(crate) title: String,
    first_day: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    name: Option<String>,
    kind: Option<String>,
    edition: Option<u32>,
    voivodeship: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Items {
    items: Vec<Item>,
    next: Option<String>,
}

impl Item {
    fn entry(self, language: Language) -> Entry {
        let online = self.kind.as_ref().zip(self.edition);
        let name = match (self.name, online, self.voivodeship) {
            (Some(name), ..) => name,
            (None, Some((kind, edition)), _) => format!("{} {edition}", language.choice("page-admin-online", kind)),
            (None, None, Some(voivodeship)) => voivodeship,
            _ => self.id.clone(),
        };
        let days = match (&self.first_day, &self.last_day) {
            (Some(first), last) => Some(time::span(language, first, last.as_deref())),
            (None, last) => last.as_deref().map(|last| time::day(language, last)),
        };
        let title = days.map_or_else(|| name.clone(), |days| format!("{name} ({days})"));
        Entry { id: self.id, title, first_day: self.first_day.or(self.last_day) }
    }
}

impl Directory {
    /// The competitions of these kinds; of all kinds if none is named.
    pub(crate) async fn of(client: &ApiClient, language: Language, kinds: &[&str]) -> Result<Self, ApiError> {
        let mut groups = Vec::new();
        for (kind, collection) in KINDS.into_iter().filter(|(kind, _)| kinds.is_empty() || kinds.contains(kind)) {
            let mut entries: Vec<Entry> = Vec::new();
            let mut cursor = String::new();
            for _ in 0..MAX_PAGES {
                let query = link::query(&[("limit", Some("200")), ("cursor", Some(&cursor))]);
                let page: Items = client.personal().get(language.0, &format!("/api/v1/{collection}{query}")).await?;
                entries.extend(page.items.into_iter().map(|item| item.entry(language)));
                let Some(next) = page.next else { break };
                cursor = next;
            }
            entries.sort_by(|one, other| other.first_day.cmp(&one.first_day));
            groups.push(Group { kind, entries });
        }
        Ok(Self { groups })
    }

    /// The name of a competition.
    pub(crate) fn title(&self, kind: &str, id: &str) -> Option<&str> {
        let group = self.groups.iter().find(|group| group.kind == kind)?;
        group.entries.iter().find(|entry| entry.id == id).map(|entry| entry.title.as_str())
    }

    /// The kind and the name of a competition.
    pub(crate) fn find(&self, id: &str) -> Option<(&'static str, &str)> {
        self.groups.iter().find_map(|group| Some((group.kind, self.title(group.kind, id)?)))
    }
}
