//! What the public stream of a tournament tells of an event: what to read again, never its content.

use domain::event::{Event, TournamentEvent, TournamentFact};
use domain::tournament::course::Stage;
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
    let tables = &tournament.now()?.play(stage)?.tables;
    Some((tables.iter().filter(|table| table.sheet.is_some()).count(), tables.len()))
}

/// The public summary of an event; sanctions, disputes, applications and attendance are only for staff.
fn summary(event: &TournamentEvent) -> Option<(ChangeKind, Option<Stage>, Option<u32>)> {
    let fact = match event {
        TournamentEvent::Act(act) => &act.fact,
        TournamentEvent::Recorded(_) | TournamentEvent::Corrected(_) => return Some((ChangeKind::Results, None, None)),
        TournamentEvent::ExceptionDecided(_)
        | TournamentEvent::ExceptionDecisionWithdrawn
        | TournamentEvent::Waiver(_)
        | TournamentEvent::Tie(_) => return Some((ChangeKind::Changed, None, None)),
    };
    let of_stage = |what: ChangeKind, stage: &Stage| Some((what, Some(*stage), None));
    let of_all = |what: ChangeKind| Some((what, None, None));
    match fact {
        TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => {
            Some((ChangeKind::Sheet, Some(entry.stage), Some(entry.table)))
        }
        TournamentFact::SheetConfirmed { stage, table } | TournamentFact::SecondEntryWaived { stage, table, .. } => {
            Some((ChangeKind::Sheet, Some(*stage), Some(*table)))
        }
        TournamentFact::Drawn { stage, .. } | TournamentFact::StageSeated { stage, .. } => {
            of_stage(ChangeKind::Seating, stage)
        }
        TournamentFact::StageStarted { stage }
        | TournamentFact::StageSkipped { stage, .. }
        | TournamentFact::StageClosed { stage } => of_stage(ChangeKind::Stage, stage),
        TournamentFact::ResultsHidden { stage } | TournamentFact::ResultsRevealed { stage } => {
            of_stage(ChangeKind::Results, stage)
        }
        TournamentFact::TieDecided { .. } | TournamentFact::Closed { .. } | TournamentFact::ResultsImported { .. } => {
            of_all(ChangeKind::Results)
        }
        TournamentFact::PlayersRegistered(_)
        | TournamentFact::RegistrationWithdrawn { .. }
        | TournamentFact::LateArrivalAdmitted(_) => of_all(ChangeKind::Players),
        TournamentFact::ApplicationApproved(_)
        | TournamentFact::DetailsChanged { .. }
        | TournamentFact::Cancelled { .. }
        | TournamentFact::Interrupted { .. }
        | TournamentFact::FormatChosen(_) => of_all(ChangeKind::Details),
        // Departures and disqualifications look the same.
        TournamentFact::PlayerLeft { .. }
        | TournamentFact::Disqualified { .. }
        | TournamentFact::TableOfTwoAllowed { .. }
        | TournamentFact::WaiverDeclared { .. }
        | TournamentFact::WaiverWithdrawn { .. }
        | TournamentFact::ActUndone { .. } => of_all(ChangeKind::Changed),
        TournamentFact::Applied(_)
        | TournamentFact::ApplicationRejected { .. }
        | TournamentFact::RegistrationChanged(_)
        | TournamentFact::PlayersCheckedIn { .. }
        | TournamentFact::PlayersDidNotCome { .. }
        | TournamentFact::SanctionGiven { .. }
        | TournamentFact::DisputeOpened { .. }
        | TournamentFact::DisputeRuled { .. } => None,
    }
}
