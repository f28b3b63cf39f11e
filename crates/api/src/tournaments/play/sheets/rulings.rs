//! Second entry of a sheet, its waiver, and permission for a table to go on with two players.

use super::entering::SubmittedSheet;
use super::place;
use crate::http::path::SheetPath;
use crate::http::problem::HandlerResult;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::read_reason;
use domain::tournament::course::{CommandKind, Stage, TournamentAction};
use wire::tournaments::play::SheetInput;
use wire::tournaments::reasons::RequiredReason;

/// Enters a sheet a second time, without having seen the first entry.
///
/// If the two are the same, the sheet is confirmed; otherwise the refusal names the games that differ, and not what
/// stands there.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry", tag = "play", operation_id = "confirmSheet",
    params(SheetPath), request_body = SheetInput,
    responses(
        (status = 200, description = "Confirmed, or a rehearsal", body = Receipt),
        (status = 409, description = "The entries differ, or the same person made both; `reason` and `rule` say which"),
    )
)]
pub(crate) async fn confirm(write: TournamentWrite<{ CommandKind::ConfirmSheet as u8 }, SheetInput>) -> HandlerResult {
    let submitted_sheet = SubmittedSheet::read(&write.request, &write.body, &write.authorized.principal.credentials)?;
    write.at_sheet(submitted_sheet.place).run_action(TournamentAction::ConfirmSheet(submitted_sheet.input())).await
}

/// Does without the second entry of a sheet.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver", tag = "play", operation_id = "waiveSecondEntry",
    params(SheetPath), request_body = RequiredReason,
    responses(
        (status = 200, description = "It counts as it is, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn waive_second_entry(
    write: TournamentWrite<{ CommandKind::WaiveSecondEntry as u8 }, RequiredReason>,
) -> HandlerResult {
    with_reason(write, |(stage, table), reason| TournamentAction::WaiveSecondEntry { stage, table, reason }).await
}

/// Lets a table go on with two players.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/two-players", tag = "play", operation_id = "allowTableOfTwo",
    params(SheetPath), request_body = RequiredReason,
    responses(
        (status = 200, description = "Allowed, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn allow_two(
    write: TournamentWrite<{ CommandKind::AllowTableOfTwo as u8 }, RequiredReason>,
) -> HandlerResult {
    with_reason(write, |(stage, table), reason| TournamentAction::AllowTableOfTwo { stage, table, reason }).await
}

async fn with_reason<const KIND: u8>(
    write: TournamentWrite<KIND, RequiredReason>,
    action: fn((Stage, u32), domain::event::Commitment) -> TournamentAction,
) -> HandlerResult {
    let place = place(&write.request)?;
    let reason = read_reason(&write.body)?;
    write.at_sheet(place).run(move |sealer| action(place, sealer.reason(&reason))).await
}
