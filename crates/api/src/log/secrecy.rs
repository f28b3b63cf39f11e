//! What readers of the log do not get while the results of a stage are hidden: the payloads of its sheets.

use domain::tournament::course::Stage;
use events::envelope::{RecordedRef, StreamName};
use events::stored;
use projections::views::Views;
use serde_json::{Value, json};

/// What stands in the place of a payload that is withheld.
pub(super) fn withheld() -> Value {
    json!({ "withheld": true })
}

/// Whether an event is a sheet whose results are still hidden; readers of the log see them when the public does.
pub(super) fn is_withheld(event: &RecordedRef<'_>, views: &Views) -> bool {
    stored::is_hidden_sheet(event.event_type, event.payload)
        // What the read models do not know yet may have been hidden right before.
        && (event.position > views.position
            || stored::hidden_sheet(event.event_type, event.payload)
                .is_none_or(|stage| still_hidden(views, event.stream, stage)))
}

/// Whether the results of a stage are hidden now; so they are for a tournament of which nothing is known.
fn still_hidden(views: &Views, stream: &str, stage: Stage) -> bool {
    let stream = StreamName::parse(stream).ok();
    let tournament = stream.as_ref().and_then(|stream| views.tournaments.of_stream(stream));
    tournament.and_then(|tournament| tournament.now()).is_none_or(|now| now.is_hidden(stage))
}
