//! Decider of an online competition: the table, waivers, closing, and corrections after closing.
//!
//! Only online competitions with a quota are run here (R-AWO-01); other kinds of online play give nothing that is
//! computed (R-DEF-08).

use crate::competitions::lifecycle::{
    Finished, FlaggedPlayers, Lifecycle, Rejection, RunningState, Transition, check_past, check_registered,
    check_table, closing_events, in_order, note_waiver, remove_waiver,
};
use crate::event::history::CorruptHistory;
use crate::event::{
    Commitment, Correction, NotedWaiver, OnlineCompetitionEvent, OnlineOpening, OnlineTableRecord, PlacedPlayer,
};
use crate::people::authority::CompetitionAuthority;
use crate::season::deadlines::tournament_waiver_in_time;
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionId, PlayerId};

pub type Online = Lifecycle<RunningOnline, OnlineTableRecord>;
pub type FinishedOnline = Finished<RunningOnline, OnlineTableRecord>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningOnline {
    pub opening: OnlineOpening,
    pub table: Option<Vec<PlacedPlayer>>,
    pub waivers: Vec<NotedWaiver>,
    /// When it ended; its record follows at once.
    pub closed: Option<Moment>,
}

/// Facts outside the edition that its decider needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Another competition that is the same edition in the same season.
    pub same_edition: Option<CompetitionId>,
    /// How many editions the competition has in the season, if its rulebook is known (AMB-72).
    pub editions: Option<u32>,
    pub flagged: FlaggedPlayers,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub by: CompetitionAuthority,
    pub at: Moment,
    pub action: OnlineAction,
    pub context: Context,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineAction {
    Open(OnlineOpening),
    RecordTable { table: Vec<PlacedPlayer> },
    WithdrawTable { reason: Commitment },
    DeclareWaiver(NotedWaiver),
    WithdrawWaiver { player: PlayerId },
    Close { ended_at: Moment },
    Correct(Correction<OnlineTableRecord>),
}

impl OnlineAction {
    /// Every player whose registration matters to the command.
    pub fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::RecordTable { table } | Self::Correct(Correction { record: OnlineTableRecord { table, .. }, .. }) => {
                table.iter().map(|line| &line.player).collect()
            }
            Self::DeclareWaiver(waiver) => vec![&waiver.player],
            Self::Open(_) | Self::WithdrawTable { .. } | Self::WithdrawWaiver { .. } | Self::Close { .. } => Vec::new(),
        }
    }
}

pub fn decide(state: &Online, command: &Command) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
    let Command { by, at, action, context } = command;
    let open = match action {
        OnlineAction::Open(opening) => Some(|| {
            check_edition(opening.edition, context)?;
            Ok(vec![OnlineCompetitionEvent::Opened(*opening)])
        }),
        OnlineAction::RecordTable { .. }
        | OnlineAction::WithdrawTable { .. }
        | OnlineAction::DeclareWaiver(_)
        | OnlineAction::WithdrawWaiver { .. }
        | OnlineAction::Close { .. }
        | OnlineAction::Correct(_) => None,
    };
    state.decide(*by, open, |online| run(online, action, *at, context), |online| correct(online, action, *at, context))
}

fn check_edition(edition: u32, context: &Context) -> Result<(), Rejection> {
    if let Some(editions) = context.editions.filter(|editions| edition > *editions) {
        return Err(Rejection::TooManyEditions { editions });
    }
    match &context.same_edition {
        Some(other) => Err(Rejection::EditionTaken { other: other.clone() }),
        None => Ok(()),
    }
}

fn run(
    online: &RunningOnline,
    action: &OnlineAction,
    now: Moment,
    context: &Context,
) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
    match action {
        OnlineAction::Open(_) => Err(Rejection::AlreadyOpen),
        OnlineAction::RecordTable { table } => {
            check_registered(&context.flagged)?;
            check_table(table)?;
            let table = in_order(table);
            if online.table.as_ref() == Some(&table) {
                return Ok(vec![]);
            }
            Ok(vec![OnlineCompetitionEvent::TableRecorded { table }])
        }
        OnlineAction::WithdrawTable { reason } => {
            let event = || OnlineCompetitionEvent::TableWithdrawn { reason: *reason };
            Ok(online.table.is_some().then(event).into_iter().collect())
        }
        OnlineAction::DeclareWaiver(waiver) => {
            check_registered(&context.flagged)?;
            check_past(waiver.declared_at, now)?;
            if online.waivers.contains(waiver) {
                return Ok(vec![]);
            }
            Ok(vec![OnlineCompetitionEvent::WaiverNoted(waiver.clone())])
        }
        OnlineAction::WithdrawWaiver { player } => {
            let noted = online.waivers.iter().any(|noted| noted.player == *player);
            let event = || OnlineCompetitionEvent::WaiverNoteWithdrawn { player: player.clone() };
            Ok(noted.then(event).into_iter().collect())
        }
        OnlineAction::Close { ended_at } => close(online, *ended_at, now),
        OnlineAction::Correct(_) => Err(Rejection::StillRunning),
    }
}

fn close(online: &RunningOnline, ended_at: Moment, now: Moment) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
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
    let closed = OnlineCompetitionEvent::Closed { ended_at };
    Ok(closing_events(
        closed,
        OnlineCompetitionEvent::Recorded(record),
        &online.waivers,
        OnlineCompetitionEvent::Waiver,
    ))
}

fn correct(
    online: &FinishedOnline,
    action: &OnlineAction,
    now: Moment,
    context: &Context,
) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
    let takes_part =
        |record: &OnlineTableRecord, player: &PlayerId| record.table.iter().any(|line| line.player == *player);
    match action {
        OnlineAction::Correct(correction) if correction.record == online.record => Ok(vec![]),
        OnlineAction::Correct(correction) => {
            let record = &correction.record;
            check_registered(&context.flagged)?;
            check_past(record.ended_at, now)?;
            check_table(&record.table)?;
            if (record.kind, record.edition) != (online.record.kind, online.record.edition) {
                check_edition(record.edition, context)?;
            }
            online.check_waivers(|player| takes_part(record, player))?;
            Ok(vec![OnlineCompetitionEvent::Corrected(correction.clone())])
        }
        OnlineAction::DeclareWaiver(waiver) => {
            let takes_part = takes_part(&online.record, &waiver.player);
            let in_time = tournament_waiver_in_time(waiver.declared_at, Some(online.record.ended_at));
            let declared = online.declare_waiver(waiver, now, takes_part, in_time)?;
            Ok(declared.map(OnlineCompetitionEvent::Waiver).into_iter().collect())
        }
        OnlineAction::WithdrawWaiver { player } => {
            Ok(online.withdraw_waiver(player).map(OnlineCompetitionEvent::Waiver).into_iter().collect())
        }
        OnlineAction::Close { ended_at }
            if online.state_at_closing.is_some() && online.record.ended_at == *ended_at =>
        {
            Ok(vec![])
        }
        OnlineAction::Open(_) => Err(Rejection::AlreadyOpen),
        OnlineAction::RecordTable { .. } | OnlineAction::WithdrawTable { .. } | OnlineAction::Close { .. } => {
            Err(Rejection::Closed)
        }
    }
}

pub fn evolve(state: Online, event: &OnlineCompetitionEvent) -> Result<Online, CorruptHistory> {
    state.evolve(event)
}

impl RunningState for RunningOnline {
    type Event = OnlineCompetitionEvent;
    type Opening = OnlineOpening;
    type Record = OnlineTableRecord;

    fn open(opening: &OnlineOpening) -> Self {
        Self { opening: *opening, table: None, waivers: Vec::new(), closed: None }
    }

    fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    fn transition(event: &OnlineCompetitionEvent) -> Transition<'_, OnlineOpening, OnlineTableRecord> {
        match event {
            OnlineCompetitionEvent::Opened(opening) => Transition::Open(opening),
            OnlineCompetitionEvent::Recorded(record) => Transition::Record(record),
            OnlineCompetitionEvent::Corrected(correction) => Transition::Correct(correction),
            OnlineCompetitionEvent::Waiver(waiver) => Transition::Waiver(waiver),
            OnlineCompetitionEvent::Tie(tie) => Transition::Tie(tie),
            OnlineCompetitionEvent::TableRecorded { .. }
            | OnlineCompetitionEvent::TableWithdrawn { .. }
            | OnlineCompetitionEvent::WaiverNoted(_)
            | OnlineCompetitionEvent::WaiverNoteWithdrawn { .. }
            | OnlineCompetitionEvent::Closed { .. } => Transition::Progress,
        }
    }

    fn progress(&mut self, event: &OnlineCompetitionEvent) {
        match event {
            OnlineCompetitionEvent::TableRecorded { table } => self.table = Some(table.clone()),
            OnlineCompetitionEvent::TableWithdrawn { .. } => self.table = None,
            OnlineCompetitionEvent::WaiverNoted(waiver) => note_waiver(&mut self.waivers, waiver),
            OnlineCompetitionEvent::WaiverNoteWithdrawn { player } => remove_waiver(&mut self.waivers, player),
            OnlineCompetitionEvent::Closed { ended_at } => self.closed = Some(*ended_at),
            OnlineCompetitionEvent::Opened(_)
            | OnlineCompetitionEvent::Recorded(_)
            | OnlineCompetitionEvent::Corrected(_)
            | OnlineCompetitionEvent::Waiver(_)
            | OnlineCompetitionEvent::Tie(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
