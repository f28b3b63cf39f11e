//! What is new, as Atom: editions of published lists, and tournaments that were announced, changed, called off or played.
//!
//! An entry is as new as the last change of what it tells, so that readers show a corrected result anew.

use crate::edition::Editions;
use crate::link;
use crate::season::seasons;
use crate::show;
use crate::time;
use crate::tongue::{Tongue, capitalised};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Deserialize;

/// How many entries of each sort there are; readers keep the older ones.
const NEWEST: usize = 30;
/// How many seasons are looked through.
const SEASONS: usize = 2;
/// How many events are looked at for the time of a change: mostly the event itself tells it.
const LOOKED_AT: [u64; 3] = [1, 30, 1_000];
/// The media type of Atom.
const ATOM: &str = "application/atom+xml; charset=utf-8";

#[derive(Debug, Deserialize)]
struct Lists {
    items: Vec<List>,
}

#[derive(Debug, Deserialize)]
struct List {
    #[serde(rename = "list")]
    id: String,
    title: String,
    newest: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Results {
    participants: Option<u32>,
    winners: Vec<Winner>,
}

#[derive(Debug, Deserialize)]
struct Winner {
    player: String,
}

/// A tournament that everybody may know of.
#[derive(Debug, Deserialize)]
struct Tournament {
    id: String,
    name: Option<String>,
    venue: Option<String>,
    voivodeship: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    phase: String,
    etag: String,
}

impl Tournament {
    /// The position of the last event that changed it: a change of its days or name, the course of its phases, a correction.
    fn changed(&self) -> u64 {
        self.etag.trim_matches('"').parse().unwrap_or_default()
    }

    /// What it is called, with what became of it.
    fn title(&self, tongue: Tongue) -> String {
        let name = self.name.clone().unwrap_or_else(|| tongue.0.text("calendar-tournament"));
        match self.phase.as_str() {
            "approved" => tongue.with("public-feed-announced", name),
            "running" => tongue.with("public-feed-running", name),
            "cancelled" => tongue.with("public-feed-called-off", name),
            _ => tongue.with("public-feed-results", name),
        }
    }

    fn days(&self, tongue: Tongue) -> Option<String> {
        self.first_day.as_deref().map(|first| time::span(tongue, first, self.last_day.as_deref()))
    }
}

#[derive(Debug, Deserialize)]
struct Tournaments {
    items: Vec<Tournament>,
    next: Option<String>,
}

/// Lines of the audit trail, as far as they tell when something was recorded.
#[derive(Debug, Deserialize)]
struct Trail {
    items: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    recorded_at: String,
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
    tongue: Tongue,
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

/// A text without the characters that XML has no way to write.
fn plain(text: &str) -> String {
    let is_allowed = |it: &char| matches!(it, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_allowed).collect()
}

/// The feed.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    match inside.kept_as(ATOM, tongue.0, draw(&inside, tongue)).await {
        Ok(response) => response,
        Err(refusal) => show::refused(&inside, tongue, &refusal),
    }
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let mut entries = editions(inside, tongue).await?;
    entries.extend(tournaments(inside, tongue).await?);
    entries.sort_by(|one, other| other.updated.cmp(&one.updated).then_with(|| one.address.cmp(&other.address)));
    let whole = |page: String| format!("{}{page}", inside.public_url());
    // A feed in which nothing has happened yet is as new as it can be.
    let updated = written(entries.first().map_or_else(|| inside.now(), |entry| entry.updated));
    let home = whole(format!("/{}", tongue.code()));
    let address = whole(link::feed(tongue));
    show::rendered(&Feed { tongue, title: tongue.text("public-feed-title"), address, home, updated, entries })
}

async fn editions(inside: &Inside, tongue: Tongue) -> Result<Vec<Entry>, Refusal> {
    let Lists { items } = inside.get(tongue.0, "/api/v1/lists").await?;
    let mut entries = Vec::new();
    for List { id, title, .. } in items.into_iter().filter(|list| list.newest.is_some()) {
        let address = format!("/api/v1/lists/{}/editions", link::escaped(&id));
        let Editions { items } = inside.get(tongue.0, &address).await?;
        for edition in items {
            let Some(updated) = moment(&edition.published_at) else { continue };
            let number = tongue.count("edition", edition.number);
            let page = link::edition(tongue, &id, edition.number);
            entries.push(Entry {
                title: plain(&format!("{title}, {number}")),
                address: format!("{}{page}", inside.public_url()),
                updated,
                summary: tongue.with("public-feed-edition", &edition.digest),
                category: "list",
            });
        }
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.updated));
    entries.truncate(NEWEST);
    Ok(entries)
}

async fn tournaments(inside: &Inside, tongue: Tongue) -> Result<Vec<Entry>, Refusal> {
    let mut all = Vec::new();
    for season in seasons(inside, tongue).await?.iter().take(SEASONS) {
        all.extend(of_season(inside, tongue, &season.id).await?);
    }
    all.sort_by_key(|tournament| std::cmp::Reverse(tournament.changed()));
    all.truncate(NEWEST);
    let mut entries = Vec::new();
    for tournament in all {
        let Some(updated) = recorded_at(inside, tongue, &tournament).await? else { continue };
        let phase = capitalised(&tongue.choice("page-phase", &tournament.phase));
        let mut parts =
            vec![Some(phase), tournament.days(tongue), tournament.venue.clone(), tournament.voivodeship.clone()];
        if tournament.phase == "closed" {
            parts.extend(results(inside, tongue, &tournament.id).await?);
        }
        entries.push(Entry {
            title: plain(&tournament.title(tongue)),
            address: format!("{}{}", inside.public_url(), link::tournament(tongue, &tournament.id)),
            updated,
            summary: plain(&parts.into_iter().flatten().collect::<Vec<_>>().join(". ")),
            category: "tournament",
        });
    }
    Ok(entries)
}

async fn of_season(inside: &Inside, tongue: Tongue, season: &str) -> Result<Vec<Tournament>, Refusal> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let query = link::query(&[("season", Some(season)), ("limit", Some("200")), ("cursor", cursor.as_deref())]);
        let Tournaments { items, next } = inside.get(tongue.0, &format!("/api/v1/tournaments{query}")).await?;
        all.extend(items);
        cursor = next;
        if cursor.is_none() {
            return Ok(all);
        }
    }
}

/// When the last change was recorded. Of an approval everybody is told nothing but that the tournament is there: it is as old as what was
/// told last before it.
async fn recorded_at(
    inside: &Inside,
    tongue: Tongue,
    tournament: &Tournament,
) -> Result<Option<DateTime<Utc>>, Refusal> {
    let last = tournament.changed();
    for looked_at in LOOKED_AT {
        let (from, until) = (last.saturating_sub(looked_at).to_string(), last.to_string());
        let query = link::query(&[("from", Some(&from)), ("until", Some(&until)), ("limit", Some("1"))]);
        let Trail { items } = inside.get(tongue.0, &format!("/api/v1/audit-trail{query}")).await?;
        if let Some(line) = items.first() {
            return Ok(moment(&line.recorded_at));
        }
    }
    Ok(None)
}

/// How many took part, and who won.
async fn results(inside: &Inside, tongue: Tongue, id: &str) -> Result<[Option<String>; 2], Refusal> {
    let address = format!("/api/v1/tournaments/{}/results", link::escaped(id));
    let Some(results) = inside.find::<Results>(tongue.0, &address).await? else { return Ok([None, None]) };
    // Readers keep what they have fetched, so nobody is named in full.
    let name = |it: &Winner| inside.short_name(tongue.0, &it.player);
    let winners = results.winners.iter().map(name).collect::<Vec<_>>().join(", ");
    let winners = (!winners.is_empty()).then(|| tongue.with("public-feed-winners", winners));
    Ok([results.participants.map(|number| tongue.count("participants", number)), winners])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_hold_are_left_out() {
        assert_eq!(plain("a\u{0}b\u{1b}c\u{ffff}d ł\u{1f3b2}\n"), "abcd ł\u{1f3b2}\n");
    }
}
