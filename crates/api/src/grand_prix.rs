//! Grand Prix cycles: opening, tournaments, standings, closing and corrections.

mod body;

use crate::address;
use crate::answer::{Answer, Audience};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::paging::{self, Page};
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::running::{self, Withdrawal, parse_id};
use crate::seasons::Part;
use crate::seen::{Lens, ListLens, Seen};
use crate::table::{self, Shape};
use crate::write::{self, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{CycleCorrection, CycleItem, CycleStandings, GrandPrix, NewCycle};
use domain::event::GrantedKind;
use domain::ids::EventId;
use projections::office::{Act, CycleWish, Done};
use projections::views::{CycleEntry, Views};
use std::sync::Arc;

/// The name of the list in its cursors.
const LIST: &str = "grand-prix";

/// The Grand Prix cycles, by the day of their last tournament.
#[utoipa::path(
    get, path = "/api/v1/grand-prix", tag = "grand-prix", operation_id = "listGrandPrix",
    params(Part),
    responses(
        (
            status = 200, description = "A page of cycles",
            content(
                (Page<CycleItem> = "application/json"),
                (String = "text/csv", example = "id,name,status,first_day,last_day,tournaments,rulebook,etag\r\n7k3m9q0x2v4b8n000002,Grand Prix Śląska,running,2025-10-11,2026-04-18,5,pl-2024-25,\"\"\"402\"\"\"\r\n"),
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
    // The days of a cycle are those of its tournaments.
    let shown = part.shown(&request, &kostka, LIST, |views| views.happenings.changed).await?;
    let views = &*shown.views;
    let mut cycles: Vec<(String, &CycleEntry)> =
        views.cycles.list().map(|cycle| (list_key(views, cycle), cycle)).collect();
    cycles.sort_by(|(a, _), (b, _)| a.cmp(b));
    let (cycles, after) = paging::part(cycles, |(key, _)| key.clone(), shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let items = cycles.into_iter().map(|(_, cycle)| CycleItem::of(views, cycle)).collect();
    let answer = table::page(&request, shape, shown.state(), &Page { items, next })?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// By the last day, then by the id.
fn list_key(views: &Views, cycle: &CycleEntry) -> String {
    let last = body::days(views, &cycle.id).map_or_else(String::new, |days| days.1);
    format!("{last} {}", cycle.id)
}

/// One cycle with its tournaments and its table.
///
/// The table is provisional until the cycle is closed. A member with too few participants gives no points (AMB-71).
#[utoipa::path(
    get, path = "/api/v1/grand-prix/{id}", tag = "grand-prix", operation_id = "getGrandPrix",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002"), Lens),
    responses(
        (status = 200, description = "The cycle", body = GrandPrix),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(lens): Params<Lens>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let cycle = parse_id(&id)?;
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let cycle = seen.views.cycles.find(&cycle).ok_or(ProblemKind::NotFound)?;
        let answer = Answer::computed(Audience::Public, &GrandPrix::of(seen, cycle))?;
        Ok(answer.of_version(cycle.etag).in_language(seen.lang))
    };
    let answer = seen.answer(&kostka, ("grand-prix", &id, Shape::Json), build).await?;
    Ok(answer.respond_again(&request).await)
}

/// The standings of a cycle, computed from the tournaments that are over.
///
/// They are provisional until the cycle is closed. A member with too few participants gives no points (AMB-71).
#[utoipa::path(
    get, path = "/api/v1/grand-prix/{id}/standings", tag = "grand-prix", operation_id = "getGrandPrixStandings",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002"), ListLens),
    responses(
        (
            status = 200, description = "The standings",
            content(
                (CycleStandings = "application/json"),
                (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,tournaments,best_place\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,355,5,1\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn standings(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(lens): Params<ListLens>,
) -> Result<HttpResponse, Problem> {
    let (shape, lens) = lens.shape(&request)?;
    let cycle = parse_id(&id)?;
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let cycle = seen.views.cycles.find(&cycle).ok_or(ProblemKind::NotFound)?;
        let body = CycleStandings::of(seen, cycle);
        let answer = match shape {
            Shape::Json => Answer::computed(Audience::Public, &body)?,
            Shape::Csv(dialect) => table::computed_csv(dialect, &body.rows)?,
        };
        Ok(answer.in_language(seen.lang))
    };
    let answer = seen.answer(&kostka, ("grand-prix-standings", &id, shape), build).await?;
    Ok(answer.respond_again(&request).await)
}

/// Opens a cycle, to be run here.
#[utoipa::path(
    post, path = "/api/v1/grand-prix", tag = "grand-prix", operation_id = "openGrandPrix",
    request_body = NewCycle,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn open(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::OpenEvents>,
    Write { body, head }: Write<NewCycle>,
) -> Result<HttpResponse, Problem> {
    let details = body.read()?;
    let (act, by) = (head.act(&kostka, allowed.actor()), running::opening_hand(&allowed));
    write::execute(&request, StatusCode::CREATED, address, move |kostka| kostka.office.open_cycle(&act, by, &details))
        .await
}

/// Lets an eliminatory tournament belong to a cycle, over or not.
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/tournaments/{tournament}", tag = "grand-prix", operation_id = "addGrandPrixTournament",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002"),
        ("tournament" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2025-10-11-lodz"),
    ),
    responses(
        (status = 200, description = "Added, or it belonged to it before", body = Receipt),
        (status = 409, description = "The cycle is over or full"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn add_tournament(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunGrandPrix>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let wish = CycleWish::AddTournament(parse_id(&path.1)?);
    run(&request, &allowed, &path.0, act, wish).await
}

/// Takes a tournament out of a cycle.
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/tournaments/{tournament}/remove", tag = "grand-prix", operation_id = "removeGrandPrixTournament",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002"),
        ("tournament" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2025-10-11-lodz"),
    ),
    request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken out", body = Receipt),
        (status = 409, description = "The cycle is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn remove_tournament(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunGrandPrix>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let wish = CycleWish::RemoveTournament { tournament: parse_id(&path.1)?, reason: body.read()? };
    run(&request, &allowed, &path.0, act, wish).await
}

/// Closes a cycle when all its tournaments are over.
///
/// A cycle with fewer than five valid tournaments is closed, too; its standings say that it is not complete, and its qualification waits for a
/// decision (AMB-71).
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/close", tag = "grand-prix", operation_id = "closeGrandPrix",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002")),
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "A tournament is not over, or there is none"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn close(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunGrandPrix>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    run(&request, &allowed, &id, act, CycleWish::Close).await
}

/// Corrects the record of a cycle that is over.
#[utoipa::path(
    put, path = "/api/v1/grand-prix/{id}/record", tag = "grand-prix", operation_id = "correctGrandPrix",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002")),
    request_body = CycleCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The cycle still runs"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::CorrectEvents>,
    id: web::Path<String>,
    Write { body, head }: Write<CycleCorrection>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let (details, reason) = body.read()?;
    run(&request, &allowed, &id, act, CycleWish::Correct { details, reason }).await
}

/// Lets the office do something to a cycle.
async fn run<P>(
    request: &HttpRequest,
    allowed: &Allowed<P>,
    id: &str,
    act: Act,
    wish: CycleWish,
) -> Result<HttpResponse, Problem> {
    let id: EventId = parse_id(id)?;
    let by = running::hand(allowed, GrantedKind::GrandPrix, &id);
    write::execute(request, StatusCode::OK, address, move |kostka| {
        kostka.office.run_cycle(&act, &kostka.projector, by, &id, &wish)
    })
    .await
}

fn address(done: &Done) -> String {
    address::of("grand-prix", done.resource.id())
}
