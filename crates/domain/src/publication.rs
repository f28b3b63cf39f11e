//! Lists that the federation publishes, their ids and kinds (S22).

pub mod decider;

use crate::values::choice::choices;
use crate::values::ids::{ChampionshipId, CompetitionId, InvalidId, SeasonId};
use smol_str::SmolStr;
use std::fmt;
use std::str::FromStr;

/// Raised when a change of the code alters any list that can be computed from the same facts.
pub const CALCULATION_VERSION: u32 = 1;

choices! {
    "kind of list" enum ListKind {
        Ranking = "ranking",
        RankingSnapshot = "ranking-snapshot",
        Mp = "mp",
        Mw = "mw",
        Wildcards = "wildcards",
        GrandPrix = "grand-prix",
        MpStart = "mp-start",
    }
}

/// A list that can be published, written `kind:id`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListId {
    Ranking(SeasonId),
    /// The ranking from which qualifications are given, seven days before the championship (AMB-58).
    RankingSnapshot(SeasonId),
    /// The qualifications to the national championship of a season.
    Mp(SeasonId),
    /// The qualifications to a voivodeship championship.
    Mw(ChampionshipId),
    Wildcards(ChampionshipId),
    GrandPrix(CompetitionId),
    /// Those who start in the national championship of a season (R-MP-03).
    MpStart(SeasonId),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no list: a list is written `kind:id`")]
pub struct InvalidListId(SmolStr);

impl ListId {
    pub fn kind(&self) -> ListKind {
        match self {
            Self::Ranking(_) => ListKind::Ranking,
            Self::RankingSnapshot(_) => ListKind::RankingSnapshot,
            Self::Mp(_) => ListKind::Mp,
            Self::Mw(_) => ListKind::Mw,
            Self::Wildcards(_) => ListKind::Wildcards,
            Self::GrandPrix(_) => ListKind::GrandPrix,
            Self::MpStart(_) => ListKind::MpStart,
        }
    }

    /// The id of the season, championship or cycle.
    pub fn of(&self) -> &str {
        match self {
            Self::Ranking(id) | Self::RankingSnapshot(id) | Self::Mp(id) | Self::MpStart(id) => id.as_str(),
            Self::Mw(id) | Self::Wildcards(id) => id.as_str(),
            Self::GrandPrix(id) => id.as_str(),
        }
    }
}

impl fmt::Display for ListId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), self.of())
    }
}

impl FromStr for ListId {
    type Err = InvalidListId;

    fn from_str(text: &str) -> Result<Self, InvalidListId> {
        let invalid = || InvalidListId(SmolStr::new(text));
        let (kind, id) = text.split_once(':').ok_or_else(invalid)?;
        let read = || -> Result<Self, InvalidId> {
            Ok(match kind.parse() {
                Ok(ListKind::Ranking) => Self::Ranking(SeasonId::parse(id)?),
                Ok(ListKind::RankingSnapshot) => Self::RankingSnapshot(SeasonId::parse(id)?),
                Ok(ListKind::Mp) => Self::Mp(SeasonId::parse(id)?),
                Ok(ListKind::Mw) => Self::Mw(ChampionshipId::parse(id)?),
                Ok(ListKind::Wildcards) => Self::Wildcards(ChampionshipId::parse(id)?),
                Ok(ListKind::GrandPrix) => Self::GrandPrix(CompetitionId::parse(id)?),
                Ok(ListKind::MpStart) => Self::MpStart(SeasonId::parse(id)?),
                Err(_) => return Err(InvalidId::Empty),
            })
        };
        read().map_err(|_| invalid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    #[test]
    fn a_list_is_read_as_it_is_written_also_with_a_colon_in_the_id() {
        for kind in ListKind::ALL {
            for id in ["2025", "mw-2025-śląskie", "a:b"] {
                let written = format!("{kind}:{id}");
                let read: ListId = written.parse().unwrap();
                assert_eq!((read.to_string(), read.kind(), read.of()), (written, *kind, id));
            }
        }
        for wrong in ["", "ranking", "ranking:", "ranking:ranking", "rankings:2025", ":2025"] {
            assert!(wrong.parse::<ListId>().is_err(), "{wrong}");
        }
    }
}
