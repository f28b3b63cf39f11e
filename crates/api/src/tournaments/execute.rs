//! What every act in the course of a tournament has in common: who does it, on what, and its receipt.

use crate::accounts::AuthorizedAtTournament;
use crate::http::address;
use crate::http::app::AppState;
use crate::http::problem::Problem;
use crate::http::write::{self, Receipt};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use commands::{CommandError, CommandMetadata, CommandReceipt, EtagScope, TextSealer, TournamentRequest};
use domain::tournament::course::{Rejection, TournamentAction};
use domain::values::ids::CompetitionId;

/// An act of somebody at a tournament, ready to be done.
pub(crate) struct Running {
    pub(crate) act: CommandMetadata,
    pub(crate) about: EtagScope,
    /// The answer's status when it is done.
    pub(crate) created: StatusCode,
}

/// Does it: `order` says what is wanted, given ink for its texts, and `address` where the outcome can be read.
pub(crate) async fn run<D>(
    request: &HttpRequest,
    authorized: AuthorizedAtTournament<D>,
    running: Running,
    address: impl FnOnce(&CommandReceipt) -> String,
    order: impl Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let created = running.created;
    let (receipt, replayed) = perform(request, authorized, running, address, order).await?;
    Ok(write::respond(created, &receipt, replayed))
}

/// The same without the answer, for who has something to add to the receipt; also says whether it was done before.
pub(crate) async fn perform<D>(
    request: &HttpRequest,
    authorized: AuthorizedAtTournament<D>,
    running: Running,
    address: impl FnOnce(&CommandReceipt) -> String,
    order: impl Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>> + Send + 'static,
) -> Result<(Receipt, bool), Problem> {
    let Running { act, about, created: _ } = running;
    let (tournament, principal) = (authorized.tournament().clone(), authorized.principal.clone());
    write::perform(request, address, move |app: &AppState| {
        let ask = TournamentRequest { tournament: &tournament, principal: &principal, about };
        app.commands.run_tournament(&act, &app.projector, &ask, &order)
    })
    .await
}

/// Where a tournament is read.
pub(crate) fn tournament_address(id: &CompetitionId) -> String {
    address::of("tournaments", id.as_str())
}

/// Where a part of a tournament is read.
pub(crate) fn tournament_part_address(id: &CompetitionId, part: &str) -> String {
    format!("{}/{part}", tournament_address(id))
}
