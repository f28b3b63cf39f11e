//! Who plays: the list for everybody, the desk for staff, and entering, changing and taking off.

mod body;

pub(crate) use body::{Desk, NewRegistrations, PublicList, RegistrationChange};

use super::details::public;
use super::running::{Running, run, under};
use crate::answer::{Answer, Audience};
use crate::auth::{AtWork, Doing, deed};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::Dialect;
use crate::table::{self, Shape};
use crate::write::{Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{Order, Part};
use domain::ids::{EventId, PlayerId};
use projections::office::About;
use serde::Deserialize;
use std::sync::Arc;
use url::form_urlencoded;
use utoipa::IntoParams;

/// In which form the list is shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SheetOnly {
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// Who plays, by name.
///
/// Names and nothing else: not who has come, left or was sanctioned.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/players", tag = "tournaments", operation_id = "listTournamentPlayers",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a"),
        SheetOnly,
    ),
    responses(
        (
            status = 200, description = "The players",
            content(
                (PublicList = "application/json"),
                (String = "text/csv", example = "id,first_name,surname,city\r\n2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn players(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(SheetOnly { dialect }): Params<SheetOnly>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, dialect)?;
    let views = kostka.views();
    let entry = public(&views, &id)?;
    let items = entry.now().map(|now| body::listed(&views, now)).unwrap_or_default();
    // Names are of today, so the list is as new as the last of them.
    let state = entry.players_changed.max(entry.names_changed);
    let answer = match shape {
        Shape::Json => Answer::json(state, Audience::Public, &PublicList { items })?,
        Shape::Csv(dialect) => table::csv(state, dialect, &items)?,
    };
    Ok(Arc::new(answer).respond(&request).await)
}

/// The desk: who is there, how old as far as the rules ask, and with which consents.
///
/// For those who have a role at the tournament, and admins.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/desk", tag = "tournaments", operation_id = "getDesk",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    responses(
        (status = 200, description = "Everybody who was ever registered", body = Desk),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn desk(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    AtWork { entry, .. }: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    // Whoever asks to wait for a position sees the desk as it stands there.
    let entry = views.tournaments.find(&entry.id).unwrap_or(&entry);
    let now = entry.now().ok_or(ProblemKind::NotFound)?;
    let state = entry.etag.max(entry.names_changed);
    let answer = Answer::json(state, Audience::Private, &Desk::of(&views, entry, now))?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// Enters players, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/registrations", tag = "tournaments", operation_id = "registerForTournament",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = NewRegistrations,
    responses(
        (status = 201, description = "Entered", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
        (status = 409, description = "Somebody is registered otherwise, or the first round has started"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn register(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Register>,
    Write { body, head }: Write<NewRegistrations>,
) -> Result<HttpResponse, Problem> {
    let registrations = body.read(&kostka.views())?;
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "desk");
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(&request, doing, running, |_| address, move |_| Ok(Order::Register { registrations: registrations.clone() }))
        .await
}

/// Changes what is noted of a player.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/registrations/{player}", tag = "tournaments", operation_id = "changeRegistration",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
    ),
    request_body = RegistrationChange,
    responses(
        (status = 200, description = "Changed, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not registered, or may not play like this"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn change(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ChangeRegistration>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<RegistrationChange>,
) -> Result<HttpResponse, Problem> {
    let player = PlayerId::parse(&path.1).map_err(|_| ProblemKind::NotFound)?;
    let act = head.edit(&kostka, doing.actor())?;
    let registration = body.read(player.clone())?;
    let address = registration_address(doing.tournament(), &player);
    let running = Running { act, about: About::Part(Part::Player(player)), created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::ChangeRegistration(registration.clone()))).await
}

/// Takes a player off the list before the start.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/registrations/{player}", tag = "tournaments", operation_id = "withdrawRegistration",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
    ),
    responses(
        (status = 200, description = "Taken off, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not registered, or the first round has started"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::WithdrawRegistration>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let player = PlayerId::parse(&path.1).map_err(|_| ProblemKind::NotFound)?;
    let act = head.act(&kostka, doing.actor());
    let address = registration_address(doing.tournament(), &player);
    let running = Running { act, about: About::Part(Part::Player(player.clone())), created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::WithdrawRegistration { player: player.clone() }))
        .await
}

fn registration_address(tournament: &EventId, player: &PlayerId) -> String {
    let player: String = form_urlencoded::byte_serialize(player.as_str().as_bytes()).collect();
    under(tournament, &format!("registrations/{}", player.replace('+', "%20")))
}
