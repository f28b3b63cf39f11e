//! Decides whether an event changed the public view of a tournament; hidden sheets leave the standings as they were.

use domain::event::SheetGame;
use domain::tournament::course::{Entrant, Presence, SeatedTable, Stage, StagePlay, TournamentState};
use domain::values::ids::PlayerId;
use std::sync::Arc;

/// Whether the public standings changed.
pub(super) fn standings_differ(before: &TournamentState, after: &TournamentState) -> bool {
    common_differs(before, after)
        || stages_differ(before, after, |stage, one, other| {
            let shows = |now: &TournamentState| !now.is_hidden(stage);
            (shows(before) || shows(after)) && results_differ(one, other)
        })
}

/// Whether the public seats, or the sheets that are there or missing, changed.
pub(super) fn progress_differs(before: &TournamentState, after: &TournamentState) -> bool {
    common_differs(before, after) || stages_differ(before, after, |_, one, other| one != other)
}

/// Whether the public details of the tournament changed: days, phase, format, draws, and which stages are seated,
/// have begun and are over.
pub(super) fn details_differ(before: &TournamentState, after: &TournamentState) -> bool {
    before.phase != after.phase
        || before.application != after.application
        || before.details != after.details
        || before.late_notice != after.late_notice
        || before.approval != after.approval
        || before.plan != after.plan
        || before.draw_order != after.draw_order
        || before.hidden != after.hidden
        || before.ties != after.ties
        || before.closed != after.closed
        || before.record != after.record
        || stages_differ(before, after, |_, _, _| false)
}

/// Whether the list of players changed; attendance is not public.
pub(super) fn players_differ(before: &TournamentState, after: &TournamentState) -> bool {
    let listed = |now: &TournamentState| {
        let listed = now.entrants.iter().filter(|(_, entrant)| entrant.presence != Presence::Withdrawn);
        listed.map(|(player, _)| player.clone()).collect::<Vec<_>>()
    };
    before.approval != after.approval || listed(before) != listed(after)
}

fn common_differs(before: &TournamentState, after: &TournamentState) -> bool {
    before.phase != after.phase
        || before.hidden != after.hidden
        || before.plan != after.plan
        || before.ties != after.ties
        || presence_differs(before, after)
}

/// Whether the attendance changed: it decides who can go on.
fn presence_differs(before: &TournamentState, after: &TournamentState) -> bool {
    fn presence<'a>((player, entrant): (&'a PlayerId, &Entrant)) -> (&'a PlayerId, Presence, u32) {
        (player, entrant.presence, entrant.from_round)
    }
    // What one event leaves alone is shared with the state before it.
    !before.entrants.ptr_eq(&after.entrants)
        && before.entrants.iter().map(presence).ne(after.entrants.iter().map(presence))
}

fn stages_differ(
    before: &TournamentState,
    after: &TournamentState,
    differ: impl Fn(Stage, &StagePlay, &StagePlay) -> bool,
) -> bool {
    before.stages.size() != after.stages.size()
        || after.stages.iter().any(|(stage, play)| match before.play(*stage) {
            Some(earlier) if std::ptr::eq(earlier, play.as_ref()) => false,
            Some(earlier) => frame_differs(earlier, play) || differ(*stage, earlier, play),
            None => true,
        })
}

/// Whether a stage has other seats, or has begun or ended meanwhile.
fn frame_differs(before: &StagePlay, after: &StagePlay) -> bool {
    let state = |play: &StagePlay| (play.started, play.closed, play.skipped, play.tables.len());
    state(before) != state(after) || seats_differ(before, after)
}

/// Whether the seats of a stage changed.
pub(super) fn seats_differ(before: &StagePlay, after: &StagePlay) -> bool {
    let moved =
        |(one, other): (&Arc<SeatedTable>, &Arc<SeatedTable>)| !Arc::ptr_eq(one, other) && one.seats != other.seats;
    before.tables.len() != after.tables.len() || before.tables.iter().zip(&after.tables).any(moved)
}

fn results_differ(before: &StagePlay, after: &StagePlay) -> bool {
    before.tables.iter().zip(&after.tables).any(|(before, after)| games_differ(before, after))
}

/// Whether the sheet of a table has other games.
pub(super) fn games_differ(before: &Arc<SeatedTable>, after: &Arc<SeatedTable>) -> bool {
    fn games(table: &SeatedTable) -> Option<&[SheetGame]> {
        table.sheet.as_ref().map(|sheet| sheet.games.as_ref())
    }
    !Arc::ptr_eq(before, after) && games(before) != games(after)
}
