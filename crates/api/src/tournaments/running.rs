//! What every act in the course of a tournament has in common: who does it, on what, and its receipt.

use crate::address;
use crate::auth::Doing;
use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::write::{self, Receipt};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use domain::course::{Order, Rejection};
use domain::ids::EventId;
use projections::office::{About, Act, ActError, Done, Ink, TournamentAsk};

/// An act of somebody at a tournament, ready to be done.
pub(crate) struct Running {
    pub(crate) act: Act,
    pub(crate) about: About,
    /// The answer's status when it is done.
    pub(crate) created: StatusCode,
}

/// Does it: `order` says what is wanted, given ink for its texts, and `address` where the outcome can be read.
pub(crate) async fn run<D>(
    request: &HttpRequest,
    doing: Doing<D>,
    running: Running,
    address: impl FnOnce(&Done) -> String,
    order: impl Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let created = running.created;
    let (receipt, replayed) = perform(request, doing, running, address, order).await?;
    Ok(write::respond(created, &receipt, replayed))
}

/// The same without the answer, for who has something to add to the receipt; also says whether it was done before.
pub(crate) async fn perform<D>(
    request: &HttpRequest,
    doing: Doing<D>,
    running: Running,
    address: impl FnOnce(&Done) -> String,
    order: impl Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>> + Send + 'static,
) -> Result<(Receipt, bool), Problem> {
    let Running { act, about, created: _ } = running;
    let (tournament, doer) = (doing.tournament().clone(), doing.doer.clone());
    write::perform(request, address, move |kostka: &Kostka| {
        let ask = TournamentAsk { tournament: &tournament, doer: &doer, about };
        kostka.office.run_tournament(&act, &kostka.projector, &ask, &order)
    })
    .await
}

/// Where a tournament is read.
pub(crate) fn tournament_address(id: &EventId) -> String {
    address::of("tournaments", id.as_str())
}

/// Where a part of a tournament is read.
pub(crate) fn under(id: &EventId, part: &str) -> String {
    format!("{}/{part}", tournament_address(id))
}
