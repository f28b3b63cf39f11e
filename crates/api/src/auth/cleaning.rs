//! Takes out of the cabinet what has expired: nobody could use it, and nobody should find it.

use crate::kostka::Kostka;
use events::append::Append;
use events::cabinet::{CabinetWrite, Drawer};
use events::log::Mode;

/// Removes the records of all drawers that have expired.
pub(crate) async fn remove_expired(kostka: &Kostka) {
    if !matches!(kostka.log.mode(), Mode::Writable) {
        return;
    }
    let before = kostka.environment.now();
    let cabinet = Drawer::ALL.map(|drawer| CabinetWrite::RemoveExpired { drawer, before }).to_vec();
    if let Err(error) = kostka.log.append(Append { cabinet, ..Append::default() }).await {
        tracing::warn!(error = error.to_string(), "what has expired stays in the cabinet for a while");
    }
}
