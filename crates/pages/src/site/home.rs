//! The front page: the season, running tournaments, the next competitions and the best players.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::calendar::{Entry, EntryText, of_season};
use crate::seasons::season::{SeasonItem, current, seasons};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, LOCATION, VARY};
use api::ApiClient;
use askama::Template;
use chrono_tz::Europe::Warsaw;
use domain::tournament::course::Phase;
use wire::accounts::EventKindName;
use wire::seasons::calendar::EntryKind;
use wire::seasons::ranking::{RankingItem, RankingPage};

const NEXT: usize = 8;
const BEST: usize = 10;

#[derive(Template)]
#[template(path = "home.html")]
struct Page {
    shell: Shell,
    season: Option<SeasonItem>,
    live: Vec<Entry>,
    next: Vec<Entry>,
    best: Vec<RankingItem>,
    ranking: String,
}

impl Page {
    fn player(&self, row: &RankingItem) -> String {
        let season = self.season.as_ref().map(|season| season.id.as_str()).unwrap_or_default();
        link::player(self.shell.language, season, &row.player.player_id)
    }
}

pub(crate) async fn redirect_to_language(client: ApiClient) -> HttpResponse {
    let home = format!("/{}", Language(client.preferred_language()).code());
    HttpResponse::SeeOther()
        .insert_header((LOCATION, home))
        .insert_header((VARY, "Accept-Language"))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .finish()
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let today = client.now().with_timezone(&Warsaw).date_naive().to_string();
    let all = seasons(&client, language).await?;
    let now = current(&all, &today).map(|season| season.id.clone());
    let (mut live, mut next, mut best) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(season) = now.as_deref() {
        let address = format!("/api/v1/seasons/{}", link::escaped(season));
        let items = of_season(&client, language, season).await?.items;
        for entry in items {
            if entry.kind == EntryKind::Competition(EventKindName::Tournament)
                && entry.phase.is_some_and(|phase| phase.0 == Phase::Running)
            {
                live.push(entry);
            } else if entry.first_day.as_ref().is_some_and(|day| *day >= today) && next.len() < NEXT {
                next.push(entry);
            }
        }
        let ranking: Option<RankingPage> = client.find(language.0, &format!("{address}/ranking?limit=100")).await?;
        best = ranking.map(|ranking| ranking.items).unwrap_or_default();
        best.truncate(BEST);
    }
    let shell = Shell::new(language, &language.text("home-title"), &format!("/{}", language.code()), now.as_deref());
    let ranking = now.as_deref().map(|season| link::ranking(language, season)).unwrap_or_default();
    let season = all.into_iter().find(|season| Some(&season.id) == now.as_ref());
    response::render_template(&Page { shell, season, live, next, best, ranking })
}
