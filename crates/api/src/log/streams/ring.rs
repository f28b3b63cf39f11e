//! The newest events, encoded once and shared by all watchers.

use super::frame::Frame;
use super::watcher::StreamView;
use bytes::Bytes;
use events::envelope::Position;
use std::collections::VecDeque;
use std::sync::{PoisonError, RwLock};
use tokio::sync::watch;

pub(crate) const MOST_EVENTS: usize = 4096;
/// The most bytes that they may take; the newest event stays however large it is.
const MOST_BYTES: usize = 8 << 20;
/// What a watcher takes with it at once; what it has not sent yet stays in memory.
const BATCH_EVENTS: usize = 64;
const BATCH_BYTES: usize = 64 << 10;

/// The newest events without a gap, and the position of the last.
pub(crate) struct Ring {
    recent: RwLock<Recent>,
    head: watch::Sender<Position>,
}

#[derive(Default)]
struct Recent {
    frames: VecDeque<Frame>,
    bytes: usize,
}

/// What a ring has for a watcher.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// What follows, and the position of the last of it.
    Next(VecDeque<Bytes>, Position),
    /// Nothing has happened since.
    NothingNew,
    /// What follows is older than the ring; it begins after this position.
    Older(Position),
}

impl Default for Ring {
    fn default() -> Self {
        Self { recent: RwLock::default(), head: watch::Sender::new(Position::START) }
    }
}

impl Ring {
    /// Adds the events that follow the last one, and wakes the watchers.
    pub(crate) fn push(&self, frames: Vec<Frame>) {
        let Some(head) = frames.last().map(|frame| frame.position) else { return };
        {
            let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
            for frame in frames {
                recent.bytes += frame.len();
                recent.frames.push_back(frame);
            }
            while recent.frames.len() > MOST_EVENTS || recent.bytes > MOST_BYTES && recent.frames.len() > 1 {
                if let Some(oldest) = recent.frames.pop_front() {
                    recent.bytes -= oldest.len();
                }
            }
        }
        self.head.send_replace(head);
    }

    /// The position of the last event as it moves.
    pub(crate) fn watch(&self) -> watch::Receiver<Position> {
        self.head.subscribe()
    }

    pub(crate) fn head(&self) -> Position {
        *self.head.borrow()
    }

    pub(crate) fn after(&self, at: Position, view: &StreamView) -> Found {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        let frames = &recent.frames;
        let (Some(first), Some(last)) = (frames.front(), frames.back()) else { return Found::NothingNew };
        if at >= last.position {
            return Found::NothingNew;
        }
        if at.next() < first.position {
            return Found::Older(Position(first.position.0 - 1));
        }
        let from = (at.0 + 1 - first.position.0) as usize;
        let (mut batch, mut bytes, mut last) = (VecDeque::new(), 0, at);
        for frame in frames.range(from..) {
            last = frame.position;
            let Some(chosen) = view.choose(frame) else { continue };
            bytes += chosen.len();
            batch.push_back(chosen);
            if batch.len() >= BATCH_EVENTS || bytes >= BATCH_BYTES {
                break;
            }
        }
        Found::Next(batch, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(position: u64, stream: &str, size: usize) -> Frame {
        let text = |name: &str| Bytes::from(format!("{name} {position}"));
        Frame {
            position: Position(position),
            stream: stream.into(),
            event_type: "player.registered".into(),
            is_public: !stream.starts_with("account/"),
            feed: text("feed"),
            whole: Bytes::from(vec![b'x'; size]),
            in_tournament: stream.starts_with("tournament/").then(|| text("news")),
            mark: text("mark"),
        }
    }

    fn ring(positions: std::ops::RangeInclusive<u64>) -> Ring {
        let ring = Ring::default();
        ring.push(positions.map(|position| frame(position, "player/p1", 1)).collect());
        ring
    }

    #[test]
    fn a_watcher_gets_what_follows_and_is_sent_to_the_log_for_what_is_older() {
        let ring = ring(11..=20);
        assert_eq!(ring.after(Position(20), &StreamView::Feed), Found::NothingNew);
        assert_eq!(ring.after(Position(9), &StreamView::Feed), Found::Older(Position(10)));
        let next = |batch: &[&'static str]| batch.iter().map(|text| Bytes::from(*text)).collect::<VecDeque<_>>();
        assert_eq!(
            ring.after(Position(18), &StreamView::Feed),
            Found::Next(next(&["feed 19", "feed 20"]), Position(20))
        );
        let Found::Next(all, last) = ring.after(Position(10), &StreamView::Feed) else { panic!("nothing") };
        assert_eq!((all.len(), last), (10, Position(20)));
        assert_eq!(Ring::default().after(Position(3), &StreamView::Feed), Found::NothingNew);
    }

    #[test]
    fn of_an_account_only_the_position_is_told() {
        let ring = Ring::default();
        ring.push(vec![frame(1, "account/a1", 1), frame(2, "season/s1", 1)]);
        let Found::Next(batch, _) = ring.after(Position::START, &StreamView::Feed) else { panic!("nothing") };
        assert_eq!(batch, ["mark 1", "feed 2"]);
    }

    #[test]
    fn who_watches_a_tournament_is_sent_nothing_of_what_is_not_told() {
        let ring = Ring::default();
        let told = |position| frame(position, "tournament/t1", 1);
        let untold = |position| Frame { in_tournament: None, ..told(position) };
        // One leaves, then one is disqualified by a sanction; both are told as the same.
        ring.push(vec![told(1), untold(2), told(3), untold(4), frame(5, "tournament/t2", 1)]);
        let view = StreamView::Tournament("tournament/t1".into());
        let Found::Next(batch, last) = ring.after(Position::START, &view) else { panic!("nothing") };
        assert_eq!((batch.into(), last), (vec![Bytes::from("news 1"), Bytes::from("news 3")], Position(5)));
        assert_eq!(ring.after(Position(3), &view), Found::Next(VecDeque::new(), Position(5)));
    }

    #[test]
    fn the_ring_keeps_so_many_events_and_bytes_and_no_more() {
        let many = ring(1..=MOST_EVENTS as u64 + 5);
        assert_eq!(many.after(Position(4), &StreamView::Feed), Found::Older(Position(5)));
        let large = Ring::default();
        large.push((1..=3).map(|position| frame(position, "player/p1", MOST_BYTES / 2)).collect());
        assert_eq!(large.after(Position::START, &StreamView::Feed), Found::Older(Position(2)));
        large.push(vec![frame(4, "player/p1", 2 * MOST_BYTES)]);
        assert_eq!(large.after(Position(2), &StreamView::Feed), Found::Older(Position(3)));
        assert_eq!(large.head(), Position(4));
    }

    #[test]
    fn a_watcher_takes_a_bounded_batch_with_it() {
        let ring = ring(1..=1000);
        let Found::Next(batch, last) = ring.after(Position::START, &StreamView::Feed) else { panic!("nothing") };
        assert_eq!((batch.len(), last), (BATCH_EVENTS, Position(BATCH_EVENTS as u64)));
    }
}
