//! All sheets of a stage in one answer, for staff who enter them.

use super::{SheetReader, hides_first_entry};
use crate::accounts::{TournamentStaff, tournament_command};
use crate::http::answer::json;
use crate::http::edge::KOSTKA_POSITION;
use crate::http::path::StagePath;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::tournaments::people::TableVisibility;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use domain::tournament::course::{ActorRef, Stage};
use wire::tournaments::play::{Sheet, SheetState, StageSheets};

/// All sheets of a stage, with their ETags; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/stages/{stage}/sheets", tag = "play", operation_id = "listSheets",
    params(StagePath),
    responses((status = 200, description = "The sheets", body = StageSheets)),
    security(("bearer" = []))
)]
pub(crate) async fn list(staff: TournamentStaff, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let stage = tournament_command::stage(&request)?;
    let (entry, views) = (staff.entry, app.views());
    let viewer = ActorRef::parse(&format!("account/{}", staff.signed_in.account)).ok();
    let sheet_reader =
        SheetReader { views: &views, entry: &entry, visibility: TableVisibility::Staff, viewer: viewer.as_ref() };
    let play = entry.state().and_then(|state| state.play(stage));
    let tables = play.map_or(0, |play| play.tables.len() as u32);
    let sheets = StageSheets {
        stage,
        started: play.is_some_and(|play| play.started),
        closed: play.is_some_and(|play| play.closed),
        items: (1..=tables).filter_map(|table| sheet_for_entry(&sheet_reader, stage, table)).collect(),
    };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(app.projector.position().0)));
    Ok(json(&mut response, &sheets))
}

/// A sheet without the games of its first entry, unless the caller made that entry.
fn sheet_for_entry(sheet_reader: &SheetReader<'_>, stage: Stage, number: u32) -> Option<Sheet> {
    let mut sheet = sheet_reader.sheet(stage, number)?;
    let state = sheet_reader.entry.state()?;
    let hides = state.table(stage, number).is_some_and(|table| hides_first_entry(state, table, sheet_reader.viewer));
    if let Some(results) = sheet.results.as_mut().filter(|it| hides && it.state == SheetState::Unconfirmed) {
        (results.games, results.sums) = (None, None);
    }
    Some(sheet)
}
