//! Events of every kind by name, for those who choose one or read of one: ids mean nothing to people.

use crate::link;
use crate::time;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;

/// Kinds of events as roles know them, and where the API keeps them.
const KINDS: [(&str, &str); 5] = [
    ("tournament", "tournaments"),
    ("league", "leagues"),
    ("grand-prix", "grand-prix"),
    ("online-event", "online-events"),
    ("championship", "mw"),
];

/// So many pages of a kind are read; whoever looks for something older finds it by its own page.
const MOST_PAGES: usize = 5;

/// Events by kind.
pub(crate) struct Directory {
    pub(crate) groups: Vec<Group>,
}

/// The events of a kind, the newest first.
pub(crate) struct Group {
    pub(crate) kind: &'static str,
    pub(crate) entries: Vec<Entry>,
}

/// An event.
pub(crate) struct Entry {
    pub(crate) id: String,
    /// What it is called, and when it is.
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
    fn entry(self, tongue: Tongue) -> Entry {
        let online = self.kind.as_ref().zip(self.edition);
        let name = match (self.name, online, self.voivodeship) {
            (Some(name), ..) => name,
            (None, Some((kind, edition)), _) => format!("{} {edition}", tongue.choice("page-admin-online", kind)),
            (None, None, Some(voivodeship)) => voivodeship,
            _ => self.id.clone(),
        };
        let days = match (&self.first_day, &self.last_day) {
            (Some(first), last) => Some(time::span(tongue, first, last.as_deref())),
            (None, last) => last.as_deref().map(|last| time::day(tongue, last)),
        };
        let title = days.map_or_else(|| name.clone(), |days| format!("{name} ({days})"));
        Entry { id: self.id, title, first_day: self.first_day.or(self.last_day) }
    }
}

impl Directory {
    /// The events of these kinds; of all kinds if none is named.
    pub(crate) async fn of(inside: &Inside, tongue: Tongue, kinds: &[&str]) -> Result<Self, Refusal> {
        let mut groups = Vec::new();
        for (kind, collection) in KINDS.into_iter().filter(|(kind, _)| kinds.is_empty() || kinds.contains(kind)) {
            let mut entries: Vec<Entry> = Vec::new();
            let mut cursor = String::new();
            for _ in 0..MOST_PAGES {
                let query = link::query(&[("limit", Some("200")), ("cursor", Some(&cursor))]);
                let page: Items = inside.personal().get(tongue.0, &format!("/api/v1/{collection}{query}")).await?;
                entries.extend(page.items.into_iter().map(|item| item.entry(tongue)));
                let Some(next) = page.next else { break };
                cursor = next;
            }
            entries.sort_by(|one, other| other.first_day.cmp(&one.first_day));
            groups.push(Group { kind, entries });
        }
        Ok(Self { groups })
    }

    /// What an event is called.
    pub(crate) fn title(&self, kind: &str, id: &str) -> Option<&str> {
        let group = self.groups.iter().find(|group| group.kind == kind)?;
        group.entries.iter().find(|entry| entry.id == id).map(|entry| entry.title.as_str())
    }

    /// An event of whatever kind: its kind and what it is called.
    pub(crate) fn find(&self, id: &str) -> Option<(&'static str, &str)> {
        self.groups.iter().find_map(|group| Some((group.kind, self.title(group.kind, id)?)))
    }
}
