//! Ties among players that the main referee decides before the tournament goes on.

use crate::accounts::TournamentStaff;
use crate::http::answer::private_json;
use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::qualifications::rulings::ties::parse_order;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::people::named_player;
use crate::tournaments::play::closing::known_player;
use domain::Choice;
use domain::event::TieQuestion;
use domain::tournament::course::{CommandKind, TournamentAction, open_tie};
use domain::values::ids::PlayerId;
use wire::tournaments::play::{Tie, TieDecision, Ties};

/// The tie that must be decided, and those that were; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/ties", tag = "play", operation_id = "listTies",
    params(TournamentPath),
    responses((status = 200, description = "The ties", body = Ties)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    TournamentStaff { entry, .. }: TournamentStaff,
    JsonRead { app, .. }: JsonRead,
) -> HandlerResult {
    let views = app.views();
    let tie = |question: TieQuestion, players: &[PlayerId]| Tie {
        question: question.name().to_owned(),
        players: players.iter().map(|player| named_player(&views, player)).collect(),
    };
    let state = entry.state();
    let open = state.and_then(open_tie).map(|(question, players)| tie(question, &players));
    let decided = state.into_iter().flat_map(|state| state.ties.iter());
    let decided = decided.map(|(question, order)| tie(*question, order)).collect();
    Ok(private_json(&Ties { open, decided }))
}

/// Sets an order among tied players.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/ties", tag = "play", operation_id = "decideTie",
    params(TournamentPath), request_body = TieDecision,
    responses(
        (status = 200, description = "Decided, or a rehearsal", body = Receipt),
        (status = 409, description = "These players are not tied for that; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn decide(write: TournamentWrite<{ CommandKind::DecideTie as u8 }, TieDecision>) -> HandlerResult {
    let (question, order, reason) = FieldParser::read(|fields| {
        let question = fields.choice::<TieQuestion>("/question", &write.body.question);
        let player = |fields: &mut FieldParser, at: &str, id: &str| known_player(fields, &write.app, at, id);
        let order = parse_order(fields, &write.body.order, player);
        let reason = fields.optional_reason(write.body.reason.as_deref());
        Some((question?, order?, reason))
    })?;
    write
        .at("ties")
        .run(move |sealer| {
            let reason = reason.as_ref().map(|reason| sealer.reason(reason));
            TournamentAction::DecideTie { question, order: order.clone(), reason }
        })
        .await
}
