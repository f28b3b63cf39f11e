//! The national ranking of a season: everybody with points, searchable, with the results that make up each total.

use crate::card::{Shared, Subject};
use crate::link;
use crate::listed::{Listed, Official};
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use domain::Choice;
use domain::voivodeship::Voivodeship;
use serde::Deserialize;

/// Rows on a page.
const ROWS: &str = "100";
/// What somebody looks for.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    q: String,
    #[serde(default)]
    voivodeship: String,
    #[serde(default)]
    city: String,
    #[serde(default)]
    around: String,
    #[serde(default)]
    cursor: String,
}

#[derive(Debug, Deserialize)]
struct Ranking {
    official: Option<Official>,
    total: u64,
    offset: u64,
    items: Vec<Row>,
    next: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Row {
    place: u32,
    #[serde(flatten)]
    player: Listed,
    points: u64,
    results: Vec<Counted>,
}

#[derive(Debug, Deserialize)]
struct Counted {
    event_id: String,
    event_name: Option<String>,
    place: u32,
    points: u64,
}

impl Counted {
    fn name(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }
}

#[derive(Template)]
#[template(path = "ranking.html")]
struct Page {
    shell: Shell,
    season: String,
    seasons: Vec<Way>,
    wanted: Wanted,
    ranking: Ranking,
    here: String,
    csv: String,
    next: Option<String>,
    shared: Shared,
}

impl Page {
    fn is_searched(&self) -> bool {
        !(self.wanted.q.is_empty() && self.wanted.voivodeship.is_empty() && self.wanted.city.is_empty())
    }

    fn is_around(&self, row: &Row) -> bool {
        self.wanted.around == row.player.player_id
    }

    /// The ranking around somebody.
    fn around(&self, row: &Row) -> String {
        let id = &row.player.player_id;
        format!("{}{}#p-{id}", self.here, link::query(&[("around", Some(id))]))
    }

    /// Which rows of all these are; of those who were found, numbers would look like places.
    fn range(&self) -> Option<String> {
        let last = self.ranking.offset + self.ranking.items.len() as u64;
        (!self.is_searched()).then(|| format!("{}–{last}", self.ranking.offset + 1))
    }
}

/// The ranking.
pub(crate) async fn show(
    inside: Inside,
    path: web::Path<(String, String)>,
    wanted: web::Query<Wanted>,
) -> HttpResponse {
    let (code, season) = path.into_inner();
    let tongue = Tongue::of(&code);
    let wanted = wanted.into_inner();
    show::public(&inside, tongue, draw(&inside, tongue, season, wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, wanted: Wanted) -> Result<String, Refusal> {
    let filters = [
        ("q", Some(wanted.q.as_str())),
        ("voivodeship", Some(wanted.voivodeship.as_str())),
        ("city", Some(wanted.city.as_str())),
    ];
    let mut asked = filters.to_vec();
    asked.extend([
        ("around", Some(wanted.around.as_str())),
        ("cursor", Some(wanted.cursor.as_str())),
        ("limit", Some(ROWS)),
    ]);
    let address = format!("/api/v1/seasons/{}/ranking", link::escaped(&season));
    let ranking: Ranking = inside.get(tongue.0, &format!("{address}{}", link::query(&asked))).await?;
    let here = link::ranking(tongue, &season);
    let next = ranking.next.as_deref().map(|cursor| {
        let mut further = filters.to_vec();
        further.push(("cursor", Some(cursor)));
        format!("{here}{}", link::query(&further))
    });
    let mut sheet = filters.to_vec();
    sheet.extend([("limit", Some("500")), ("dialect", Some("excel"))]);
    let title = tongue.with("ranking-title", &season);
    let shared = Subject::Ranking { season: season.clone() }.shared(inside, tongue).await?;
    show::rendered(&Page {
        shell: Shell::new(tongue, &title, &here, Some(&season)).asked(inside).with_script("ranking.js").shared(&shared),
        shared,
        seasons: season::ways(inside, tongue, &season, link::ranking).await?,
        csv: format!("{address}{}", link::query(&sheet)),
        season,
        wanted,
        ranking,
        here,
        next,
    })
}
