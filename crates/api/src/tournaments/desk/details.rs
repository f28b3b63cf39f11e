//! One tournament: its public details, changing them, and cancelling it.

mod answers;

pub(crate) use answers::TournamentSummary;

use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::read_optional_reason;
use actix_web::web;
use answers::tournament_answer;
use commands::TextSealer;
use domain::event::TournamentDetails;
use domain::tournament::course::{CommandKind, TournamentAction};
use domain::values::calendar::Day;
use domain::values::ids::CompetitionId;
use domain::values::text::{Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use projections::views::{TournamentEntry, Views};
use std::sync::Arc;
use wire::tournaments::desk::{DetailsChange, Tournament};
use wire::tournaments::reasons::OptionalReason;

/// The tournament with this id, if it is public.
pub(crate) fn public_tournament<'a>(views: &'a Views, id: &str) -> Result<&'a Arc<TournamentEntry>, Problem> {
    let id = CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.tournaments.find(&id).filter(|entry| entry.is_public());
    Ok(entry.ok_or(ProblemKind::NotFound)?)
}

/// One tournament.
///
/// Applications are not shown here before they are approved.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}", tag = "tournaments", operation_id = "getTournament",
    params(TournamentPath),
    responses((status = 200, description = "The tournament", body = Tournament), NotModified)
)]
pub(crate) async fn show(path: web::Path<TournamentPath>, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let views = app.views();
    let entry = public_tournament(&views, &path.id)?;
    let answer = Answer::json(entry.details_changed, Audience::Public, &tournament_answer(&views, entry))?;
    Ok(answer.respond(&request).await)
}

/// Changes name, venue, voivodeship or days.
///
/// Everything is given. Later than the last announcement it needs a reason, and is marked as announced late.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/details", tag = "tournaments", operation_id = "changeTournament",
    params(TournamentPath), request_body = DetailsChange,
    responses(
        (status = 200, description = "Changed, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "It is under way or over"),
    )
)]
pub(crate) async fn change(
    write: TournamentWrite<{ CommandKind::ChangeDetails as u8 }, DetailsChange>,
) -> HandlerResult {
    let write = write.require_if_match()?;
    let changed = read_details_change(&write.body)?;
    write
        .run(move |sealer| {
            let reason = changed.reason.as_ref().map(|reason| sealer.reason(reason));
            TournamentAction::ChangeDetails { details: changed.details(sealer), reason }
        })
        .await
}

struct ParsedDetailsChange {
    name: Name,
    venue: Name,
    voivodeship: Voivodeship,
    first_day: Day,
    last_day: Day,
    reason: Option<StatedReason>,
}

fn read_details_change(change: &DetailsChange) -> Result<ParsedDetailsChange, Problem> {
    FieldParser::read(|fields| {
        let name = fields.name("/name", &change.name);
        let venue = fields.name("/venue", &change.venue);
        let voivodeship = fields.choice("/voivodeship", &change.voivodeship);
        let first_day = fields.day("/first_day", &change.first_day);
        let last_day = change.last_day.as_deref().map_or(first_day, |day| fields.day("/last_day", day));
        let reason = fields.optional_reason(change.reason.as_deref());
        Some(ParsedDetailsChange {
            name: name?,
            venue: venue?,
            voivodeship: voivodeship?,
            first_day: first_day?,
            last_day: last_day?,
            reason,
        })
    })
}

impl ParsedDetailsChange {
    fn details(&self, sealer: &TextSealer<'_>) -> TournamentDetails {
        TournamentDetails {
            name: sealer.name(&self.name),
            venue: sealer.venue(&self.venue),
            voivodeship: self.voivodeship,
            first_day: self.first_day,
            last_day: self.last_day,
        }
    }
}

/// Calls a tournament off, or breaks it off while it is played.
///
/// Later than the last announcement, and during play, it needs a reason.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/cancellation", tag = "tournaments", operation_id = "cancelTournament",
    params(TournamentPath), request_body = OptionalReason,
    responses((status = 200, description = "Called off, or a rehearsal", body = Receipt), (status = 409, description = "It is over"))
)]
pub(crate) async fn cancel(write: TournamentWrite<{ CommandKind::Cancel as u8 }, OptionalReason>) -> HandlerResult {
    let reason = read_optional_reason(&write.body)?;
    write
        .run(move |sealer| TournamentAction::Cancel { reason: reason.as_ref().map(|reason| sealer.reason(reason)) })
        .await
}
