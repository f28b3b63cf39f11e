//! The list of seasons, and links to the same page of every season.

use crate::layout::language::Language;
use crate::layout::shell::NavLink;
use crate::layout::time;
use api::{ApiClient, ApiError};
use wire::common::Page;
pub(crate) use wire::seasons::SeasonItem;

/// All seasons, the newest first.
pub(crate) async fn seasons(client: &ApiClient, language: Language) -> Result<Vec<SeasonItem>, ApiError> {
    let Page { mut items, .. }: Page<SeasonItem> = client.get(language.0, "/api/v1/seasons?limit=200").await?;
    items.sort_by(|one, other| other.first_day.cmp(&one.first_day));
    Ok(items)
}

/// The same page of every season; `here` is the one that is shown.
pub(crate) async fn ways(
    client: &ApiClient,
    language: Language,
    current: &str,
    page: impl Fn(Language, &str) -> String,
) -> Result<Vec<NavLink>, ApiError> {
    let nav_link =
        |one: SeasonItem| NavLink { href: page(language, &one.id), is_here: one.id == current, text: one.id };
    Ok(seasons(client, language).await?.into_iter().map(nav_link).collect())
}

/// The season of a day, for the navigation; none if seasons cannot be read, so that the page is still shown.
pub(crate) async fn at(client: &ApiClient, language: Language, day: &str) -> Option<String> {
    let all = seasons(client, language).await.ok()?;
    current(&all, day).map(|season| season.id.clone())
}

/// The season of today, for the navigation.
pub(crate) async fn now(client: &ApiClient, language: Language) -> Option<String> {
    at(client, language, &time::today(client.now())).await
}

/// The season of today: the one that began last.
pub(crate) fn current<'a>(seasons: &'a [SeasonItem], today: &str) -> Option<&'a SeasonItem> {
    seasons.iter().find(|season| season.first_day.as_str() <= today).or(seasons.first())
}
