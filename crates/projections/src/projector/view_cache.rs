//! Cache of views at older positions.

use super::snapshots::Snapshots;
use crate::views::{SnapshotInterval, Views};
use events::envelope::{Position, StreamName};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Recent views that are kept; they share most of what they hold.
const RECENT: usize = 256;
/// Folded ones that are kept; they share nothing with the newest.
const REFOLDED: usize = 4;
/// Older moments whose lists are kept.
const MAX_CACHED_SEASONS: usize = 4;

/// Views of the past, none of which shows a text that was replaced or destroyed since.
///
/// Only the newest ones and those that were last asked for as of a moment hold computed lists: those of every change of
/// a season would be more than everything else together.
#[derive(Default)]
pub(super) struct ViewCache {
    newest: Arc<Views>,
    recent: BTreeMap<Position, Arc<Views>>,
    refolded: VecDeque<Arc<Views>>,
    snapshots: Snapshots,
    cached_season: VecDeque<Views>,
    texts: TextRevision,
}

/// Which texts views show; another one after each replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextRevision(u64);

impl ViewCache {
    /// Takes the newest views, and marks that were set on the way to them; keeps them if the log had no more then.
    ///
    /// When the texts of a subject were replaced, no old text may stay: views that show it are dropped, or renamed
    /// where it knows no people.
    pub(super) fn take(
        &mut self,
        views: &Arc<Views>,
        snapshots: Vec<Views>,
        replaced: &BTreeSet<StreamName>,
        at_head: bool,
    ) {
        self.newest = Arc::clone(views);
        self.snapshots.take(snapshots);
        if !replaced.is_empty() {
            self.texts = TextRevision(self.texts.0 + 1);
            self.recent.clear();
            self.refolded.clear();
            self.snapshots.rename(replaced, views);
            for cached_season in &mut self.cached_season {
                for stream in replaced {
                    cached_season.rename(stream, views);
                }
            }
        }
        if at_head {
            self.recent.insert(views.position, Arc::new(views.without_lists()));
            if self.recent.len() > RECENT {
                self.recent.pop_first();
            }
        }
    }

    /// Takes views that were built anew, with their marks; gives back everything that was there before.
    pub(super) fn adopt_rebuilt(&mut self, views: &Arc<Views>, snapshots: Snapshots) -> Self {
        let rebuilt =
            Self { texts: TextRevision(self.texts.0 + 1), newest: Arc::clone(views), snapshots, ..Self::default() };
        std::mem::replace(self, rebuilt)
    }

    /// How far marks are to be apart.
    pub(super) fn interval(&self) -> SnapshotInterval {
        self.snapshots.interval()
    }

    /// The season as it stood at this position with the people of today, if it is at hand.
    pub(super) fn cached_season(&self, position: Position) -> Option<Arc<Views>> {
        if self.newest.position == position {
            return Some(Arc::clone(&self.newest));
        }
        let cached_season = self.cached_season.iter().find(|cached_season| cached_season.position == position)?;
        Some(Arc::new(cached_season.with_people_of(&self.newest)))
    }

    /// The last season part at or before a position, and the texts that it shows.
    pub(super) fn season_before(&self, position: Position) -> (TextRevision, Views) {
        let recent = self.recent.range(..=position).next_back().map(|(_, views)| views.as_ref());
        let snapshot = self.snapshots.nearest(position);
        let cached_season = self.cached_season.iter().filter(|cached_season| cached_season.position <= position);
        let newest = Some(self.newest.as_ref()).filter(|newest| newest.position <= position);
        let nearest = cached_season.chain(recent).chain(snapshot).chain(newest).max_by_key(|views| views.position);
        (self.texts, nearest.map(Views::season_part).unwrap_or_default())
    }

    /// Keeps a season part that was folded, and gives it with the people of today; nothing if it may show a text that
    /// was replaced or destroyed meanwhile.
    pub(super) fn cache_season(&mut self, texts: TextRevision, mut season: Views) -> Option<Arc<Views>> {
        if texts != self.texts {
            return None;
        }
        let same = |other: &&Views| other.records.last_change == season.records.last_change;
        let other = self.cached_season.iter().find(same).unwrap_or(&self.newest);
        season.records.reuse_computed(&other.records);
        let shown = Arc::new(season.with_people_of(&self.newest));
        self.cached_season.push_back(season);
        if self.cached_season.len() > MAX_CACHED_SEASONS {
            self.cached_season.pop_front();
        }
        Some(shown)
    }

    /// Keeps views that were folded anew; false if they may show a text that was replaced or destroyed meanwhile.
    pub(super) fn cache_refolded(&mut self, texts: TextRevision, views: &Arc<Views>) -> bool {
        if texts != self.texts {
            return false;
        }
        self.refolded.push_back(Arc::clone(views));
        if self.refolded.len() > REFOLDED {
            self.refolded.pop_front();
        }
        true
    }

    /// The views at this position, if they are kept.
    pub(super) fn find(&self, position: Position) -> Option<Arc<Views>> {
        let (_, nearest) = self.nearest(position);
        (nearest.position == position).then_some(nearest)
    }

    /// Views of any moment at which a part of them had last changed at this position.
    pub(super) fn unchanged(&self, position: Position, changed: impl Fn(&Views) -> Position) -> Option<Arc<Views>> {
        // The part only changes forward: if the first ones from there on show a later change, so do all after them.
        let recent = self.recent.range(position..).next().map(|(_, views)| views);
        let mut view_cache = self.refolded.iter().chain([&self.newest]).chain(recent);
        view_cache.find(|views| views.position >= position && changed(views) == position).cloned()
    }

    /// The last views at or before this position, and the texts that all kept ones show.
    pub(super) fn nearest(&self, position: Position) -> (TextRevision, Arc<Views>) {
        let recent = self.recent.range(..=position).next_back().map(|(_, views)| views);
        let others = self.refolded.iter().chain([&self.newest]).filter(|views| views.position <= position);
        let nearest = others.chain(recent).max_by_key(|views| views.position);
        (self.texts, nearest.cloned().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(position: u64) -> Arc<Views> {
        Arc::new(Views { position: Position(position), ..Views::default() })
    }

    fn rename_somebody(view_cache: &mut ViewCache) {
        let somebody = StreamName::parse("player/p1").unwrap();
        view_cache.take(&Arc::default(), Vec::new(), &[somebody].into(), false);
    }

    #[test]
    fn the_oldest_is_dropped_when_there_are_too_many() {
        let mut view_cache = ViewCache::default();
        for position in 1..=RECENT as u64 + 10 {
            view_cache.take(&views(position), Vec::new(), &BTreeSet::new(), true);
        }
        assert_eq!(view_cache.recent.len(), RECENT);
        assert_eq!(view_cache.find(Position(10)), None);
        assert_eq!(view_cache.find(Position(11)), Some(views(11)));
        assert_eq!(view_cache.nearest(Position(5)).1.position, Position::START);
    }

    #[test]
    fn views_that_show_a_part_as_it_stood_are_found_from_any_moment_before_its_next_change() {
        let mut view_cache = ViewCache::default();
        // The part changes at every tenth position, and only every third is kept.
        let changed = |views: &Views| Position(views.position.0 / 10 * 10);
        for position in (3..=99).step_by(3) {
            view_cache.take(&views(position), Vec::new(), &BTreeSet::new(), true);
        }
        assert_eq!(view_cache.unchanged(Position(40), changed), Some(views(42)));
        assert_eq!(view_cache.unchanged(Position(90), changed), Some(views(99)));
        assert_eq!(view_cache.unchanged(Position(41), changed), None);
        assert_eq!(view_cache.unchanged(Position(100), changed), None);
        rename_somebody(&mut view_cache);
        assert_eq!(view_cache.unchanged(Position(40), changed), None);
        let (texts, _) = view_cache.nearest(Position(40));
        assert!(view_cache.cache_refolded(texts, &views(44)));
        assert_eq!(view_cache.unchanged(Position(40), changed), Some(views(44)));
    }

    #[test]
    fn what_was_folded_while_a_text_was_replaced_is_not_kept() {
        let mut view_cache = ViewCache::default();
        view_cache.take(&views(3), Vec::new(), &BTreeSet::new(), true);
        let (texts, _) = view_cache.nearest(Position(2));
        rename_somebody(&mut view_cache);
        assert!(!view_cache.cache_refolded(texts, &views(2)));
        assert_eq!((view_cache.find(Position(3)), view_cache.find(Position(2))), (None, None));
        let (texts, _) = view_cache.nearest(Position(2));
        assert!(view_cache.cache_refolded(texts, &views(2)));
        assert_eq!(view_cache.find(Position(2)), Some(views(2)));
    }

    #[test]
    fn only_the_newest_and_the_last_few_that_were_asked_for_hold_lists_however_many_are_kept() {
        let mut view_cache = ViewCache::default();
        for position in 1..=3 * RECENT as u64 {
            let views = views(position);
            let snapshot = views.season_part();
            view_cache.take(&views, vec![snapshot], &BTreeSet::new(), true);
            // As the projector does when it has shown them.
            views.records.computed().compute_all();
            assert!(views.records.has_computed_lists());
        }
        for position in 1..=20 {
            let (texts, season) = view_cache.season_before(Position(position * 64));
            view_cache.cache_season(texts, season).unwrap().records.computed().compute_all();
        }
        assert!(
            view_cache.cached_season.len() == MAX_CACHED_SEASONS
                && view_cache.cached_season.iter().all(|cached_season| cached_season.records.has_computed_lists())
        );
        assert!(view_cache.recent.values().all(|views| !views.records.has_computed_lists()));
        assert!(view_cache.snapshots.all().all(|snapshot| !snapshot.records.has_computed_lists()));
    }
}
