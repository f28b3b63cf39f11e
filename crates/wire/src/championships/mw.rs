//! Voivodeship championships: who is qualified, what is open, who may get a wildcard.

use crate::choice::named_enum;
use crate::common::{ListedPlayer, OfficialEdition, voivodeship};
use crate::qualifications::derivation::QualificationOutcome;
use crate::qualifications::list::{
    PendingQualification, QualificationState, QualificationsSummary, QualifiedPlayer, WildcardState,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

named_enum! {
    /// Whether something about a championship is left to be decided.
    pub enum ChampionshipState {
        Open = "open",
        Review = "review",
        Settled = "settled",
    }
}

/// A championship in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChampionshipItem {
    /// The id.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    pub id: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The season in which the first day lies whose events feed it.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: Option<String>,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    pub first_day: String,
    /// The last day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2026-03-31")]
    pub last_day: Option<String>,
    /// The days on which it is played, once they are set.
    pub days: Option<PlayingDays>,
    /// How far it is filled.
    pub counts: ChampionshipCounts,
    /// `open` while something is proposed or waits for a decision, `review` if a granted qualification is in doubt,
    /// else `settled`.
    #[schema(value_type = String, max_length = 10, example = "open")]
    pub state: ChampionshipState,
    /// The id of the rulebook that its list is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// The ETag of the championship.
    #[schema(max_length = 24, example = "\"402\"")]
    pub etag: String,
}

/// The days on which a championship is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayingDays {
    /// The first.
    #[schema(format = Date, max_length = 10, example = "2026-04-18")]
    pub first_day: String,
    /// The last.
    #[schema(format = Date, max_length = 10, example = "2026-04-19")]
    pub last_day: String,
}

/// How far a championship is filled.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChampionshipCounts {
    /// How many are qualified.
    #[schema(minimum = 0, maximum = 100_000, example = 21)]
    pub qualified: u32,
    /// How many qualifications wait for a decision.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub pending: u32,
    /// How many wildcards are proposed, put forward or granted.
    #[schema(minimum = 0, maximum = 100_000, example = 11)]
    pub wildcards: u32,
    /// How many qualified players and wildcards there may be together.
    #[schema(minimum = 0, maximum = 100_000, example = 32)]
    pub cap: u32,
    /// How many places are left when everybody who is proposed for a wildcard takes one; `wildcards.free` of the
    /// proposals counts those that were not granted, too.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub free: u32,
}

/// A championship with its list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MwQualifications {
    /// What the list says of it; the counts and the state are those under the rulebook that is asked for.
    #[serde(flatten)]
    pub item: ChampionshipItem,
    /// How many qualifications are in which state.
    pub summary: QualificationsSummary,
    /// The newest published edition of the list of qualified players, if there is one.
    pub official: Option<OfficialEdition>,
    /// The newest published edition of the wildcards, if there is one.
    pub official_wildcards: Option<OfficialEdition>,
    /// Who is qualified, in the order of decision.
    #[schema(max_items = 10_000)]
    pub qualified: Vec<QualifiedPlayer>,
    /// What waits for a decision, in the order of decision.
    #[schema(max_items = 10_000)]
    pub pending: Vec<PendingQualification>,
    /// Who may get a wildcard, in the order of proposing.
    #[schema(max_items = 10_000)]
    pub wildcards: Vec<WildcardPlayer>,
}

/// Somebody who may get a wildcard, or has got one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WildcardPlayer {
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The league or tournament whose table it rests on.
    #[schema(max_length = 1024, example = "l-2025-zory")]
    pub event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Liga Żorska")]
    pub event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    pub place: u32,
    /// `proposed` by the rules, `nominated` by a person, or `granted` by another one.
    #[schema(value_type = String, max_length = 10, example = "proposed")]
    pub state: WildcardState,
}

/// How a voivodeship championship looked at a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MwPlayer {
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The championship.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    pub championship: String,
    /// The rulebook that is applied.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Whether the player stands on the list of the qualified, in whichever `state`, not counting wildcards.
    #[schema(example = true)]
    pub qualified: bool,
    /// `proposed`, `granted` or `review`; null without a qualification.
    #[schema(value_type = Option<String>, max_length = 10, example = "granted")]
    pub state: Option<QualificationState>,
    /// In words.
    #[schema(max_length = 1000, example = "Awans do Mistrzostw Wojewódzkich: tak, Jesienny Turniej w Rybniku")]
    pub text: String,
    /// What each event of the player there gave or did not give, in the order of decision.
    #[schema(max_items = 10_000)]
    pub events: Vec<QualificationOutcome>,
    /// Whether the player may get a wildcard; null for somebody who is qualified or stands in none of the tables.
    pub wildcard: Option<MwWildcardLine>,
}

/// Whether a player may get a wildcard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MwWildcardLine {
    /// The number on the list, from 1; null if the places were filled before.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    pub number: Option<usize>,
    /// How many stand on the list; null for somebody who does not.
    #[schema(minimum = 1, maximum = 100_000, example = 24)]
    pub of: Option<usize>,
    /// `proposed`, `nominated` or `granted`; null for somebody who is not on the list.
    #[schema(value_type = Option<String>, max_length = 10, example = "proposed")]
    pub state: Option<WildcardState>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-MW-08, R-MW-09, REG I.22-23")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "propozycja dzikiej karty nr 3 z 24: Liga Żorska, 5. miejsce")]
    pub text: String,
}
