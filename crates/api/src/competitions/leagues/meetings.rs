//! The meetings of a league: who was there, what was played.

mod answers;
mod requests;

pub(super) use requests::{players, too_many};

use super::LeagueApi;
use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::{self, ParseRequest, parse_id, resource_address};
use crate::http::answer::{Answer, Audience};
use crate::http::as_of::{self, AsOf};
use crate::http::conditional::NotModified;
use crate::http::negotiate;
use crate::http::paging::Page;
use crate::http::path::{LeaguePath, MeetingPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::write::{self, AuthorizedWrite, Receipt};
use crate::seasons::ListPageParams;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use answers::meeting_item;
use commands::{CommandMetadata, CommandReceipt, LeagueRequest, TextSealer};
use domain::competitions::league::decider::LeagueAction;
use domain::event::{CompetitionKind, Event, LeagueEvent};
use domain::values::ids::CompetitionId;
use projections::views::MeetingView;
use wire::competitions::lifecycle::Withdrawal;
use wire::competitions::meetings::{Meeting, MeetingCorrection, MeetingItem, NewMeeting};

/// The meetings of a league, the first first.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/meetings", tag = "leagues", operation_id = "listLeagueMeetings",
    params(LeaguePath, ListPageParams),
    responses((status = 200, description = "A page of meetings", content(
        (Page<MeetingItem> = "application/json"),
        (String = "text/csv", example = "number,day,present,tables,games,etag\r\n1,2025-10-04,24,6,24,\"\"\"291\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list_meetings(path: web::Path<LeaguePath>, read: Read<ListPageParams>) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let snapshot = read.snapshot(&format!("meetings?{id}"), |views| views.leagues.changed).await?;
    let league = snapshot.views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let key = |meeting: &MeetingView<'_>| format!("{:06}", meeting.number);
    snapshot.respond(league.etag, league.meetings(), key, |meeting| Some(meeting_item(&meeting))).await
}

/// One meeting with everybody who was there, and its games.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/meetings/{number}", tag = "leagues", operation_id = "getLeagueMeeting",
    params(MeetingPath, AsOf),
    responses((status = 200, description = "The meeting", body = Meeting), NotModified)
)]
pub(crate) async fn show_meeting(
    path: web::Path<MeetingPath>,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let (id, number) = read(&path)?;
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let lang = negotiate::language(request.headers());
    let league = views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let meetings = league.meetings();
    let meeting = meetings.iter().find(|meeting| meeting.number == number).ok_or(ProblemKind::NotFound)?;
    let answer = Answer::computed(Audience::Public, &answers::meeting(&views, league, meeting, lang))?;
    Ok(answer.with_version(meeting.etag).in_language(lang).respond(&request).await)
}

/// Records a meeting: who was there, and the games if they are known.
///
/// Games are given as small points by seat; big points are computed. Games that contradict themselves are refused.
/// Games that look wrong are 409 `implausible-games` and recorded with `accept_warnings` and a reason.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/meetings", tag = "leagues", operation_id = "recordLeagueMeeting",
    params(LeaguePath), request_body = NewMeeting,
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: it would be recorded", body = Receipt),
        (status = 409, description = "The number is taken, the league is over, or games look wrong"),
    )
)]
pub(crate) async fn record_meeting(
    path: web::Path<LeaguePath>,
    write: AuthorizedWrite<Authorized<permission::RunLeague>, NewMeeting>,
) -> HandlerResult {
    let metadata = write.metadata();
    let number = write.body.number;
    let (details, accepted) = write.body.parse()?;
    let id: CompetitionId = parse_id(&path.id)?;
    let by = lifecycle::authority_over(&write.authorized, CompetitionKind::League, &id);
    // A rehearsal without a number has no address of its own; the list of meetings stands for it.
    let at = move |done: &CommandReceipt| {
        let meetings = format!("{}/meetings", resource_address::<LeagueApi>(done));
        let number = recorded_number(done).or(number);
        number.map_or_else(|| meetings.clone(), |number| format!("{meetings}/{number}"))
    };
    write::execute(&write.request, StatusCode::CREATED, at, move |app| {
        let action = |sealer: &TextSealer<'_>| {
            let accepted = accepted.as_ref().map(|reason| sealer.reason(reason));
            LeagueAction::RecordMeeting { number, details: details.clone(), accepted }
        };
        let request = LeagueRequest { league: &id, by, meeting: None };
        app.commands.run_league(&metadata, &app.projector, &request, &action)
    })
    .await
}

/// The number of the meeting that was recorded; a rehearsal has recorded none.
fn recorded_number(done: &CommandReceipt) -> Option<u32> {
    let first = done.events.first().filter(|_| !done.dry_run)?;
    if let Event::League(LeagueEvent::MeetingRecorded(meeting)) = &first.event { Some(meeting.number) } else { None }
}

/// Puts right what is recorded of a meeting.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/meetings/{number}", tag = "leagues", operation_id = "correctLeagueMeeting",
    params(MeetingPath), request_body = MeetingCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The league is over, or games look wrong"),
    )
)]
pub(crate) async fn correct_meeting(
    path: web::Path<MeetingPath>,
    write: AuthorizedWrite<Authorized<permission::RunLeague>, MeetingCorrection>,
) -> HandlerResult {
    let metadata = write.metadata_if_match()?;
    let (id, number) = read(&path)?;
    let (details, reason, accept) = write.body.parse()?;
    change(&write.request, &write.authorized, metadata, (id, number), move |sealer| {
        let reason = sealer.reason(&reason);
        LeagueAction::CorrectMeeting { number, details: details.clone(), reason, accept }
    })
    .await
}

/// Takes a meeting back that was recorded by mistake.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/meetings/{number}/withdraw", tag = "leagues", operation_id = "withdrawLeagueMeeting",
    params(MeetingPath), request_body = Withdrawal,
    responses((status = 200, description = "Taken back", body = Receipt), (status = 409, description = "The league is over"))
)]
pub(crate) async fn withdraw_meeting(
    path: web::Path<MeetingPath>,
    write: AuthorizedWrite<Authorized<permission::RunLeague>, Withdrawal>,
) -> HandlerResult {
    let metadata = write.metadata_if_match()?;
    let (id, number) = read(&path)?;
    let reason = write.body.parse()?;
    change(&write.request, &write.authorized, metadata, (id, number), move |sealer| LeagueAction::WithdrawMeeting {
        number,
        reason: sealer.reason(&reason),
    })
    .await
}

/// Runs a command that changes one meeting.
async fn change(
    request: &HttpRequest,
    authorized: &Authorized<permission::RunLeague>,
    metadata: CommandMetadata,
    (id, number): (CompetitionId, u32),
    action: impl Fn(&TextSealer<'_>) -> LeagueAction + Send + 'static,
) -> HandlerResult {
    let by = lifecycle::authority_over(authorized, CompetitionKind::League, &id);
    let address = |done: &CommandReceipt| format!("{}/meetings/{number}", resource_address::<LeagueApi>(done));
    write::execute(request, StatusCode::OK, address, move |app| {
        let request = LeagueRequest { league: &id, by, meeting: Some(number) };
        app.commands.run_league(&metadata, &app.projector, &request, &action)
    })
    .await
}

/// The league and the number of a meeting in an address.
fn read(path: &MeetingPath) -> Result<(CompetitionId, u32), Problem> {
    let number = path.number.parse().map_err(|_| ProblemKind::NotFound)?;
    Ok((parse_id(&path.id)?, number))
}
