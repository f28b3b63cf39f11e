//! Withholds the payloads of sheets from readers of the log while the results of their stage are hidden.

use domain::tournament::course::Stage;
use events::envelope::{RecordedRef, StreamName};
use events::stored;
use projections::views::Views;
use serde_json::{Value, json};

/// Replaces a withheld payload.
pub(super) fn withheld() -> Value {
    json!({ "withheld": true })
}

/// Whether an event is a sheet whose results are still hidden from the public.
pub(super) fn is_withheld(event: &RecordedRef<'_>, views: &Views) -> bool {
    stored::is_hidden_sheet(event.event_type, event.payload)
        // Ahead of the read models, the stage may have been hidden by an event that they do not contain yet.
        && (event.position > views.position
            || stored::hidden_sheet(event.event_type, event.payload)
                .is_none_or(|stage| is_stage_hidden(views, event.stream, stage)))
}

/// Whether the results of a stage are hidden; true for an unknown tournament.
fn is_stage_hidden(views: &Views, stream: &str, stage: Stage) -> bool {
    let stream = StreamName::parse(stream).ok();
    let tournament = stream.as_ref().and_then(|stream| views.tournaments.of_stream(stream));
    tournament.and_then(|tournament| tournament.state()).is_none_or(|state| state.is_hidden(stage))
}
