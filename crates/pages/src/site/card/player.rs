//! The card of a player's season: place, points, and the best results.

use super::{Picture, Row};
use crate::layout::language::Language;
use crate::layout::link;
use api::{ApiClient, ApiError};
use wire::seasons::breakdown::{Breakdown, ConsideredResultItem};

const RESULTS: usize = 4;

pub(crate) async fn picture(
    client: &ApiClient,
    language: Language,
    season: &str,
    id: &str,
) -> Result<Picture, ApiError> {
    let address = format!("/api/v1/seasons/{}/ranking/{}", link::escaped(season), link::escaped(id));
    let player: Breakdown = client.get(language.0, &address).await?;
    let place = player.place.map(|place| language.count("nth-place", place));
    let about = [place, Some(language.count("points-count", player.points))];
    let mut counted: Vec<&ConsideredResultItem> = player.results.iter().filter(|line| line.counted).collect();
    counted.sort_by_key(|line| std::cmp::Reverse(line.points));
    let row = |line: &&ConsideredResultItem| Row {
        place: line.place.map(|place| format!("{place}.")).unwrap_or_default(),
        text: line.event_name.clone().unwrap_or_else(|| line.event_id.clone()),
        value: language.count("points-count", line.points),
    };
    Ok(Picture {
        kicker: language.with("ranking-title", season),
        title: client.short_name(language.0, &player.player.player_id),
        about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        rows: counted.iter().take(RESULTS).map(row).collect(),
        site: super::site(client),
    })
}
