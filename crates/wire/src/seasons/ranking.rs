//! Pages of the national ranking, and the comparison of two players in it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A page of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankingPage {
    /// What the page is a part of.
    #[serde(flatten)]
    pub head: RankingHead,
    /// How many rows there are, with these filters.
    #[schema(minimum = 0, maximum = 10_000_000, example = 4812)]
    pub total: usize,
    /// How many of them stand before the first of this page.
    #[schema(minimum = 0, maximum = 10_000_000, example = 0)]
    pub offset: usize,
    /// The rows.
    #[schema(max_items = 500)]
    pub items: Vec<RankingItem>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwNw")]
    pub next: Option<String>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwMQ")]
    pub previous: Option<String>,
}

/// Which ranking, under which rules, and what was published of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankingHead {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// The id of the rulebook that it is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// The last day whose events count; null if all of the season do.
    #[schema(format = Date, max_length = 10, example = "2026-06-27")]
    pub until: Option<String>,
    /// The newest published edition; null before the first. What is shown here is the live list, which may differ from
    /// it.
    pub official: Option<Official>,
}

/// A published edition of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Official {
    /// The id of the list.
    #[schema(max_length = 1100, example = "ranking:2025-26")]
    pub list: String,
    /// The number of the edition, from 1.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    pub number: u32,
    /// The SHA-256 of the canonical bytes.
    #[schema(max_length = 64, example = "6c7f1d0e9b8a47563f2a6c7f1d0e9b8a47563f2a6c7f1d0e9b8a47563f2a6c7f")]
    pub digest: String,
    /// When it was published.
    #[schema(format = DateTime, max_length = 40, example = "2026-06-28T18:00:00.000000Z")]
    pub published_at: String,
}

/// A row of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankingItem {
    /// The place; players with equal results share it.
    #[schema(minimum = 1, maximum = 10_000_000, example = 1)]
    pub place: u32,
    /// Who.
    #[serde(flatten)]
    pub player: RankedPlayer,
    /// The total of all results that count.
    #[schema(minimum = 0, maximum = 10_000_000, example = 355)]
    pub points: u32,
    /// The results that make up the total, in the order of the tie-break: the best first.
    #[schema(max_items = 10_000)]
    pub results: Vec<RankedResult>,
}

/// A player as far as a list shows one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub name: String,
    /// The city; null for somebody who was erased.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship; null for somebody who was erased.
    #[schema(max_length = 30, example = "łódzkie")]
    pub voivodeship: Option<String>,
}

/// A result that gives points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankedResult {
    /// The id of the tournament or league.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What it is called; null if its name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place in it.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// The points of that place.
    #[schema(minimum = 0, maximum = 1_000_000, example = 100)]
    pub points: u32,
}

/// Two players compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// The id of the rulebook.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// One player.
    pub a: Side,
    /// The other.
    pub b: Side,
    /// The steps, up to the one that decides.
    #[schema(max_items = 10_000)]
    pub steps: Vec<ComparedStep>,
    /// `a` or `b`: who stands higher; null if they share the place.
    #[schema(max_length = 1, example = "a")]
    pub higher: Option<String>,
    /// The step that decides: `total`, `result` or `ex-aequo`.
    #[schema(max_length = 20, example = "result")]
    pub decided_by: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-RANK-09, REG II.8")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 2000, example = "wyżej stoi Łucja Przykładowa: decyduje suma punktów, 170 wobec 160")]
    pub text: String,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Side {
    /// Who.
    #[serde(flatten)]
    pub player: RankedPlayer,
    /// The place; null for somebody without points.
    #[schema(minimum = 1, maximum = 10_000_000, example = 12)]
    pub place: Option<u32>,
    /// The total.
    #[schema(minimum = 0, maximum = 10_000_000, example = 170)]
    pub points: u32,
    /// The results that count, in the order in which they are compared.
    #[schema(max_items = 10_000)]
    pub results: Vec<RankedResult>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparedStep {
    /// `total` or `result`.
    #[schema(max_length = 20, example = "total")]
    pub kind: String,
    /// Which result, from 1, if results are compared.
    #[schema(minimum = 1, maximum = 10_000, example = 1)]
    pub number: Option<usize>,
    /// What `a` has; null if there is no such result.
    pub a: Option<StepValue>,
    /// What `b` has.
    pub b: Option<StepValue>,
    /// Whether it decides.
    #[schema(example = false)]
    pub decides: bool,
    /// In words.
    #[schema(max_length = 1000, example = "sumy są równe: 170 punktów")]
    pub text: String,
}

/// What is compared: a total, or a place with its points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StepValue {
    /// The place, if results are compared.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    pub place: Option<u32>,
    /// The points.
    #[schema(minimum = 0, maximum = 10_000_000, example = 70)]
    pub points: u32,
}
