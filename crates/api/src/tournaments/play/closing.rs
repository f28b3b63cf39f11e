//! Closing a tournament: its results, the contact of its winner, and waivers of the qualification it gives.

use crate::accounts::{Action, AuditNote, Outcome, TournamentStaff};
use crate::http::answer::private_json;
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::{TournamentPath, TournamentPlayerPath};
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use actix_web::web;
use commands::{CommandMetadata, EtagScope, TextSealer, TournamentRequest};
use domain::event::{Grant, Role};
use domain::tournament::course::{ActorRef, CommandKind, Credentials, Principal, TournamentAction};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::Actor;
use events::vault::WinnerContact;
use formats::localization::Message;
use projections::views::{TournamentEntry, Views};
use std::collections::BTreeSet;
use std::sync::Arc;
use wire::tournaments::play::{NewWinnerContact, OnePlayer, TournamentEnd, WinnerContact as WinnerContactBody};

/// The actor of what the service does by itself.
const SERVICE: &str = "service/retention";

/// A player who is registered with the service, erased ones included; others are noted as field problems.
pub(crate) fn known_player(fields: &mut FieldParser, app: &AppState, pointer: &str, id: &str) -> Option<PlayerId> {
    let known = PlayerId::parse(id).ok().filter(|id| app.views().players.get(id).is_some());
    if known.is_none() {
        let words = Message::new("unknown-player").excerpt("id", id.to_owned());
        fields.add_problem(FieldProblem::pointer(pointer, "unknown-player", words));
    }
    known
}

/// The end of play, if the request states it.
fn read_end(body: &TournamentEnd) -> Result<Option<Moment>, Problem> {
    let Some(text) = &body.ended_at else { return Ok(None) };
    Moment::parse(text).map(Some).map_err(|_| {
        let mut fields = FieldParser::default();
        fields.add_problem(FieldProblem::pointer("/ended_at", "invalid-moment", Message::new("import-field-moment")));
        fields.problem()
    })
}

/// Makes the results final.
///
/// Every stage is over and every dispute ruled on. The seed of the draws is revealed, and the places count for the
/// season in which play ended. The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/close", tag = "play", operation_id = "closeTournament",
    params(TournamentPath), request_body = TournamentEnd,
    responses(
        (status = 200, description = "Closed, or a rehearsal", body = Receipt),
        (status = 409, description = "Something is left to be done; `reason` and `rule` say what"),
    )
)]
pub(crate) async fn close(write: TournamentWrite<{ CommandKind::Close as u8 }, TournamentEnd>) -> HandlerResult {
    let ended_at = read_end(&write.body)?;
    write.run(move |sealer| TournamentAction::Close { seed: sealer.seed(), ended_at }).await
}

/// Whether it was taken down how the winner is reached; for those who work there.
///
/// Admins also read what was taken down, and each such look is recorded with who looked.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "getWinnerContact",
    params(TournamentPath),
    responses((status = 200, description = "The contact, as far as the caller may see it", body = WinnerContactBody)),
    security(("bearer" = []))
)]
pub(crate) async fn show_winner_contact(
    TournamentStaff { entry, signed_in }: TournamentStaff,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let until = contact_until(&app.views(), &entry);
    let mut body = WinnerContactBody {
        recorded: until.is_some(),
        until: until.map(|day| day.to_string()),
        name: None,
        email: None,
    };
    if body.recorded && signed_in.is_admin() {
        let (here, of) = (app.clone(), Arc::clone(&entry));
        let contact = app.blocking(move || here.vault_record::<WinnerContact>(&of.stream)).await??;
        let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
        app.audit.enqueue(&app, &note.about(format!("{} winner-contact", entry.stream)));
        if let Some(WinnerContact { name, email }) = contact.map(|contact| contact.record) {
            body.name = name.as_ref().map(|name| name.as_str().to_owned());
            body.email = email.as_ref().map(|email| email.as_str().to_owned());
        }
    }
    Ok(private_json(&body))
}

/// The last day on which the service holds the winner's contact; none where there is no contact.
fn contact_until(views: &Views, entry: &TournamentEntry) -> Option<Day> {
    let closed = entry.state()?.closed.as_ref().filter(|closed| closed.has_winner_contact)?;
    let season = views.records.season_on(closed.ended_at.day());
    Some(closed.winner_contact_until(season.and_then(|season| season.record.mp_first_day)))
}

/// Takes down how the winner is reached.
///
/// After closing, for the main organiser, who sends the winner what the championship needs. A second one takes the
/// place of the first. It is removed two weeks after the first day of the championship.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "recordWinnerContact",
    params(TournamentPath), request_body = NewWinnerContact,
    responses(
        (status = 200, description = "Taken down, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn record_winner_contact(
    write: TournamentWrite<{ CommandKind::RecordWinnerContact as u8 }, NewWinnerContact>,
) -> HandlerResult {
    let mut fields = FieldParser::default();
    let name = write.body.name.as_deref().and_then(|name| fields.name("/name", name));
    let email = fields.email("/email", &write.body.email);
    fields.finish()?;
    let contact =
        WinnerContact { name: name.map(|name| name.as_str().into()), email: email.map(|email| email.as_str().into()) };
    let record = move |sealer: &TextSealer<'_>| record_contact(sealer, &contact);
    write.at("winner-contact").run(record).await
}

/// Removes how the winner is reached.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "removeWinnerContact",
    params(TournamentPath),
    responses(
        (status = 200, description = "Removed, or there was none, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn remove_winner_contact(
    write: TournamentWrite<{ CommandKind::RecordWinnerContact as u8 }, NoBody>,
) -> HandlerResult {
    write.at("winner-contact").run(|sealer| record_contact(sealer, &NO_CONTACT)).await
}

const NO_CONTACT: WinnerContact = WinnerContact { name: None, email: None };

fn record_contact(sealer: &TextSealer<'_>, contact: &WinnerContact) -> TournamentAction {
    TournamentAction::RecordWinnerContact { contact: sealer.seal(contact), held: *contact != NO_CONTACT }
}

/// Removes the contacts of winners that are held no longer.
pub(crate) async fn remove_expired_winner_contacts(app: &web::Data<AppState>) {
    let here = app.clone();
    let Ok(Ok(head)) = app.blocking(move || here.log.head()).await else { return };
    // At the start of the service the read models know nothing yet.
    if app.wait_for(head.position).await.is_err() {
        return;
    }
    let (views, today) = (app.views(), Moment::at_microseconds(app.environment.now().0).day());
    let is_over = |entry: &&Arc<TournamentEntry>| contact_until(&views, entry).is_some_and(|until| until < today);
    for entry in views.tournaments.list().filter(is_over) {
        let (here, tournament) = (app.clone(), entry.id.clone());
        let removed = app.blocking(move || remove_as_service(&here, &tournament)).await;
        if !matches!(removed, Ok(Ok(()))) {
            tracing::warn!(
                tournament = entry.id.as_str(),
                "the winner's contact was not removed and will be tried again"
            );
        }
    }
}

/// Removes a contact with the authority of the main organiser, in the name of the service.
fn remove_as_service(app: &AppState, tournament: &CompetitionId) -> Result<(), Problem> {
    let actor = Actor::parse(SERVICE).map_err(|_| ProblemKind::Internal)?;
    let id = ActorRef::parse(SERVICE).map_err(|_| ProblemKind::Internal)?;
    let main_organiser = BTreeSet::from([Grant { role: Role::Admin, event: None }]);
    let principal = Principal { id, credentials: Credentials::Roles(main_organiser) };
    let metadata = CommandMetadata { actor, idempotency: None, dry_run: false, expected: None, audit: None };
    let request = TournamentRequest { tournament, principal: &principal, about: EtagScope::Whole };
    let remove = |sealer: &TextSealer<'_>| Ok(record_contact(sealer, &NO_CONTACT));
    app.commands
        .run_tournament(&metadata, &app.projector, &request, &remove)
        .map(drop)
        .map_err(|_| ProblemKind::Unavailable.into())
}

/// Notes that a player gives up the qualification.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/waivers", tag = "play", operation_id = "declareWaiver",
    params(TournamentPath), request_body = OnePlayer,
    responses(
        (status = 201, description = "Noted", body = Receipt),
        (status = 200, description = "A rehearsal: it would be noted", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn declare_waiver(
    write: TournamentWrite<{ CommandKind::DeclareWaiver as u8 }, OnePlayer>,
) -> HandlerResult {
    let mut fields = FieldParser::default();
    let player = known_player(&mut fields, &write.app, "/player", &write.body.player);
    let player = player.ok_or_else(|| fields.problem())?;
    write.created().run_action(TournamentAction::DeclareWaiver { player }).await
}

/// Takes back that a player gave up the qualification.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/waivers/{player}", tag = "play", operation_id = "withdrawWaiver",
    params(TournamentPlayerPath),
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "The player gave up nothing"),
    )
)]
pub(crate) async fn withdraw_waiver(
    path: web::Path<TournamentPlayerPath>,
    write: TournamentWrite<{ CommandKind::WithdrawWaiver as u8 }, NoBody>,
) -> HandlerResult {
    let player = PlayerId::parse(&path.player).map_err(|_| ProblemKind::NotFound)?;
    write.run_action(TournamentAction::WithdrawWaiver { player }).await
}
