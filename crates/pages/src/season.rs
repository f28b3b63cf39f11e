//! Seasons, as far as every page needs them.

use crate::shell::Way;
use crate::time;
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

/// The same page of every season; `here` is the one that is shown.
pub(crate) async fn ways(
    inside: &Inside,
    tongue: Tongue,
    here: &str,
    page: impl Fn(Tongue, &str) -> String,
) -> Result<Vec<Way>, Refusal> {
    let way = |one: SeasonItem| Way { href: page(tongue, &one.id), is_here: one.id == here, text: one.id };
    Ok(seasons(inside, tongue).await?.into_iter().map(way).collect())
}

/// The season of a day, for what stands around a page: a page is shown without it rather than not at all.
pub(crate) async fn at(inside: &Inside, tongue: Tongue, day: &str) -> Option<String> {
    let all = seasons(inside, tongue).await.ok()?;
    current(&all, day).map(|season| season.id.clone())
}

/// The season of today, likewise.
pub(crate) async fn now(inside: &Inside, tongue: Tongue) -> Option<String> {
    at(inside, tongue, &time::today(inside.now())).await
}

/// The season of today: the one that has begun last.
pub(crate) fn current<'a>(seasons: &'a [SeasonItem], today: &str) -> Option<&'a SeasonItem> {
    seasons.iter().find(|season| season.first_day.as_str() <= today).or(seasons.first())
}
