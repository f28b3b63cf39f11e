//! Views of the past, for whoever asks for an older position.

use super::marks::Marks;
use crate::views::{Spacing, Views};
use events::envelope::{Position, StreamName};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Recent views that are kept; they share most of what they hold.
const RECENT: usize = 256;
/// Folded ones that are kept; they share nothing with the newest.
const REFOLDED: usize = 4;
/// Older moments whose lists are kept.
const ASKED: usize = 4;

/// Views of the past, none of which shows a text that was replaced or destroyed since.
///
/// Only the newest ones and those that were last asked for as of a moment hold computed lists: those of every change of a season
/// would be more than everything else together.
#[derive(Default)]
pub(super) struct Kept {
    newest: Arc<Views>,
    recent: BTreeMap<Position, Arc<Views>>,
    refolded: VecDeque<Arc<Views>>,
    marks: Marks,
    /// Season parts that somebody asked for.
    asked: VecDeque<Views>,
    texts: TextsOf,
}

/// Which texts views show; another one after each replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextsOf(u64);

impl Kept {
    /// Takes the newest views, and marks that were set on the way to them; keeps them if the log had no more then.
    ///
    /// Of whoever's texts were replaced since the ones before, no old text stays: what shows it is dropped, or renamed where it
    /// knows no people.
    pub(super) fn take(
        &mut self,
        views: &Arc<Views>,
        marks: Vec<Views>,
        replaced: &BTreeSet<StreamName>,
        at_head: bool,
    ) {
        self.newest = Arc::clone(views);
        self.marks.take(marks);
        if !replaced.is_empty() {
            self.texts = TextsOf(self.texts.0 + 1);
            self.recent.clear();
            self.refolded.clear();
            self.marks.rename(replaced, views);
            for asked in &mut self.asked {
                for stream in replaced {
                    asked.rename(stream, views);
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
    pub(super) fn take_rebuilt(&mut self, views: &Arc<Views>, marks: Marks) -> Self {
        let rebuilt = Self { texts: TextsOf(self.texts.0 + 1), newest: Arc::clone(views), marks, ..Self::default() };
        std::mem::replace(self, rebuilt)
    }

    /// How far marks are to be apart.
    pub(super) fn spacing(&self) -> Spacing {
        self.marks.spacing()
    }

    /// The season as it stood at this position with the people of today, if it is at hand.
    pub(super) fn asked(&self, position: Position) -> Option<Arc<Views>> {
        if self.newest.position == position {
            return Some(Arc::clone(&self.newest));
        }
        let asked = self.asked.iter().find(|asked| asked.position == position)?;
        Some(Arc::new(asked.with_people_of(&self.newest)))
    }

    /// The last season part at or before a position, and the texts that it shows.
    pub(super) fn season_before(&self, position: Position) -> (TextsOf, Views) {
        let recent = self.recent.range(..=position).next_back().map(|(_, views)| views.as_ref());
        let mark = self.marks.nearest(position);
        let asked = self.asked.iter().filter(|asked| asked.position <= position);
        let newest = Some(self.newest.as_ref()).filter(|newest| newest.position <= position);
        let nearest = asked.chain(recent).chain(mark).chain(newest).max_by_key(|views| views.position);
        (self.texts, nearest.map(Views::season_part).unwrap_or_default())
    }

    /// Keeps a season part that was folded, and gives it with the people of today; nothing if it may show a text that was
    /// replaced or destroyed meanwhile.
    pub(super) fn keep_asked(&mut self, texts: TextsOf, mut season: Views) -> Option<Arc<Views>> {
        if texts != self.texts {
            return None;
        }
        let same = |other: &&Views| other.records.changed == season.records.changed;
        let other = self.asked.iter().find(same).unwrap_or(&self.newest);
        season.records.share(&other.records);
        let shown = Arc::new(season.with_people_of(&self.newest));
        self.asked.push_back(season);
        if self.asked.len() > ASKED {
            self.asked.pop_front();
        }
        Some(shown)
    }

    /// Keeps views that were folded anew; false if they may show a text that was replaced or destroyed meanwhile.
    pub(super) fn keep_refolded(&mut self, texts: TextsOf, views: &Arc<Views>) -> bool {
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
        let mut kept = self.refolded.iter().chain([&self.newest]).chain(recent);
        kept.find(|views| views.position >= position && changed(views) == position).cloned()
    }

    /// The last views at or before this position, and the texts that all kept ones show.
    pub(super) fn nearest(&self, position: Position) -> (TextsOf, Arc<Views>) {
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

    fn rename_somebody(kept: &mut Kept) {
        let somebody = StreamName::parse("player/p1").unwrap();
        kept.take(&Arc::default(), Vec::new(), &[somebody].into(), false);
    }

    #[test]
    fn the_oldest_is_dropped_when_there_are_too_many() {
        let mut kept = Kept::default();
        for position in 1..=RECENT as u64 + 10 {
            kept.take(&views(position), Vec::new(), &BTreeSet::new(), true);
        }
        assert_eq!(kept.recent.len(), RECENT);
        assert_eq!(kept.find(Position(10)), None);
        assert_eq!(kept.find(Position(11)), Some(views(11)));
        assert_eq!(kept.nearest(Position(5)).1.position, Position::START);
    }

    #[test]
    fn views_that_show_a_part_as_it_stood_are_found_from_any_moment_before_its_next_change() {
        let mut kept = Kept::default();
        // The part changes at every tenth position, and only every third is kept.
        let changed = |views: &Views| Position(views.position.0 / 10 * 10);
        for position in (3..=99).step_by(3) {
            kept.take(&views(position), Vec::new(), &BTreeSet::new(), true);
        }
        assert_eq!(kept.unchanged(Position(40), changed), Some(views(42)));
        assert_eq!(kept.unchanged(Position(90), changed), Some(views(99)));
        assert_eq!(kept.unchanged(Position(41), changed), None);
        assert_eq!(kept.unchanged(Position(100), changed), None);
        rename_somebody(&mut kept);
        assert_eq!(kept.unchanged(Position(40), changed), None);
        let (texts, _) = kept.nearest(Position(40));
        assert!(kept.keep_refolded(texts, &views(44)));
        assert_eq!(kept.unchanged(Position(40), changed), Some(views(44)));
    }

    #[test]
    fn what_was_folded_while_a_text_was_replaced_is_not_kept() {
        let mut kept = Kept::default();
        kept.take(&views(3), Vec::new(), &BTreeSet::new(), true);
        let (texts, _) = kept.nearest(Position(2));
        rename_somebody(&mut kept);
        assert!(!kept.keep_refolded(texts, &views(2)));
        assert_eq!((kept.find(Position(3)), kept.find(Position(2))), (None, None));
        let (texts, _) = kept.nearest(Position(2));
        assert!(kept.keep_refolded(texts, &views(2)));
        assert_eq!(kept.find(Position(2)), Some(views(2)));
    }

    #[test]
    fn only_the_newest_and_the_last_few_that_were_asked_for_hold_lists_however_many_are_kept() {
        let mut kept = Kept::default();
        for position in 1..=3 * RECENT as u64 {
            let views = views(position);
            let mark = views.season_part();
            kept.take(&views, vec![mark], &BTreeSet::new(), true);
            // As the projector does when it has shown them.
            views.records.computed().complete();
            assert!(views.records.holds_lists());
        }
        for position in 1..=20 {
            let (texts, season) = kept.season_before(Position(position * 64));
            kept.keep_asked(texts, season).unwrap().records.computed().complete();
        }
        assert!(kept.asked.len() == ASKED && kept.asked.iter().all(|asked| asked.records.holds_lists()));
        assert!(kept.recent.values().all(|views| !views.records.holds_lists()));
        assert!(kept.marks.all().all(|mark| !mark.records.holds_lists()));
    }
}
