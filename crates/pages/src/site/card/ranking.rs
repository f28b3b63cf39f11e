//! The card of a season: the first five of the ranking.

use super::{Picture, Row};
use crate::layout::language::Language;
use crate::layout::link;
use api::{ApiClient, ApiError};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Ranking {
    total: u64,
    items: Vec<Ranked>,
}

#[derive(Debug, Deserialize)]
struct Ranked {
    place: u32,
    player_id: String,
    points: u64,
}

pub(crate) async fn picture(client: &ApiClient, language: Language, season: &str) -> Result<Picture, ApiError> {
    let address = format!("/api/v1/seasons/{}/ranking?limit=5", link::escaped(season));
    let ranking: Ranking = client.get(language.0, &address).await?;
    let row = |ranked: &Ranked| Row {
        place: format!("{}.", ranked.place),
        text: client.short_name(language.0, &ranked.player_id),
        value: language.count("points-count", ranked.points),
    };
    Ok(Picture {
        kicker: language.text("best"),
        title: language.with("ranking-title", season),
        about: language.count("ranking-count", ranking.total),
        rows: ranking.items.iter().map(row).collect(),
        site: super::site(client),
    })
}
