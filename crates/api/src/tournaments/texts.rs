//! Texts that people typed at a tournament or about qualifications, read back from the vault for those who may see
//! them.

use crate::http::app::AppState;
use crate::http::problem::Problem;
use actix_web::web;
use events::envelope::{Position, StreamName};
use events::vault::Reason;
use std::collections::BTreeMap;

/// The reasons that go with the events at these positions, as far as there are any.
pub(crate) async fn reasons(
    app: &web::Data<AppState>,
    stream: &StreamName,
    positions: Vec<Position>,
) -> Result<BTreeMap<Position, String>, Problem> {
    if positions.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (blocking_app, stream) = (app.clone(), stream.clone());
    let read = move || read(&blocking_app, &stream, &positions);
    app.blocking(read).await?
}

fn read(app: &AppState, stream: &StreamName, positions: &[Position]) -> Result<BTreeMap<Position, String>, Problem> {
    let Some(sealed) = app.log.sealed(stream)? else { return Ok(BTreeMap::new()) };
    let open = app.vault.open(&sealed)?;
    let mut found = BTreeMap::new();
    for position in positions {
        let page = app.log.read(Position(position.0.saturating_sub(1)), 1)?;
        let Some(event) = page.first() else { continue };
        if let Some(reason) = open.record_for::<Reason>(event.event.event_id)? {
            found.insert(*position, reason.record.text.as_str().to_owned());
        }
    }
    Ok(found)
}
