//! Players: public data, registration and rectification.

mod answers;
mod city;
mod list;
mod private;

pub(crate) use city::CityFilter;
pub(crate) use list::{__path_list, check_search, list, parse_voivodeship};
pub(crate) use private::{__path_show_private, show_private};
pub(crate) use wire::common::voivodeship;

use crate::accounts::{Authorized, permission};
use crate::http::address;
use crate::http::answer::{Answer, Audience};
use crate::http::path::PlayerPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::web;
use commands::CommandReceipt;
use domain::people::player::Rejection;
use domain::values::ids::PlayerId;
use events::envelope::{StreamKind, StreamName};
use formats::localization::Message;
use projections::views::PublicPlayer;
use wire::players::{Player, PlayerRectification, PlayerRegistration};

/// One player.
///
/// Only public fields, always as they are today. After an erasure the answer is 410, for good.
#[utoipa::path(
    get, path = "/api/v1/players/{id}", tag = "players", operation_id = "getPlayer",
    params(PlayerPath),
    responses(
        (status = 200, description = "The player", body = Player),
        (status = 304, description = "As the client knows the player"),
        (status = 410, description = "The player was erased"),
    )
)]
pub(crate) async fn show(path: web::Path<PlayerPath>, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let views = app.views();
    let player = known(views.players.get(&parse_id(&path.id)?))?;
    let body = answers::player_answer(player).ok_or(ProblemKind::Gone)?;
    Ok(Answer::json(player.etag, Audience::Public, &body)?.respond(&request).await)
}

/// Registers a player.
///
/// Name, city, voivodeship and country go to the vault under a new opaque id; the log learns only that somebody was
/// registered. Somebody of the same name is refused with 409 and the ids of those who are known, unless `namesake` says
/// that it is another person.
#[utoipa::path(
    post, path = "/api/v1/players", tag = "players", operation_id = "registerPlayer",
    request_body = PlayerRegistration,
    responses(
        (status = 201, description = "Registered", body = Receipt),
        (status = 200, description = "A rehearsal: it would be registered", body = Receipt),
        (status = 409, description = "Somebody of that name is registered"),
    )
)]
pub(crate) async fn register(
    write: AuthorizedWrite<Authorized<permission::RegisterPlayers>, PlayerRegistration>,
) -> HandlerResult {
    let details = answers::read_registration(&write.body)?;
    let metadata = write.metadata();
    let namesake = write.body.namesake;
    write::execute(&write.request, StatusCode::CREATED, address, move |app| {
        app.commands.register_player(&metadata, &app.projector, &details, namesake)
    })
    .await
}

/// Puts right what is known of a player.
///
/// All fields are given; the new name shows everywhere at once, also in older lists. The reason is kept for staff.
#[utoipa::path(
    put, path = "/api/v1/players/{id}", tag = "players", operation_id = "rectifyPlayer",
    params(PlayerPath), request_body = PlayerRectification,
    responses(
        (status = 200, description = "Rectified, or nothing had to change", body = Receipt),
        (status = 410, description = "The player was erased"),
    )
)]
pub(crate) async fn rectify(
    path: web::Path<PlayerPath>,
    write: AuthorizedWrite<Authorized<permission::RectifyPlayers>, PlayerRectification>,
) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let metadata = write.metadata_if_match()?;
    let (details, reason) = answers::read_rectification(&write.body)?;
    write::execute(&write.request, StatusCode::OK, address, move |app| {
        app.commands.rectify_player(&metadata, &id, &details, Some(&reason))
    })
    .await
}

fn address(done: &CommandReceipt) -> String {
    address::of("players", done.resource.id())
}

/// The stream of a player.
pub(crate) fn player_stream(player: &PlayerId) -> Result<StreamName, Problem> {
    StreamName::new(StreamKind::Player, player.as_str()).map_err(|_| ProblemKind::NotFound.into())
}

fn parse_id(id: &str) -> Result<PlayerId, Problem> {
    PlayerId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}

/// A player who is registered and not erased.
fn known(player: Option<&PublicPlayer>) -> Result<&PublicPlayer, Problem> {
    match player {
        Some(player) if player.erased => Err(ProblemKind::Gone.into()),
        Some(player) => Ok(player),
        None => Err(ProblemKind::NotFound.into()),
    }
}

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        match self {
            Self::UnknownPlayer => ProblemKind::NotFound.into(),
            Self::AlreadyRegistered => Problem::new(ProblemKind::Conflict).with_extension("reason", self.code()),
            Self::Erased => ProblemKind::Gone.into(),
            Self::Namesake { candidates } => {
                let ids: Vec<&str> = candidates.iter().map(PlayerId::as_str).collect();
                let count = Message::new("namesakes").number("n", ids.len() as i64);
                Problem::new(ProblemKind::PossibleDuplicate).because(count).with_extension("candidates", ids)
            }
        }
    }
}
