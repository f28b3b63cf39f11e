//! The page with the standings after a stage of a tournament.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season;
use crate::site::card::{CardSubject, ShareInfo};
use crate::tournaments::people::PlayerName;
use crate::tournaments::tournament::{last_day, stage as stage_name};
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::tournament::course::Stage;
use wire::tournaments::desk::Tournament;
use wire::tournaments::live::LiveStandings;

#[derive(Template)]
#[template(path = "after.html")]
struct Page {
    shell: Shell,
    title: String,
    stage: String,
    tournament: String,
    standings: LiveStandings,
    shared: ShareInfo,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, id, written) = path.into_inner();
    let stage = Stage::parse(&written).map_err(|_| ApiError::not_found())?;
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = client.get(language.0, &address).await?;
    let subject = CardSubject::Stage { id: id.clone(), stage };
    // Refused where the stage has no public results.
    let shared = subject.shared(&client, language).await?;
    let asked = format!("{address}/standings?after={stage}");
    let standings: LiveStandings = client.get(language.0, &asked).await?;
    let own_path = link::after_stage(language, &id, stage);
    let stage = stage_name(language, stage);
    let season = season::at(&client, language, last_day(&it).unwrap_or_default()).await;
    let title = it.name.unwrap_or_else(|| id.clone());
    let shell = Shell::new(language, &format!("{title}: {stage}"), &own_path, season.as_deref());
    let shell = shell.shared(&shared);
    let tournament = link::tournament(language, &id);
    response::render_template(&Page { shell, title, stage, tournament, standings, shared })
}
