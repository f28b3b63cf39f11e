//! Which lists there are to be published.

use crate::views::Views;
use domain::publication::ListId;
use std::collections::BTreeSet;

/// Every list that can be drawn up, and every other that was ever submitted; by kind, then by id.
pub fn every_list(views: &Views) -> Vec<ListId> {
    let mut lists = BTreeSet::new();
    for season in views.records.seasons() {
        let id = || season.id.clone();
        lists.extend([ListId::Ranking(id()), ListId::Mp(id()), ListId::MpStart(id())]);
        if season.record.mp_first_day.is_some() {
            lists.insert(ListId::RankingSnapshot(id()));
        }
    }
    for championship in views.records.championships() {
        lists.extend([ListId::Mw(championship.id.clone()), ListId::Wildcards(championship.id.clone())]);
    }
    let over = views.cycles.list().filter(|cycle| views.records.cycle(&cycle.id).is_some());
    lists.extend(over.map(|cycle| ListId::GrandPrix(cycle.id.clone())));
    lists.extend(views.editions.iter().map(|entry| entry.id.clone()));
    lists.into_iter().collect()
}
