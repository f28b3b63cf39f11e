//! Looking up a table token: the right to record the games of one table in one round of one tournament.

use crate::http::app::AppState;
use crate::http::problem::Problem;
use actix_web::web;
use commands::accounts::table_tokens::{TableScope, record_key};
use events::log::ReadError;
use events::mutable_store::RecordKind;

pub(crate) enum TableTokenLookup {
    Valid(TableScope),
    /// It was good until its round was over, or until its seats were given out anew.
    Ended,
    /// It does not exist, was revoked or has expired, or its issuer has lost the permission.
    Invalid,
}

/// What a token is good for, if it is good for something.
pub(crate) async fn look_up(app: &web::Data<AppState>, token: &str) -> Result<TableTokenLookup, Problem> {
    let Some(key) = record_key(token) else { return Ok(TableTokenLookup::Invalid) };
    let log = app.log.clone();
    let read = move || Ok::<_, ReadError>((log.mutable_record(RecordKind::TableToken, &key)?, log.head()?.position));
    let (record, head) = app.blocking(read).await??;
    let now = app.environment.now();
    let Some(scope) = record.as_ref().and_then(TableScope::read).filter(|scope| scope.expires_at > now) else {
        return Ok(TableTokenLookup::Invalid);
    };
    // Tokens stop working when the role of their issuer is revoked, so the read models must contain that.
    app.wait_for(head).await?;
    let views = app.views();
    Ok(match (scope.issuer_is_permitted(&views), scope.is_played(&views)) {
        (false, _) => TableTokenLookup::Invalid,
        (true, false) => TableTokenLookup::Ended,
        (true, true) => TableTokenLookup::Valid(scope),
    })
}
