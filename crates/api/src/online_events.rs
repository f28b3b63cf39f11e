//! Online events that give qualifications: opening, the table, declarations, closing and corrections.

mod body;

use crate::address;
use crate::answer::{Answer, Audience};
use crate::as_of::{self, AsOf};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::paging::{self, Page};
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::running::{self, Closing, WaiverDeclaration, Withdrawal, parse_id};
use crate::seasons::Part;
use crate::table::{self, Shape};
use crate::write::{self, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{NewOnlineEvent, OnlineCorrection, OnlineEvent, OnlineItem, OnlineTable};
use domain::event::GrantedKind;
use domain::ids::{EventId, PlayerId};
use projections::office::{Act, Done, OnlineWish};
use projections::views::OnlineEntry;
use std::sync::Arc;

/// The name of the list in its cursors.
const LIST: &str = "online-events";

/// The online events, by the day on which they end or are planned to.
#[utoipa::path(
    get, path = "/api/v1/online-events", tag = "online-events", operation_id = "listOnlineEvents",
    params(Part),
    responses(
        (
            status = 200, description = "A page of online events",
            content(
                (Page<OnlineItem> = "application/json"),
                (String = "text/csv", example = "id,kind,edition,status,last_day,players,etag\r\n7k3m9q0x2v4b8n000003,gold,1,over,2026-01-31,32,\"\"\"455\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(part): Params<Part>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, part.dialect)?;
    let limit = paging::items(part.limit)?;
    let shown = part.shown(&request, &kostka, LIST, |views| views.online_events.changed).await?;
    let mut events: Vec<(String, &OnlineEntry)> =
        shown.views.online_events.list().map(|online| (list_key(online), online)).collect();
    events.sort_by(|(a, _), (b, _)| a.cmp(b));
    let (events, after) = paging::part(events, |(key, _)| key.clone(), shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let items = events.into_iter().filter_map(|(_, online)| OnlineItem::of(online)).collect();
    let answer = table::page(&request, shape, shown.state(), &Page { items, next })?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// By the last day, then by the id.
fn list_key(online: &OnlineEntry) -> String {
    let last = online.edition().map_or_else(String::new, |(_, _, day)| day.to_string());
    format!("{last} {}", online.id)
}

/// One online event with its table.
#[utoipa::path(
    get, path = "/api/v1/online-events/{id}", tag = "online-events", operation_id = "getOnlineEvent",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003"), AsOf),
    responses(
        (status = 200, description = "The event", body = OnlineEvent),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(AsOf { as_of }): Params<AsOf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let id = parse_id(&id)?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let lang = negotiate::language(request.headers());
    let online = views.online_events.find(&id).ok_or(ProblemKind::NotFound)?;
    let body = OnlineEvent::of(&views, online, lang).ok_or(ProblemKind::NotFound)?;
    let answer = Answer::computed(Audience::Public, &body)?.of_version(online.etag).in_language(lang);
    Ok(Arc::new(answer).respond(&request).await)
}

/// Opens an edition of an online event, to be run here.
///
/// Only events with a quota are run here (R-AWO-01): the other kinds of online play give neither qualifications nor points.
#[utoipa::path(
    post, path = "/api/v1/online-events", tag = "online-events", operation_id = "openOnlineEvent",
    request_body = NewOnlineEvent,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
        (status = 409, description = "The edition is there already"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn open(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::OpenEvents>,
    Write { body, head }: Write<NewOnlineEvent>,
) -> Result<HttpResponse, Problem> {
    let opening = body.read()?;
    let (act, by) = (head.act(&kostka, allowed.actor()), running::opening_hand(&allowed));
    write::execute(&request, StatusCode::CREATED, address, move |kostka| {
        kostka.office.open_online_event(&act, &kostka.projector, by, &opening)
    })
    .await
}

/// Records the table of an online event; it takes the place of an earlier one.
#[utoipa::path(
    put, path = "/api/v1/online-events/{id}/table", tag = "online-events", operation_id = "recordOnlineTable",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003")),
    request_body = OnlineTable,
    responses(
        (status = 200, description = "Recorded, or nothing had to change", body = Receipt),
        (status = 409, description = "The event is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn record_table(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunOnlineEvent>,
    id: web::Path<String>,
    Write { body, head }: Write<OnlineTable>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    run(&request, &allowed, &id, act, OnlineWish::RecordTable(body.read()?)).await
}

/// Takes a table back that was recorded by mistake.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/table/withdraw", tag = "online-events", operation_id = "withdrawOnlineTable",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003")),
    request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back, or there was none", body = Receipt),
        (status = 409, description = "The event is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_table(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunOnlineEvent>,
    id: web::Path<String>,
    Write { body, head }: Write<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    run(&request, &allowed, &id, act, OnlineWish::WithdrawTable { reason: body.read()? }).await
}

/// Notes that somebody gives up a qualification from the event, before it is closed.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/waivers", tag = "online-events", operation_id = "declareOnlineWaiver",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003")),
    request_body = WaiverDeclaration,
    responses(
        (status = 200, description = "Noted, or it was noted before", body = Receipt),
        (status = 409, description = "Not declared in time"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn declare_waiver(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunOnlineEvent>,
    id: web::Path<String>,
    Write { body, head }: Write<WaiverDeclaration>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let (player, declared_at) = body.read()?;
    run(&request, &allowed, &id, act, OnlineWish::DeclareWaiver { player, declared_at }).await
}

/// Takes a declaration back.
#[utoipa::path(
    delete, path = "/api/v1/online-events/{id}/waivers/{player}", tag = "online-events", operation_id = "withdrawOnlineWaiver",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
    ),
    responses((status = 200, description = "Taken back, or there was none", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_waiver(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunOnlineEvent>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let player = PlayerId::parse(&path.1).map_err(|_| ProblemKind::NotFound)?;
    run(&request, &allowed, &path.0, act, OnlineWish::WithdrawWaiver { player }).await
}

/// Closes an online event: its table is final, and the lists of the season count it from then on.
#[utoipa::path(
    post, path = "/api/v1/online-events/{id}/close", tag = "online-events", operation_id = "closeOnlineEvent",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003")),
    request_body = Closing,
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "There is no table"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn close(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunOnlineEvent>,
    id: web::Path<String>,
    Write { body, head }: Write<Closing>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    run(&request, &allowed, &id, act, OnlineWish::Close { ended_at: body.read()? }).await
}

/// Corrects the record of an online event that is over.
#[utoipa::path(
    put, path = "/api/v1/online-events/{id}/record", tag = "online-events", operation_id = "correctOnlineEvent",
    params(("id" = String, Path, max_length = 1024, description = "The id of the event", example = "7k3m9q0x2v4b8n000003")),
    request_body = OnlineCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The event still runs, or the edition is there already"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::CorrectEvents>,
    id: web::Path<String>,
    Write { body, head }: Write<OnlineCorrection>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let (record, reason) = body.read()?;
    run(&request, &allowed, &id, act, OnlineWish::Correct { record, reason }).await
}

/// Lets the office do something to an online event.
async fn run<P>(
    request: &HttpRequest,
    allowed: &Allowed<P>,
    id: &str,
    act: Act,
    wish: OnlineWish,
) -> Result<HttpResponse, Problem> {
    let id: EventId = parse_id(id)?;
    let by = running::hand(allowed, GrantedKind::OnlineEvent, &id);
    write::execute(request, StatusCode::OK, address, move |kostka| {
        kostka.office.run_online_event(&act, &kostka.projector, by, &id, &wish)
    })
    .await
}

fn address(done: &Done) -> String {
    address::of("online-events", done.resource.id())
}
