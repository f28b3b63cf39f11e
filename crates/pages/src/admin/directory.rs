//! Competitions of every kind by name, to choose from and to show in place of ids.

use crate::admin;
use crate::layout::language::Language;
use crate::layout::time;
use api::{ApiClient, ApiError};
use domain::Choice as _;
use serde::de::DeserializeOwned;
use wire::accounts::EventKindName;
use wire::championships::mw::ChampionshipItem;
use wire::competitions::grand_prix::GrandPrixItem;
use wire::competitions::leagues::LeagueItem;
use wire::competitions::online::OnlineItem;
use wire::tournaments::live::TournamentItem;

const KINDS: [EventKindName; 5] = [
    EventKindName::Tournament,
    EventKindName::League,
    EventKindName::GrandPrix,
    EventKindName::OnlineEvent,
    EventKindName::Championship,
];

/// The most pages of a collection that are read; older competitions have pages of their own.
const MAX_PAGES: usize = 5;

pub(crate) struct Competition {
    pub(crate) id: String,
    pub(crate) name: String,
    first_day: Option<String>,
    last_day: Option<String>,
    pub(crate) status: &'static str,
}

impl Competition {
    fn of_tournament(_: Language, it: TournamentItem) -> Self {
        Self {
            name: it.name.or(it.voivodeship.map(|it| it.name().to_owned())).unwrap_or_else(|| it.id.clone()),
            first_day: it.first_day,
            last_day: it.last_day,
            status: it.phase.name(),
            id: it.id,
        }
    }

    pub(super) fn of_league(_: Language, it: LeagueItem) -> Self {
        Self {
            name: it.name.unwrap_or(it.voivodeship),
            first_day: it.first_day,
            last_day: it.last_day,
            status: it.status.name(),
            id: it.id,
        }
    }

    pub(super) fn of_grand_prix(_: Language, it: GrandPrixItem) -> Self {
        Self {
            name: it.name.unwrap_or_else(|| it.id.clone()),
            first_day: it.first_day,
            last_day: it.last_day,
            status: it.status.name(),
            id: it.id,
        }
    }

    pub(super) fn of_online_event(language: Language, it: OnlineItem) -> Self {
        Self {
            name: format!("{} {}", language.choice("page-admin-online", it.kind.name()), it.edition),
            first_day: None,
            last_day: Some(it.last_day),
            status: it.status.name(),
            id: it.id,
        }
    }

    pub(super) fn of_championship(_: Language, it: ChampionshipItem) -> Self {
        Self {
            name: it.voivodeship,
            first_day: Some(it.first_day),
            last_day: it.last_day,
            status: it.state.name(),
            id: it.id,
        }
    }

    /// The days in words; empty while they are not known.
    pub(super) fn days(&self, language: Language) -> String {
        match (&self.first_day, &self.last_day) {
            (Some(first), last) => time::span(language, first, last.as_deref()),
            (None, Some(last)) => time::day(language, last),
            (None, None) => String::new(),
        }
    }

    fn day(&self) -> Option<&str> {
        self.first_day.as_deref().or(self.last_day.as_deref())
    }

    fn title(&self, language: Language) -> String {
        let days = self.days(language);
        if days.is_empty() { self.name.clone() } else { format!("{} ({days})", self.name) }
    }
}

pub(crate) struct CompetitionDirectory {
    pub(crate) groups: Vec<Group>,
}

/// The competitions of a kind, the newest first.
pub(crate) struct Group {
    pub(crate) kind: EventKindName,
    pub(crate) entries: Vec<Entry>,
}

pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) title: String,
}

impl CompetitionDirectory {
    /// The competitions of these kinds; of all kinds if none is named.
    pub(crate) async fn of(client: &ApiClient, language: Language, kinds: &[EventKindName]) -> Result<Self, ApiError> {
        let mut groups = Vec::new();
        for kind in KINDS.into_iter().filter(|kind| kinds.is_empty() || kinds.contains(kind)) {
            let mut found = match kind {
                EventKindName::Tournament => {
                    fetch_competitions(client, language, "tournaments", MAX_PAGES, Competition::of_tournament).await?
                }
                EventKindName::League => {
                    fetch_competitions(client, language, "leagues", MAX_PAGES, Competition::of_league).await?
                }
                EventKindName::GrandPrix => {
                    fetch_competitions(client, language, "grand-prix", MAX_PAGES, Competition::of_grand_prix).await?
                }
                EventKindName::OnlineEvent => {
                    fetch_competitions(client, language, "online-events", MAX_PAGES, Competition::of_online_event)
                        .await?
                }
                EventKindName::Championship => {
                    fetch_competitions(client, language, "mw", MAX_PAGES, Competition::of_championship).await?
                }
            };
            found.sort_by(|one, other| other.day().cmp(&one.day()));
            let entries = found.into_iter().map(|it| Entry { title: it.title(language), id: it.id });
            groups.push(Group { kind, entries: entries.collect() });
        }
        Ok(Self { groups })
    }

    pub(crate) fn title(&self, kind: EventKindName, id: &str) -> Option<&str> {
        let group = self.groups.iter().find(|group| group.kind == kind)?;
        group.entries.iter().find(|entry| entry.id == id).map(|entry| entry.title.as_str())
    }

    pub(crate) fn find(&self, id: &str) -> Option<(EventKindName, &str)> {
        self.groups.iter().find_map(|group| Some((group.kind, self.title(group.kind, id)?)))
    }
}

/// The competitions of one collection of the API.
pub(super) async fn fetch_competitions<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    collection: &str,
    max_pages: usize,
    competition: fn(Language, T) -> Competition,
) -> Result<Vec<Competition>, ApiError> {
    let address = format!("/api/v1/{collection}?limit=200");
    let found = admin::fetch_pages::<T>(client, language, &address, max_pages).await?;
    Ok(found.into_iter().map(|one| competition(language, one)).collect())
}
