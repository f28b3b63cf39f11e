//! Commands on a round or stage: seating by the standings, start, close, skip, hiding and showing results.

use crate::accounts::tournament_command;
use crate::http::body::NoBody;
use crate::http::path::{StagePath, TournamentPath};
use crate::http::problem::HandlerResult;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::read_reason;
use domain::tournament::course::{CommandKind, Stage, TournamentAction};
use wire::tournaments::play::StageEnd;
use wire::tournaments::reasons::RequiredReason;

async fn run_stage_command<const KIND: u8, B>(
    write: TournamentWrite<KIND, B>,
    action: impl FnOnce(Stage) -> TournamentAction,
) -> HandlerResult {
    let stage = tournament_command::stage(&write.request)?;
    write.run_action(action(stage)).await
}

/// Gives out the seats of a round or stage by the standing.
///
/// The first round is drawn instead. Seats can be given out again until play starts, for example after somebody has
/// gone home.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/seating", tag = "play", operation_id = "seatStage",
    params(StagePath),
    responses(
        (status = 200, description = "Seated, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn seat(write: TournamentWrite<{ CommandKind::SeatStage as u8 }, NoBody>) -> HandlerResult {
    run_stage_command(write, |stage| TournamentAction::SeatStage { stage }).await
}

/// Starts a round or stage.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/start", tag = "play", operation_id = "startStage",
    params(StagePath),
    responses(
        (status = 200, description = "Started, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn start(write: TournamentWrite<{ CommandKind::StartStage as u8 }, NoBody>) -> HandlerResult {
    run_stage_command(write, |stage| TournamentAction::StartStage { stage }).await
}

/// Ends a round or stage, and seats the next one if that is wanted; both are one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/close", tag = "play", operation_id = "closeStage",
    params(StagePath), request_body = StageEnd,
    responses(
        (status = 200, description = "Ended, or a rehearsal", body = Receipt),
        (status = 409, description = "Sheets are missing, or the rules do not allow it otherwise; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn close(write: TournamentWrite<{ CommandKind::CloseStage as u8 }, StageEnd>) -> HandlerResult {
    let seat_next = write.body.seat_next;
    run_stage_command(write, |stage| TournamentAction::CloseStage { stage, seat_next }).await
}

/// Does without a TOP stage or a final.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/skip", tag = "play", operation_id = "skipStage",
    params(
        TournamentPath,
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "`top` or `final`", example = "top"),
    ),
    request_body = RequiredReason,
    responses(
        (status = 200, description = "Left out, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn skip(write: TournamentWrite<{ CommandKind::SkipStage as u8 }, RequiredReason>) -> HandlerResult {
    let stage = tournament_command::stage(&write.request)?;
    let reason = read_reason(&write.body)?;
    write.run(move |sealer| TournamentAction::SkipStage { stage, reason: sealer.reason(&reason) }).await
}

/// Hides the results of the last round or of the final from everybody but staff, until all sheets are in.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/hiding", tag = "play", operation_id = "hideResults",
    params(
        TournamentPath,
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of the last round, or `final`", example = "4"),
    ),
    responses(
        (status = 200, description = "Hidden, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn hide(write: TournamentWrite<{ CommandKind::HideResults as u8 }, NoBody>) -> HandlerResult {
    run_stage_command(write, |stage| TournamentAction::HideResults { stage }).await
}

/// Shows hidden results before all sheets are in.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/reveal", tag = "play", operation_id = "revealResults",
    params(
        TournamentPath,
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of the last round, or `final`", example = "4"),
    ),
    responses(
        (status = 200, description = "Shown, or a rehearsal", body = Receipt),
        (status = 409, description = "They are not hidden; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn reveal(write: TournamentWrite<{ CommandKind::RevealResults as u8 }, NoBody>) -> HandlerResult {
    run_stage_command(write, |stage| TournamentAction::RevealResults { stage }).await
}
