//! Sanctions, disputes and rulings of referees; staff only.

use super::closing::known_player;
use super::sheets::place;
use crate::accounts::{Action, AuditNote, Outcome, TournamentStaff};
use crate::http::answer::private_json;
use crate::http::app::AppState;
use crate::http::fields::FieldParser;
use crate::http::path::{DisputePath, SheetPath, TournamentPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::execute::{TournamentWrite, tournament_address};
use crate::tournaments::people::{done_by, named_player};
use crate::tournaments::requests::in_range;
use crate::tournaments::texts::reasons;
use actix_web::web;
use domain::Choice;
use domain::rulebook::Rulebook;
use domain::tournament::course::{AffectedParts, CommandKind, Part, TournamentAction};
use domain::tournament::sanction::{Sanction, disqualified_by};
use projections::views::{ActEntry, TournamentEntry};
use std::collections::BTreeMap;
use std::sync::Arc;
use wire::tournaments::play::{DisputeItem, Disputes, NewDispute, NewRuling, NewSanction, SanctionItem, Sanctions};

const MAX_GAME: u32 = 20;

/// The acts of one kind that were not undone, oldest first.
fn acts_of(entry: &TournamentEntry, kind: CommandKind) -> impl Iterator<Item = &Arc<ActEntry>> {
    entry.acts.iter().filter(move |act| act.kind == kind && act.undone_by.is_none())
}

fn touches(act: &ActEntry, part: &Part) -> bool {
    matches!(&act.affected_parts, AffectedParts::Parts(parts) if parts.contains(part))
}

/// The sanctions that hold; for those who work at the tournament. Each look is recorded.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/sanctions", tag = "play", operation_id = "listSanctions",
    params(TournamentPath),
    responses((status = 200, description = "The sanctions", body = Sanctions)),
    security(("bearer" = []))
)]
pub(crate) async fn list_sanctions(
    TournamentStaff { entry, .. }: TournamentStaff,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let mut items = Vec::new();
    let given: Vec<&Arc<ActEntry>> = acts_of(&entry, CommandKind::GiveSanction).collect();
    let why = reasons(&app, &entry.stream, given.iter().map(|act| act.position).collect()).await?;
    let views = app.views();
    let default = Rulebook::default();
    let rulebook = entry.state().and_then(|state| state.rulebook.as_deref()).unwrap_or(&default);
    for (player, sanctions) in entry.state().into_iter().flat_map(|state| state.sanctions.iter()) {
        let part = Part::Player(player.clone());
        // One act gives one sanction, and both are in the order in which they were given.
        let acts = given.iter().filter(|act| touches(act, &part));
        let disqualifying = disqualified_by(sanctions, rulebook);
        for (at, (act, sanction)) in acts.zip(sanctions.iter()).enumerate() {
            let item = |sanction: Sanction, automatic: bool| SanctionItem {
                act: act.number,
                player: named_player(&views, player),
                sanction: sanction.name().to_owned(),
                reason: why.get(&act.position).cloned(),
                automatic,
                given_by: done_by(&views, &act.by),
                given_at: act.at.to_string(),
            };
            items.push(item(*sanction, false));
            if disqualifying == Some(at) && *sanction != Sanction::Disqualification {
                items.push(item(Sanction::Disqualification, true));
            }
        }
    }
    items.sort_by_key(|item| item.act);
    let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
    app.audit.enqueue(&app, &note.about(format!("{} sanctions", entry.stream)));
    Ok(private_json(&Sanctions { items }))
}

/// Gives a caution, a warning, a yellow card or a disqualification.
///
/// The second yellow card also disqualifies; the receipt has both events.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/sanctions", tag = "play", operation_id = "giveSanction",
    params(TournamentPath), request_body = NewSanction,
    responses(
        (status = 201, description = "Given", body = Receipt),
        (status = 200, description = "A rehearsal: it would be given", body = Receipt),
        (status = 409, description = "The player is not there; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn give_sanction(
    write: TournamentWrite<{ CommandKind::GiveSanction as u8 }, NewSanction>,
) -> HandlerResult {
    let (player, sanction, reason) = FieldParser::read(|fields| {
        let player = known_player(fields, &write.app, "/player", &write.body.player);
        let sanction = fields.choice::<Sanction>("/sanction", &write.body.sanction);
        let reason = fields.reason("/reason", &write.body.reason);
        Some((player?, sanction?, reason?))
    })?;
    write
        .at("sanctions")
        .created()
        .run(move |sealer| TournamentAction::GiveSanction {
            player: player.clone(),
            sanction,
            reason: sealer.reason(&reason),
        })
        .await
}

/// The disputes; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/disputes", tag = "play", operation_id = "listDisputes",
    params(TournamentPath),
    responses((status = 200, description = "The disputes", body = Disputes)),
    security(("bearer" = []))
)]
pub(crate) async fn list_disputes(
    TournamentStaff { entry, .. }: TournamentStaff,
    JsonRead { app, .. }: JsonRead,
) -> HandlerResult {
    let body = Disputes { items: disputes(&app, &entry).await? };
    Ok(private_json(&body))
}

/// One dispute; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/disputes/{number}", tag = "play", operation_id = "getDispute",
    params(DisputePath),
    responses((status = 200, description = "The dispute", body = DisputeItem)),
    security(("bearer" = []))
)]
pub(crate) async fn show_dispute(
    TournamentStaff { entry, .. }: TournamentStaff,
    path: web::Path<DisputePath>,
    JsonRead { app, .. }: JsonRead,
) -> HandlerResult {
    let number = numbered(&path.number)?;
    let found = disputes(&app, &entry).await?.into_iter().find(|dispute| dispute.number == number);
    let body = found.ok_or(ProblemKind::NotFound)?;
    Ok(private_json(&body))
}

/// Every dispute with its texts, oldest first.
async fn disputes(app: &web::Data<AppState>, entry: &TournamentEntry) -> Result<Vec<DisputeItem>, Problem> {
    let opened: Vec<&Arc<ActEntry>> = acts_of(entry, CommandKind::OpenDispute).collect();
    let ruled: Vec<&Arc<ActEntry>> = acts_of(entry, CommandKind::RuleDispute).collect();
    let positions = opened.iter().chain(&ruled).map(|act| act.position).collect();
    let texts: BTreeMap<_, String> = reasons(app, &entry.stream, positions).await?;
    let views = app.views();
    let disputes = entry.state().into_iter().flat_map(|state| state.disputes.iter());
    let items = disputes.map(|(number, dispute)| {
        let part = Part::Dispute(*number);
        let opening = opened.iter().find(|act| touches(act, &part));
        let ruling = ruled.iter().find(|act| touches(act, &part));
        DisputeItem {
            number: *number,
            stage: dispute.stage,
            table: dispute.table,
            game: dispute.game,
            matter: opening.and_then(|act| texts.get(&act.position).cloned()),
            opened_by: opening.map(|act| done_by(&views, &act.by)),
            opened_at: opening.map(|act| act.at.to_string()),
            ruled: dispute.ruled,
            ruling: ruling.and_then(|act| texts.get(&act.position).cloned()),
            ruled_by: ruling.map(|act| done_by(&views, &act.by)),
            ruled_at: ruling.map(|act| act.at.to_string()),
            etag: crate::http::conditional::etag_text(entry.part_etag(&part)),
        }
    });
    Ok(items.collect())
}

/// Calls the referee to a table; the token of the table is enough.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/disputes", tag = "play", operation_id = "openDispute",
    params(SheetPath), request_body = NewDispute,
    responses(
        (status = 201, description = "The referee is called", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn open_dispute(
    write: TournamentWrite<{ CommandKind::OpenDispute as u8 }, NewDispute>,
) -> HandlerResult {
    let (stage, table) = place(&write.request)?;
    let game = write.body.game;
    let matter = FieldParser::read(|fields| {
        let matter = fields.reason("/matter", &write.body.matter);
        if let Some(game) = game {
            in_range(fields, "/game", game, 1, MAX_GAME);
        }
        matter
    })?;
    let id = write.authorized.tournament().clone();
    let blocking_app = write.app.clone();
    let address = move |done: &commands::CommandReceipt| {
        let all = format!("{}/disputes", tournament_address(&id));
        let position = done.events.first().and_then(|event| event.position);
        let views = blocking_app.views();
        let entry = views.tournaments.find(&id);
        let act = entry.and_then(|entry| entry.acts.iter().find(|act| Some(act.position) == position));
        let part = act.and_then(|act| match &act.affected_parts {
            AffectedParts::Parts(parts) => parts.iter().find_map(|part| match part {
                Part::Dispute(number) => Some(*number),
                Part::Player(_) | Part::Sheet(..) => None,
            }),
            AffectedParts::Whole => None,
        });
        part.map_or(all.clone(), |number| format!("{all}/{number}"))
    };
    write
        .created()
        .run_with_address(address, move |sealer| TournamentAction::OpenDispute {
            stage,
            table,
            game,
            matter: sealer.reason(&matter),
        })
        .await
}

/// Rules on a dispute; a referee has the last word, once.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/disputes/{number}/ruling", tag = "play", operation_id = "ruleDispute",
    params(DisputePath), request_body = NewRuling,
    responses(
        (status = 200, description = "Ruled on, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn rule(
    path: web::Path<DisputePath>,
    write: TournamentWrite<{ CommandKind::RuleDispute as u8 }, NewRuling>,
) -> HandlerResult {
    let dispute = numbered(&path.number)?;
    let ruling = FieldParser::read(|fields| fields.reason("/ruling", &write.body.ruling))?;
    write
        .at(&format!("disputes/{dispute}"))
        .about(Part::Dispute(dispute))
        .run(move |sealer| TournamentAction::RuleDispute { dispute, ruling: sealer.reason(&ruling) })
        .await
}

/// A number from 1 in a path; anything else is not found.
pub(crate) fn numbered(text: &str) -> Result<u32, Problem> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain).ok_or_else(|| ProblemKind::NotFound.into())
}
