//! Removes what has expired: records of the mutable store, and contacts in the vault.

use crate::http::app::AppState;
use crate::tournaments::play::closing::remove_expired_winner_contacts;
use actix_web::web;
use events::append::Append;
use events::log::Mode;
use events::mutable_store::{MutableWrite, RecordKind};

/// Removes the records of every kind that have expired, and the contacts of winners after the championship.
pub(crate) async fn remove_expired(app: &web::Data<AppState>) {
    if !matches!(app.log.mode(), Mode::Writable) {
        return;
    }
    let before = app.environment.now();
    let mutable_writes =
        RecordKind::ALL.map(|record_kind| MutableWrite::RemoveExpired { record_kind, before }).to_vec();
    if let Err(error) = app.log.append(Append { mutable_writes, ..Append::default() }).await {
        tracing::warn!(error = error.to_string(), "expired records were not removed and will be tried again");
    }
    remove_expired_winner_contacts(app).await;
}
