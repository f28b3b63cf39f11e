//! The ledger of a voivodeship championship: reading it and its proposals, and acting on its seats.

use super::accounts::{self, LedgerView, QualificationLedger};
use super::body::{NewDecline, NewGrants, NewRevocation, NewUpholding, NewWithholding, WithdrawWithholding, Withhold};
use super::of_championship;
use super::proposals::{self, Proposals, ProposalsView};
use super::seats::{self, Acting, UnderSource, act};
use crate::auth::{Allowed, Caller, Fresh, permission};
use crate::body::NoBody;
use crate::kostka::Kostka;
use crate::params::Params;
use crate::problem::Problem;
use crate::write::{Receipt, Write};
use actix_web::{HttpRequest, HttpResponse, web};

/// The qualifications to a voivodeship championship: one account for each event, with its seats and their chain of custody.
///
/// Everybody sees what became of each seat, why it was passed down, and every event of the log that made it so. Staff also see who acted
/// and the digests of the proposals; admins and arbiters also read the reasons.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}/ledger", tag = "qualifications", operation_id = "getMwLedger",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie"),
        LedgerView,
    ),
    responses(
        (
            status = 200, description = "The ledger",
            content(
                (QualificationLedger = "application/json"),
                (String = "text/csv", example = "event_id,event_name,source,seat,state,player_id,name,city,voivodeship,place,position\r\nt-2026-03-14-lodz,Turniej w Łodzi,tournament,1,granted,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,2,1042\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn ledger(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    id: web::Path<String>,
    Params(view): Params<LedgerView>,
) -> Result<HttpResponse, Problem> {
    accounts::show(&request, kostka, caller, of_championship(&id)?, view).await
}

/// What the rules propose about a voivodeship championship, with the digests that acts answer.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}/proposals", tag = "qualifications", operation_id = "listMwProposals",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie"),
        ProposalsView,
    ),
    responses(
        (status = 200, description = "The proposals", body = Proposals),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn list_proposals(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::ReadLog>,
    id: web::Path<String>,
    Params(view): Params<ProposalsView>,
) -> Result<HttpResponse, Problem> {
    proposals::show(&request, kostka, of_championship(&id)?, view).await
}

/// Grants qualifications, to everybody who is proposed or to the players who are named.
///
/// The proposal that was looked at is named by its digest: if it has changed since, the answer is 409 with the newest one. While events that
/// ended earlier are not closed, a reason is needed (AMB-68).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/grants", tag = "qualifications", operation_id = "grantMwQualifications",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewGrants,
    responses(
        (status = 200, description = "Granted, or they were granted before", body = Receipt),
        (status = 409, description = "The proposal has changed, earlier events are open, a tie is open, or nothing is left; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn grant(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewGrants>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, body).await
}

/// Records that somebody does not take a qualification that they were proposed for or granted.
///
/// It stays with the event, or passes to the next person; that needs a reason (AMB-67).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/declines", tag = "qualifications", operation_id = "declineMwQualification",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewDecline,
    responses(
        (status = 200, description = "Recorded", body = Receipt),
        (status = 409, description = "They have declined already"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decline(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewDecline>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, body).await
}

/// Gives what is left of an event's qualifications to nobody.
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/withholdings", tag = "qualifications", operation_id = "withholdMwQualifications",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewWithholding,
    responses(
        (status = 200, description = "Withheld", body = Receipt),
        (status = 409, description = "Nothing is left"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withhold(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewWithholding>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, Withhold(&body)).await
}

/// Makes what was withheld of an event's qualifications available again.
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/withholdings/withdrawal", tag = "qualifications", operation_id = "restoreMwQualifications",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewWithholding,
    responses(
        (status = 200, description = "Available again", body = Receipt),
        (status = 409, description = "Nothing was withheld"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_withholding(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewWithholding>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, WithdrawWithholding(&body)).await
}

/// Takes a grant back; the seat is proposed again.
///
/// It asks for a second factor that was shown within the last minutes (S8).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/revocations", tag = "qualifications", operation_id = "revokeMwQualification",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewRevocation,
    responses(
        (status = 200, description = "Taken back", body = Receipt),
        (status = 409, description = "Nothing was granted"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn revoke(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Fresh<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewRevocation>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, body).await
}

/// Lets a grant stand that the rules would give to somebody else now.
///
/// It holds until the proposal changes again (AMB-68).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/upholdings", tag = "qualifications", operation_id = "upholdMwQualification",
    params(("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie")),
    request_body = NewUpholding,
    responses(
        (status = 200, description = "Upheld", body = Receipt),
        (status = 409, description = "The proposal has changed, or the grant is in no doubt"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn uphold(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    id: web::Path<String>,
    Write { body, head }: Write<NewUpholding>,
) -> Result<HttpResponse, Problem> {
    act(&request, Acting::new(kostka, &allowed, &head), of_championship(&id)?, body).await
}

/// Takes back that somebody declined.
#[utoipa::path(
    delete, path = "/api/v1/mw/{id}/declines/{event_id}/{player}", tag = "qualifications", operation_id = "withdrawMwDecline",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the voivodeship championship", example = "mw-2026-lodzkie"),
        ("event_id" = String, Path, max_length = 1024, description = "The event that the qualification comes from, or `ranking`", example = "t-2026-03-14-lodz"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
        UnderSource,
    ),
    responses(
        (status = 200, description = "Taken back", body = Receipt),
        (status = 409, description = "They have not declined"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_decline(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    path: web::Path<(String, String, String)>,
    _: NoBody,
) -> Result<HttpResponse, Problem> {
    let target = of_championship(&path.0)?;
    seats::withdraw_decline(&request, kostka, allowed, target, (&path.1, &path.2)).await
}
