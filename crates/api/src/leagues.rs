//! Stationary leagues: opening, the table, declarations, closing and corrections; meetings stand in a file of their own.

mod body;
mod meeting_body;
mod meetings;

pub(crate) use meetings::{
    __path_correct_meeting, __path_list_meetings, __path_record_meeting, __path_show_meeting, __path_withdraw_meeting,
    correct_meeting, list_meetings, record_meeting, show_meeting, withdraw_meeting,
};

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
use crate::sheet::Dialect;
use crate::table::{self, Shape};
use crate::write::{self, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{ImportedTable, League, LeagueCorrection, LeagueItem, LeagueTable, LeagueTableRow, NewLeague};
use domain::authority::Hand;
use domain::event::GrantedKind;
use domain::ids::{EventId, PlayerId};
use projections::office::{Act, Done, LeagueWish};
use projections::views::{LeagueEntry, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The name of the list in its cursors.
const LIST: &str = "leagues";

/// Which table, in which form.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TableForm {
    /// As it was at a position of the log or at a time, with the names of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The leagues, by the day on which they end or are planned to.
#[utoipa::path(
    get, path = "/api/v1/leagues", tag = "leagues", operation_id = "listLeagues",
    params(Part),
    responses(
        (
            status = 200, description = "A page of leagues",
            content(
                (Page<LeagueItem> = "application/json"),
                (String = "text/csv", example = "id,name,voivodeship,status,first_day,last_day,meetings,etag\r\n7k3m9q0x2v4b8n000001,Liga Łódzka,łódzkie,running,2025-10-04,2026-05-30,3,\"\"\"317\"\"\"\r\n"),
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
    let shown = part.shown(&request, &kostka, LIST, |views| views.leagues.changed).await?;
    let views = &*shown.views;
    let mut leagues: Vec<(String, &LeagueEntry)> =
        views.leagues.list().map(|league| (list_key(views, league), league)).collect();
    leagues.sort_by(|(a, _), (b, _)| a.cmp(b));
    let (leagues, after) = paging::part(leagues, |(key, _)| key.clone(), shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let items = leagues.into_iter().map(|(_, league)| LeagueItem::of(views, league)).collect();
    let answer = table::page(&request, shape, shown.state(), &Page { items, next })?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// By the last day, then by the id.
fn list_key(views: &Views, league: &LeagueEntry) -> String {
    let last = body::days(views, &league.id).map_or_else(String::new, |days| days.1);
    format!("{last} {}", league.id)
}

/// One league.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}", tag = "leagues", operation_id = "getLeague",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"), AsOf),
    responses(
        (status = 200, description = "The league", body = League),
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
    let league = views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let answer = Answer::computed(Audience::Public, &League::of(&views, league, lang))?;
    let answer = answer.of_version(league.etag).in_language(lang);
    Ok(Arc::new(answer).respond(&request).await)
}

/// The table of a league as it stands: places, big and small points, games, meetings.
///
/// While the league runs it is computed from the games of all meetings, or is the one that was imported. Whoever was at a meeting and has no
/// game stands at the end without a place.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/table", tag = "leagues", operation_id = "getLeagueTable",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"), TableForm),
    responses(
        (
            status = 200, description = "The table",
            content(
                (LeagueTable = "application/json"),
                (String = "text/csv", example = "place,player_id,name,city,voivodeship,big,small,games,meetings\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,9,214,16,4\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn table(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(TableForm { as_of, dialect }): Params<TableForm>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, dialect)?;
    let id = parse_id(&id)?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let lang = negotiate::language(request.headers());
    let league = views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let body = LeagueTable::of(&views, league, lang);
    let answer = match shape {
        Shape::Json => Answer::computed(Audience::Public, &body)?,
        Shape::Csv(dialect) => table::computed_csv::<LeagueTableRow>(dialect, &body.rows)?,
    };
    let answer = answer.of_version(league.etag).in_language(lang);
    Ok(Arc::new(answer).respond(&request).await)
}

/// Opens a league, to be run here.
///
/// What the rulebook says at this moment holds for the whole league, whatever is adopted later.
#[utoipa::path(
    post, path = "/api/v1/leagues", tag = "leagues", operation_id = "openLeague",
    request_body = NewLeague,
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
    Write { body, head }: Write<NewLeague>,
) -> Result<HttpResponse, Problem> {
    let details = body.read()?;
    let (act, by) = (head.act(&kostka, allowed.actor()), running::opening_hand(&allowed));
    write::execute(&request, StatusCode::CREATED, address, move |kostka| kostka.office.open_league(&act, by, &details))
        .await
}

/// Takes the table of a league over from elsewhere; it takes the place of a computed one.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/table", tag = "leagues", operation_id = "importLeagueTable",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    request_body = ImportedTable,
    responses(
        (status = 200, description = "Taken over, or nothing had to change", body = Receipt),
        (status = 409, description = "The league is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn import_table(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    id: web::Path<String>,
    Write { body, head }: Write<ImportedTable>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let wish = LeagueWish::ImportTable(body.read()?);
    run(&request, &allowed, &id, act, StatusCode::OK, wish).await
}

/// Takes an imported table back; the table is computed again.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/table/withdraw", tag = "leagues", operation_id = "withdrawLeagueTable",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back, or there was none", body = Receipt),
        (status = 409, description = "The league is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_table(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    id: web::Path<String>,
    Write { body, head }: Write<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let wish = LeagueWish::WithdrawTable { reason: body.read()? };
    run(&request, &allowed, &id, act, StatusCode::OK, wish).await
}

/// Notes that somebody gives up a qualification from the league.
///
/// It has effect if it was declared on the day of the final (R-WAV-02); a league cannot be closed with one that was not. After closing
/// an admin still records a declaration of that day.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/waivers", tag = "leagues", operation_id = "declareLeagueWaiver",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
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
    allowed: Allowed<permission::RunLeague>,
    id: web::Path<String>,
    Write { body, head }: Write<WaiverDeclaration>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let (player, declared_at) = body.read()?;
    run(&request, &allowed, &id, act, StatusCode::OK, LeagueWish::DeclareWaiver { player, declared_at }).await
}

/// Takes a declaration back.
#[utoipa::path(
    delete, path = "/api/v1/leagues/{id}/waivers/{player}", tag = "leagues", operation_id = "withdrawLeagueWaiver",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
    ),
    responses((status = 200, description = "Taken back, or there was none", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_waiver(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let player = PlayerId::parse(&path.1).map_err(|_| ProblemKind::NotFound)?;
    run(&request, &allowed, &path.0, act, StatusCode::OK, LeagueWish::WithdrawWaiver { player }).await
}

/// Closes a league: its table is final, and the lists of the season count it from then on.
///
/// The table needs the games of every meeting, or must have been imported (AMB-62).
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/close", tag = "leagues", operation_id = "closeLeague",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    request_body = Closing,
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "Games or a table are missing, or a declaration was not made in time"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn close(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    id: web::Path<String>,
    Write { body, head }: Write<Closing>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let wish = LeagueWish::Close { ended_at: body.read()? };
    run(&request, &allowed, &id, act, StatusCode::OK, wish).await
}

/// Corrects the record of a league that is over.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/record", tag = "leagues", operation_id = "correctLeague",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    request_body = LeagueCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The league still runs"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::CorrectEvents>,
    id: web::Path<String>,
    Write { body, head }: Write<LeagueCorrection>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let (details, reason) = body.read()?;
    run(&request, &allowed, &id, act, StatusCode::OK, LeagueWish::Correct { details, reason }).await
}

/// Lets the office do something to a league.
async fn run<P>(
    request: &HttpRequest,
    allowed: &Allowed<P>,
    id: &str,
    act: Act,
    created: StatusCode,
    wish: LeagueWish,
) -> Result<HttpResponse, Problem> {
    run_at(request, allowed, id, act, created, wish, address).await
}

async fn run_at<P>(
    request: &HttpRequest,
    allowed: &Allowed<P>,
    id: &str,
    act: Act,
    created: StatusCode,
    wish: LeagueWish,
    address: impl FnOnce(&Done) -> String,
) -> Result<HttpResponse, Problem> {
    let id: EventId = parse_id(id)?;
    let by: Hand = running::hand(allowed, GrantedKind::League, &id);
    write::execute(request, created, address, move |kostka| {
        kostka.office.run_league(&act, &kostka.projector, by, &id, &wish)
    })
    .await
}

fn address(done: &Done) -> String {
    address::of("leagues", done.resource.id())
}
