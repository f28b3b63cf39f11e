//! Every list of the seasons at once.

use crate::grand_prix::{GrandPrixCycle, GrandPrixStandings, grand_prix_standings};
use crate::mw::{MwList, VoivodeshipChampionship, mw_lists_after};
use crate::qualification::Decision;
use crate::qualification::mp::mp_decisions;
use crate::ranking::{PointsTable, national_ranking};
use crate::season::{Facts, Season};
use std::sync::Arc;

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
    pub seasons: Vec<Arc<SeasonLists>>,
    /// One for each Grand Prix of the facts.
    pub grand_prix: Vec<Arc<GrandPrixStandings>>,
    /// One for each voivodeship championship of the facts.
    pub mw: Vec<Arc<MwList>>,
}

/// Lists that were computed before from facts in which nothing that concerns them was different.
pub trait Unchanged {
    /// Those of a season.
    fn season(&self, season: &Season) -> Option<Arc<SeasonLists>>;

    /// The standings of a Grand Prix.
    fn cycle(&self, cycle: &GrandPrixCycle) -> Option<Arc<GrandPrixStandings>>;

    /// That of a voivodeship championship.
    fn championship(&self, championship: &VoivodeshipChampionship) -> Option<Arc<MwList>>;
}

/// Nothing was computed before.
struct Nothing;

impl Unchanged for Nothing {
    fn season(&self, _: &Season) -> Option<Arc<SeasonLists>> {
        None
    }

    fn cycle(&self, _: &GrandPrixCycle) -> Option<Arc<GrandPrixStandings>> {
        None
    }

    fn championship(&self, _: &VoivodeshipChampionship) -> Option<Arc<MwList>> {
        None
    }
}

/// Computes every list.
pub fn lists(facts: &Facts) -> Lists {
    lists_after(facts, &Nothing)
}

/// Computes every list that is not known to be as it was.
pub fn lists_after(facts: &Facts, unchanged: &dyn Unchanged) -> Lists {
    let standings = |cycle| unchanged.cycle(cycle).or_else(|| grand_prix_standings(facts, cycle).map(Arc::new));
    let grand_prix: Vec<Arc<GrandPrixStandings>> = facts.grand_prix.iter().filter_map(standings).collect();
    let season = |season| {
        unchanged.season(season).unwrap_or_else(|| {
            let ranking = national_ranking(facts, season, None);
            let mp = mp_decisions(facts, season, &grand_prix, &ranking);
            Arc::new(SeasonLists { ranking, mp })
        })
    };
    let seasons = facts.seasons.iter().map(season).collect();
    let mw = mw_lists_after(facts, &|championship| unchanged.championship(championship));
    Lists { seasons, grand_prix, mw }
}

#[cfg(test)]
mod tests;
