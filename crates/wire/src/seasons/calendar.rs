//! The calendar of a season.

use crate::accounts::EventKindName;
use crate::choice::{ByName, named_enum};
use domain::tournament::course::Phase;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The calendar of a season.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Calendar {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    pub last_day: Option<String>,
    /// By day; what has none yet stands at the end.
    #[schema(max_items = 20_000)]
    pub items: Vec<Entry>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// What it is: `tournament`, `league`, `grand-prix`, `online-event`, `championship`, `national-championship`, or a
    /// day that the rules set: `ranking-qualification-day`, `last-announcement-day`, `decision-due`.
    #[schema(value_type = String, max_length = 40, example = "tournament")]
    pub kind: EntryKind,
    /// The id of the event, championship or season that it is about.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub id: String,
    /// In words: the name of the event, or what has to be done.
    #[schema(max_length = 1000, example = "Jesienny Turniej w Łodzi")]
    pub summary: String,
    /// The first day, once it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub last_day: Option<String>,
    /// The class of a tournament.
    #[schema(max_length = 30, example = "ordinary")]
    pub class: Option<String>,
    /// The voivodeship in which it takes place or whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    pub voivodeship: Option<String>,
    /// How far it is: `approved`, `running` or `closed`; absent for days that the rules set.
    #[schema(value_type = Option<String>, max_length = 30, example = "closed")]
    pub phase: Option<ByName<Phase>>,
    /// Where more is told of it.
    #[schema(max_length = 4096, example = "/api/v1/tournaments/t-2025-10-11-lodz")]
    pub href: Option<String>,
}

/// What an entry of a calendar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EntryKind {
    Competition(EventKindName),
    Day(DayKind),
}

impl EntryKind {
    /// The name in the JSON document.
    pub fn name(self) -> &'static str {
        match self {
            Self::Competition(kind) => kind.as_str(),
            Self::Day(kind) => kind.name(),
        }
    }
}

named_enum! {
    /// A day that the rules set.
    pub enum DayKind {
        NationalChampionship = "national-championship",
        RankingQualificationDay = "ranking-qualification-day",
        LastAnnouncementDay = "last-announcement-day",
        DecisionDue = "decision-due",
    }
}
