//! Corrections: sheets and results of closed tournaments, and the data of players.

use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::tournaments::people::PlayerName;
use crate::tournaments::tournament::stage as stage_in_words;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice;
use domain::game::Ending;
use domain::tournament::course::Phase;
use domain::tournament::course::Stage;
use domain::values::voivodeship::Voivodeship;
use serde::Deserialize;
use wire::common::Page;
use wire::players::{Player, PrivatePlayer};
use wire::tournaments::desk::Tournament;
use wire::tournaments::live::{Seating, TableSeats, TournamentItem};
use wire::tournaments::play::{GameItem, Sheet};
use wire::tournaments::results::Results;

fn days(shell: &Shell, first_day: Option<&str>, last_day: Option<&str>) -> String {
    time::span(shell.language, first_day.unwrap_or_default(), last_day)
}

#[derive(Template)]
#[template(path = "admin/corrections.html")]
struct CorrectionsPage {
    shell: Shell,
    q: String,
    players: Vec<Player>,
    tournaments: Vec<TournamentItem>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/correct_player.html")]
struct PlayerPage {
    shell: Shell,
    it: PrivatePlayer,
    tag: String,
}

#[derive(Template)]
#[template(path = "admin/correct_tournament.html")]
struct TournamentPage {
    shell: Shell,
    it: Tournament,
    stages: Vec<(Stage, Vec<TableSeats>)>,
    /// Imported results, which are corrected as a whole.
    results: Option<Results>,
}

impl TournamentPage {
    fn href(&self, stage: Stage, table: &TableSeats) -> String {
        let id = link::escaped(&self.it.id);
        link::admin(self.shell.language, &format!("/corrections/tournaments/{id}/{stage}/{}", table.table))
    }

    fn stage(&self, stage: Stage) -> String {
        stage_in_words(self.shell.language, stage)
    }
}

#[derive(Template)]
#[template(path = "admin/correct_sheet.html")]
struct SheetPage {
    shell: Shell,
    it: Tournament,
    sheet: Sheet,
    tag: String,
}

impl SheetPage {
    fn api(&self) -> String {
        let Sheet { stage, table, .. } = &self.sheet;
        format!("/api/v1/tournaments/{}/stages/{stage}/tables/{table}/correction", link::escaped(&self.it.id))
    }

    fn stage_in_words(&self) -> String {
        stage_in_words(self.shell.language, self.sheet.stage)
    }

    /// The games as they stand, and empty ones up to those that were planned.
    fn games(&self) -> Vec<(&'static str, Vec<String>)> {
        let known = self.sheet.results.as_ref().and_then(|it| it.games.as_ref()).map_or(&[][..], Vec::as_slice);
        let seats = self.sheet.seats.len();
        let written = |game: &GameItem| {
            let points = |points: &Option<i32>| points.map(|it| it.to_string()).unwrap_or_default();
            (Ending::from(game.ending).name(), game.small.iter().map(points).collect())
        };
        let mut games: Vec<_> = known.iter().map(written).collect();
        while games.len() < self.sheet.planned_games as usize {
            games.push((Ending::RackEmptied.name(), vec![String::new(); seats]));
        }
        games
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    q: String,
    cursor: String,
}

pub(crate) async fn start(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let q = params.q.trim().to_owned();
    let players = if q.is_empty() {
        Vec::new()
    } else {
        let address = format!("/api/v1/players{}", link::query(&[("q", Some(&q)), ("limit", Some("50"))]));
        client.personal().get::<Page<Player>>(language.0, &address).await?.items
    };
    let query = link::query(&[("phase", Some("closed")), ("limit", Some("100")), ("cursor", Some(&params.cursor))]);
    let Page::<TournamentItem> { items: tournaments, next } =
        client.personal().get(language.0, &format!("/api/v1/tournaments{query}")).await?;
    let further = |cursor: String| format!("/corrections{}", link::query(&[("cursor", Some(&cursor))]));
    let next = next.map(|cursor| link::admin(language, &further(cursor)));
    let shell = admin::shell(language, &language.text("admin-corrections-title"), "/corrections", &me);
    response::render_template(&CorrectionsPage { shell, q, players, tournaments, next })
}

pub(crate) async fn player(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let address = format!("/api/v1/players/{}/private", link::escaped(&id));
    let (it, tag): (PrivatePlayer, String) = client.personal().get_with_etag(language.0, &address).await?;
    let title = format!("{} {}", it.player.first_name, it.player.surname);
    let part = format!("/corrections/players/{}", link::escaped(&id));
    let shell = admin::shell(language, &title, &part, &me);
    response::render_template(&PlayerPage { shell, it, tag })
}

fn title(it: &Tournament) -> &str {
    it.name.as_deref().unwrap_or(&it.id)
}

async fn tournament_with(client: &ApiClient, language: Language, id: &str) -> Result<Tournament, ApiError> {
    client.personal().get(language.0, &format!("/api/v1/tournaments/{}", link::escaped(id))).await
}

pub(crate) async fn tournament(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let it = tournament_with(&client, language, &id).await?;
    let base = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let mut stages = Vec::new();
    for stage in it.managed.iter().flat_map(|managed| &managed.stages) {
        let address = format!("{base}/seating?stage={stage}");
        if let Some(Seating { tables, .. }) = client.personal().find(language.0, &address).await? {
            stages.push((*stage, tables));
        }
    }
    let came_from_elsewhere = stages.is_empty() && it.managed.is_some() && it.phase == Phase::Closed;
    let results =
        if came_from_elsewhere { client.personal().find(language.0, &format!("{base}/results")).await? } else { None };
    let part = format!("/corrections/tournaments/{}", link::escaped(&id));
    let shell = admin::shell(language, title(&it), &part, &me);
    response::render_template(&TournamentPage { shell, it, stages, results })
}

pub(crate) async fn sheet(client: ApiClient, path: web::Path<(Language, String, String, u32)>) -> Rendered {
    let (language, id, stage, table) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let it = tournament_with(&client, language, &id).await?;
    let (id, written) = (link::escaped(&id), link::escaped(&stage));
    let address = format!("/api/v1/tournaments/{id}/stages/{written}/tables/{table}/sheet");
    let (sheet, tag): (Sheet, String) = client.personal().get_with_etag(language.0, &address).await?;
    let part = format!("/corrections/tournaments/{id}/{written}/{table}");
    let shell = admin::shell(language, title(&it), &part, &me);
    response::render_template(&SheetPage { shell, it, sheet, tag })
}
