//! Who is qualified to the national championship, from where, who is first below the line and why, and what is not decided yet.

use crate::link;
use crate::listed::{Official, Pending, Qualified};
use crate::reason::{self, Cut, Ranking, Reason, Summary, Wanted};
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// How many below the line are asked about until one is found who was not reached; others are left out by the rules.
const ASKED_BELOW: usize = 10;

#[derive(Debug, Deserialize)]
struct Qualifications {
    official: Option<Official>,
    items: Vec<Qualified>,
    pending: Vec<Pending>,
    lapsed: Vec<Lapsed>,
    summary: Summary,
}

/// An event whose qualifications nobody got.
#[derive(Debug, Deserialize)]
struct Lapsed {
    event_id: String,
    event_name: Option<String>,
    seats: u32,
}

impl Lapsed {
    fn event(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }
}

#[derive(Template)]
#[template(path = "qualifications.html")]
struct Page {
    shell: Shell,
    season: String,
    here: String,
    list: Qualifications,
    cut: Option<Cut>,
    wanted: Wanted,
    reasons: Option<Vec<Reason>>,
    seasons: Vec<Way>,
}

/// The list.
pub(crate) async fn show(
    inside: Inside,
    path: web::Path<(String, String)>,
    wanted: web::Query<Wanted>,
) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, wanted: Wanted) -> Result<String, Refusal> {
    let address = format!("/api/v1/seasons/{}/qualifications/mp", link::escaped(&season));
    let list: Qualifications = inside.get(tongue.0, &address).await?;
    let explained_at = |player: &str| format!("{address}/{}", link::escaped(player));
    let cut = cut(inside, tongue, &season, &list.items, explained_at).await?;
    let reasons = reason::search(inside, tongue, &season, &wanted.q, explained_at).await?;
    let title = tongue.with("mp-title", &season);
    let here = link::qualifications(tongue, &season);
    let shell = Shell::new(tongue, &title, &here, Some(&season)).asked(inside);
    let seasons = season::ways(inside, tongue, &season, link::qualifications).await?;
    show::rendered(&Page { shell, season, here, list, cut, wanted, reasons, seasons })
}

/// Who is the first in the ranking that the qualifications from the ranking did not reach.
async fn cut(
    inside: &Inside,
    tongue: Tongue,
    season: &str,
    qualified: &[Qualified],
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<Cut>, Refusal> {
    let from_ranking = qualified.iter().filter(|it| it.source.as_deref() == Some("ranking"));
    let Some(last) = from_ranking.max_by_key(|it| it.place) else { return Ok(None) };
    let address = format!("/api/v1/seasons/{}/ranking-snapshot?limit=500", link::escaped(season));
    let Some(Ranking { items }) = inside.find(tongue.0, &address).await? else { return Ok(None) };
    let is_qualified = |id: &str| qualified.iter().any(|it| it.player.player_id == id);
    let below = items.into_iter().filter(|it| Some(it.place) >= last.place && !is_qualified(&it.player.player_id));
    for one in below.take(ASKED_BELOW) {
        let reason: Option<Reason> = inside.find(tongue.0, &explained_at(&one.player.player_id)).await?;
        let ways = reason.map(|reason| reason.events).unwrap_or_default();
        let way = ways.into_iter().find(|way| way.source == "ranking" && way.outcome == "not-reached");
        if let Some(way) = way {
            return Ok(Some(Cut {
                last: Some(last.player.clone()),
                last_place: last.place,
                first: one.player,
                first_place: Some(one.place),
                text: way.text,
                rule: way.rule,
            }));
        }
    }
    Ok(None)
}
