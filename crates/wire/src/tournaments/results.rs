//! Results of a closed tournament, and results that are imported.

use super::people::ShownPlayer;
use crate::choice;
use domain::tournament::course::Phase;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The final results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Results {
    /// Where the tournament is on its way; there are results only when it is closed.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 20, example = "closed")]
    pub phase: Phase,
    /// When play ended.
    #[schema(max_length = 40, format = DateTime, example = "2025-10-11T17:20:00+02:00")]
    pub ended_at: Option<String>,
    /// How many took part, as the ranking counts them.
    #[schema(minimum = 0, maximum = 100_000, example = 91)]
    pub participants: Option<u32>,
    /// How many games were planned for each player in the elimination.
    #[schema(minimum = 0, maximum = 1000, example = 16)]
    pub planned_games: Option<u32>,
    /// The winner, or the winners if they share the first place.
    #[schema(max_items = 100_000)]
    pub winners: Vec<ShownPlayer>,
    /// Everybody, the best first; whoever has no place comes last.
    #[schema(max_items = 100_000)]
    pub lines: Vec<ResultRow>,
}

/// How one player finished.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResultRow {
    /// The place in the whole tournament.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: Option<u32>,
    /// Who.
    #[serde(flatten)]
    pub named: ShownPlayer,
    /// Games won in the elimination; absent if the tournament did not run here.
    #[schema(minimum = 0, maximum = 1000, example = 9)]
    pub big: Option<u32>,
    /// Small points of the elimination, added up; absent if the tournament did not run here.
    #[schema(minimum = -10_000_000, maximum = 10_000_000, example = 312)]
    pub small: Option<i64>,
    /// Games played in the elimination.
    #[schema(minimum = 0, maximum = 1000, example = 16)]
    pub games_played: u32,
}

/// Results from elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportedResults {
    /// How many games were planned for each player.
    #[schema(minimum = 1, maximum = 400, example = 7)]
    pub planned_games: u32,
    /// When play ended, with the offset that Warsaw had then.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T18:00:00+01:00")]
    pub ended_at: String,
    /// How everybody finished.
    #[schema(min_items = 1, max_items = 2000)]
    pub results: Vec<ImportedLine>,
}

/// A correction of results from elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectedResults {
    /// How everybody finished.
    #[schema(min_items = 1, max_items = 2000)]
    pub results: Vec<ImportedLine>,
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Pomyłka w przesłanych wynikach")]
    pub reason: String,
}

/// How one player finished: with a place, or disqualified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "player": "2f6c1d0e9b8a4756x3f2", "place": 1, "games_played": 7 }))]
pub struct ImportedLine {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The place.
    #[schema(minimum = 1, maximum = 2000, example = 1)]
    pub place: Option<u32>,
    /// Whether the player was disqualified, and has no place.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub disqualified: bool,
    /// How many games the player played.
    #[schema(minimum = 0, maximum = 400, example = 7)]
    pub games_played: u32,
}
