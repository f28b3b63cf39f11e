//! What clients send about voivodeship championships.

use crate::problem::Problem;
use crate::reading::Reading;
use crate::running;
use domain::calendar::Window;
use domain::event::ChampionshipRecord;
use domain::ids::ChampionshipId;
use domain::text::StatedReason;
use domain::voivodeship::Voivodeship;
use serde::Deserialize;
use utoipa::ToSchema;

/// A voivodeship championship that is to be announced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMw {
    /// Its id: small letters, digits and the signs `.`, `_` and `-`.
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9][a-z0-9._-]*$", example = "mw-2026-slaskie")]
    id: String,
    /// Whose championship it is.
    #[schema(max_length = 30, example = "śląskie")]
    voivodeship: String,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-10-12")]
    first_day: String,
    /// The last such day, before the championship is played.
    #[schema(format = Date, max_length = 10, example = "2026-10-09")]
    last_day: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
}

/// What holds of a voivodeship championship instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MwCorrection {
    /// Whose championship it is.
    #[schema(max_length = 30, example = "śląskie")]
    voivodeship: String,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-10-12")]
    first_day: String,
    /// The last such day, before the championship is played.
    #[schema(format = Date, max_length = 10, example = "2026-10-09")]
    last_day: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Mistrzostwa odbędą się tydzień później")]
    reason: String,
}

/// The days on which a championship is played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MwDays {
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    last_day: String,
}

/// Who plays at this championship.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choosing {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(super) player: String,
}

impl NewMw {
    pub(super) fn read(&self) -> Result<(ChampionshipId, ChampionshipRecord), Problem> {
        let mut reading = Reading::default();
        let id = reading.new_id("/id", &self.id).and_then(|()| ChampionshipId::parse(&self.id).ok());
        let record = record(&mut reading, &self.voivodeship, [&self.first_day, &self.last_day], &self.rulebook);
        id.zip(record).ok_or_else(|| reading.problem())
    }
}

impl MwCorrection {
    pub(super) fn read(&self) -> Result<(ChampionshipRecord, StatedReason), Problem> {
        let mut reading = Reading::default();
        let record = record(&mut reading, &self.voivodeship, [&self.first_day, &self.last_day], &self.rulebook);
        let reason = reading.reason("/reason", &self.reason);
        record.zip(reason).ok_or_else(|| reading.problem())
    }
}

impl MwDays {
    pub(super) fn read(&self) -> Result<Window, Problem> {
        let mut reading = Reading::default();
        running::days(&mut reading, &self.first_day, &self.last_day).ok_or_else(|| reading.problem())
    }
}

fn record(reading: &mut Reading, voivodeship: &str, days: [&str; 2], rulebook: &str) -> Option<ChampionshipRecord> {
    let voivodeship = reading.choice::<Voivodeship>("/voivodeship", voivodeship);
    let window = running::days(reading, days[0], days[1]);
    let rulebook = running::rulebook(reading, rulebook);
    Some(ChampionshipRecord { voivodeship: voivodeship?, window: window?, rulebook: rulebook? })
}
