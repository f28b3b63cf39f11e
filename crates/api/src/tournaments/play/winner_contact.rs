//! The winner's contact, recorded after closing for the main organiser.

use crate::accounts::{Action, AuditNote, Outcome, TournamentStaff};
use crate::http::answer::private_json;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use commands::{NO_WINNER_CONTACT, TextSealer, winner_contact_until};
use domain::tournament::course::{CommandKind, TournamentAction};
use domain::values::calendar::Moment;
use events::vault::WinnerContact;
use std::sync::Arc;
use wire::tournaments::play::{NewWinnerContact, WinnerContact as WinnerContactBody};

/// The winner's contact, for those who work at the tournament.
///
/// Admins read it, and each such look is recorded with who looked; others learn only whether there is one.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "getWinnerContact",
    params(TournamentPath),
    responses((status = 200, description = "The contact, as far as the caller may see it", body = WinnerContactBody)),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    TournamentStaff { entry, signed_in }: TournamentStaff,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let today = Moment::at_microseconds(app.environment.now().0).day();
    let until = winner_contact_until(&app.views(), &entry, today);
    let mut body = WinnerContactBody {
        recorded: until.is_some(),
        until: until.map(|day| day.to_string()),
        name: None,
        email: None,
    };
    if body.recorded && signed_in.is_admin() {
        let (blocking_app, tournament) = (app.clone(), Arc::clone(&entry));
        let read = move || blocking_app.vault_record::<WinnerContact>(&tournament.stream);
        let contact = app.blocking(read).await??;
        let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
        app.audit.enqueue(&app, &note.about(entry.stream.to_string()));
        if let Some(WinnerContact { name, email }) = contact.map(|contact| contact.record) {
            body.name = name.as_ref().map(|name| name.as_str().to_owned());
            body.email = email.as_ref().map(|email| email.as_str().to_owned());
        }
    }
    Ok(private_json(&body))
}

/// Records how the winner is reached.
///
/// After closing, for the main organiser, who sends the winner what the championship needs. A second contact replaces
/// the first. It is shown until two weeks after the first day of the championship, or a year after the end of play if
/// none is planned, and no longer once the winner was erased or a correction has made another player the winner; it is
/// removed within ten minutes after that.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "recordWinnerContact",
    params(TournamentPath, ("If-Match" = Option<String>, Header)), request_body = NewWinnerContact,
    responses(
        (status = 200, description = "Recorded, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn record(
    write: TournamentWrite<{ CommandKind::RecordWinnerContact as u8 }, NewWinnerContact>,
) -> HandlerResult {
    let mut fields = FieldParser::default();
    let name = write.body.name.as_deref().and_then(|name| fields.name("/name", name));
    let email = fields.email("/email", &write.body.email);
    fields.finish()?;
    let contact =
        WinnerContact { name: name.map(|name| name.as_str().into()), email: email.map(|email| email.as_str().into()) };
    let record =
        move |sealer: &TextSealer<'_>| TournamentAction::RecordWinnerContact { contact: sealer.seal(&contact) };
    write.at("winner-contact").run(record).await
}

/// Removes the winner's contact.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/winner-contact", tag = "play", operation_id = "removeWinnerContact",
    params(TournamentPath),
    responses(
        (status = 200, description = "Removed, or there was none, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn remove(
    write: TournamentWrite<{ CommandKind::RemoveWinnerContact as u8 }, NoBody>,
) -> HandlerResult {
    let remove =
        |sealer: &TextSealer<'_>| TournamentAction::RemoveWinnerContact { empty: sealer.seal(&NO_WINNER_CONTACT) };
    write.at("winner-contact").run(remove).await
}
