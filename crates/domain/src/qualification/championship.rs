//! Decider of a voivodeship championship: announcing, correcting, and setting its days (R-MW-01, AMB-80).

use crate::event::history::CorruptHistory;
use crate::event::{ChampionshipEvent, ChampionshipRecord, Correction};
use crate::rulebook::Rulebook;
use crate::season::deadlines::mw_day_allowed;
use crate::values::calendar::{Day, Window};
use crate::values::ids::ChampionshipId;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Championship {
    #[default]
    Unknown,
    Announced {
        record: ChampionshipRecord,
        days: Option<Window>,
    },
}

/// Facts outside the championship that its decider needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// The rulebook that the championship has, or is to have, if it was adopted.
    pub rulebook: Option<Rulebook>,
    /// The other championships of the same voivodeship, with the days whose competitions feed them.
    pub others: Vec<(ChampionshipId, Window)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    pub action: ChampionshipAction,
    pub context: Context,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipAction {
    Announce(ChampionshipRecord),
    Correct(Correction<ChampionshipRecord>),
    Schedule { days: Window },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such championship")]
    UnknownChampionship,
    #[error("the championship was announced already, with another record")]
    AlreadyAnnounced,
    #[error("the rulebook was not adopted")]
    UnknownRulebook,
    #[error("some of the days feed the championship {other}")]
    Overlaps { other: ChampionshipId },
    #[error("{day} is not in the quarter of the championships")]
    OutsideQuarter { day: Day },
    #[error("the championship begins while events still feed it")]
    PlayedTooEarly,
}

impl Rejection {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownChampionship => "unknown-championship",
            Self::AlreadyAnnounced => "championship-exists",
            Self::UnknownRulebook => "unknown-rulebook",
            Self::Overlaps { .. } => "championship-overlaps",
            Self::OutsideQuarter { .. } => "outside-quarter",
            Self::PlayedTooEarly => "played-too-early",
        }
    }

    pub fn rule(&self) -> &'static str {
        match self {
            Self::OutsideQuarter { .. } => "REG I.18; R-MW-01, R-SCHED-06",
            Self::Overlaps { .. } | Self::PlayedTooEarly => "REG I.18, I.20; AMB-80",
            Self::UnknownChampionship | Self::AlreadyAnnounced | Self::UnknownRulebook => "REG I.18; R-MW-01",
        }
    }
}

pub fn decide(state: &Championship, command: &Command) -> Result<Vec<ChampionshipEvent>, Rejection> {
    let Command { action, context } = command;
    match (state, action) {
        (Championship::Unknown, ChampionshipAction::Announce(record)) => {
            context.check(record, None)?;
            Ok(vec![ChampionshipEvent::Announced(record.clone())])
        }
        (Championship::Unknown, _) => Err(Rejection::UnknownChampionship),
        (Championship::Announced { record: known, .. }, ChampionshipAction::Announce(record)) if known == record => {
            Ok(vec![])
        }
        (Championship::Announced { .. }, ChampionshipAction::Announce(_)) => Err(Rejection::AlreadyAnnounced),
        (Championship::Announced { record, .. }, ChampionshipAction::Correct(correction))
            if *record == correction.record =>
        {
            Ok(vec![])
        }
        (Championship::Announced { days, .. }, ChampionshipAction::Correct(correction)) => {
            context.check(&correction.record, *days)?;
            Ok(vec![ChampionshipEvent::Corrected(correction.clone())])
        }
        (Championship::Announced { days: known, .. }, ChampionshipAction::Schedule { days })
            if *known == Some(*days) =>
        {
            Ok(vec![])
        }
        (Championship::Announced { record, .. }, ChampionshipAction::Schedule { days }) => {
            context.check_days(record, *days)?;
            Ok(vec![ChampionshipEvent::Scheduled { days: *days }])
        }
    }
}

impl Context {
    fn check(&self, record: &ChampionshipRecord, days: Option<Window>) -> Result<(), Rejection> {
        self.rulebook.as_ref().ok_or(Rejection::UnknownRulebook)?;
        if let Some((other, _)) = self.others.iter().find(|(_, window)| window.overlaps(record.window)) {
            return Err(Rejection::Overlaps { other: other.clone() });
        }
        days.map_or(Ok(()), |days| self.check_days(record, days))
    }

    fn check_days(&self, record: &ChampionshipRecord, days: Window) -> Result<(), Rejection> {
        let rulebook = self.rulebook.as_ref().ok_or(Rejection::UnknownRulebook)?;
        for day in [days.first(), days.last().unwrap_or(days.first())] {
            if !mw_day_allowed(day, rulebook) {
                return Err(Rejection::OutsideQuarter { day });
            }
        }
        if record.window.last().is_some_and(|last| last >= days.first()) {
            return Err(Rejection::PlayedTooEarly);
        }
        Ok(())
    }
}

pub fn evolve(state: Championship, event: &ChampionshipEvent) -> Result<Championship, CorruptHistory> {
    match (state, event) {
        (Championship::Unknown, ChampionshipEvent::Announced(record)) => {
            Ok(Championship::Announced { record: record.clone(), days: None })
        }
        (Championship::Announced { .. }, ChampionshipEvent::Announced(_)) => Err(CorruptHistory::RecordedTwice),
        (Championship::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (Championship::Announced { days, .. }, ChampionshipEvent::Corrected(correction)) => {
            Ok(Championship::Announced { record: correction.record.clone(), days })
        }
        (Championship::Announced { record, .. }, ChampionshipEvent::Scheduled { days }) => {
            Ok(Championship::Announced { record, days: Some(*days) })
        }
    }
}

#[cfg(test)]
mod tests;
