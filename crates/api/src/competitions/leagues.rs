//! Stationary leagues: opening, the table, waivers, closing and corrections; meetings have a file of their own.

mod answers;
mod meetings;
mod requests;

pub(crate) use meetings::{
    __path_correct_meeting, __path_list_meetings, __path_record_meeting, __path_show_meeting, __path_withdraw_meeting,
    correct_meeting, list_meetings, record_meeting, show_meeting, withdraw_meeting,
};

use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::{self, CompetitionApi, CompetitionWrite, Outcome, parse_id};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, AsOf};
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat};
use crate::http::negotiate;
use crate::http::paging::Page;
use crate::http::path::{LeaguePath, LeaguePlayerPath};
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::Read;
use crate::http::write::{AuthorizedWrite, Receipt};
use crate::seasons::ListPageParams;
use actix_web::web;
use answers::{league_item, league_table};
use commands::{CommandMetadata, LeagueDetails, LeagueRequest, TextSealer};
use domain::competitions::league::decider::LeagueAction;
use domain::event::{CompetitionKind, Correction};
use domain::people::authority::CompetitionAuthority;
use domain::values::ids::CompetitionId;
use events::envelope::{Position, StreamKind};
use projections::views::{LeagueEntry, Views};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::competitions::leagues::{
    ImportedTable, League, LeagueCorrection, LeagueItem, LeagueTable, LeagueTableRow, NewLeague,
};
use wire::competitions::lifecycle::{Closing, WaiverDeclaration, Withdrawal};

pub(crate) enum LeagueApi {}

impl CompetitionApi for LeagueApi {
    const KIND: CompetitionKind = CompetitionKind::League;
    const COLLECTION: &'static str = "leagues";
    type Entry = LeagueEntry;
    type Item = LeagueItem;
    type Opening = LeagueDetails;
    type Action = LeagueAction;

    fn changed(views: &Views) -> Position {
        views.leagues.changed
    }

    fn entries(views: &Views) -> impl Iterator<Item = &LeagueEntry> {
        views.leagues.list()
    }

    fn list_key(views: &Views, league: &LeagueEntry) -> String {
        let days = lifecycle::days_of(views, StreamKind::League, &league.id);
        format!("{} {}", days.map_or_else(String::new, |days| days.1), league.id)
    }

    fn item(views: &Views, league: &LeagueEntry) -> Option<LeagueItem> {
        Some(league_item(views, league))
    }

    fn open(app: &AppState, metadata: &CommandMetadata, by: CompetitionAuthority, details: &LeagueDetails) -> Outcome {
        app.commands.open_league(metadata, by, details)
    }

    fn run(
        app: &AppState,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> LeagueAction,
    ) -> Outcome {
        let request = LeagueRequest { league: id, by, meeting: None };
        app.commands.run_league(metadata, &app.projector, &request, action)
    }
}

/// Which table, in which form.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeagueTableParams {
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
    params(ListPageParams),
    responses((status = 200, description = "A page of leagues", content(
        (Page<LeagueItem> = "application/json"),
        (String = "text/csv", example = "id,name,voivodeship,status,first_day,last_day,meetings,etag\r\n7k3m9q0x2v4b8n000001,Liga Łódzka,łódzkie,running,2025-10-04,2026-05-30,3,\"\"\"317\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(read: Read<ListPageParams>) -> HandlerResult {
    lifecycle::list::<LeagueApi>(read).await
}

/// One league.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}", tag = "leagues", operation_id = "getLeague",
    params(LeaguePath, AsOf),
    responses((status = 200, description = "The league", body = League), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<LeaguePath>,
    Read { request, app, params: AsOf { as_of } }: Read<AsOf>,
) -> HandlerResult {
    let find = |views: &Views, id: &CompetitionId, lang| {
        let league = views.leagues.find(id)?;
        Some((answers::league(views, league, lang), league.etag))
    };
    lifecycle::show(&request, &app, &path.id, as_of.as_deref(), find).await
}

/// The table of a league as it stands: places, big and small points, games, meetings.
///
/// While the league runs it is computed from the games of all meetings, or is the one that was imported. Whoever was at
/// a meeting and has no game stands at the end without a place.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/table", tag = "leagues", operation_id = "getLeagueTable",
    params(LeaguePath, LeagueTableParams),
    responses((status = 200, description = "The table", content(
        (LeagueTable = "application/json"),
        (String = "text/csv", example = "place,player_id,name,city,voivodeship,big,small,games,meetings\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,9,214,16,4\r\n"),
    )), NotModified)
)]
pub(crate) async fn table(
    path: web::Path<LeaguePath>,
    Read { request, app, params: LeagueTableParams { as_of, dialect } }: Read<LeagueTableParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, dialect)?;
    let id = parse_id(&path.id)?;
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let lang = negotiate::language(request.headers());
    let league = views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let body = league_table(&views, league, lang);
    let answer = match format {
        ListFormat::Json => Answer::computed(Audience::Public, &body)?,
        ListFormat::Csv(dialect) => list_response::computed_csv::<LeagueTableRow>(dialect, &body.rows)?,
    };
    Ok(answer.with_version(league.etag).in_language(lang).respond(&request).await)
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
    )
)]
pub(crate) async fn open(write: AuthorizedWrite<Authorized<permission::OpenCompetitions>, NewLeague>) -> HandlerResult {
    lifecycle::open::<LeagueApi>(write).await
}

/// Takes the table of a league over from elsewhere; it takes the place of a computed one.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/table", tag = "leagues", operation_id = "importLeagueTable",
    params(LeaguePath), request_body = ImportedTable,
    responses(
        (status = 200, description = "Taken over, or nothing had to change", body = Receipt),
        (status = 409, description = "The league is over"),
    )
)]
pub(crate) async fn import_table(write: CompetitionWrite<permission::RunLeague, ImportedTable>) -> HandlerResult {
    write.execute_if_match::<LeagueApi>(|table, _| LeagueAction::ImportTable { table: table.clone() }).await
}

/// Takes an imported table back; the table is computed again.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/table/withdraw", tag = "leagues", operation_id = "withdrawLeagueTable",
    params(LeaguePath), request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back, or there was none", body = Receipt),
        (status = 409, description = "The league is over"),
    )
)]
pub(crate) async fn withdraw_table(write: CompetitionWrite<permission::RunLeague, Withdrawal>) -> HandlerResult {
    write.execute::<LeagueApi>(|reason, sealer| LeagueAction::WithdrawTable { reason: sealer.reason(reason) }).await
}

/// Notes that somebody gives up a qualification from the league.
///
/// It has effect if it was declared on the day of the final (R-WAV-02); a league cannot be closed with one that was
/// not. After closing an admin still records a declaration of that day.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/waivers", tag = "leagues", operation_id = "declareLeagueWaiver",
    params(LeaguePath), request_body = WaiverDeclaration,
    responses(
        (status = 200, description = "Noted, or it was noted before", body = Receipt),
        (status = 409, description = "Not declared in time"),
    )
)]
pub(crate) async fn declare_waiver(write: CompetitionWrite<permission::RunLeague, WaiverDeclaration>) -> HandlerResult {
    write
        .execute::<LeagueApi>(|waiver, sealer| LeagueAction::DeclareWaiver(lifecycle::noted_waiver(waiver, sealer)))
        .await
}

/// Takes a declaration back.
#[utoipa::path(
    delete, path = "/api/v1/leagues/{id}/waivers/{player}", tag = "leagues", operation_id = "withdrawLeagueWaiver",
    params(LeaguePlayerPath),
    responses((status = 200, description = "Taken back, or there was none", body = Receipt))
)]
pub(crate) async fn withdraw_waiver(
    path: web::Path<LeaguePlayerPath>,
    write: AuthorizedWrite<Authorized<permission::RunLeague>, NoBody>,
) -> HandlerResult {
    let action = |player| LeagueAction::WithdrawWaiver { player };
    lifecycle::withdraw_waiver::<LeagueApi, _>(write, &path.id, &path.player, action).await
}

/// Closes a league: its table is final, and the lists of the season count it from then on.
///
/// The table needs the games of every meeting, or must have been imported (AMB-62).
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/close", tag = "leagues", operation_id = "closeLeague",
    params(LeaguePath), request_body = Closing,
    responses(
        (status = 200, description = "Closed, or it was closed before", body = Receipt),
        (status = 409, description = "Games or a table are missing, or a declaration was not made in time"),
    )
)]
pub(crate) async fn close(write: CompetitionWrite<permission::RunLeague, Closing>) -> HandlerResult {
    write
        .execute::<LeagueApi>(|ended_at, sealer| LeagueAction::Close {
            ended_at: ended_at.unwrap_or_else(|| sealer.command_time()),
        })
        .await
}

/// Corrects the record of a league that is over.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/record", tag = "leagues", operation_id = "correctLeague",
    params(LeaguePath), request_body = LeagueCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The league still runs"),
    )
)]
pub(crate) async fn correct(
    write: CompetitionWrite<permission::CorrectCompetitions, LeagueCorrection>,
) -> HandlerResult {
    write
        .execute_if_match::<LeagueApi>(|(details, reason), sealer| {
            let reason = Some(sealer.reason(reason));
            LeagueAction::Correct(Correction { record: details.sealed(sealer), reason })
        })
        .await
}
