//! Every list of the seasons at once.

use crate::competitions::grand_prix::{ClosedGrandPrix, GrandPrixStandings, grand_prix_standings};
use crate::qualification::Decision;
use crate::qualification::mp::{mp_decisions, snapshot_day};
use crate::qualification::mw::{MwList, VoivodeshipChampionship, mw_lists_with_cache};
use crate::season::ranking::{PointsTable, extend_ranking, national_ranking};
use crate::season::{Facts, Season};
use std::sync::Arc;

#[derive(Debug, Clone)]
pub struct SeasonLists {
    pub ranking: PointsTable,
    /// That of the day from which qualifications are given, if something counts after it.
    pub snapshot: Option<PointsTable>,
    /// Decisions on all qualifications to the national championship, in order.
    pub mp: Vec<Decision>,
}

/// All lists that follow from the facts: one for each season, Grand Prix and voivodeship championship there.
#[derive(Debug, Clone)]
pub struct Lists {
    pub seasons: Vec<Arc<SeasonLists>>,
    pub grand_prix: Vec<Arc<GrandPrixStandings>>,
    pub mw: Vec<Arc<MwList>>,
}

/// Lists that were computed before from facts in which nothing that concerns them was different; none of a kind that an
/// implementation leaves out.
pub trait ListCache {
    fn season(&self, _: &Season) -> Option<Arc<SeasonLists>> {
        None
    }

    fn grand_prix(&self, _: &ClosedGrandPrix) -> Option<Arc<GrandPrixStandings>> {
        None
    }

    fn championship(&self, _: &VoivodeshipChampionship) -> Option<Arc<MwList>> {
        None
    }

    /// Those of a season to which nothing has happened that counts for its ranking, but for tournaments that are new.
    fn incremental_base(&self, _: &Season) -> Option<IncrementalBase> {
        None
    }
}

/// Lists of a season before some of its tournaments.
#[derive(Debug, Clone)]
pub struct IncrementalBase {
    pub before: Arc<SeasonLists>,
    /// The tournaments that are not in them, by their places in the facts.
    pub tournaments: Vec<usize>,
}

struct NoCache;

impl ListCache for NoCache {}

pub fn lists(facts: &Facts) -> Lists {
    lists_with_cache(facts, &NoCache)
}

/// Computes every list that is not known to be as it was.
pub fn lists_with_cache(facts: &Facts, cache: &dyn ListCache) -> Lists {
    let standings =
        |grand_prix| cache.grand_prix(grand_prix).or_else(|| grand_prix_standings(facts, grand_prix).map(Arc::new));
    let grand_prix: Vec<Arc<GrandPrixStandings>> = facts.grand_prix.iter().filter_map(standings).collect();
    let season = |season| {
        cache.season(season).unwrap_or_else(|| {
            let (ranking, snapshot) = rankings(facts, season, cache.incremental_base(season).as_ref());
            let mp = mp_decisions(facts, season, &grand_prix, snapshot.as_ref().unwrap_or(&ranking));
            Arc::new(SeasonLists { ranking, snapshot, mp })
        })
    };
    let seasons = facts.seasons.iter().map(season).collect();
    let mw = mw_lists_with_cache(facts, &|championship| cache.championship(championship));
    Lists { seasons, grand_prix, mw }
}

/// The ranking of a season, and that of its snapshot day if it is another one.
fn rankings(
    facts: &Facts,
    season: &Season,
    incremental_base: Option<&IncrementalBase>,
) -> (PointsTable, Option<PointsTable>) {
    let day = snapshot_day(facts, season);
    let Some(IncrementalBase { before, tournaments }) = incremental_base else {
        return (national_ranking(facts, season, None), day.map(|day| national_ranking(facts, season, Some(day))));
    };
    let ranking = extend_ranking(&before.ranking, facts, season, None, tournaments);
    // Without a snapshot nothing counted after its day.
    let snapshot = before.snapshot.as_ref().unwrap_or(&before.ranking);
    (ranking, day.map(|day| extend_ranking(snapshot, facts, season, Some(day), tournaments)))
}

#[cfg(test)]
mod tests;
