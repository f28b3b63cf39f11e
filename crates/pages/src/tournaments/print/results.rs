//! The results of a closed tournament, with lines for signatures.

use super::{PrintContext, decided_by_final};
use crate::layout::language::Language;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use actix_web::web;
use api::qr;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::tournament::course::{Phase, Stage};
use wire::tournaments::live::LiveStandings;
use wire::tournaments::results::Results;

/// The results of a closed tournament; not found before, so that nothing provisional is printed as final.
pub(super) async fn closed_results(client: &ApiClient, desk: &PrintContext) -> Result<Results, ApiError> {
    let results: Results = client.personal().get(desk.language.0, &desk.part("results")).await?;
    if results.phase == Phase::Closed { Ok(results) } else { Err(ApiError::not_found()) }
}

#[derive(Template)]
#[template(path = "paper/results.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    results: Results,
    /// Why a lower place can have more points.
    remark: Option<String>,
    qr: String,
}

/// The remark reads the stages that were played, because a skipped final decides nothing.
async fn remark(client: &ApiClient, desk: &PrintContext) -> Result<Option<String>, ApiError> {
    let standings: Option<LiveStandings> = client.personal().find(desk.language.0, &desk.part("standings")).await?;
    let lines = standings.map(|standings| standings.lines).unwrap_or_default();
    let was_played = |wanted: Stage| lines.iter().any(|line| line.stages.iter().any(|stage| stage.stage == wanted));
    Ok(was_played(Stage::Final).then(|| decided_by_final(desk.language, was_played(Stage::Top))))
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let results = closed_results(&client, &desk).await?;
    let shell = desk.shell(&language.text("final-results"), "/results");
    let qr = qr::svg(&desk.public_page()).unwrap_or_default();
    let remark = remark(&client, &desk).await?;
    response::render_template(&Page { shell, desk, results, remark, qr })
}
