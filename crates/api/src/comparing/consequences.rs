//! What an act would change in the lists, told before it is recorded.

use super::body::{ChangedLists, Showing};
use crate::kostka::Kostka;
use crate::lists::Names;
use domain::digest::Digest;
use formats::words::Lang;
use projections::office::Done;
use projections::season_lists::{Causes, canonical, changed_lists, lists_of_all, may_change_lists};
use projections::views::{Records, Views};
use serde::Serialize;
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The most rows of each list that are told; there is a count beside them.
const MOST_ROWS: usize = 100;

/// What would change.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Consequences {
    #[serde(flatten)]
    pub(crate) lists: ChangedLists,
    /// Published lists that would not be what was published any more.
    #[schema(max_items = 1000)]
    pub(crate) drifted: Vec<DriftedList>,
}

/// A published list that would drift.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct DriftedList {
    /// Which list.
    #[schema(max_length = 1100, example = "mp:2025")]
    list: String,
    /// What it is called.
    #[schema(max_length = 600, example = "Awanse do Mistrzostw Polski, sezon 2025")]
    title: String,
    /// The newest edition.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    edition: u32,
}

impl Consequences {
    /// What differs between two states of the records.
    pub(crate) fn between(views: &Views, before: &Records, after: &Records, lang: Lang) -> Self {
        let lists: BTreeSet<_> = lists_of_all(before).into_iter().chain(lists_of_all(after)).collect();
        let changes = changed_lists(before, after, &lists.into_iter().collect::<Vec<_>>());
        let lists = Showing { views, lang, most: MOST_ROWS }.lists(&changes, &Causes::new());
        let digest = |records, list| canonical(records, list).map(|drawn| Digest::of(drawn.list.bytes().as_bytes()));
        let drifted = views.editions.iter().filter_map(|entry| {
            let newest = entry.editions.last()?;
            let holds = |records| digest(records, &entry.id) == Some(newest.digest);
            let drifts = holds(before) && !holds(after);
            let title = || Names { views, lang }.title(&entry.id);
            drifts.then(|| DriftedList { list: entry.id.to_string(), title: title(), edition: newest.number })
        });
        Self { lists, drifted: drifted.collect() }
    }
}

/// Whether there is anything to tell of a rehearsed act: whether lists depend on it.
pub(crate) fn has_consequences(done: &Done) -> bool {
    done.dry_run && done.would_record.iter().any(may_change_lists)
}

/// What a rehearsed act would change; every list of every season is drawn up twice for it.
pub(crate) fn consequences(kostka: &Kostka, done: &Done, lang: Lang) -> Option<Consequences> {
    let views = kostka.views();
    let mut after = views.records.clone();
    for event in &done.would_record {
        if let Err(error) = after.suppose(&done.resource, event) {
            tracing::error!(%error, "what an act would change cannot be told");
            return None;
        }
    }
    Some(Consequences::between(&views, &views.records, &after, lang))
}
