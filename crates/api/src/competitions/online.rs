//! Online events that give qualifications: opening, the table, declarations, closing and corrections.

mod answers;
mod requests;

use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::{self, CompetitionApi, CompetitionWrite, Outcome};
use crate::http::app::AppState;
use crate::http::as_of::AsOf;
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::paging::Page;
use crate::http::path::{OnlineEventPath, OnlineEventPlayerPath};
use crate::http::problem::HandlerResult;
use crate::http::read::Read;
use crate::http::write::{AuthorizedWrite, Receipt};
use crate::seasons::ListPageParams;
use actix_web::web;
use answers::{online_event, online_item};
use commands::{CommandMetadata, TextSealer};
use domain::competitions::online::decider::OnlineAction;
use domain::event::{CompetitionKind, Correction, OnlineOpening};
use domain::people::authority::CompetitionAuthority;
use domain::values::ids::CompetitionId;
use events::envelope::Position;
use projections::views::{OnlineEntry, Views};
use wire::competitions::lifecycle::{Closing, WaiverDeclaration, Withdrawal};
use wire::competitions::online::{NewOnlineEvent, OnlineCorrection, OnlineEvent, OnlineItem, OnlineTable};

pub(crate) enum OnlineApi {}

impl CompetitionApi for OnlineApi {
    const KIND: CompetitionKind = CompetitionKind::OnlineEvent;
    const COLLECTION: &'static str = "online-events";
    type Entry = OnlineEntry;
    type Item = OnlineItem;
    type Opening = OnlineOpening;
    type Action = OnlineAction;

    fn changed(views: &Views) -> Position {
        views.online_events.changed
    }

    fn entries(views: &Views) -> impl Iterator<Item = &OnlineEntry> {
        views.online_events.list()
    }

    fn list_key(_: &Views, online: &OnlineEntry) -> String {
        let last = online.edition().map_or_else(String::new, |(_, _, day)| day.to_string());
        format!("{last} {}", online.id)
    }

    fn item(_: &Views, online: &OnlineEntry) -> Option<OnlineItem> {
        online_item(online)
    }

    fn open(app: &AppState, metadata: &CommandMetadata, by: CompetitionAuthority, opening: &OnlineOpening) -> Outcome {
        app.commands.open_online_event(metadata, &app.projector, by, opening)
    }

    fn run(
        app: &AppState,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> OnlineAction,
    ) -> Outcome {
        app.commands.run_online_event(metadata, &app.projector, by, id, action)
    }
}

/// The online events, by the day on which they end or are planned to.
#[utoipa::path(
    get, path = "/api/v1/online-events", tag = "online-events", operation_id = "listOnlineEvents",
    params(ListPageParams),
    responses((status = 200, description = "A page of online events", content(
        (Page<OnlineItem> = "application/json"),
        (String = "text/csv", example = "id,kind,edition,status,last_day,players,etag\r\n7k3m9q0x2v4b8n000003,gold,1,over,2026-01-31,32,\"\"\"455\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(read: Read<ListPageParams>) -> HandlerResult {
    lifecycle::list::<OnlineApi>(read).await
}

/// One online event with its table.
#[utoipa::path(
    get, path = "/api/v1/online-events/{id}", tag = "online-events", operation_id = "getOnlineEvent",
    params(OnlineEventPath, AsOf),
    responses((status = 200, description = "The event", body = OnlineEvent), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<OnlineEventPath>,
    Read { request, app, params: AsOf { as_of } }: Read<AsOf>,
) -> HandlerResult {
    let find = |views: &Views, id: &CompetitionId, lang| {
        let online = views.online_events.find(id)?;
        Some((online_event(views, online, lang)?, online.etag))
    };
    lifecycle::show(&request, &app, &path.id, as_of.as_deref(), find).await
}

/// Opens an edition of an online event, to be run here.
///
/// Only events with a quota are run here (R-AWO-01): the other kinds of online play give neither qualifications nor
/// points.
#[utoipa::path(
    post, path = "/api/v1/online-events", tag = "online-events", operation_id = "openOnlineEvent",
    request_body = NewOnlineEvent,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
        (status = 409, description = "The edition is there already"),
    )
)]
pub(crate) async fn open(
    write: AuthorizedWrite<Authorized<permission::OpenCompetitions>, NewOnlineEvent>,
) -> HandlerResult {
    lifecycle::open::<OnlineApi>(write).await
}

/// Records the table of an online event; it takes the place of an earlier one.
#[utoipa::path(
    put, path = "/api/v1/online-events/{id}/table", tag = "online-events", operation_id = "recordOnlineTable",
    params(OnlineEventPath), request_body = OnlineTable,
    responses(
        (status = 200, description = "Recorded, or nothing had to change", body = Receipt),
        (status = 409, description = "The event is over"),
    )
)]
pub(crate) async fn record_table(write: CompetitionWrite<permission::RunOnlineEvent, OnlineTable>) -> HandlerResult {
    write.execute_if_match::<OnlineApi>(|table, _| OnlineAction::RecordTable { table: table.clone() }).await
}

/// Takes a table back that was recorded by mistake.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/table/withdraw", tag = "online-events", operation_id = "withdrawOnlineTable",
    params(OnlineEventPath), request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back, or there was none", body = Receipt),
        (status = 409, description = "The event is over"),
    )
)]
pub(crate) async fn withdraw_table(write: CompetitionWrite<permission::RunOnlineEvent, Withdrawal>) -> HandlerResult {
    write.execute::<OnlineApi>(|reason, sealer| OnlineAction::WithdrawTable { reason: sealer.reason(reason) }).await
}

/// Notes that somebody gives up a qualification from the event, before it is closed.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/waivers", tag = "online-events", operation_id = "declareOnlineWaiver",
    params(OnlineEventPath), request_body = WaiverDeclaration,
    responses(
        (status = 200, description = "Noted, or it was noted before", body = Receipt),
        (status = 409, description = "Not declared in time"),
    )
)]
pub(crate) async fn declare_waiver(
    write: CompetitionWrite<permission::RunOnlineEvent, WaiverDeclaration>,
) -> HandlerResult {
    write
        .execute::<OnlineApi>(|waiver, sealer| OnlineAction::DeclareWaiver(lifecycle::noted_waiver(waiver, sealer)))
        .await
}

/// Takes a declaration back.
#[utoipa::path(
    delete, path = "/api/v1/online-events/{id}/waivers/{player}", tag = "online-events", operation_id = "withdrawOnlineWaiver",
    params(OnlineEventPlayerPath),
    responses((status = 200, description = "Taken back, or there was none", body = Receipt))
)]
pub(crate) async fn withdraw_waiver(
    path: web::Path<OnlineEventPlayerPath>,
    write: AuthorizedWrite<Authorized<permission::RunOnlineEvent>, NoBody>,
) -> HandlerResult {
    let action = |player| OnlineAction::WithdrawWaiver { player };
    lifecycle::withdraw_waiver::<OnlineApi, _>(write, &path.id, &path.player, action).await
}

/// Closes an online event: its table is final, and the lists of the season count it from then on.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/close", tag = "online-events", operation_id = "closeOnlineEvent",
    params(OnlineEventPath), request_body = Closing,
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "There is no table"),
    )
)]
pub(crate) async fn close(write: CompetitionWrite<permission::RunOnlineEvent, Closing>) -> HandlerResult {
    write
        .execute::<OnlineApi>(|ended_at, sealer| OnlineAction::Close {
            ended_at: ended_at.unwrap_or_else(|| sealer.command_time()),
        })
        .await
}

/// Corrects the record of an online event that is over.
#[utoipa::path(
    put, path = "/api/v1/online-events/{id}/record", tag = "online-events", operation_id = "correctOnlineEvent",
    params(OnlineEventPath), request_body = OnlineCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The event still runs, or the edition is there already"),
    )
)]
pub(crate) async fn correct(
    write: CompetitionWrite<permission::CorrectCompetitions, OnlineCorrection>,
) -> HandlerResult {
    write
        .execute_if_match::<OnlineApi>(|(record, reason), sealer| {
            OnlineAction::Correct(Correction { record: record.clone(), reason: Some(sealer.reason(reason)) })
        })
        .await
}
