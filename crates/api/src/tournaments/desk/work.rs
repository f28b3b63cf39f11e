//! What the caller may do at a tournament, and the state of its stages; for its staff.

use crate::accounts::TournamentStaff;
use crate::http::answer::private_json;
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::tournaments::people::named_player;
use domain::Choice;
use domain::rulebook::Rulebook;
use domain::tournament::course::{CommandKind, Stage, TournamentState, may_act};
use wire::tournaments::desk::{StageState, Work};

/// What the caller may do at a tournament, and how its stages stand; for those who work there.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/work", tag = "play", operation_id = "getWork",
    params(TournamentPath),
    responses((status = 200, description = "What she may do, and how the stages stand", body = Work)),
    security(("bearer" = []))
)]
pub(crate) async fn show(staff: TournamentStaff, JsonRead { app, .. }: JsonRead) -> HandlerResult {
    let credentials = staff.credentials();
    let (views, state) = (app.views(), staff.entry.state());
    let default = Rulebook::default();
    let rulebook = state.and_then(|state| state.rulebook.as_deref()).unwrap_or(&default);
    let may = |kind: &&CommandKind| may_act(&credentials, &staff.entry.id, **kind, rulebook);
    let stages = state.map(TournamentState::planned_stages).unwrap_or_default();
    let draws = |stage| staff.entry.course.hosted().map_or(0, |running| running.draws_of(stage));
    let work = Work {
        may: CommandKind::ALL.iter().filter(may).copied().collect(),
        stages: state
            .into_iter()
            .flat_map(|state| stages.iter().map(|stage| stage_state(state, *stage, draws(*stage), rulebook)))
            .collect(),
        waivers: state.into_iter().flat_map(|state| state.waivers.iter()).map(|it| named_player(&views, it)).collect(),
    };
    Ok(private_json(&work))
}

fn stage_state(state: &TournamentState, stage: Stage, draws: u32, rulebook: &Rulebook) -> StageState {
    let play = state.play(stage);
    StageState {
        stage,
        tables: play.map_or(0, |play| play.tables.len() as u32),
        draws,
        seated: play.is_some_and(|play| !play.tables.is_empty()),
        started: play.is_some_and(|play| play.started),
        closed: play.is_some_and(|play| play.closed),
        skipped: play.is_some_and(|play| play.skipped),
        can_be_hidden: state.can_be_hidden(stage, rulebook),
    }
}
