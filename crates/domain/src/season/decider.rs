//! Decider of a season: opening it and correcting its days, its championship and its rulebook.

use crate::event::history::CorruptHistory;
use crate::event::{Correction, SeasonEvent, SeasonRecord};
use crate::values::calendar::Window;
use crate::values::ids::SeasonId;

#[cfg(test)]
mod tests;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Season {
    #[default]
    Unknown,
    Open(SeasonRecord),
}

/// Facts outside the season that its decider needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    pub windows: Vec<(SeasonId, Window)>,
    pub rulebook_adopted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Open { record: SeasonRecord, context: Context },
    Correct { correction: Correction<SeasonRecord>, context: Context },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such season")]
    UnknownSeason,
    #[error("the season is open already, with another record")]
    AlreadyOpen,
    #[error("some of its days belong to the season {other}")]
    Overlaps { other: SeasonId },
    #[error("the national championship begins before the season is over")]
    ChampionshipInside,
    #[error("the rulebook was not adopted")]
    UnknownRulebook,
}

impl Rejection {
    /// A stable name of the rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownSeason => "unknown-season",
            Self::AlreadyOpen => "season-exists",
            Self::Overlaps { .. } => "season-overlaps",
            Self::ChampionshipInside => "championship-inside-season",
            Self::UnknownRulebook => "unknown-rulebook",
        }
    }
}

pub fn decide(state: &Season, command: &Command) -> Result<Vec<SeasonEvent>, Rejection> {
    match (state, command) {
        (Season::Unknown, Command::Open { record, context }) => {
            check(record, context)?;
            Ok(vec![SeasonEvent::Opened(record.clone())])
        }
        (Season::Open(known), Command::Open { record, .. }) if known == record => Ok(vec![]),
        (Season::Open(_), Command::Open { .. }) => Err(Rejection::AlreadyOpen),
        (Season::Unknown, Command::Correct { .. }) => Err(Rejection::UnknownSeason),
        (Season::Open(known), Command::Correct { correction, .. }) if *known == correction.record => Ok(vec![]),
        (Season::Open(_), Command::Correct { correction, context }) => {
            check(&correction.record, context)?;
            Ok(vec![SeasonEvent::Corrected(correction.clone())])
        }
    }
}

fn check(record: &SeasonRecord, context: &Context) -> Result<(), Rejection> {
    let window = record.window;
    if record.mp_first_day.is_some_and(|day| day <= window.last().unwrap_or(window.first())) {
        return Err(Rejection::ChampionshipInside);
    }
    if let Some((other, _)) = context.windows.iter().find(|(_, other)| other.overlaps(window)) {
        return Err(Rejection::Overlaps { other: other.clone() });
    }
    if context.rulebook_adopted { Ok(()) } else { Err(Rejection::UnknownRulebook) }
}

pub fn evolve(state: Season, event: &SeasonEvent) -> Result<Season, CorruptHistory> {
    match (state, event) {
        (Season::Unknown, SeasonEvent::Opened(record)) => Ok(Season::Open(record.clone())),
        (Season::Open(_), SeasonEvent::Opened(_)) => Err(CorruptHistory::RecordedTwice),
        (Season::Unknown, SeasonEvent::Corrected(_) | SeasonEvent::RankingTie(_)) => Err(CorruptHistory::NotRecorded),
        (Season::Open(_), SeasonEvent::Corrected(correction)) => Ok(Season::Open(correction.record.clone())),
        (state @ Season::Open(_), SeasonEvent::RankingTie(_)) => Ok(state),
    }
}
