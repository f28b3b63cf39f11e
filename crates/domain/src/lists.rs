//! Every list of the seasons at once.

use crate::grand_prix::{GrandPrixCycle, GrandPrixStandings, grand_prix_standings};
use crate::mw::{MwList, VoivodeshipChampionship, mw_lists_after};
use crate::qualification::Decision;
use crate::qualification::mp::{mp_decisions, snapshot_day};
use crate::ranking::{PointsTable, grown_ranking, national_ranking};
use crate::season::{Facts, Season};
use std::sync::Arc;

/// The lists of one season.
#[derive(Debug, Clone)]
pub struct SeasonLists {
    /// The national ranking.
    pub ranking: PointsTable,
    /// That of the day from which qualifications are given, if something counts after it.
    pub snapshot: Option<PointsTable>,
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

    /// Those of a season to which nothing has happened that counts for its ranking, but for tournaments that are new.
    fn grown(&self, season: &Season) -> Option<Grown>;
}

/// Lists of a season before some of its tournaments.
#[derive(Debug, Clone)]
pub struct Grown {
    /// The lists.
    pub before: Arc<SeasonLists>,
    /// The tournaments that are not in them, by their places in the facts.
    pub tournaments: Vec<usize>,
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

    fn grown(&self, _: &Season) -> Option<Grown> {
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
            let (ranking, snapshot) = rankings(facts, season, unchanged.grown(season).as_ref());
            let mp = mp_decisions(facts, season, &grand_prix, snapshot.as_ref().unwrap_or(&ranking));
            Arc::new(SeasonLists { ranking, snapshot, mp })
        })
    };
    let seasons = facts.seasons.iter().map(season).collect();
    let mw = mw_lists_after(facts, &|championship| unchanged.championship(championship));
    Lists { seasons, grand_prix, mw }
}

/// The ranking of a season, and that of its snapshot day if it is another one.
fn rankings(facts: &Facts, season: &Season, grown: Option<&Grown>) -> (PointsTable, Option<PointsTable>) {
    let day = snapshot_day(facts, season);
    let Some(Grown { before, tournaments }) = grown else {
        return (national_ranking(facts, season, None), day.map(|day| national_ranking(facts, season, Some(day))));
    };
    let ranking = grown_ranking(&before.ranking, facts, season, None, tournaments);
    // Without a snapshot nothing counted after its day.
    let snapshot = before.snapshot.as_ref().unwrap_or(&before.ranking);
    (ranking, day.map(|day| grown_ranking(snapshot, facts, season, Some(day), tournaments)))
}

#[cfg(test)]
mod tests;
