//! Voivodeship championships: who is qualified, what is not decided yet, and who may get a wildcard.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::{EditionLink, PendingRow, PlayerLink, QualifiedRow};
use crate::layout::query::{SearchParams, SearchQuery};
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use crate::qualifications::reason::{self, Cutoff, FirstBelowCutoff, RouteName, SearchResults};
use crate::seasons::season;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use formats::localization::Message;
use wire::championships::mw::{ChampionshipItem, MwPlayer, MwQualifications};
use wire::common;

#[derive(Template)]
#[template(path = "mw.html")]
struct Page {
    shell: Shell,
    title: String,
    /// Empty for a championship of no season that there is.
    season: String,
    own_path: String,
    mw: MwQualifications,
    cut: Option<Cutoff>,
    params: SearchParams,
    found: Option<SearchResults>,
}

impl Page {
    fn days(&self) -> String {
        time::span(self.shell.language, &self.mw.item.first_day, self.mw.item.last_day.as_deref())
    }
}

#[derive(Template)]
#[template(path = "mw_all.html")]
struct AllPage {
    shell: Shell,
    season: String,
    items: Vec<ChampionshipItem>,
    seasons: Vec<NavLink>,
}

impl AllPage {
    fn href(&self, item: &ChampionshipItem) -> String {
        link::mw(self.shell.language, &item.id)
    }
}

pub(crate) async fn list(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, season) = path.into_inner();
    let address = format!("/api/v1/mw{}", link::query(&[("season", Some(&season))]));
    let common::Page { items, .. } = client.get(language.0, &address).await?;
    let title = language.with("mw-all-title", &season);
    let shell = Shell::new(language, &title, &link::mw_of(language, &season), Some(&season));
    let seasons = season::ways(&client, language, &season, link::mw_of).await?;
    response::render_template(&AllPage { shell, season, items, seasons })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>, params: SearchQuery) -> Rendered {
    let (language, id) = path.into_inner();
    let params = params.into_inner();
    let address = format!("/api/v1/mw/{}", link::escaped(&id));
    let mw: MwQualifications = client.get(language.0, &address).await?;
    let explained_at = |player: &str| format!("{address}/players/{}", link::escaped(player));
    let title = match &mw.item.season {
        Some(season) => {
            let message = Message::new("page-mw-title").with("voivodeship", mw.item.voivodeship.as_str());
            language.0.render(&message.with("season", season.as_str()))
        }
        None => language.with("public-mw-of", &mw.item.voivodeship),
    };
    let season = mw.item.season.clone().unwrap_or_default();
    let own_path = link::mw(language, &id);
    let shell = Shell::new(language, &title, &own_path, mw.item.season.as_deref()).asked(&client);
    let mut cut = None;
    // The first player for a wildcard is the first whom no qualification reached.
    if let Some(first) = mw.wildcards.first() {
        let reason: Option<MwPlayer> = client.find(language.0, &explained_at(&first.player.player_id)).await?;
        let first = reason.map(|reason| FirstBelowCutoff {
            player: reason.player,
            place: None,
            text: reason.wildcard.map_or(reason.text, |wildcard| wildcard.text),
            rule: None,
        });
        cut = first.map(|first| Cutoff { last: None, last_place: None, first: Some(first) });
    }
    let found = reason::search::<MwPlayer>(&client, language, &params.q, explained_at).await?;
    response::render_template(&Page { shell, title, season, own_path, mw, cut, params, found })
}
