//! Decides on online events that are run here: the table, declarations, closing, and corrections after it.
//!
//! Only the events with a quota are run here (R-AWO-01); the other kinds of online play give nothing that is computed (R-DEF-08).

use crate::authority::Hand;
use crate::calendar::Moment;
use crate::deadlines::tournament_waiver_in_time;
use crate::event::{
    Commitment, Correction, NotedWaiver, OnlineOpening, OnlineTableEvent, OnlineTableRecord, PlacedPlayer, TieEvent,
    WaiverEvent,
};
use crate::history::CorruptHistory;
use crate::ids::{EventId, PlayerId};
use crate::running::{
    Named, Rejection, check_corrector, check_known, check_opener, check_past, check_runner, check_table, in_order,
    without,
};

/// An edition as far as decisions need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Online {
    /// No edition has this id.
    #[default]
    Unknown,
    /// It is run here and not over.
    Running(RunningOnline),
    /// It is over.
    Over(FinishedOnline),
}

/// An edition that is run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningOnline {
    /// How it was opened.
    pub opening: OnlineOpening,
    /// Its table so far.
    pub table: Option<Vec<PlacedPlayer>>,
    /// Who gave up a qualification so far.
    pub waivers: Vec<NotedWaiver>,
    /// When it ended; its record follows at once.
    pub closed: Option<Moment>,
}

/// An edition that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedOnline {
    /// Its record after all corrections.
    pub record: OnlineTableRecord,
    /// Who gave up a qualification there.
    pub waivers: Vec<PlayerId>,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// Whether it was run here.
    pub ran: bool,
}

/// What is known beside the edition itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    /// Another event that is the same edition in the same season.
    pub same_edition: Option<EventId>,
    /// How many editions the event has in the season, if its rulebook is known (AMB-72).
    pub editions: Option<u32>,
    /// What is known of the players.
    pub named: Named,
}

/// What somebody wants of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// In whose right.
    pub by: Hand,
    /// When.
    pub at: Moment,
    /// What.
    pub wish: Wish,
    /// What else is known.
    pub beside: Beside,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Open it.
    Open(OnlineOpening),
    /// Record its table.
    RecordTable {
        /// The table.
        table: Vec<PlacedPlayer>,
    },
    /// Take the table back.
    WithdrawTable {
        /// Why.
        reason: Commitment,
    },
    /// Note that somebody gives up a qualification.
    DeclareWaiver(NotedWaiver),
    /// Take that back.
    WithdrawWaiver {
        /// Whose.
        player: PlayerId,
    },
    /// Close it.
    Close {
        /// When it ended.
        ended_at: Moment,
    },
    /// Correct its record.
    Correct(Correction<OnlineTableRecord>),
}

/// What happens if the command is carried out.
pub fn decide(state: &Online, command: &Command) -> Result<Vec<OnlineTableEvent>, Rejection> {
    let Command { by, at, wish, beside } = command;
    match (state, wish) {
        (Online::Unknown, Wish::Open(opening)) => {
            check_opener(*by)?;
            check_edition(opening.edition, beside)?;
            Ok(vec![OnlineTableEvent::Opened(*opening)])
        }
        (Online::Running(_) | Online::Over(_), Wish::Open(_)) => {
            check_opener(*by)?;
            Err(Rejection::AlreadyOpen)
        }
        (Online::Unknown, _) => Err(Rejection::Unknown),
        (Online::Running(online), wish) => {
            check_runner(*by)?;
            run(online, wish, *at, beside)
        }
        (Online::Over(online), wish) => {
            check_corrector(*by)?;
            correct(online, wish, *at, beside)
        }
    }
}

fn check_edition(edition: u32, beside: &Beside) -> Result<(), Rejection> {
    if let Some(editions) = beside.editions.filter(|editions| edition > *editions) {
        return Err(Rejection::TooManyEditions { editions });
    }
    match &beside.same_edition {
        Some(other) => Err(Rejection::EditionTaken { other: other.clone() }),
        None => Ok(()),
    }
}

fn run(online: &RunningOnline, wish: &Wish, now: Moment, beside: &Beside) -> Result<Vec<OnlineTableEvent>, Rejection> {
    match wish {
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::RecordTable { table } => {
            check_known(&beside.named)?;
            check_table(table)?;
            let table = in_order(table);
            if online.table.as_ref() == Some(&table) {
                return Ok(vec![]);
            }
            Ok(vec![OnlineTableEvent::TableRecorded { table }])
        }
        Wish::WithdrawTable { reason } => {
            let event = || OnlineTableEvent::TableWithdrawn { reason: *reason };
            Ok(online.table.is_some().then(event).into_iter().collect())
        }
        Wish::DeclareWaiver(waiver) => {
            check_known(&beside.named)?;
            check_past(waiver.declared_at, now)?;
            if online.waivers.contains(waiver) {
                return Ok(vec![]);
            }
            Ok(vec![OnlineTableEvent::WaiverNoted(waiver.clone())])
        }
        Wish::WithdrawWaiver { player } => {
            let noted = online.waivers.iter().any(|noted| noted.player == *player);
            let event = || OnlineTableEvent::WaiverNoteWithdrawn { player: player.clone() };
            Ok(noted.then(event).into_iter().collect())
        }
        Wish::Close { ended_at } => close(online, *ended_at, now),
        Wish::Correct(_) => Err(Rejection::StillRunning),
    }
}

fn close(online: &RunningOnline, ended_at: Moment, now: Moment) -> Result<Vec<OnlineTableEvent>, Rejection> {
    check_past(ended_at, now)?;
    let table = online.table.clone().ok_or(Rejection::TableNeeded)?;
    for noted in &online.waivers {
        let player = || noted.player.clone();
        if !table.iter().any(|line| line.player == noted.player) {
            return Err(Rejection::NotInEvent { player: player() });
        }
        if !tournament_waiver_in_time(noted.declared_at, Some(now)) {
            return Err(Rejection::WaiverOutOfTime { player: player() });
        }
    }
    let OnlineOpening { kind, edition, submitted_at, .. } = online.opening;
    let record = OnlineTableRecord { kind, edition, ended_at, submitted_at, table };
    let waived = |noted: &NotedWaiver| OnlineTableEvent::Waiver(WaiverEvent::Declared { player: noted.player.clone() });
    let mut events = vec![OnlineTableEvent::Closed { ended_at }, OnlineTableEvent::Recorded(record)];
    events.extend(online.waivers.iter().map(waived));
    Ok(events)
}

fn correct(
    online: &FinishedOnline,
    wish: &Wish,
    now: Moment,
    beside: &Beside,
) -> Result<Vec<OnlineTableEvent>, Rejection> {
    let takes_part =
        |record: &OnlineTableRecord, player: &PlayerId| record.table.iter().any(|line| line.player == *player);
    match wish {
        Wish::Correct(correction) if correction.record == online.record => Ok(vec![]),
        Wish::Correct(correction) => {
            let record = &correction.record;
            check_known(&beside.named)?;
            check_past(record.ended_at, now)?;
            check_table(&record.table)?;
            if (record.kind, record.edition) != (online.record.kind, online.record.edition) {
                check_edition(record.edition, beside)?;
            }
            if let Some(player) = online.waivers.iter().find(|player| !takes_part(record, player)) {
                return Err(Rejection::NotInEvent { player: player.clone() });
            }
            Ok(vec![OnlineTableEvent::Corrected(correction.clone())])
        }
        Wish::DeclareWaiver(NotedWaiver { player, .. }) if online.waivers.contains(player) => Ok(vec![]),
        Wish::DeclareWaiver(NotedWaiver { player, declared_at }) => {
            check_past(*declared_at, now)?;
            if !takes_part(&online.record, player) {
                return Err(Rejection::NotInEvent { player: player.clone() });
            }
            if !tournament_waiver_in_time(*declared_at, Some(online.record.ended_at)) {
                return Err(Rejection::WaiverOutOfTime { player: player.clone() });
            }
            Ok(vec![OnlineTableEvent::Waiver(WaiverEvent::Declared { player: player.clone() })])
        }
        Wish::WithdrawWaiver { player } => {
            let declared = online.waivers.contains(player);
            let event = || OnlineTableEvent::Waiver(WaiverEvent::Withdrawn { player: player.clone() });
            Ok(declared.then(event).into_iter().collect())
        }
        Wish::Close { ended_at } if online.ran && online.record.ended_at == *ended_at => Ok(vec![]),
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::RecordTable { .. } | Wish::WithdrawTable { .. } | Wish::Close { .. } => Err(Rejection::Closed),
    }
}

/// The edition after an event.
pub fn evolve(state: Online, event: &OnlineTableEvent) -> Result<Online, CorruptHistory> {
    match (state, event) {
        (Online::Unknown, OnlineTableEvent::Opened(opening)) => {
            Ok(Online::Running(RunningOnline { opening: *opening, table: None, waivers: Vec::new(), closed: None }))
        }
        (Online::Unknown, OnlineTableEvent::Recorded(record)) => Ok(over(record, false)),
        (Online::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (Online::Running(online), OnlineTableEvent::Recorded(record)) if online.closed.is_some() => {
            Ok(over(record, true))
        }
        (Online::Running(online), event) => evolve_running(online, event).map(Online::Running),
        (Online::Over(mut online), event) => {
            evolve_finished(&mut online, event)?;
            Ok(Online::Over(online))
        }
    }
}

fn over(record: &OnlineTableRecord, ran: bool) -> Online {
    Online::Over(FinishedOnline { record: record.clone(), waivers: Vec::new(), tie: None, ran })
}

fn evolve_running(mut online: RunningOnline, event: &OnlineTableEvent) -> Result<RunningOnline, CorruptHistory> {
    match event {
        OnlineTableEvent::Opened(_) | OnlineTableEvent::Recorded(_) => return Err(CorruptHistory::RecordedTwice),
        OnlineTableEvent::Corrected(_) | OnlineTableEvent::Waiver(_) | OnlineTableEvent::Tie(_) => {
            return Err(CorruptHistory::NotRecorded);
        }
        OnlineTableEvent::TableRecorded { table } => online.table = Some(table.clone()),
        OnlineTableEvent::TableWithdrawn { .. } => online.table = None,
        OnlineTableEvent::WaiverNoted(waiver) => {
            without(&mut online.waivers, &waiver.player);
            online.waivers.push(waiver.clone());
        }
        OnlineTableEvent::WaiverNoteWithdrawn { player } => without(&mut online.waivers, player),
        OnlineTableEvent::Closed { ended_at } => online.closed = Some(*ended_at),
    }
    Ok(online)
}

fn evolve_finished(online: &mut FinishedOnline, event: &OnlineTableEvent) -> Result<(), CorruptHistory> {
    match event {
        OnlineTableEvent::Corrected(correction) => online.record = correction.record.clone(),
        OnlineTableEvent::Waiver(WaiverEvent::Declared { player }) => online.waivers.push(player.clone()),
        OnlineTableEvent::Waiver(WaiverEvent::Withdrawn { player }) => online.waivers.retain(|known| known != player),
        OnlineTableEvent::Tie(TieEvent::Decided { order }) => online.tie = Some(order.clone()),
        OnlineTableEvent::Tie(TieEvent::DecisionWithdrawn) => online.tie = None,
        OnlineTableEvent::Opened(_)
        | OnlineTableEvent::Recorded(_)
        | OnlineTableEvent::TableRecorded { .. }
        | OnlineTableEvent::TableWithdrawn { .. }
        | OnlineTableEvent::WaiverNoted(_)
        | OnlineTableEvent::WaiverNoteWithdrawn { .. }
        | OnlineTableEvent::Closed { .. } => return Err(CorruptHistory::RecordedTwice),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
