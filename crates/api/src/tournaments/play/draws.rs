//! Draws of seats, made with a committed seed and published so that anyone can recompute them.

use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::fields::FieldParser;
use crate::http::negotiate;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::desk::details::public_tournament;
use crate::tournaments::execute::TournamentWrite;
use actix_web::web;
use domain::tournament::course::{CommandKind, Stage, TournamentAction, TournamentState};
use domain::tournament::seating::seat_in_order;
use formats::localization::{Lang, Message};
use projections::views::{DrawEntry, TournamentEntry};
use wire::tournaments::play::{DrawItem, DrawnSeat, Draws, NewDraw};

const DOCUMENTATION: &str = "/api/conventions.md";

/// The draws of a tournament, with what is needed to make them again.
///
/// The seed is shown once the tournament is closed; its hash was published when it was approved.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/draws", tag = "tournaments", operation_id = "listDraws",
    params(TournamentPath),
    responses((status = 200, description = "The draws", body = Draws), NotModified)
)]
pub(crate) async fn list(path: web::Path<TournamentPath>, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let lang = negotiate::language(request.headers());
    let views = app.views();
    let entry = public_tournament(&views, &path.id)?;
    let state = entry.state().ok_or(ProblemKind::NotFound)?;
    let answer = Answer::json(entry.details_changed, Audience::Public, &draws(entry, state, lang))?;
    Ok(answer.in_language(lang).respond(&request).await)
}

/// Draws the seats of a round.
///
/// Those who are checked in get the seats. A second draw needs a reason, and everybody can read it.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/draws", tag = "tournaments", operation_id = "drawSeats",
    params(TournamentPath), request_body = NewDraw,
    responses(
        (status = 201, description = "Drawn", body = Receipt),
        (status = 409, description = "There is no format, so many cannot be seated, or it is not the turn of the round"),
    )
)]
pub(crate) async fn draw(write: TournamentWrite<{ CommandKind::Draw as u8 }, NewDraw>) -> HandlerResult {
    let mut fields = FieldParser::default();
    let stage = write.body.stage.as_deref().map(Stage::parse).transpose();
    if stage.is_err() {
        fields.add("/stage", "invalid-stage", Message::new("field-stage"));
    }
    let reason = fields.optional_reason(write.body.reason.as_deref());
    fields.finish()?;
    let stage = stage.ok().flatten();
    write
        .at("draws")
        .created()
        .run(move |sealer| {
            let current = sealer.course().hosted().and_then(|running| running.state.current_stage());
            TournamentAction::Draw {
                stage: stage.or(current).unwrap_or(Stage::Round(1)),
                seed: sealer.seed(),
                reason: reason.as_ref().map(|reason| sealer.redraw_reason(reason)),
            }
        })
        .await
}

fn draws(entry: &TournamentEntry, state: &TournamentState, lang: Lang) -> Draws {
    let seed = state.closed.as_ref().and_then(|closing| closing.seed.as_ref());
    Draws {
        seed_commitment: state.approval.as_ref().map(|approval| approval.seed.to_string()),
        seed: seed.map(|seed| hex::encode(seed.reveal())),
        how_to_recompute: lang.render(&Message::new("draw-how-to-recompute")),
        documentation: DOCUMENTATION.to_owned(),
        items: entry.draws.iter().map(|draw| draw_item(draw)).collect(),
    }
}

fn draw_item(draw: &DrawEntry) -> DrawItem {
    let seats = seat_in_order(&draw.order).unwrap_or_default().into_iter();
    DrawItem {
        number: draw.number,
        stage: draw.stage,
        order: seats.map(|(seat, player)| DrawnSeat { seat: seat.to_string(), player: player.to_string() }).collect(),
        reason: draw.reason.as_ref().map(|reason| reason.as_str().to_owned()),
        undone: draw.undone,
        position: draw.position.0,
        at: draw.at.to_string(),
    }
}
