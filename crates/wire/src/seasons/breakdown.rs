//! The explanation of one player's place in a ranking.

use super::ranking::{RankedPlayer, RankingHead, StepValue};
use crate::qualifications::list::QualificationState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything about one player in one season.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Breakdown {
    /// Which ranking.
    #[serde(flatten)]
    pub head: RankingHead,
    /// Who.
    #[serde(flatten)]
    pub player: RankedPlayer,
    /// The place; null for somebody without points.
    #[schema(minimum = 1, maximum = 10_000_000, example = 12)]
    pub place: Option<u32>,
    /// The total of the results that count.
    #[schema(minimum = 0, maximum = 10_000_000, example = 355)]
    pub points: u32,
    /// How many stand in the ranking.
    #[schema(minimum = 0, maximum = 10_000_000, example = 4812)]
    pub rows: usize,
    /// The row in words.
    #[schema(max_length = 500, example = "Ranking: 12. miejsce na 4812 graczy, 355 punktów")]
    pub text: String,
    /// The nearest player with a better place, and what decides.
    pub above: Option<Neighbour>,
    /// The nearest player with a worse place, and what decides.
    pub below: Option<Neighbour>,
    /// Those who share the place.
    #[schema(max_items = 100_000)]
    pub sharing: Vec<RankedPlayer>,
    /// Every result of the season: those that count add up to the points.
    #[schema(max_items = 10_000)]
    pub results: Vec<ConsideredResultItem>,
    /// What each event of the player, and the ranking, gave or did not give to the national championship.
    #[schema(max_items = 10_000)]
    pub mp: Vec<QualificationLine>,
    /// The same for the voivodeship championships that looked at the player.
    #[schema(max_items = 1000)]
    pub mw: Vec<ChampionshipLines>,
}

/// A neighbour in the ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Neighbour {
    /// Who.
    #[serde(flatten)]
    pub player: RankedPlayer,
    /// The first step at which the two differ.
    pub step: Step,
}

/// A step of the comparison of two rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// `total`, `result` or `ex-aequo`.
    #[schema(max_length = 20, example = "result")]
    pub kind: String,
    /// Which result, from 1, if results are compared.
    #[schema(minimum = 1, maximum = 10_000, example = 2)]
    pub number: Option<usize>,
    /// What the one with the better place has, whichever of the two that is.
    pub higher: Option<StepValue>,
    /// What the other has.
    pub lower: Option<StepValue>,
    /// The rules that order it so.
    #[schema(max_length = 200, example = "R-RANK-09, REG II.8")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "decyduje suma punktów, 170 wobec 160")]
    pub text: String,
}

/// A result that was looked at for the ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConsideredResultItem {
    /// The id of the tournament or league.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place in it, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: Option<u32>,
    /// Whether it counts.
    #[schema(example = true)]
    pub counted: bool,
    /// What it gives.
    #[schema(minimum = 0, maximum = 1_000_000, example = 100)]
    pub points: u32,
    /// Why it does not count; null if it does.
    #[schema(max_length = 40, example = "too-few-participants")]
    pub reason: Option<String>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-RANK-02, REG II.2")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "za mało uczestników: 22, a potrzeba 24")]
    pub text: String,
}

/// What one event gave a player or did not give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualificationLine {
    /// What kind of event it is.
    #[schema(max_length = 20, example = "tournament")]
    pub source: String,
    /// Its id; `ranking` for the ranking itself.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What it is called, if it has a name.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place in it, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    pub place: Option<u32>,
    /// Whether the player stands on the list of the qualified by it, in whichever `state`.
    #[schema(example = true)]
    pub qualified: bool,
    /// `proposed`, `granted` or `review`; null for somebody who is not on the list by it.
    #[schema(value_type = Option<String>, max_length = 20, example = "proposed")]
    pub state: Option<QualificationState>,
    /// What came of it: the `state`, or why there is none.
    #[schema(max_length = 40, example = "proposed")]
    pub outcome: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-01, REG I.9")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "awans proponowany, jeszcze niepotwierdzony")]
    pub text: String,
    /// How it came down to the player: the size of the event, ties, who was passed over and why.
    #[schema(max_items = 100)]
    pub chain: Vec<String>,
}

/// How a voivodeship championship looked at a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChampionshipLines {
    /// Its id.
    #[schema(max_length = 1024, example = "mw-2026-lodzkie")]
    pub id: String,
    /// Whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    pub voivodeship: String,
    /// What each event gave or did not give.
    #[schema(max_items = 10_000)]
    pub qualifications: Vec<QualificationLine>,
    /// The proposal of a wildcard; null for somebody who is no candidate.
    pub wildcard: Option<WildcardLine>,
}

/// Whether a player is proposed for a wildcard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WildcardLine {
    /// The number on the list of proposals, from 1; null if the places were filled before.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    pub number: Option<usize>,
    /// How many stand on the list; null for somebody who does not.
    #[schema(minimum = 1, maximum = 100_000, example = 24)]
    pub of: Option<usize>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-MW-08, R-MW-09, REG I.22-23")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "propozycja dzikiej karty nr 3 z 24: Jesienny Turniej w Łodzi, 5. miejsce")]
    pub text: String,
}
