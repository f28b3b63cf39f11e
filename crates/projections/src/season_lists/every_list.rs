//! Which lists there are to be published.

use super::scope::lists_of_all;
use crate::views::Views;
use domain::publication::ListId;
use std::collections::BTreeSet;

/// Every list that can be drawn up, and every other that was ever submitted; by kind, then by id.
pub fn every_list(views: &Views) -> Vec<ListId> {
    let mut lists: BTreeSet<ListId> = lists_of_all(&views.records).into_iter().collect();
    lists.extend(views.editions.list().map(|entry| entry.id.clone()));
    lists.into_iter().collect()
}
