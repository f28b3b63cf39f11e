//! The card of a season: the first five of the ranking.

use super::{Picture, Row};
use crate::layout::language::Language;
use crate::layout::link;
use api::{ApiClient, ApiError};
use wire::seasons::ranking::{RankingItem, RankingPage};

pub(crate) async fn picture(client: &ApiClient, language: Language, season: &str) -> Result<Picture, ApiError> {
    let address = format!("/api/v1/seasons/{}/ranking?limit=5", link::escaped(season));
    let ranking: RankingPage = client.get(language.0, &address).await?;
    let row = |ranked: &RankingItem| Row {
        place: format!("{}.", ranked.place),
        text: client.short_name(language.0, &ranked.player.player_id),
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
