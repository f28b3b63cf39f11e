//! Seasons, as far as every page needs them.

use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;

/// A season in the list.
#[derive(Debug, Deserialize)]
pub(crate) struct SeasonItem {
    pub(crate) id: String,
    pub(crate) first_day: String,
    pub(crate) last_day: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Seasons {
    items: Vec<SeasonItem>,
}

/// All seasons, the newest first.
pub(crate) async fn seasons(inside: &Inside, tongue: Tongue) -> Result<Vec<SeasonItem>, Refusal> {
    let Seasons { mut items } = inside.get(tongue.0, "/api/v1/seasons?limit=200").await?;
    items.sort_by(|one, other| other.first_day.cmp(&one.first_day));
    Ok(items)
}

/// The season of today: the one that has begun last.
pub(crate) fn current<'a>(seasons: &'a [SeasonItem], today: &str) -> Option<&'a SeasonItem> {
    seasons.iter().find(|season| season.first_day.as_str() <= today).or(seasons.first())
}
