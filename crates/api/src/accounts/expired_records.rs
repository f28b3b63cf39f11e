//! Removes what has expired: records of the mutable store, and contacts in the vault.

use crate::http::app::AppState;
use crate::tournaments::play::closing::remove_expired_winner_contacts;
use actix_web::web;
use events::log::Mode;

/// Removes the records of every kind that have expired, and the contacts of winners after the championship.
pub(crate) async fn remove_expired(app: &web::Data<AppState>) {
    if !matches!(app.log.mode(), Mode::Writable) {
        return;
    }
    if let Err(error) = commands::expired_records::remove(&*app.log, app.environment.now()).await {
        tracing::warn!(error = error.to_string(), "expired records were not removed and will be tried again");
    }
    remove_expired_winner_contacts(app).await;
}
