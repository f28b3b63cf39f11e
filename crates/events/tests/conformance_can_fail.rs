//! Breaks a log in ways that real ones break, and shows that the laws notice each of them.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::conformance::{Backend, MemoryBackend, TestEnvironment, cases};
use events::log::Log;
use events::log::forward::*;
use events::mutable_store::MutableWrite;
use events::vault::VaultWrite;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    SkipsAPositionOnConflict,
    RecordsPartOfARefusedAppend,
    IgnoresExpectations,
    ForgetsKeysOnReopening,
    AcknowledgesWhatItDrops,
    RepeatsAnEvent,
    SkipsAnEvent,
    DoesNotStop,
    LosesTheCause,
    FoldsCase,
    NeverNotices,
    KeepsTheErased,
    KeepsWrongRoots,
    TakesEventsWhenReadOnly,
    TakesEventsWhenClosed,
    ForgetsTheMomentItself,
    RemovesIfThere,
    ForgetsRevisions,
    KeepsTheExpired,
}

/// What the logs on one broken store share.
#[derive(Default)]
struct Damage {
    opened: AtomicU64,
    appended: AtomicU64,
    scanned: AtomicU64,
    /// Where the log stood at each conflict.
    conflicts: Mutex<Vec<Position>>,
}

struct BrokenBackend {
    whole: MemoryBackend,
    fault: Fault,
    damage: Arc<Damage>,
}

impl Backend for BrokenBackend {
    fn open(&self) -> Arc<dyn Log> {
        let handle = self.damage.opened.fetch_add(1, Ordering::SeqCst) as u8;
        Arc::new(BrokenLog { whole: self.whole.open(), fault: self.fault, damage: Arc::clone(&self.damage), handle })
    }

    fn environment(&self) -> &TestEnvironment {
        self.whole.environment()
    }

    fn has_queue(&self) -> bool {
        false
    }

    fn timeout(&self) -> Duration {
        if self.fault == Fault::None { self.whole.timeout() } else { Duration::from_millis(100) }
    }
}

struct BrokenLog {
    whole: Arc<dyn Log>,
    fault: Fault,
    damage: Arc<Damage>,
    handle: u8,
}

impl BrokenLog {
    fn is_conflict(&self, append: &Append) -> bool {
        append.expected.iter().any(|(name, expected)| !expected.allows(self.whole.stream_version(name).unwrap()))
    }

    fn folded(&self, name: &StreamName) -> StreamName {
        if self.fault == Fault::FoldsCase {
            StreamName::new(name.kind(), &name.id().to_lowercase()).unwrap()
        } else {
            name.clone()
        }
    }
}

impl Log for BrokenLog {
    events::forward_to_log! {
        whole:
        head, leaves, sealed, sealed_subjects_after, idempotency_records_after, idempotency_record, mutable_record,
        mutable_records_of_owner, mutable_records_after, store_checkpoint, checkpoints, last_checkpoint, identity,
        mode, purge_erased
    }

    fn append(&self, mut append: Append) -> Pending {
        let number = self.damage.appended.fetch_add(1, Ordering::SeqCst);
        match self.fault {
            Fault::SkipsAPositionOnConflict if self.is_conflict(&append) => {
                self.damage.conflicts.lock().unwrap().push(self.whole.head().unwrap().position);
            }
            Fault::RecordsPartOfARefusedAppend if self.is_conflict(&append) => {
                let part = append.events.iter().take(1).cloned().collect();
                self.whole.append(Append::of(part)).wait().unwrap();
            }
            Fault::IgnoresExpectations => append.expected.clear(),
            Fault::ForgetsKeysOnReopening => {
                if let Some(idempotency) = &mut append.idempotency {
                    idempotency.key[0] ^= self.handle;
                }
            }
            Fault::AcknowledgesWhatItDrops if number % 50 == 49 => append = Append::default(),
            Fault::KeepsTheErased => append.vault.retain(|write| !matches!(write, VaultWrite::Erase { .. })),
            Fault::RemovesIfThere => append.mutable_writes.iter_mut().for_each(|write| {
                if let MutableWrite::Remove { record_kind, key } = write {
                    *write = MutableWrite::RemoveIfThere { record_kind: *record_kind, key: std::mem::take(key) };
                }
            }),
            Fault::ForgetsRevisions => append.mutable_writes.iter_mut().for_each(|write| {
                if let MutableWrite::Replace { record_kind, key, owner, value, expires_at, .. } = write.clone() {
                    *write = MutableWrite::Put { record_kind, key, owner, value, expires_at };
                }
            }),
            Fault::KeepsTheExpired => {
                append.mutable_writes.retain(|write| !matches!(write, MutableWrite::RemoveExpired { .. }));
            }
            _ => {}
        }
        self.whole.append(append)
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        let found = self.whole.position_at(time)?;
        Ok(if self.fault == Fault::ForgetsTheMomentItself { Position(found.0.saturating_sub(1)) } else { found })
    }

    fn scan(&self, mut after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError> {
        let number = self.damage.scanned.fetch_add(1, Ordering::SeqCst);
        if self.fault == Fault::RepeatsAnEvent && number % 5 == 4 && after > Position::START {
            after.0 -= 1;
        }
        let skips = self.fault == Fault::SkipsAnEvent && number % 5 == 4;
        let mut seen = 0;
        let mut stopped = false;
        self.whole.scan(after, until, &mut |row| {
            seen += 1;
            if skips && seen == 2 || stopped {
                return ControlFlow::Continue(());
            }
            let mut row = *row;
            let before = |at: &&Position| **at < row.position;
            row.position.0 += self.damage.conflicts.lock().unwrap().iter().filter(before).count() as u64;
            if self.fault == Fault::LosesTheCause {
                row.causation = None;
            }
            let flow = visit(&row);
            if self.fault == Fault::DoesNotStop {
                ControlFlow::Continue(())
            } else {
                stopped = flow == ControlFlow::Break(());
                flow
            }
        })
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        self.whole.read_stream(&self.folded(stream), after, limit)
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.whole.stream_version(&self.folded(stream))
    }

    fn watch(&self) -> watch::Receiver<Position> {
        if self.fault == Fault::NeverNotices { watch::channel(Position::START).1 } else { self.whole.watch() }
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        let mut roots = self.whole.subtrees(level, from, limit)?;
        if self.fault == Fault::KeepsWrongRoots {
            roots.reverse();
        }
        Ok(roots)
    }

    fn set_read_only(&self, reason: &str) {
        if self.fault != Fault::TakesEventsWhenReadOnly {
            self.whole.set_read_only(reason);
        }
    }

    fn close(&self) {
        if self.fault != Fault::TakesEventsWhenClosed {
            self.whole.close();
        }
    }
}

/// Whether a log with this fault keeps this law.
fn keeps(fault: Fault, law: &str) -> bool {
    let (_, case) = cases().iter().find(|(name, _)| *name == law).unwrap_or_else(|| panic!("no law is named {law}"));
    let whole = MemoryBackend::new(TestEnvironment::new(3));
    let backend = BrokenBackend { whole, fault, damage: Arc::default() };
    catch_unwind(AssertUnwindSafe(|| case(&backend))).is_ok()
}

macro_rules! faults_are_noticed {
    ($($name:ident: $fault:ident breaks $($law:ident),+;)+) => {
        $(
            #[test]
            fn $name() {
                $(
                    assert!(!keeps(Fault::$fault, stringify!($law)), "{} was not noticed", stringify!($law));
                    assert!(keeps(Fault::None, stringify!($law)), "{} fails without a fault", stringify!($law));
                )+
            }
        )+
    };
}

faults_are_noticed! {
    a_position_skipped_on_a_conflict_is_noticed: SkipsAPositionOnConflict breaks
        a_stream_that_is_not_as_expected_is_a_conflict, a_refused_append_takes_nobody_with_it;
    a_part_of_a_refused_append_is_noticed: RecordsPartOfARefusedAppend breaks
        one_wrong_expectation_of_several_records_nothing, a_conflict_of_streams_leaves_the_vault_as_it_was;
    ignored_expectations_are_noticed: IgnoresExpectations breaks
        a_stream_that_gets_no_event_can_be_expected, two_logs_on_one_store_write_by_turns,
        appends_that_expect_the_same_version_at_once_have_one_winner;
    forgotten_keys_are_noticed: ForgetsKeysOnReopening breaks
        a_retry_after_reopening_gets_the_first_receipt, a_key_used_through_one_log_is_known_to_the_other,
        an_empty_append_remembers_its_key, fifty_retries_at_once_have_one_effect;
    events_acknowledged_but_dropped_are_noticed: AcknowledgesWhatItDrops breaks
        closing_writes_what_waits_and_takes_nothing_more, sixteen_writers_race_and_followers_miss_and_repeat_nothing,
        closing_while_others_write_loses_no_acknowledged_event;
    a_repeated_event_is_noticed: RepeatsAnEvent breaks
        every_page_size_gives_the_same_sequence, a_slow_reader_sees_every_event_once,
        sixteen_writers_race_and_followers_miss_and_repeat_nothing;
    a_skipped_event_is_noticed: SkipsAnEvent breaks
        every_page_size_gives_the_same_sequence, a_slow_reader_sees_every_event_once,
        sixteen_writers_race_and_followers_miss_and_repeat_nothing;
    a_scan_that_does_not_stop_is_noticed: DoesNotStop breaks a_scan_stops_where_it_is_told_to;
    a_lost_field_is_noticed: LosesTheCause breaks every_field_comes_back_as_it_was_written;
    folded_names_are_noticed: FoldsCase breaks streams_with_alike_names_are_different_streams;
    news_that_never_come_are_noticed: NeverNotices breaks a_log_notices_what_another_one_has_written;
    a_kept_record_of_an_erased_subject_is_noticed: KeepsTheErased breaks
        an_erased_subject_is_gone, a_retry_does_not_write_to_the_vault_again;
    wrong_roots_are_noticed: KeepsWrongRoots breaks roots_of_complete_subtrees_are_kept_from_the_256th_event_on;
    events_taken_when_read_only_are_noticed: TakesEventsWhenReadOnly breaks a_read_only_log_says_why_and_is_still_read;
    events_taken_when_closed_are_noticed: TakesEventsWhenClosed breaks
        closing_writes_what_waits_and_takes_nothing_more, a_closed_log_is_not_read, closing_ends_a_follower_on_a_thread,
        closing_ends_a_follower_that_is_awaited;
    a_position_before_the_moment_is_noticed: ForgetsTheMomentItself breaks
        the_position_at_a_moment_is_that_of_the_last_event_recorded_by_then;
    a_record_taken_twice_is_noticed: RemovesIfThere breaks
        of_sixteen_who_take_the_same_record_one_has_it, a_conflict_in_the_mutable_store_records_nothing;
    a_forgotten_revision_is_noticed: ForgetsRevisions breaks
        a_conflict_in_the_mutable_store_records_nothing, records_of_an_owner_are_found_and_removed_together;
    what_outlives_its_time_is_noticed: KeepsTheExpired breaks what_has_expired_is_kept_until_it_is_removed;
}
