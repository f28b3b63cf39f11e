//! Every list of the seasons at once.

use crate::grand_prix::{GrandPrixStandings, grand_prix_standings};
use crate::mw::{MwList, mw_lists};
use crate::qualification::Decision;
use crate::qualification::mp::mp_decisions;
use crate::ranking::{PointsTable, national_ranking};
use crate::season::Facts;

/// The lists of one season.
#[derive(Debug, Clone)]
pub struct SeasonLists {
    /// The national ranking.
    pub ranking: PointsTable,
    /// How every qualification to the national championship was decided, in order.
    pub mp: Vec<Decision>,
}

/// All lists that follow from the facts.
#[derive(Debug, Clone)]
pub struct Lists {
    /// One for each season of the facts.
    pub seasons: Vec<SeasonLists>,
    /// One for each Grand Prix of the facts.
    pub grand_prix: Vec<GrandPrixStandings>,
    /// One for each voivodeship championship of the facts.
    pub mw: Vec<MwList>,
}

/// Computes every list.
pub fn lists(facts: &Facts) -> Lists {
    let grand_prix: Vec<GrandPrixStandings> =
        facts.grand_prix.iter().filter_map(|cycle| grand_prix_standings(facts, cycle)).collect();
    let seasons = facts
        .seasons
        .iter()
        .map(|season| SeasonLists {
            ranking: national_ranking(facts, season, None),
            mp: mp_decisions(facts, season, &grand_prix),
        })
        .collect();
    Lists { seasons, grand_prix, mw: mw_lists(facts) }
}

#[cfg(test)]
mod tests;
