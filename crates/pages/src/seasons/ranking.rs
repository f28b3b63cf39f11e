//! The national ranking of a season, with search, and the results that make up each total.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::{EditionLink, PlayerLink};
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::seasons::season;
use crate::site::card::{CardSubject, ShareInfo};
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice;
use domain::values::voivodeship::Voivodeship;
use serde::Deserialize;
use wire::common;
use wire::players::Player;
use wire::seasons::ranking::{RankedPlayer, RankingItem, RankingPage};

const ROWS: &str = "100";
/// The most players without points that are searched and shown.
const WITHOUT_POINTS: &str = "20";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    q: String,
    voivodeship: String,
    city: String,
    around: String,
    cursor: String,
}

#[derive(Template)]
#[template(path = "ranking.html")]
struct Page {
    shell: Shell,
    season: String,
    seasons: Vec<NavLink>,
    params: QueryParams,
    ranking: RankingPage,
    /// Found players who have no points in this season.
    without_points: Vec<RankedPlayer>,
    /// The same search in the other seasons, if it found no player in this one.
    elsewhere: Vec<NavLink>,
    own_path: String,
    csv: String,
    pages: Pages,
    shared: ShareInfo,
}

struct Pages {
    /// The first page, unless it is this one.
    first: Option<String>,
    previous: Option<String>,
    next: Option<String>,
}

impl Page {
    fn is_searched(&self) -> bool {
        !(self.params.q.is_empty() && self.params.voivodeship.is_empty() && self.params.city.is_empty())
    }

    fn is_around(&self, row: &RankingItem) -> bool {
        self.params.around == row.player.player_id
    }

    /// The page of the ranking that holds a player.
    fn around(&self, row: &RankingItem) -> String {
        let id = &row.player.player_id;
        format!("{}{}#p-{id}", self.own_path, link::query(&[("around", Some(id))]))
    }

    /// The numbers of the shown rows; none for a search, where they would look like places.
    fn range(&self) -> Option<String> {
        let last = self.ranking.offset + self.ranking.items.len();
        (!self.is_searched()).then(|| format!("{}–{last}", self.ranking.offset + 1))
    }
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, season) = path.into_inner();
    let params = params.into_inner();
    let filters = [
        ("q", Some(params.q.as_str())),
        ("voivodeship", Some(params.voivodeship.as_str())),
        ("city", Some(params.city.as_str())),
    ];
    let mut asked = filters.to_vec();
    asked.extend([
        ("around", Some(params.around.as_str())),
        ("cursor", Some(params.cursor.as_str())),
        ("limit", Some(ROWS)),
    ]);
    let address = format!("/api/v1/seasons/{}/ranking", link::escaped(&season));
    let ranking: RankingPage = client.get(language.0, &format!("{address}{}", link::query(&asked))).await?;
    let own_path = link::ranking(language, &season);
    let at = |cursor: Option<&str>| {
        let mut further = filters.to_vec();
        further.push(("cursor", cursor));
        format!("{own_path}{}", link::query(&further))
    };
    let pages = Pages {
        first: (ranking.offset > 0).then(|| at(None)),
        previous: ranking.previous.as_deref().map(|cursor| at(Some(cursor))),
        next: ranking.next.as_deref().map(|cursor| at(Some(cursor))),
    };
    let without_points = without_points(&client, language, &params, &ranking).await?;
    let same_search =
        |language, season: &str| format!("{}{}#found-count", link::ranking(language, season), link::query(&filters));
    let mut elsewhere = Vec::new();
    if ranking.items.is_empty() && filters.iter().any(|(_, params)| params.is_some_and(|it| !it.is_empty())) {
        elsewhere = season::ways(&client, language, &season, same_search).await?;
        elsewhere.retain(|nav_link| !nav_link.is_here);
    }
    // Without a limit the file has the rows of all pages.
    let mut sheet = filters.to_vec();
    sheet.push(("dialect", Some("excel")));
    let title = language.with("ranking-title", &season);
    let shared = CardSubject::Ranking { season: season.clone() }.shared(&client, language).await?;
    response::render_template(&Page {
        shell: Shell::new(language, &title, &own_path, Some(&season))
            .asked(&client)
            .with_script("ranking.js")
            .shared(&shared),
        shared,
        seasons: season::ways(&client, language, &season, link::ranking).await?,
        csv: format!("{address}{}", link::query(&sheet)),
        season,
        params,
        ranking,
        without_points,
        elsewhere,
        own_path,
        pages,
    })
}

/// The players who match the search and have no points: they have pages too.
async fn without_points(
    client: &ApiClient,
    language: Language,
    params: &QueryParams,
    ranking: &RankingPage,
) -> Result<Vec<RankedPlayer>, ApiError> {
    // Only beside a single page of results, and only without a filter by city.
    let is_one_page = ranking.next.is_none() && ranking.previous.is_none();
    if params.q.is_empty() || !params.city.is_empty() || !is_one_page {
        return Ok(Vec::new());
    }
    let voivodeship = Some(params.voivodeship.as_str());
    let query = link::query(&[("q", Some(&params.q)), ("voivodeship", voivodeship), ("limit", Some(WITHOUT_POINTS))]);
    let common::Page { items, .. }: common::Page<Player> =
        client.get(language.0, &format!("/api/v1/players{query}")).await?;
    let is_ranked = |one: &RankedPlayer| ranking.items.iter().any(|row| row.player.player_id == one.player_id);
    Ok(items.into_iter().map(listed).filter(|one| !is_ranked(one)).collect())
}

fn listed(player: Player) -> RankedPlayer {
    RankedPlayer {
        name: format!("{} {}", player.first_name, player.surname),
        player_id: player.id,
        city: Some(player.city),
        voivodeship: Some(player.voivodeship),
    }
}
