//! Sorting, filtering and paging of the rows of a ranking.

use super::rows::person;
use crate::http::problem::{Problem, ProblemKind};
use crate::players::CityFilter;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::season::Facts;
use domain::season::ranking::{self, PointsTable};
use domain::values::ids::PlayerId;
use domain::values::voivodeship::Voivodeship;
use projections::views::{ListKey, PublicPerson, Views};
use rustc_hash::FxHashSet;
use serde::Deserialize;
use std::cmp::Ordering;
use utoipa::ToSchema;

/// What rows are sorted by; `-` turns the order round. Names and cities stand in the order of the Polish alphabet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum Sort {
    #[default]
    #[serde(rename = "place")]
    Place,
    #[serde(rename = "-place")]
    PlaceDown,
    #[serde(rename = "name")]
    Name,
    #[serde(rename = "-name")]
    NameDown,
    #[serde(rename = "city")]
    City,
    #[serde(rename = "-city")]
    CityDown,
    #[serde(rename = "voivodeship")]
    Voivodeship,
    #[serde(rename = "-voivodeship")]
    VoivodeshipDown,
    #[serde(rename = "points")]
    Points,
    #[serde(rename = "-points")]
    PointsDown,
}

impl Sort {
    pub(super) fn is_by_name(self) -> bool {
        !matches!(self, Self::Place | Self::PlaceDown | Self::Points | Self::PointsDown)
    }

    fn is_descending(self) -> bool {
        matches!(self, Self::PlaceDown | Self::NameDown | Self::CityDown | Self::VoivodeshipDown | Self::PointsDown)
    }

    fn key(self, place: usize, row: &ranking::Row<'_>, id: &PlayerId, person: Option<&PublicPerson>) -> RowKey {
        let text = |key: ListKey| key.as_bytes().to_vec();
        let name = |it: &PublicPerson| format!("{} {}", it.surname.as_str(), it.first_name.as_str());
        let (nameless, bytes) = match (self, person) {
            (Self::Place | Self::PlaceDown, _) => (false, (place as u32).to_be_bytes().to_vec()),
            (Self::Points | Self::PointsDown, _) => (false, row.points.0.to_be_bytes().to_vec()),
            (_, None) => (true, Vec::new()),
            (Self::Name | Self::NameDown, Some(it)) => {
                (false, text(ListKey::new(it.surname.as_str(), it.first_name.as_str(), id.as_str())))
            }
            (Self::City | Self::CityDown, Some(it)) => {
                (false, text(ListKey::new(it.city.as_str(), &name(it), id.as_str())))
            }
            (Self::Voivodeship | Self::VoivodeshipDown, Some(it)) => {
                (false, text(ListKey::new(it.voivodeship.as_str(), &name(it), id.as_str())))
            }
        };
        RowKey { nameless, bytes, row: place as u32 }
    }

    fn compare(self, a: &RowKey, b: &RowKey) -> Ordering {
        let by_bytes = if self.is_descending() { b.bytes.cmp(&a.bytes) } else { a.bytes.cmp(&b.bytes) };
        a.nameless.cmp(&b.nameless).then(by_bytes).then(a.row.cmp(&b.row))
    }
}

/// The sort key of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowKey {
    /// Players without a name stand at the end of every order by names.
    nameless: bool,
    bytes: Vec<u8>,
    row: u32,
}

impl RowKey {
    fn to_cursor(&self) -> String {
        URL_SAFE_NO_PAD.encode([&[u8::from(self.nameless)][..], &self.row.to_be_bytes(), &self.bytes].concat())
    }

    fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nameless, rest) = bytes.split_first()?;
        let (row, bytes) = rest.split_first_chunk::<4>()?;
        Some(Self { nameless: *nameless != 0, bytes: bytes.to_vec(), row: u32::from_be_bytes(*row) })
    }
}

/// Filters and sort order of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Selection {
    pub(super) search: Option<String>,
    pub(super) voivodeship: Option<Voivodeship>,
    pub(super) city: Option<CityFilter>,
    pub(super) sort: Sort,
}

/// Where a page begins.
#[derive(Debug, Clone)]
pub(super) enum PageStart {
    Beginning,
    /// After the row with this key.
    After(String),
    /// On the page that holds this player.
    Around(PlayerId),
}

pub(super) struct RowPage {
    pub(super) rows: Vec<usize>,
    pub(super) offset: usize,
    pub(super) total: usize,
    pub(super) after: Option<String>,
    /// The key after which the previous page begins; empty if it begins with the first row, none on the first page.
    pub(super) before: Option<String>,
}

impl Selection {
    pub(super) fn is_whole(&self) -> bool {
        self.search.is_none() && self.voivodeship.is_none() && self.city.is_none() && self.sort == Sort::Place
    }

    pub(super) fn is_by_name(&self) -> bool {
        self.search.is_some() || self.voivodeship.is_some() || self.city.is_some() || self.sort.is_by_name()
    }

    pub(super) fn part(
        &self,
        facts: &Facts,
        table: &PointsTable,
        names: &Views,
        start: &PageStart,
        limit: usize,
    ) -> Result<RowPage, Problem> {
        if self.is_whole() {
            return whole(facts, table, start, limit);
        }
        let keys = self.keys(facts, table, names);
        let begin = match start {
            PageStart::Beginning => 0,
            PageStart::After(text) if text.is_empty() => 0,
            PageStart::After(text) => {
                let after = RowKey::read(text).ok_or(ProblemKind::InvalidCursor)?;
                keys.partition_point(|key| self.sort.compare(key, &after).is_le())
            }
            PageStart::Around(player) => {
                let row = position(facts, table, player);
                let found = row.and_then(|row| keys.iter().position(|key| key.row as usize == row));
                page_of(found.ok_or_else(super::not_in_ranking)?, limit)
            }
        };
        let end = keys.len().min(begin.saturating_add(limit));
        let after = (end < keys.len()).then(|| keys[end - 1].to_cursor());
        let before = page_before(begin, limit, |row| keys[row].to_cursor());
        let rows = keys[begin..end].iter().map(|key| key.row as usize).collect();
        Ok(RowPage { rows, offset: begin, total: keys.len(), after, before })
    }

    fn keys(&self, facts: &Facts, table: &PointsTable, names: &Views) -> Vec<RowKey> {
        let found: Option<FxHashSet<&PlayerId>> = self.search.as_ref().map(|text| {
            let found = names.players.search(text, None, names.players.len().max(1), |_| true);
            found.into_iter().map(|(_, player)| &player.id).collect()
        });
        let fits = |id: &PlayerId, person: Option<&PublicPerson>| {
            found.as_ref().is_none_or(|found| found.contains(id))
                && self.voivodeship.is_none_or(|wanted| {
                    person.is_some_and(|it| it.voivodeship.as_str() == domain::Choice::name(wanted))
                })
                && self.city.as_ref().is_none_or(|city| city.is_of(person))
        };
        let key = |(place, row): (usize, ranking::Row<'_>)| {
            let id = facts.player_id(row.player);
            let person = person(names, id);
            fits(id, person).then(|| self.sort.key(place, &row, id, person))
        };
        let mut keys: Vec<RowKey> = table.rows().enumerate().filter_map(key).collect();
        keys.sort_unstable_by(|a, b| self.sort.compare(a, b));
        keys
    }
}

/// A page of all rows in the order of places, at the cost of that page only.
fn whole(facts: &Facts, table: &PointsTable, start: &PageStart, limit: usize) -> Result<RowPage, Problem> {
    let key = |row: usize| RowKey { nameless: false, bytes: (row as u32).to_be_bytes().to_vec(), row: row as u32 };
    let begin = match start {
        PageStart::Beginning => 0,
        PageStart::After(text) if text.is_empty() => 0,
        PageStart::After(text) => {
            let after = RowKey::read(text).ok_or(ProblemKind::InvalidCursor)?;
            table.len().min(after.row as usize + 1)
        }
        PageStart::Around(player) => page_of(position(facts, table, player).ok_or_else(super::not_in_ranking)?, limit),
    };
    let end = table.len().min(begin.saturating_add(limit));
    let after = (end < table.len()).then(|| key(end - 1).to_cursor());
    let before = page_before(begin, limit, |row| key(row).to_cursor());
    Ok(RowPage { rows: (begin..end).collect(), offset: begin, total: table.len(), after, before })
}

fn page_before(begin: usize, limit: usize, to_cursor: impl Fn(usize) -> String) -> Option<String> {
    let first = begin.checked_sub(1)?.saturating_sub(limit - 1);
    Some(first.checked_sub(1).map(to_cursor).unwrap_or_default())
}

fn position(facts: &Facts, table: &PointsTable, player: &PlayerId) -> Option<usize> {
    table.position(facts.player_key(player.as_str())?)
}

fn page_of(row: usize, limit: usize) -> usize {
    row - row % limit
}
