//! The list of players qualified to the national championship, the first below the line, and what is not decided yet.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::{EditionLink, PendingRow, PlayerLink, QualifiedRow};
use crate::layout::query::{SearchParams, SearchQuery};
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::qualifications::reason::{self, Cutoff, FirstBelowCutoff, RouteName, SearchResults};
use crate::seasons::season;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::qualification::Source;
use wire::qualifications::derivation::{MpPlayer, QualificationOutcome};
use wire::qualifications::list::{LapsedQualification, MpQualifications, QualifiedPlayer};
use wire::seasons::ranking::{RankingItem, RankingPage};

/// What is said of those who stand below the line: nothing was left for them, or only better places could get anything.
const NOT_REACHED: [&str; 2] = ["not-reached", "beyond-depth"];

trait LapsedRow {
    /// The competition that they come from, by name.
    fn event(&self) -> &str;
}

impl LapsedRow for LapsedQualification {
    fn event(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }
}

#[derive(Template)]
#[template(path = "qualifications.html")]
struct Page {
    shell: Shell,
    season: String,
    own_path: String,
    list: MpQualifications,
    cut: Option<Cutoff>,
    params: SearchParams,
    found: Option<SearchResults>,
    seasons: Vec<NavLink>,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>, params: SearchQuery) -> Rendered {
    let (language, season) = path.into_inner();
    let params = params.into_inner();
    let address = format!("/api/v1/seasons/{}/qualifications/mp", link::escaped(&season));
    let list: MpQualifications = client.get(language.0, &address).await?;
    let explained_at = |player: &str| format!("{address}/{}", link::escaped(player));
    let cut = cut(&client, language, &season, &list.items, explained_at).await?;
    let found = reason::search::<MpPlayer>(&client, language, &params.q, explained_at).await?;
    let title = language.with("mp-title", &season);
    let own_path = link::qualifications(language, &season);
    let shell = Shell::new(language, &title, &own_path, Some(&season)).asked(&client);
    let seasons = season::ways(&client, language, &season, link::qualifications).await?;
    response::render_template(&Page { shell, season, own_path, list, cut, params, found, seasons })
}

/// Who is the first in the ranking that the qualifications from the ranking did not reach.
async fn cut(
    client: &ApiClient,
    language: Language,
    season: &str,
    qualified: &[QualifiedPlayer],
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<Cutoff>, ApiError> {
    let from_ranking = qualified.iter().filter(|it| it.source.0 == Source::Ranking);
    let Some(last) = from_ranking.max_by_key(|it| it.place) else { return Ok(None) };
    let mut cut = Cutoff { last: Some(last.player.clone()), last_place: Some(last.place), first: None };
    let address = format!("/api/v1/seasons/{}/ranking-snapshot", link::escaped(season));
    let at =
        |start: (&str, &str)| format!("{address}{}", link::query(&[("limit", Some("500")), (start.0, Some(start.1))]));
    // The list goes on from the last who is qualified, however far down that is.
    let page = client.find::<RankingPage>(language.0, &at(("around", &last.player.player_id))).await?;
    let Some(RankingPage { mut items, mut next, .. }) = page else { return Ok(None) };
    loop {
        let is_qualified = |id: &str| qualified.iter().any(|it| it.player.player_id == id);
        let is_below = |it: &RankingItem| it.place >= last.place && !is_qualified(&it.player.player_id);
        let below = items.into_iter().filter(is_below).collect();
        cut.first = first_not_reached(client, language, below, &explained_at).await?;
        if cut.first.is_some() {
            break;
        }
        let Some(cursor) = next else { break };
        RankingPage { items, next, .. } = client.get(language.0, &at(("cursor", &cursor))).await?;
    }
    Ok(Some(cut))
}

/// The first of these players who was not reached when the qualifications were given out. The list is walked down until
/// all are given, so every player after one who was not reached was not reached either, and a binary search finds the
/// first.
async fn first_not_reached(
    client: &ApiClient,
    language: Language,
    mut below: Vec<RankingItem>,
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<FirstBelowCutoff>, ApiError> {
    let mut first = None;
    // The line mostly lies right below the last who is qualified.
    let mut asked = 0;
    while let Some(one) = below.get(asked) {
        let reason: Option<MpPlayer> = client.find(language.0, &explained_at(&one.player.player_id)).await?;
        let is_not_reached =
            |way: &QualificationOutcome| way.source.0 == Source::Ranking && NOT_REACHED.contains(&way.outcome.as_str());
        let found = reason.and_then(|MpPlayer { player, events, .. }| {
            let QualificationOutcome { text, rule, .. } = events.into_iter().find(is_not_reached)?;
            Some(FirstBelowCutoff { player, place: Some(one.place), text, rule: Some(rule) })
        });
        if found.is_some() {
            first = found;
            below.truncate(asked);
        } else {
            below.drain(..=asked);
        }
        asked = below.len() / 2;
    }
    Ok(first)
}
