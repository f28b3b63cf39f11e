//! What the public stream of a tournament tells of an event: what to read again, never its content.

use domain::event::{Event, TournamentEvent};
use domain::tournament::course::{PublicChange, Stage};
use events::envelope::{Position, RecordedRef};
use events::stored;
use projections::views::{TournamentEntry, Views};
use serde::Serialize;

/// A change of a tournament as the stream sends it.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct TournamentChange {
    position: u64,
    what: ChangeKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<u32>,
    /// Sheets of the stage that are there as this is told, and how many there will be.
    #[serde(skip_serializing_if = "Option::is_none")]
    entered: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
}

/// What is to be looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ChangeKind {
    /// A sheet came in or was changed; with results that are hidden, only that.
    Sheet,
    Seating,
    /// A stage began, ended or is left out.
    Stage,
    Players,
    /// Results were hidden, shown, decided or made final.
    Results,
    /// Name, venue, days, format or phase.
    Details,
    /// Something that is not told; standings and progress may have changed.
    Changed,
}

/// What is told of an event of a tournament; nothing of what only staff may know.
pub(crate) fn public_change(event: &RecordedRef<'_>, views: &Views) -> Option<impl Serialize + use<>> {
    let stream = event.stream_name().ok()?;
    let tournament = views.tournaments.of_stream(&stream);
    let decoded = stored::decode(event.event_type, event.schema_version, event.payload);
    let Ok(Event::Tournament(decoded)) = decoded else { return None };
    let (what, stage, table) = summary(&decoded)?;
    let counted = tournament.filter(|_| what == ChangeKind::Sheet && views.position >= event.position);
    let (entered, of) = counted.zip(stage).and_then(|(tournament, stage)| sheets(tournament, stage)).unzip();
    Some(TournamentChange {
        position: event.position.0,
        what,
        stage: stage.map(|stage| stage.to_string()),
        table,
        entered,
        of,
    })
}

/// What is told from a position on where nothing else is.
pub(crate) const MARK_AFTER_EVENTS: u64 = 1000;

/// Whether a watcher who was last told one position should be told that it has come to another.
pub(crate) fn needs_position_mark(told: Position, at: Position) -> bool {
    at.0.saturating_sub(told.0) >= MARK_AFTER_EVENTS
}

/// How many sheets of a stage are there, and how many there will be.
fn sheets(tournament: &TournamentEntry, stage: Stage) -> Option<(usize, usize)> {
    let tables = &tournament.state()?.play(stage)?.tables;
    Some((tables.iter().filter(|table| table.sheet.is_some()).count(), tables.len()))
}

/// The public summary of an event; sanctions, disputes, applications and attendance are only for staff.
fn summary(event: &TournamentEvent) -> Option<(ChangeKind, Option<Stage>, Option<u32>)> {
    let change = match event {
        TournamentEvent::Act(act) => act.fact.public_change()?,
        TournamentEvent::Recorded(_) | TournamentEvent::Corrected(_) => PublicChange::Results,
        TournamentEvent::ExceptionDecided(_)
        | TournamentEvent::ExceptionDecisionWithdrawn
        | TournamentEvent::Waiver(_)
        | TournamentEvent::Tie(_) => PublicChange::Anything,
    };
    Some(match change {
        PublicChange::Sheet(stage, table) => (ChangeKind::Sheet, Some(stage), Some(table)),
        PublicChange::Seating(stage) => (ChangeKind::Seating, Some(stage), None),
        PublicChange::Stage(stage) => (ChangeKind::Stage, Some(stage), None),
        PublicChange::StageResults(stage) => (ChangeKind::Results, Some(stage), None),
        PublicChange::Results => (ChangeKind::Results, None, None),
        PublicChange::Players => (ChangeKind::Players, None, None),
        PublicChange::Details => (ChangeKind::Details, None, None),
        PublicChange::Anything => (ChangeKind::Changed, None, None),
    })
}
