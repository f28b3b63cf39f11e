//! Who is qualified to the national championship, from where, who is first below the line and why, and what is not decided yet.

use crate::link;
use crate::listed::{Official, Pending, Qualified};
use crate::query::Query;
use crate::reason::{self, Cut, First, Found, Ranked, Ranking, Reason, Summary, Wanted};
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// What is said of those who stand below the line: nothing was left for them, or only better places could get anything.
const NOT_REACHED: [&str; 2] = ["not-reached", "beyond-depth"];

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
    found: Option<Found>,
    seasons: Vec<Way>,
}

/// The list.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, wanted: Wanted) -> Result<String, Refusal> {
    let address = format!("/api/v1/seasons/{}/qualifications/mp", link::escaped(&season));
    let list: Qualifications = inside.get(tongue.0, &address).await?;
    let explained_at = |player: &str| format!("{address}/{}", link::escaped(player));
    let cut = cut(inside, tongue, &season, &list.items, explained_at).await?;
    let found = reason::search(inside, tongue, &wanted.q, explained_at).await?;
    let title = tongue.with("mp-title", &season);
    let here = link::qualifications(tongue, &season);
    let shell = Shell::new(tongue, &title, &here, Some(&season)).asked(inside);
    let seasons = season::ways(inside, tongue, &season, link::qualifications).await?;
    show::rendered(&Page { shell, season, here, list, cut, wanted, found, seasons })
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
    let mut cut = Cut { last: Some(last.player.clone()), last_place: last.place, first: None };
    let address = format!("/api/v1/seasons/{}/ranking-snapshot", link::escaped(season));
    let at =
        |start: (&str, &str)| format!("{address}{}", link::query(&[("limit", Some("500")), (start.0, Some(start.1))]));
    // The list goes on from the last who is qualified, however far down that is.
    let page = inside.find::<Ranking>(tongue.0, &at(("around", &last.player.player_id))).await?;
    let Some(Ranking { mut items, mut next }) = page else { return Ok(None) };
    loop {
        let is_qualified = |id: &str| qualified.iter().any(|it| it.player.player_id == id);
        let is_below = |it: &Ranked| Some(it.place) >= last.place && !is_qualified(&it.player.player_id);
        let below = items.into_iter().filter(is_below).collect();
        cut.first = first_not_reached(inside, tongue, below, &explained_at).await?;
        if cut.first.is_some() {
            break;
        }
        let Some(cursor) = next else { break };
        Ranking { items, next } = inside.get(tongue.0, &at(("cursor", &cursor))).await?;
    }
    Ok(Some(cut))
}

/// The first of these whom nobody looked at when the qualifications were given out. The list is walked down until they are all given, so
/// whoever follows somebody who was not reached was not reached either, and halving finds the first.
async fn first_not_reached(
    inside: &Inside,
    tongue: Tongue,
    mut below: Vec<Ranked>,
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<First>, Refusal> {
    let mut first = None;
    // The line mostly lies right below the last who is qualified.
    let mut asked = 0;
    while let Some(one) = below.get(asked) {
        let reason: Option<Reason> = inside.find(tongue.0, &explained_at(&one.player.player_id)).await?;
        let ways = reason.map(|reason| reason.events).unwrap_or_default();
        match ways.into_iter().find(|way| way.source == "ranking" && NOT_REACHED.contains(&way.outcome.as_str())) {
            Some(way) => {
                let place = Some(one.place);
                first = Some(First { player: one.player.clone(), place, text: way.text, rule: way.rule });
                below.truncate(asked);
            }
            None => drop(below.drain(..=asked)),
        }
        asked = below.len() / 2;
    }
    Ok(first)
}
