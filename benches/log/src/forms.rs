//! The stored forms of the events that are measured, written with serde as one would without the log.
//!
//! They give the rows their payloads, and they are what the peers parse them into.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// An event of one of the measured types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Form {
    PlayerRegistered(Player),
    PlayerRectified(Rectification),
    TournamentRecorded(Tournament),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rectification {
    pub(crate) record: Player,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) profile: String,
    pub(crate) foreign: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) name: String,
    pub(crate) ended_at: String,
    pub(crate) submitted_at: String,
    pub(crate) voivodeship: SmolStr,
    pub(crate) class: SmolStr,
    pub(crate) planned_games: u32,
    pub(crate) outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    Results(Vec<ResultRow>),
}

/// Player, games played, place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResultRow(pub(crate) SmolStr, pub(crate) u32, pub(crate) u32);

impl Form {
    /// The name of the stored form.
    pub(crate) fn event_type(&self) -> &'static str {
        match self {
            Self::PlayerRegistered(_) => "player.registered",
            Self::PlayerRectified(_) => "player.rectified",
            Self::TournamentRecorded(_) => "tournament.recorded",
        }
    }

    /// Reads a payload of this name.
    pub(crate) fn parse(event_type: &str, payload: &[u8]) -> serde_json::Result<Self> {
        match event_type {
            "player.registered" => serde_json::from_slice(payload).map(Self::PlayerRegistered),
            "player.rectified" => serde_json::from_slice(payload).map(Self::PlayerRectified),
            "tournament.recorded" => serde_json::from_slice(payload).map(Self::TournamentRecorded),
            _ => Err(serde::de::Error::custom("an event of another type")),
        }
    }
}
