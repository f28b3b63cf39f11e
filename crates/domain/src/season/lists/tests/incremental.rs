//! Lists computed incrementally equal lists computed at once.

use crate::season::Season;
use crate::season::lists::{IncrementalBase, ListCache, lists, lists_with_cache};
use crate::test_support::random_season::random_season;
use proptest::prelude::*;
use std::sync::Arc;

/// Nothing is as it was, but a season has only grown.
struct StaleCache(IncrementalBase);

impl ListCache for StaleCache {
    fn incremental_base(&self, _: &Season) -> Option<IncrementalBase> {
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
        let incremental_base = lists_with_cache(&facts, &StaleCache(IncrementalBase { before, tournaments: new }));
        let expected = lists(&facts);
        prop_assert_eq!(format!("{:?}", incremental_base.seasons[0]), format!("{:?}", expected.seasons[0]));
    }
}
