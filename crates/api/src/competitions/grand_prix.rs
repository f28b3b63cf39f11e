//! Grand Prix cycles: opening, tournaments, standings, closing and corrections.

mod answers;
mod requests;

use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::{self, CompetitionApi, CompetitionWrite, Outcome, ParseRequest, parse_id};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::list_response::{self, ListFormat};
use crate::http::paging::Page;
use crate::http::path::{GrandPrixPath, GrandPrixTournamentPath};
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::read_view::{ListReadOptions, ReadOptions, ReadView};
use crate::http::write::{AuthorizedWrite, Receipt};
use crate::seasons::ListPageParams;
use actix_web::web;
use answers::{grand_prix, grand_prix_item, grand_prix_standings};
use commands::{CommandMetadata, GrandPrixDetails, TextSealer};
use domain::competitions::grand_prix::decider::GrandPrixAction;
use domain::event::{CompetitionKind, Correction};
use domain::people::authority::CompetitionAuthority;
use domain::values::ids::CompetitionId;
use events::envelope::{Position, StreamKind};
use projections::views::{GrandPrixEntry, Views};
use wire::competitions::grand_prix::{GrandPrix, GrandPrixCorrection, GrandPrixItem, GrandPrixStandings, NewGrandPrix};
use wire::competitions::lifecycle::Withdrawal;

pub(crate) enum GrandPrixApi {}

impl CompetitionApi for GrandPrixApi {
    const KIND: CompetitionKind = CompetitionKind::GrandPrix;
    const COLLECTION: &'static str = "grand-prix";
    type Entry = GrandPrixEntry;
    type Item = GrandPrixItem;
    type Opening = GrandPrixDetails;
    type Action = GrandPrixAction;

    /// The days of a cycle are those of its tournaments.
    fn changed(views: &Views) -> Position {
        views.competitions.changed
    }

    fn entries(views: &Views) -> impl Iterator<Item = &GrandPrixEntry> {
        views.grand_prix.list()
    }

    fn list_key(views: &Views, cycle: &GrandPrixEntry) -> String {
        let days = lifecycle::days_of(views, StreamKind::GrandPrix, &cycle.id);
        format!("{} {}", days.map_or_else(String::new, |days| days.1), cycle.id)
    }

    fn item(views: &Views, cycle: &GrandPrixEntry) -> Option<GrandPrixItem> {
        Some(grand_prix_item(views, cycle))
    }

    fn open(
        app: &AppState,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        details: &GrandPrixDetails,
    ) -> Outcome {
        app.commands.open_grand_prix(metadata, by, details)
    }

    fn run(
        app: &AppState,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> GrandPrixAction,
    ) -> Outcome {
        app.commands.run_grand_prix(metadata, &app.projector, by, id, action)
    }
}

/// The Grand Prix cycles, by the day of their last tournament.
#[utoipa::path(
    get, path = "/api/v1/grand-prix", tag = "grand-prix", operation_id = "listGrandPrix",
    params(ListPageParams),
    responses((status = 200, description = "A page of cycles", content(
        (Page<GrandPrixItem> = "application/json"),
        (String = "text/csv", example = "id,name,status,first_day,last_day,tournaments,rulebook,etag\r\n7k3m9q0x2v4b8n000002,Grand Prix Śląska,running,2025-10-11,2026-04-18,5,pl-2024-25,\"\"\"402\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(read: Read<ListPageParams>) -> HandlerResult {
    lifecycle::list::<GrandPrixApi>(read).await
}

/// One cycle with its tournaments and its table.
///
/// The table is provisional until the cycle is closed. A member with too few participants gives no points (AMB-71).
#[utoipa::path(
    get, path = "/api/v1/grand-prix/{id}", tag = "grand-prix", operation_id = "getGrandPrix",
    params(GrandPrixPath, ReadOptions),
    responses((status = 200, description = "The cycle", body = GrandPrix), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<GrandPrixPath>,
    JsonRead { request, app, params: options }: JsonRead<ReadOptions>,
) -> HandlerResult {
    let cycle = parse_id(&path.id)?;
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let cycle = read_view.views.grand_prix.find(&cycle).ok_or(ProblemKind::NotFound)?;
        let answer = Answer::computed(Audience::Public, &grand_prix(read_view, cycle))?;
        Ok(answer.with_version(cycle.etag).in_language(read_view.lang))
    };
    let answer = read_view.answer(&app, ("grand-prix", &path.id, ListFormat::Json), build).await?;
    Ok(answer.respond_cacheable(&request).await)
}

/// The standings of a cycle, computed from the tournaments that are over.
///
/// They are provisional until the cycle is closed. A member with too few participants gives no points (AMB-71).
#[utoipa::path(
    get, path = "/api/v1/grand-prix/{id}/standings", tag = "grand-prix", operation_id = "getGrandPrixStandings",
    params(GrandPrixPath, ListReadOptions),
    responses((status = 200, description = "The standings", content(
        (GrandPrixStandings = "application/json"),
        (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,tournaments,best_place\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,355,5,1\r\n"),
    )), NotModified)
)]
pub(crate) async fn standings(
    path: web::Path<GrandPrixPath>,
    Read { request, app, params: options }: Read<ListReadOptions>,
) -> HandlerResult {
    let (format, options) = options.format(&request)?;
    let cycle = parse_id(&path.id)?;
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let cycle = read_view.views.grand_prix.find(&cycle).ok_or(ProblemKind::NotFound)?;
        let body = grand_prix_standings(read_view, cycle);
        let answer = match format {
            ListFormat::Json => Answer::computed(Audience::Public, &body)?,
            ListFormat::Csv(dialect) => list_response::computed_csv(dialect, &body.rows)?,
        };
        Ok(answer.in_language(read_view.lang))
    };
    let answer = read_view.answer(&app, ("grand-prix-standings", &path.id, format), build).await?;
    Ok(answer.respond_cacheable(&request).await)
}

/// Opens a cycle, to be run here.
#[utoipa::path(
    post, path = "/api/v1/grand-prix", tag = "grand-prix", operation_id = "openGrandPrix",
    request_body = NewGrandPrix,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
    )
)]
pub(crate) async fn open(
    write: AuthorizedWrite<Authorized<permission::OpenCompetitions>, NewGrandPrix>,
) -> HandlerResult {
    lifecycle::open::<GrandPrixApi>(write).await
}

/// Lets an eliminatory tournament belong to a cycle, over or not.
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/tournaments/{tournament}", tag = "grand-prix", operation_id = "addGrandPrixTournament",
    params(GrandPrixTournamentPath),
    responses(
        (status = 200, description = "Added, or it belonged to it before", body = Receipt),
        (status = 409, description = "The cycle is over or full"),
    )
)]
pub(crate) async fn add_tournament(
    path: web::Path<GrandPrixTournamentPath>,
    write: AuthorizedWrite<Authorized<permission::RunGrandPrix>, NoBody>,
) -> HandlerResult {
    let tournament = parse_id(&path.tournament)?;
    let action = move |_: &TextSealer<'_>| GrandPrixAction::AddTournament { tournament: tournament.clone() };
    lifecycle::run::<GrandPrixApi, _>(&write.request, &write.authorized, &path.id, write.metadata(), action).await
}

/// Takes a tournament out of a cycle.
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/tournaments/{tournament}/remove", tag = "grand-prix", operation_id = "removeGrandPrixTournament",
    params(GrandPrixTournamentPath), request_body = Withdrawal,
    responses((status = 200, description = "Taken out", body = Receipt), (status = 409, description = "The cycle is over"))
)]
pub(crate) async fn remove_tournament(
    path: web::Path<GrandPrixTournamentPath>,
    write: AuthorizedWrite<Authorized<permission::RunGrandPrix>, Withdrawal>,
) -> HandlerResult {
    let metadata = write.metadata();
    let (tournament, reason) = (parse_id(&path.tournament)?, write.body.parse()?);
    let action = move |sealer: &TextSealer<'_>| GrandPrixAction::RemoveTournament {
        tournament: tournament.clone(),
        reason: sealer.reason(&reason),
    };
    lifecycle::run::<GrandPrixApi, _>(&write.request, &write.authorized, &path.id, metadata, action).await
}

/// Closes a cycle when all its tournaments are over.
///
/// A cycle with fewer than five valid tournaments is closed, too; its standings say that it is not complete, and its
/// qualification waits for a decision (AMB-71).
#[utoipa::path(
    post, path = "/api/v1/grand-prix/{id}/close", tag = "grand-prix", operation_id = "closeGrandPrix",
    params(GrandPrixPath),
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "A tournament is not over, or there is none"),
    )
)]
pub(crate) async fn close(
    path: web::Path<GrandPrixPath>,
    write: AuthorizedWrite<Authorized<permission::RunGrandPrix>, NoBody>,
) -> HandlerResult {
    let action = |_: &TextSealer<'_>| GrandPrixAction::Close;
    lifecycle::run::<GrandPrixApi, _>(&write.request, &write.authorized, &path.id, write.metadata(), action).await
}

/// Corrects the record of a cycle that is over.
#[utoipa::path(
    put, path = "/api/v1/grand-prix/{id}/record", tag = "grand-prix", operation_id = "correctGrandPrix",
    params(GrandPrixPath), request_body = GrandPrixCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The cycle still runs"),
    )
)]
pub(crate) async fn correct(
    write: CompetitionWrite<permission::CorrectCompetitions, GrandPrixCorrection>,
) -> HandlerResult {
    write
        .execute_if_match::<GrandPrixApi>(|(details, reason), sealer| {
            let reason = Some(sealer.reason(reason));
            GrandPrixAction::Correct(Correction { record: details.sealed(sealer), reason })
        })
        .await
}
