//! The Atom feed: editions of published lists, and tournaments that were announced, changed, cancelled or played.
//!
//! An entry has the time of the last change of its subject, so that readers show a corrected result again.

use crate::layout::language::{Language, capitalised};
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::time;
use crate::seasons::season::seasons;
use actix_web::HttpResponse;
use api::{ApiClient, ApiError};
use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::Choice as _;
use domain::tournament::course::Phase;
use wire::common::Page;
use wire::log::TrailLine;
use wire::publication::{EditionList, ListItem, Lists};
use wire::tournaments::live::TournamentItem;
use wire::tournaments::people::ShownPlayer;
use wire::tournaments::results::Results;

/// The most entries of each kind; feed readers keep the older ones.
const MAX_ENTRIES: usize = 30;
const SEASONS: usize = 2;
/// How many events are searched for the time of a change, in growing steps: mostly the event itself has it.
const LOOKBACK_EVENTS: [u64; 3] = [1, 30, 1_000];
const ATOM: &str = "application/atom+xml; charset=utf-8";

trait TournamentText {
    /// The position of the last event that changed it.
    fn changed(&self) -> u64;

    /// The name, with the phase in words.
    fn title(&self, language: Language) -> String;

    fn days(&self, language: Language) -> Option<String>;
}

impl TournamentText for TournamentItem {
    fn changed(&self) -> u64 {
        self.etag.trim_matches('"').parse().unwrap_or_default()
    }

    fn title(&self, language: Language) -> String {
        let name = self.name.clone().unwrap_or_else(|| language.0.text("calendar-tournament"));
        let id = match self.phase {
            Phase::Approved => "public-feed-announced",
            Phase::Running => "public-feed-running",
            Phase::Cancelled => "public-feed-called-off",
            Phase::Submitted | Phase::Rejected | Phase::Closed => "public-feed-results",
        };
        language.with(id, name)
    }

    fn days(&self, language: Language) -> Option<String> {
        self.first_day.as_deref().map(|first| time::span(language, first, self.last_day.as_deref()))
    }
}

struct Entry {
    title: String,
    address: String,
    updated: DateTime<Utc>,
    summary: String,
    category: &'static str,
}

impl Entry {
    fn updated(&self) -> String {
        written(self.updated)
    }
}

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed {
    language: Language,
    title: String,
    address: String,
    home: String,
    updated: String,
    entries: Vec<Entry>,
}

fn written(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn moment(written: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(written).ok().map(|moment| moment.to_utc())
}

/// A text without the characters that XML cannot represent.
fn plain(text: &str) -> String {
    let is_allowed = |it: &char| matches!(it, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_allowed).collect()
}

pub(crate) async fn show(client: ApiClient, language: Language) -> HttpResponse {
    match client.cached_file(ATOM, language.0, render(&client, language)).await {
        Ok(response) => response,
        Err(refusal) => response::error_page_without_season(&client, language, &refusal),
    }
}

async fn render(client: &ApiClient, language: Language) -> Rendered {
    let mut entries = editions(client, language).await?;
    entries.extend(tournaments(client, language).await?);
    entries.sort_by(|one, other| other.updated.cmp(&one.updated).then_with(|| one.address.cmp(&other.address)));
    let whole = |page: String| format!("{}{page}", client.public_url());
    // An empty feed has the time of the request.
    let updated = written(entries.first().map_or_else(|| client.now(), |entry| entry.updated));
    let home = whole(format!("/{}", language.code()));
    let address = whole(link::feed(language));
    response::render_template(&Feed {
        language,
        title: language.text("public-feed-title"),
        address,
        home,
        updated,
        entries,
    })
}

async fn editions(client: &ApiClient, language: Language) -> Result<Vec<Entry>, ApiError> {
    let Lists { items } = client.get(language.0, "/api/v1/lists").await?;
    let mut entries = Vec::new();
    for ListItem { list: id, title, .. } in items.into_iter().filter(|list| list.newest.is_some()) {
        let address = format!("/api/v1/lists/{}/editions", link::escaped(&id));
        let EditionList { items } = client.get(language.0, &address).await?;
        for edition in items {
            let Some(updated) = moment(&edition.published_at) else { continue };
            let number = language.count("edition", edition.edition);
            let page = link::edition(language, &id, edition.edition);
            entries.push(Entry {
                title: plain(&format!("{title}, {number}")),
                address: format!("{}{page}", client.public_url()),
                updated,
                summary: language.with("public-feed-edition", &edition.digest),
                category: "list",
            });
        }
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.updated));
    entries.truncate(MAX_ENTRIES);
    Ok(entries)
}

async fn tournaments(client: &ApiClient, language: Language) -> Result<Vec<Entry>, ApiError> {
    let mut all = Vec::new();
    for season in seasons(client, language).await?.iter().take(SEASONS) {
        all.extend(of_season(client, language, &season.id).await?);
    }
    all.sort_by_key(|tournament| std::cmp::Reverse(tournament.changed()));
    all.truncate(MAX_ENTRIES);
    let mut entries = Vec::new();
    for tournament in all {
        let Some(updated) = recorded_at(client, language, &tournament).await? else { continue };
        let phase = capitalised(&language.choice("page-phase", tournament.phase.name()));
        let voivodeship = tournament.voivodeship.map(|it| it.name().to_owned());
        let mut parts = vec![Some(phase), tournament.days(language), tournament.venue.clone(), voivodeship];
        if tournament.phase == Phase::Closed {
            parts.extend(results(client, language, &tournament.id).await?);
        }
        entries.push(Entry {
            title: plain(&tournament.title(language)),
            address: format!("{}{}", client.public_url(), link::tournament(language, &tournament.id)),
            updated,
            summary: plain(&parts.into_iter().flatten().collect::<Vec<_>>().join(". ")),
            category: "tournament",
        });
    }
    Ok(entries)
}

async fn of_season(client: &ApiClient, language: Language, season: &str) -> Result<Vec<TournamentItem>, ApiError> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let query = link::query(&[("season", Some(season)), ("limit", Some("200")), ("cursor", cursor.as_deref())]);
        let Page::<TournamentItem> { items, next } =
            client.get(language.0, &format!("/api/v1/tournaments{query}")).await?;
        all.extend(items);
        cursor = next;
        if cursor.is_none() {
            return Ok(all);
        }
    }
}

/// The time of the last change. An approval is not in the public audit trail: it gets the time of the last public event
/// before it.
async fn recorded_at(
    client: &ApiClient,
    language: Language,
    tournament: &TournamentItem,
) -> Result<Option<DateTime<Utc>>, ApiError> {
    let last = tournament.changed();
    for looked_at in LOOKBACK_EVENTS {
        let (from, until) = (last.saturating_sub(looked_at).to_string(), last.to_string());
        let query = link::query(&[("from", Some(&from)), ("until", Some(&until)), ("limit", Some("1"))]);
        let Page::<TrailLine> { items, .. } = client.get(language.0, &format!("/api/v1/audit-trail{query}")).await?;
        if let Some(line) = items.first() {
            return Ok(moment(&line.recorded_at));
        }
    }
    Ok(None)
}

async fn results(client: &ApiClient, language: Language, id: &str) -> Result<[Option<String>; 2], ApiError> {
    let address = format!("/api/v1/tournaments/{}/results", link::escaped(id));
    let Some(results) = client.find::<Results>(language.0, &address).await? else { return Ok([None, None]) };
    // Feed readers keep what they have fetched, so names are shortened.
    let name = |it: &ShownPlayer| client.short_name(language.0, &it.player);
    let winners = results.winners.iter().map(name).collect::<Vec<_>>().join(", ");
    let winners = (!winners.is_empty()).then(|| language.with("public-feed-winners", winners));
    Ok([results.participants.map(|number| language.count("participants", number)), winners])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_hold_are_left_out() {
        assert_eq!(plain("a\u{0}b\u{1b}c\u{ffff}d ł\u{1f3b2}\n"), "abcd ł\u{1f3b2}\n");
    }
}
