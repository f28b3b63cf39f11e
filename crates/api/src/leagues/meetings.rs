//! The meetings of a league: who was there, what was played.

use super::meeting_body::{Meeting, MeetingCorrection, MeetingItem, NewMeeting};
use super::{address, run_at};
use crate::answer::{Answer, Audience};
use crate::as_of::{self, AsOf};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::paging::{self, Page};
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::running::{self, Withdrawal, parse_id};
use crate::seasons::Part;
use crate::table::{self, Shape};
use crate::write::{self, Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::event::{Event, GrantedKind, LeagueEvent};
use domain::ids::EventId;
use domain::running::Rejection;
use events::envelope::Position;
use events::stored;
use projections::office::{ActError, Done, LeagueWish};
use projections::views::ShownMeeting;
use std::sync::{Arc, OnceLock};

/// The meetings of a league, the first first.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/meetings", tag = "leagues", operation_id = "listLeagueMeetings",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"), Part),
    responses(
        (
            status = 200, description = "A page of meetings",
            content(
                (Page<MeetingItem> = "application/json"),
                (String = "text/csv", example = "number,day,present,tables,games,etag\r\n1,2025-10-04,24,6,24,\"\"\"291\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list_meetings(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(part): Params<Part>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, part.dialect)?;
    let limit = paging::items(part.limit)?;
    let id: EventId = parse_id(&id)?;
    let list = format!("meetings?{id}");
    let shown = part.shown(&request, &kostka, &list, |views| views.leagues.changed).await?;
    let league = shown.views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let key = |meeting: &ShownMeeting<'_>| format!("{:06}", meeting.number);
    let (meetings, after) = paging::part(league.meetings(), key, shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let page = Page { items: meetings.iter().map(MeetingItem::of).collect(), next };
    let answer = table::page(&request, shape, league.etag, &page)?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// One meeting with everybody who was there, and its games.
#[utoipa::path(
    get, path = "/api/v1/leagues/{id}/meetings/{number}", tag = "leagues", operation_id = "getLeagueMeeting",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"),
        ("number" = u32, Path, minimum = 1, maximum = 1000, description = "The number of the meeting", example = 3),
        AsOf,
    ),
    responses(
        (status = 200, description = "The meeting", body = Meeting),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show_meeting(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    Params(AsOf { as_of }): Params<AsOf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (id, number) = read(&path)?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let lang = negotiate::language(request.headers());
    let league = views.leagues.find(&id).ok_or(ProblemKind::NotFound)?;
    let meetings = league.meetings();
    let meeting = meetings.iter().find(|meeting| meeting.number == number).ok_or(ProblemKind::NotFound)?;
    let answer = Answer::computed(Audience::Public, &Meeting::of(&views, league, meeting, lang))?;
    let answer = answer.of_version(meeting.etag).in_language(lang);
    Ok(Arc::new(answer).respond(&request).await)
}

/// Records a meeting: who was there, and the games if they are known.
///
/// Games are given as small points by seat; big points are computed. Games that contradict themselves are refused. Games that look
/// wrong are 409 `implausible-games` and recorded with `accept_warnings` and a reason.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/meetings", tag = "leagues", operation_id = "recordLeagueMeeting",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    request_body = NewMeeting,
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: it would be recorded", body = Receipt),
        (status = 409, description = "The number is taken, the league is over, or games look wrong"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn record_meeting(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    id: web::Path<String>,
    Write { body, head }: Write<NewMeeting>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let number = body.number();
    let (details, accepted) = body.read()?;
    let wish = LeagueWish::RecordMeeting { number, details, accepted };
    let id: EventId = parse_id(&id)?;
    let by = running::hand(&allowed, GrantedKind::League, &id);
    let given = Arc::new(OnceLock::new());
    let told = Arc::clone(&given);
    // A rehearsal without a number has no address of its own; the list of meetings stands for it.
    let at = move |done: &Done| {
        let meetings = format!("{}/meetings", address(done));
        let number = told.get().copied().or(number);
        number.map_or_else(|| meetings.clone(), |number| format!("{meetings}/{number}"))
    };
    write::execute(&request, StatusCode::CREATED, at, move |kostka| {
        let done = kostka.office.run_league(&act, &kostka.projector, by, &id, &wish)?;
        if let Some(number) = recorded_number(kostka, &done) {
            let _ = given.set(number);
        }
        Ok::<_, ActError<Rejection>>(done)
    })
    .await
}

/// The number of the meeting that was recorded, from the log, so that a receipt says the same for ever.
fn recorded_number(kostka: &Kostka, done: &Done) -> Option<u32> {
    let position = done.events.first()?.position?;
    let recorded = kostka.log.read(Position(position.0.checked_sub(1)?), 1).ok()?;
    let event = &recorded.first()?.event;
    match stored::decode(&event.event_type, event.schema_version, &event.payload).ok()? {
        Event::League(LeagueEvent::MeetingRecorded(meeting)) => Some(meeting.number),
        _ => None,
    }
}

/// Puts right what is recorded of a meeting.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/meetings/{number}", tag = "leagues", operation_id = "correctLeagueMeeting",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"),
        ("number" = u32, Path, minimum = 1, maximum = 1000, description = "The number of the meeting", example = 3),
    ),
    request_body = MeetingCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "The league is over, or games look wrong"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct_meeting(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<MeetingCorrection>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let (_, number) = read(&path)?;
    let (details, reason, accept) = body.read()?;
    let wish = LeagueWish::CorrectMeeting { number, details, reason, accept };
    run_at(&request, &allowed, &path.0, act, StatusCode::OK, wish, meeting_address(number)).await
}

/// Takes a meeting back that was recorded by mistake.
#[utoipa::path(
    post, path = "/api/v1/leagues/{id}/meetings/{number}/withdraw", tag = "leagues", operation_id = "withdrawLeagueMeeting",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"),
        ("number" = u32, Path, minimum = 1, maximum = 1000, description = "The number of the meeting", example = 3),
    ),
    request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back", body = Receipt),
        (status = 409, description = "The league is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_meeting(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RunLeague>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    let (_, number) = read(&path)?;
    let wish = LeagueWish::WithdrawMeeting { number, reason: body.read()? };
    run_at(&request, &allowed, &path.0, act, StatusCode::OK, wish, meeting_address(number)).await
}

fn meeting_address(number: u32) -> impl FnOnce(&Done) -> String {
    move |done| format!("{}/meetings/{number}", address(done))
}

/// The league and the number of a meeting in an address.
fn read(path: &(String, String)) -> Result<(EventId, u32), Problem> {
    let number = path.1.parse().map_err(|_| ProblemKind::NotFound)?;
    Ok((parse_id(&path.0)?, number))
}
