//! What is new, as Atom: editions of published lists, and tournaments that are over.

use crate::calendar::{Calendar, of_season};
use crate::edition::Editions;
use crate::link;
use crate::season::seasons;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Deserialize;

/// How many entries of each sort there are; readers keep the older ones.
const NEWEST: usize = 30;
/// How many seasons are looked through.
const SEASONS: usize = 2;
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
    ended_at: Option<String>,
    participants: Option<u32>,
    winners: Vec<Winner>,
}

#[derive(Debug, Deserialize)]
struct Winner {
    player: String,
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
    let mut over = Vec::new();
    for season in seasons(inside, tongue).await?.iter().take(SEASONS) {
        let Calendar { items } = of_season(inside, tongue, &season.id).await?;
        over.extend(items.into_iter().filter(|it| it.kind == "tournament" && it.phase.as_deref() == Some("closed")));
    }
    over.sort_by(|one, other| other.last_day.cmp(&one.last_day).then_with(|| one.id.cmp(&other.id)));
    over.truncate(NEWEST);
    let mut entries = Vec::new();
    for tournament in over {
        let address = format!("/api/v1/tournaments/{}/results", link::escaped(&tournament.id));
        let Some(results) = inside.find::<Results>(tongue.0, &address).await? else { continue };
        let Some(updated) = results.ended_at.as_deref().and_then(moment) else { continue };
        // Readers keep what they have fetched, so nobody is named in full.
        let name = |it: &Winner| inside.short_name(tongue.0, &it.player);
        let winners = results.winners.iter().map(name).collect::<Vec<_>>().join(", ");
        let winners = (!winners.is_empty()).then(|| tongue.with("public-feed-winners", winners));
        let participants = results.participants.map(|number| tongue.count("participants", number));
        let parts = [Some(tournament.days(tongue)), participants, winners];
        entries.push(Entry {
            title: plain(&tournament.summary),
            address: format!("{}{}", inside.public_url(), link::tournament(tongue, &tournament.id)),
            updated,
            summary: plain(&parts.into_iter().flatten().collect::<Vec<_>>().join(". ")),
            category: "tournament",
        });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_hold_are_left_out() {
        assert_eq!(plain("a\u{0}b\u{1b}c\u{ffff}d ł\u{1f3b2}\n"), "abcd ł\u{1f3b2}\n");
    }
}
