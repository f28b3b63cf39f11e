//! Removes what has expired: records of the mutable store, and contacts in the vault.

use crate::http::app::AppState;
use actix_web::web;
use commands::CommandMetadata;
use domain::values::ids::CompetitionId;
use events::envelope::Actor;
use events::log::Mode;

/// Removes the records of every kind that have expired, and the contacts of winners after the championship.
pub(crate) async fn remove_expired(app: &web::Data<AppState>) {
    if !matches!(app.log.mode(), Mode::Writable) {
        return;
    }
    if let Err(error) = commands::expired_records::remove(&*app.log, app.environment.now()).await {
        tracing::warn!(error = error.to_string(), "expired records were not removed and will be tried again");
    }
    remove_ended_winner_contacts(app).await;
}

async fn remove_ended_winner_contacts(app: &web::Data<AppState>) {
    let blocking_app = app.clone();
    let Ok(Ok(head)) = app.blocking(move || blocking_app.log.head()).await else { return };
    // At the start of the service the read models know nothing yet.
    if app.wait_for(head.position).await.is_err() {
        return;
    }
    let blocking_app = app.clone();
    let remove = move || {
        let AppState { commands, projector, .. } = &**blocking_app;
        commands.remove_ended_winner_contacts(&CommandMetadata::by(Actor::service()), projector)
    };
    let failed = match app.blocking(remove).await {
        Ok(Ok(removals)) => removals.failed,
        Ok(Err(error)) => return warn_of_winner_contact(None, &error.to_string()),
        Err(problem) => return warn_of_winner_contact(None, problem.kind().slug()),
    };
    for (tournament, error) in failed {
        warn_of_winner_contact(Some(&tournament), &error.to_string());
    }
}

fn warn_of_winner_contact(tournament: Option<&CompetitionId>, error: &str) {
    let tournament = tournament.map(CompetitionId::as_str);
    tracing::warn!(tournament, error, "a contact of a winner was not removed and will be tried again");
}
