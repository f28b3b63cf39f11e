//! The national ranking of a season: everybody with points, searchable, with the results that make up each total.

use crate::card::{Shared, Subject};
use crate::link;
use crate::listed::{Listed, Official};
use crate::query::Query;
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
/// How many of those who were found and have no points are looked through, and at most shown.
const WITHOUT_POINTS: &str = "20";

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
    previous: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Players {
    items: Vec<Player>,
}

/// A player as the register of players has one.
#[derive(Debug, Deserialize)]
struct Player {
    id: String,
    first_name: String,
    surname: String,
    city: String,
    voivodeship: String,
}

impl Player {
    fn listed(self) -> Listed {
        Listed {
            name: format!("{} {}", self.first_name, self.surname),
            player_id: self.id,
            city: Some(self.city),
            voivodeship: Some(self.voivodeship),
        }
    }
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
    /// Those who were found and have no points in this season.
    without_points: Vec<Listed>,
    /// The same search in the other seasons, where nobody was found in this one.
    elsewhere: Vec<Way>,
    here: String,
    csv: String,
    pages: Pages,
    shared: Shared,
}

/// Where the other pages of what is shown are.
struct Pages {
    /// The first, where it is another.
    first: Option<String>,
    previous: Option<String>,
    next: Option<String>,
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
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
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
    let at = |cursor: Option<&str>| {
        let mut further = filters.to_vec();
        further.push(("cursor", cursor));
        format!("{here}{}", link::query(&further))
    };
    let pages = Pages {
        first: (ranking.offset > 0).then(|| at(None)),
        previous: ranking.previous.as_deref().map(|cursor| at(Some(cursor))),
        next: ranking.next.as_deref().map(|cursor| at(Some(cursor))),
    };
    let without_points = without_points(inside, tongue, &wanted, &ranking).await?;
    let same_search =
        |tongue, season: &str| format!("{}{}#found-count", link::ranking(tongue, season), link::query(&filters));
    let mut elsewhere = Vec::new();
    if ranking.items.is_empty() && filters.iter().any(|(_, wanted)| wanted.is_some_and(|it| !it.is_empty())) {
        elsewhere = season::ways(inside, tongue, &season, same_search).await?;
        elsewhere.retain(|way| !way.is_here);
    }
    // Without a limit it is everybody who is shown on any of the pages.
    let mut sheet = filters.to_vec();
    sheet.push(("dialect", Some("excel")));
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
        without_points,
        elsewhere,
        here,
        pages,
    })
}

/// Who is called like somebody who is looked for and has no points: they have pages too.
async fn without_points(
    inside: &Inside,
    tongue: Tongue,
    wanted: &Wanted,
    ranking: &Ranking,
) -> Result<Vec<Listed>, Refusal> {
    // Beside many others nobody would look for them, and the register of players knows no filter by city.
    let is_one_page = ranking.next.is_none() && ranking.previous.is_none();
    if wanted.q.is_empty() || !wanted.city.is_empty() || !is_one_page {
        return Ok(Vec::new());
    }
    let voivodeship = Some(wanted.voivodeship.as_str());
    let query = link::query(&[("q", Some(&wanted.q)), ("voivodeship", voivodeship), ("limit", Some(WITHOUT_POINTS))]);
    let Players { items } = inside.get(tongue.0, &format!("/api/v1/players{query}")).await?;
    let is_ranked = |one: &Listed| ranking.items.iter().any(|row| row.player.player_id == one.player_id);
    Ok(items.into_iter().map(Player::listed).filter(|one| !is_ranked(one)).collect())
}
