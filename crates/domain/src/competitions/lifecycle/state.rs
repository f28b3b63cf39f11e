//! State machine of leagues, Grand Prix and online competitions: unknown, running, over.

use super::{Rejection, check_corrector, check_opener, check_past, check_runner};
use crate::event::history::CorruptHistory;
use crate::event::{Correction, NotedWaiver, TieEvent, WaiverEvent};
use crate::people::authority::CompetitionAuthority;
use crate::values::calendar::Moment;
use crate::values::ids::PlayerId;

/// A competition with the running state `R` and the record `T`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Lifecycle<R, T> {
    #[default]
    Unknown,
    Running(Box<R>),
    Over(Box<Finished<R, T>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished<R, T> {
    /// Its record after all corrections.
    pub record: T,
    pub waivers: Vec<PlayerId>,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// State at closing, if it was run here.
    pub state_at_closing: Option<R>,
}

/// What an event does to the lifecycle.
pub enum Transition<'e, O, T> {
    Open(&'e O),
    /// Changes the running state only.
    Progress,
    Record(&'e T),
    Correct(&'e Correction<T>),
    Waiver(&'e WaiverEvent),
    Tie(&'e TieEvent),
}

/// The running state of one kind of competition.
pub trait RunningState: Sized {
    type Event;
    type Opening: 'static;
    type Record: Clone + 'static;

    fn open(opening: &Self::Opening) -> Self;

    /// Whether the competition is closed, so that its record may follow.
    fn is_closed(&self) -> bool;

    fn transition(event: &Self::Event) -> Transition<'_, Self::Opening, Self::Record>;

    /// Applies an event that is [`Transition::Progress`]; other events change nothing.
    fn progress(&mut self, event: &Self::Event);
}

impl<R, T> Lifecycle<R, T> {
    /// Checks the authority that a command needs in this state, then decides it; `open` is `None` for commands that do
    /// not open the competition.
    pub(crate) fn decide<E>(
        &self,
        by: CompetitionAuthority,
        open: Option<impl FnOnce() -> Result<Vec<E>, Rejection>>,
        run: impl FnOnce(&R) -> Result<Vec<E>, Rejection>,
        correct: impl FnOnce(&Finished<R, T>) -> Result<Vec<E>, Rejection>,
    ) -> Result<Vec<E>, Rejection> {
        match (self, open) {
            (Self::Unknown, Some(open)) => {
                check_opener(by)?;
                open()
            }
            (Self::Running(_) | Self::Over(_), Some(_)) => {
                check_opener(by)?;
                Err(Rejection::AlreadyOpen)
            }
            (Self::Unknown, None) => Err(Rejection::UnknownCompetition),
            (Self::Running(running), None) => {
                check_runner(by)?;
                run(running)
            }
            (Self::Over(finished), None) => {
                check_corrector(by)?;
                correct(finished)
            }
        }
    }
}

impl<R: RunningState> Lifecycle<R, R::Record> {
    pub(crate) fn evolve(self, event: &R::Event) -> Result<Self, CorruptHistory> {
        match (self, R::transition(event)) {
            (Self::Unknown, Transition::Open(opening)) => Ok(Self::Running(Box::new(R::open(opening)))),
            (Self::Unknown, Transition::Record(record)) => Ok(Self::over(record, None)),
            (Self::Running(running), Transition::Record(record)) if running.is_closed() => {
                Ok(Self::over(record, Some(*running)))
            }
            (Self::Running(mut running), Transition::Progress) => {
                running.progress(event);
                Ok(Self::Running(running))
            }
            (Self::Over(mut finished), Transition::Correct(correction)) => {
                finished.record = correction.record.clone();
                Ok(Self::Over(finished))
            }
            (Self::Over(mut finished), Transition::Waiver(waiver)) => {
                waiver.apply_to(&mut finished.waivers);
                Ok(Self::Over(finished))
            }
            (Self::Over(mut finished), Transition::Tie(tie)) => {
                finished.tie = tie.order();
                Ok(Self::Over(finished))
            }
            (
                Self::Unknown,
                Transition::Progress | Transition::Correct(_) | Transition::Waiver(_) | Transition::Tie(_),
            )
            | (Self::Running(_), Transition::Correct(_) | Transition::Waiver(_) | Transition::Tie(_)) => {
                Err(CorruptHistory::NotRecorded)
            }
            (Self::Running(_), Transition::Open(_) | Transition::Record(_))
            | (Self::Over(_), Transition::Open(_) | Transition::Record(_) | Transition::Progress) => {
                Err(CorruptHistory::RecordedTwice)
            }
        }
    }

    fn over(record: &R::Record, state_at_closing: Option<R>) -> Self {
        Self::Over(Box::new(Finished { record: record.clone(), waivers: Vec::new(), tie: None, state_at_closing }))
    }
}

impl<R, T> Finished<R, T> {
    /// Refuses a record that leaves out a player who waived.
    pub(crate) fn check_waivers(&self, takes_part: impl Fn(&PlayerId) -> bool) -> Result<(), Rejection> {
        match self.waivers.iter().find(|player| !takes_part(player)) {
            Some(player) => Err(Rejection::NotInEvent { player: player.clone() }),
            None => Ok(()),
        }
    }

    /// Declares a waiver after closing; a repeat gives no event.
    pub(crate) fn declare_waiver(
        &self,
        waiver: &NotedWaiver,
        now: Moment,
        takes_part: bool,
        in_time: bool,
    ) -> Result<Option<WaiverEvent>, Rejection> {
        let player = waiver.player.clone();
        if self.waivers.contains(&player) {
            return Ok(None);
        }
        check_past(waiver.declared_at, now)?;
        if !takes_part {
            return Err(Rejection::NotInEvent { player });
        }
        if !in_time {
            return Err(Rejection::WaiverOutOfTime { player });
        }
        Ok(Some(WaiverEvent::Declared { player }))
    }

    /// Withdraws a waiver after closing; nothing if the player did not waive.
    pub(crate) fn withdraw_waiver(&self, player: &PlayerId) -> Option<WaiverEvent> {
        self.waivers.contains(player).then(|| WaiverEvent::Withdrawn { player: player.clone() })
    }
}

/// Notes a waiver in place of an earlier one of the same player.
pub(crate) fn note_waiver(waivers: &mut Vec<NotedWaiver>, waiver: &NotedWaiver) {
    remove_waiver(waivers, &waiver.player);
    waivers.push(waiver.clone());
}

pub(crate) fn remove_waiver(waivers: &mut Vec<NotedWaiver>, player: &PlayerId) {
    waivers.retain(|noted| noted.player != *player);
}

/// The events of closing: closed, recorded, and the waivers noted so far.
pub(crate) fn closing_events<E>(
    closed: E,
    recorded: E,
    waivers: &[NotedWaiver],
    declared: impl Fn(WaiverEvent) -> E,
) -> Vec<E> {
    let mut events = vec![closed, recorded];
    events.extend(waivers.iter().map(|noted| declared(WaiverEvent::Declared { player: noted.player.clone() })));
    events
}
