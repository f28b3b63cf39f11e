//! The state that a replay folds events into: small, deterministic, and different if an event is lost.

use crate::forms::{Form, Outcome, ResultRow};
use domain::event::{Event, PlayerEvent, RecordedFinish, RecordedOutcome, TournamentEvent};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// What is known after some events.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Fold {
    /// How many streams have begun, and the last position.
    streams: u64,
    last: u64,
    players: u64,
    /// The sum of places and the number of results of each player.
    results: FxHashMap<SmolStr, (u64, u64)>,
}

impl Fold {
    /// What every fold asks of a row before it looks at the event.
    pub(crate) fn row(&mut self, position: u64, stream: &str, version: u64) {
        self.last = position;
        self.streams += u64::from(version == 1 && !stream.is_empty());
    }

    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::Player(PlayerEvent::Registered(_) | PlayerEvent::Rectified(_)) => self.players += 1,
            Event::Tournament(TournamentEvent::Recorded(record)) => {
                let RecordedOutcome::Results(lines) = &record.outcome else { return };
                for line in lines {
                    let RecordedFinish::Place(place) = line.finish else { continue };
                    self.result(line.player.as_str(), place.number());
                }
            }
            _ => {}
        }
    }

    pub(crate) fn form(&mut self, form: &Form) {
        match form {
            Form::PlayerRegistered(_) | Form::PlayerRectified(_) => self.players += 1,
            Form::TournamentRecorded(tournament) => {
                let Outcome::Results(rows) = &tournament.outcome;
                for ResultRow(player, _, place) in rows {
                    self.result(player, *place);
                }
            }
        }
    }

    fn result(&mut self, player: &str, place: u32) {
        match self.results.get_mut(player) {
            Some((sum, count)) => {
                *sum += u64::from(place);
                *count += 1;
            }
            None => {
                self.results.insert(player.into(), (u64::from(place), 1));
            }
        }
    }
}
