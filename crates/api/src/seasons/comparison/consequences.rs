//! The consequences of a command for the lists, computed by a rehearsal before it is recorded.

use super::changed_lists::ChangedListsBuilder;
use crate::http::app::AppState;
use crate::publication::lists::Names;
use commands::CommandReceipt;
use domain::values::digest::Digest;
use formats::localization::Lang;
use projections::season_lists::{Causes, canonical, changed_lists, lists_of_all, may_change_lists};
use projections::views::{Records, Views};
use std::collections::BTreeSet;
use wire::changed_lists::{Consequences, DriftedList};

/// The most rows of each list that are told; there is a count beside them.
const MAX_ROWS: usize = 100;

pub(crate) fn consequences_between(views: &Views, before: &Records, after: &Records, lang: Lang) -> Consequences {
    let lists: BTreeSet<_> = lists_of_all(before).into_iter().chain(lists_of_all(after)).collect();
    let changes = changed_lists(before, after, &lists.into_iter().collect::<Vec<_>>());
    let lists = ChangedListsBuilder { views, lang, most: MAX_ROWS }.lists(&changes, &Causes::new());
    let digest = |records, list| canonical(records, list).map(|drawn| Digest::of(drawn.list.bytes().as_bytes()));
    let drifted = views.editions.list().filter_map(|entry| {
        let newest = entry.editions.last()?;
        let holds = |records| digest(records, &entry.id) == Some(newest.digest);
        let drifts = holds(before) && !holds(after);
        let title = || Names { views, lang }.title(&entry.id);
        drifts.then(|| DriftedList { list: entry.id.to_string(), title: title(), edition: newest.number })
    });
    Consequences { lists, drifted: drifted.collect() }
}

/// Whether there is anything to tell of a rehearsed act: whether lists depend on it.
pub(crate) fn has_consequences(done: &CommandReceipt) -> bool {
    done.dry_run && done.events.iter().any(|written| may_change_lists(&written.event))
}

/// What a rehearsed act would change; every list of every season is drawn up twice for it.
pub(crate) fn consequences(app: &AppState, done: &CommandReceipt, lang: Lang) -> Option<Consequences> {
    let views = app.views();
    let mut after = views.records.clone();
    for written in &done.events {
        if let Err(error) = after.apply_hypothetical(&done.resource, &written.event) {
            tracing::error!(%error, "the consequences of a command could not be computed");
            return None;
        }
    }
    Some(consequences_between(&views, &views.records, &after, lang))
}
