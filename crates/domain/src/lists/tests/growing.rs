//! That lists which take over a ranking and add what is new to it are those that are computed at once.

use crate::grand_prix::{GrandPrixCycle, GrandPrixStandings};
use crate::lists::{Grown, SeasonLists, Unchanged, lists, lists_after};
use crate::mw::{MwList, VoivodeshipChampionship};
use crate::season::Season;
use crate::test_support::random_season::random_season;
use proptest::prelude::*;
use std::sync::Arc;

/// Nothing is as it was, but a season has only grown.
struct HasGrown(Grown);

impl Unchanged for HasGrown {
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
        Some(self.0.clone())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn lists_that_have_grown_by_any_tournaments_are_those_computed_at_once(
        season in random_season(), new in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let mut facts = season.given().facts();
        // Its members are named by their places among the tournaments, which are others before.
        facts.grand_prix.clear();
        prop_assume!(!facts.tournaments.is_empty());
        let mut new: Vec<usize> = new.iter().map(|index| index.index(facts.tournaments.len())).collect();
        new.sort_unstable();
        new.dedup();
        let mut earlier = facts.clone();
        new.iter().rev().for_each(|index| drop(earlier.tournaments.remove(*index)));
        let before = Arc::clone(&lists(&earlier).seasons[0]);
        let grown = lists_after(&facts, &HasGrown(Grown { before, tournaments: new }));
        let expected = lists(&facts);
        prop_assert_eq!(format!("{:?}", grown.seasons[0]), format!("{:?}", expected.seasons[0]));
    }
}
