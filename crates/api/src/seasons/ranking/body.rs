//! The national ranking as clients read it: rows with the results that make them up.

use crate::sheet::Cell;
use crate::table::Row;
use domain::ids::{EventId, PlayerId, PlayerKey};
use domain::publication::ListId;
use domain::ranking;
use domain::ranking::EarnedPoints;
use domain::season::Facts;
use events::envelope::{StreamKind, StreamName};
use formats::words::{Lang, Message, choice_name};
use projections::views::{Details, PublicPerson, Views};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of a ranking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RankingPage {
    /// What the page is a part of.
    #[serde(flatten)]
    pub(super) head: RankingHead,
    /// How many rows there are, with these filters.
    #[schema(minimum = 0, maximum = 10_000_000, example = 4812)]
    pub(super) total: usize,
    /// How many of them stand before the first of this page.
    #[schema(minimum = 0, maximum = 10_000_000, example = 0)]
    pub(super) offset: usize,
    /// The rows.
    #[schema(max_items = 500)]
    pub(super) items: Vec<RankingItem>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwNw")]
    pub(super) next: Option<String>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwMQ")]
    pub(super) previous: Option<String>,
}

/// Which ranking, under which rules, and what was published of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RankingHead {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub(super) season: String,
    /// The id of the rulebook that it is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub(super) rulebook: String,
    /// The last day whose events count; null if all of the season do.
    #[schema(format = Date, max_length = 10, example = "2026-06-27")]
    pub(super) until: Option<String>,
    /// The newest published edition; null before the first. What is shown here is the live list, which may differ from it.
    pub(super) official: Option<Official>,
}

/// A published edition of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Official {
    /// The id of the list.
    #[schema(max_length = 1100, example = "ranking:2025-26")]
    list: String,
    /// The number of the edition, from 1.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    number: u32,
    /// The SHA-256 of the canonical bytes.
    #[schema(max_length = 64, example = "6c7f1d0e9b8a47563f2a6c7f1d0e9b8a47563f2a6c7f1d0e9b8a47563f2a6c7f")]
    digest: String,
    /// When it was published.
    #[schema(format = DateTime, max_length = 40, example = "2026-06-28T18:00:00.000000Z")]
    published_at: String,
}

impl Official {
    /// The newest edition of a list.
    pub(super) fn newest(views: &Views, list: &ListId) -> Option<Self> {
        let edition = views.editions.find(list)?.editions.last()?;
        Some(Self {
            list: list.to_string(),
            number: edition.number,
            digest: edition.digest.to_string(),
            published_at: edition.published_at.to_string(),
        })
    }
}

/// A row of a ranking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RankingItem {
    /// The place; players with equal results share it.
    #[schema(minimum = 1, maximum = 10_000_000, example = 1)]
    place: u32,
    /// Who.
    #[serde(flatten)]
    player: RankedPlayer,
    /// The total of all results that count.
    #[schema(minimum = 0, maximum = 10_000_000, example = 355)]
    points: u32,
    /// The results that make up the total, in the order of the tie-break: the best first.
    #[schema(max_items = 10_000)]
    results: Vec<RankedResult>,
}

/// A player as far as a list shows one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RankedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    name: String,
    /// The city; null for somebody who was erased.
    #[schema(max_length = 200, example = "Łódź")]
    city: Option<String>,
    /// The voivodeship; null for somebody who was erased.
    #[schema(max_length = 30, example = "łódzkie")]
    voivodeship: Option<String>,
}

/// A result that gives points.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RankedResult {
    /// The id of the tournament or league.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What it is called; null if its name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// The place in it.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// The points of that place.
    #[schema(minimum = 0, maximum = 1_000_000, example = 100)]
    points: u32,
}

/// Draws rows: results as they were at some moment, with the names of today.
#[derive(Clone, Copy)]
pub(super) struct Drawer<'a> {
    pub(super) facts: &'a Facts,
    pub(super) today: &'a Views,
    pub(super) lang: Lang,
}

impl Drawer<'_> {
    pub(super) fn item(&self, row: &ranking::Row<'_>) -> RankingItem {
        RankingItem {
            place: row.place.number(),
            player: self.player(row.player),
            points: row.points.0,
            results: row.results.iter().map(|result| self.result(result)).collect(),
        }
    }

    pub(super) fn player(&self, player: PlayerKey) -> RankedPlayer {
        let id = self.facts.player_id(player);
        let person = person(self.today, id);
        RankedPlayer {
            player_id: id.to_string(),
            name: full_name(person, self.lang),
            city: person.map(|person| person.city.as_str().to_owned()),
            voivodeship: person.map(|person| person.voivodeship.as_str().to_owned()),
        }
    }

    pub(super) fn result(&self, result: &EarnedPoints) -> RankedResult {
        let id = self.facts.event_id(result.event);
        RankedResult {
            event_id: id.to_string(),
            event_name: event_name(self.today, id, self.lang),
            place: result.place.number(),
            points: result.points.0,
        }
    }
}

/// Who a player is, as everybody may know.
pub(super) fn person<'a>(today: &'a Views, id: &PlayerId) -> Option<&'a PublicPerson> {
    today.players.get(id).and_then(|player| player.person.as_ref())
}

/// First name and surname, or what somebody without a name is called.
pub(super) fn full_name(person: Option<&PublicPerson>, lang: Lang) -> String {
    person.map_or_else(
        || lang.text("event-player-deleted"),
        |person| format!("{} {}", person.first_name.as_str(), person.surname.as_str()),
    )
}

/// What an event of any kind is called; an edition of an online event by its kind and number.
pub(super) fn event_name(today: &Views, id: &EventId, lang: Lang) -> Option<String> {
    let kinds = [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix, StreamKind::OnlineEvent];
    let happening = kinds.into_iter().find_map(|kind| {
        let stream = StreamName::new(kind, id.as_str()).ok()?;
        today.happenings.find(&stream)
    })?;
    match &happening.details {
        Details::Online { kind, edition } => {
            let event = choice_name(lang, "online", *kind);
            Some(lang.say(&Message::new("online-edition").with("event", event).number("edition", *edition)))
        }
        _ => happening.name.as_ref().map(|name| name.as_str().to_owned()),
    }
}

impl Row for RankingItem {
    const HEAD: &'static [&'static str] =
        &["place", "player_id", "name", "city", "voivodeship", "points", "counted", "results"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let result = |it: &RankedResult| format!("{} {} {}", it.event_id, it.place, it.points);
        let results: Vec<String> = self.results.iter().map(result).collect();
        vec![
            Cell::Number(self.place.into()),
            Cell::text(&self.player.player_id),
            Cell::text(&self.player.name),
            Cell::maybe(self.player.city.as_deref()),
            Cell::maybe(self.player.voivodeship.as_deref()),
            Cell::Number(self.points.into()),
            Cell::Number(self.results.len() as i64),
            Cell::Text(results.join("; ").into()),
        ]
    }
}
