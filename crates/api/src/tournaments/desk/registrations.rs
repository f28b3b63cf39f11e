//! Players of a tournament: the public list, the desk for staff, and registering, changing and withdrawing them.

mod answers;
mod requests;

use super::details::public_tournament;
use crate::accounts::TournamentStaff;
use crate::http::answer::{Answer, Audience};
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat};
use crate::http::path::{TournamentPath, TournamentPlayerPath};
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use actix_web::web;
use answers::{desk_answer, listed};
use domain::tournament::course::{CommandKind, Part, TournamentAction};
use domain::values::ids::PlayerId;
use requests::{read_registration_change, read_registrations};
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;
use wire::tournaments::desk::{Desk, NewRegistrations, PublicList, RegistrationChange};

/// In which form the list is shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CsvParams {
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// Who plays, by name.
///
/// Names and nothing else: not who has come, left or was sanctioned.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/players", tag = "tournaments", operation_id = "listTournamentPlayers",
    params(TournamentPath, CsvParams),
    responses((status = 200, description = "The players", content(
        (PublicList = "application/json"),
        (String = "text/csv", example = "id,first_name,surname,city\r\n2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź\r\n"),
    )), NotModified)
)]
pub(crate) async fn players(
    path: web::Path<TournamentPath>,
    Read { request, app, params: CsvParams { dialect } }: Read<CsvParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, dialect)?;
    let views = app.views();
    let entry = public_tournament(&views, &path.id)?;
    let items = entry.state().map(|state| listed(&views, state)).unwrap_or_default();
    // The list shows current names, so its ETag covers them too.
    let version = entry.players_changed.max(entry.names_changed);
    let answer = match format {
        ListFormat::Json => Answer::json(version, Audience::Public, &PublicList { items })?,
        ListFormat::Csv(dialect) => list_response::csv(version, dialect, &items)?,
    };
    Ok(answer.respond(&request).await)
}

/// The desk: who is there, how old as far as the rules ask, and with which consents.
///
/// For those who have a role at the tournament, and admins.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/desk", tag = "tournaments", operation_id = "getDesk",
    params(TournamentPath),
    responses((status = 200, description = "Everybody who was ever registered", body = Desk), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn desk(
    TournamentStaff { entry, .. }: TournamentStaff,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let views = app.views();
    // After `wait_for` the desk is that of the newest views.
    let entry = views.tournaments.find(&entry.id).unwrap_or(&entry);
    let state = entry.state().ok_or(ProblemKind::NotFound)?;
    let version = entry.etag.max(entry.names_changed);
    Ok(Answer::json(version, Audience::Private, &desk_answer(&views, entry, state))?.respond(&request).await)
}

/// Enters players, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/registrations", tag = "tournaments", operation_id = "registerForTournament",
    params(TournamentPath), request_body = NewRegistrations,
    responses(
        (status = 201, description = "Entered", body = Receipt),
        (status = 409, description = "Somebody is registered otherwise, or the first round has started"),
    )
)]
pub(crate) async fn register(
    write: TournamentWrite<{ CommandKind::Register as u8 }, NewRegistrations>,
) -> HandlerResult {
    let registrations = read_registrations(&write.body, &write.app.views())?;
    write.at("desk").created().run_action(TournamentAction::Register { registrations }).await
}

/// Changes what is noted of a player.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/registrations/{player}", tag = "tournaments", operation_id = "changeRegistration",
    params(TournamentPlayerPath), request_body = RegistrationChange,
    responses(
        (status = 200, description = "Changed, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not registered, or may not play like this"),
    )
)]
pub(crate) async fn change(
    path: web::Path<TournamentPlayerPath>,
    write: TournamentWrite<{ CommandKind::ChangeRegistration as u8 }, RegistrationChange>,
) -> HandlerResult {
    let player = PlayerId::parse(&path.player).map_err(|_| ProblemKind::NotFound)?;
    let write = write.require_if_match()?;
    let registration = read_registration_change(&write.body, player.clone())?;
    at_registration(write, &player).run_action(TournamentAction::ChangeRegistration(registration)).await
}

/// Takes a player off the list before the start.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/registrations/{player}", tag = "tournaments", operation_id = "withdrawRegistration",
    params(TournamentPlayerPath),
    responses(
        (status = 200, description = "Taken off, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not registered, or the first round has started"),
    )
)]
pub(crate) async fn withdraw(
    path: web::Path<TournamentPlayerPath>,
    write: TournamentWrite<{ CommandKind::WithdrawRegistration as u8 }, NoBody>,
) -> HandlerResult {
    let player = PlayerId::parse(&path.player).map_err(|_| ProblemKind::NotFound)?;
    at_registration(write, &player).run_action(TournamentAction::WithdrawRegistration { player }).await
}

fn at_registration<const KIND: u8, B>(write: TournamentWrite<KIND, B>, player: &PlayerId) -> TournamentWrite<KIND, B> {
    let id: String = form_urlencoded::byte_serialize(player.as_str().as_bytes()).collect();
    write.at(&format!("registrations/{}", id.replace('+', "%20"))).about(Part::Player(player.clone()))
}
