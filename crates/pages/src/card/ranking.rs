//! The card of a season: the first five of the ranking.

use super::{Picture, Row};
use crate::link;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
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

pub(super) async fn picture(inside: &Inside, tongue: Tongue, season: &str) -> Result<Picture, Refusal> {
    let address = format!("/api/v1/seasons/{}/ranking?limit=5", link::escaped(season));
    let ranking: Ranking = inside.get(tongue.0, &address).await?;
    let row = |ranked: &Ranked| Row {
        place: format!("{}.", ranked.place),
        text: inside.short_name(tongue.0, &ranked.player_id),
        value: tongue.count("points-count", ranked.points),
    };
    Ok(Picture {
        kicker: tongue.text("best"),
        title: tongue.with("ranking-title", season),
        about: tongue.count("ranking-count", ranking.total),
        rows: ranking.items.iter().map(row).collect(),
        site: super::site(inside),
    })
}
