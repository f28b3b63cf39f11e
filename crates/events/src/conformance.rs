//! The conformance suite: laws that every log keeps, run by each backend.

#![allow(clippy::unwrap_used, reason = "a law that is broken ends in a panic")]

mod environment;
mod expectations;
mod idempotency;
mod lifecycle;
mod limits;
mod memory;
mod mutable_store;
mod order;
mod racing;
mod reading;
pub mod sample;
mod sharing;
mod temporary_database;
mod tree;
mod vault;

pub use environment::TestEnvironment;
pub use memory::{MemoryBackend, MemoryLog, MemoryStore};
pub use temporary_database::{ALL, SERVER, TemporaryDatabase};

use crate::log::Log;
use std::sync::Arc;
use std::time::Duration;

/// A store under test. It goes away with this value.
pub trait Backend: Send + Sync {
    /// Opens the store, also while it is open already, as another process would.
    fn open(&self) -> Arc<dyn Log>;

    /// The clock and the randomness that its logs are given.
    fn environment(&self) -> &TestEnvironment;

    /// Whether appends wait in a queue that can be full; not so if each is written before the next is looked at.
    fn has_queue(&self) -> bool {
        true
    }

    /// How long anything may take before a test gives up; far more than it takes on a busy machine.
    fn timeout(&self) -> Duration {
        Duration::from_secs(30)
    }
}

/// A law: panics if the store, which is new and empty, breaks it.
pub type Case = fn(&dyn Backend);

/// Every law by its name.
pub fn cases() -> &'static [(&'static str, Case)] {
    crate::conformance_tests!(@list (table))
}

/// Holds a new store to one law; nothing happens if there is no store to test.
pub fn run<B: Into<Option<Box<dyn Backend>>>>(name: &str, make: impl Fn() -> B) {
    let (_, case) = cases().iter().find(|(known, _)| *known == name).expect("a law with this name");
    if let Some(backend) = make().into() {
        case(&*backend);
    }
}

/// Turns every law into a test of the backend that the given function makes: a `Box<dyn Backend>`, or an `Option` of it
/// for a store that is not there on every machine.
#[macro_export]
macro_rules! conformance_tests {
    (@list $to:tt) => {
        $crate::conformance_tests! {
            @ $to
            reading {
                a_new_log_is_empty,
                every_field_comes_back_as_it_was_written,
                payloads_of_any_bytes_and_size_come_back,
                streams_with_alike_names_are_different_streams,
                every_page_size_gives_the_same_sequence,
                a_scan_stops_where_it_is_told_to,
                a_stream_is_read_in_its_own_order_and_in_pages,
                what_is_acknowledged_can_be_read_at_once,
                the_position_at_a_moment_is_that_of_the_last_event_recorded_by_then,
            }
            order {
                positions_have_no_gaps_and_follow_the_acknowledgements,
                appends_handed_over_by_one_thread_are_recorded_in_that_order,
                the_time_of_recording_never_goes_back,
                ten_thousand_events_go_into_one_append,
            }
            expectations {
                a_stream_that_is_not_as_expected_is_a_conflict,
                one_wrong_expectation_of_several_records_nothing,
                a_stream_that_gets_no_event_can_be_expected,
                expectations_are_of_the_stream_before_the_append,
                any_version_always_goes_through,
                a_refused_append_takes_nobody_with_it,
                appends_that_expect_the_same_version_at_once_have_one_winner,
            }
            idempotency {
                a_retry_gets_the_first_receipt_and_records_nothing,
                a_retry_after_reopening_gets_the_first_receipt,
                fifty_retries_at_once_have_one_effect,
                a_retry_right_behind_the_first_try_is_a_retry,
                another_request_under_a_used_key_is_refused,
                a_refused_append_does_not_use_up_its_key,
                an_empty_append_stands_at_the_head_and_checks_what_it_expects,
                an_empty_append_remembers_its_key,
                kept_requests_are_listed_in_the_order_of_their_keys,
            }
            vault {
                a_vault_record_is_written_with_its_event,
                a_replaced_record_takes_the_place_of_its_name,
                an_erased_subject_is_gone,
                a_vault_conflict_records_nothing,
                a_conflict_of_streams_leaves_the_vault_as_it_was,
                a_retry_does_not_write_to_the_vault_again,
                subjects_are_listed_in_the_order_in_which_they_came,
                what_was_erased_can_be_purged,
            }
            mutable_store {
                a_record_of_the_mutable_store_comes_back_as_it_was_put,
                a_put_record_takes_the_place_of_the_one_with_its_key,
                a_conflict_in_the_mutable_store_records_nothing,
                another_conflict_leaves_the_mutable_store_as_it_was,
                a_retry_does_not_write_to_the_mutable_store_again,
                of_sixteen_who_take_the_same_record_one_has_it,
                replacements_of_one_revision_at_once_have_one_winner,
                records_of_an_owner_are_found_and_removed_together,
                records_of_a_kind_are_listed_in_the_order_of_their_keys,
                what_has_expired_is_kept_until_it_is_removed,
                the_audit_is_only_added_to,
                a_write_to_the_mutable_store_over_a_limit_is_refused,
            }
            limits {
                an_append_over_a_limit_is_refused_and_records_nothing,
                an_append_at_a_limit_goes_through,
            }
            tree {
                every_leaf_stands_for_its_row,
                roots_of_complete_subtrees_are_kept_from_the_256th_event_on,
                roots_of_complete_subtrees_are_kept_beyond_65536_events,
                checkpoints_are_kept_in_order_and_the_first_of_a_size_stays,
                the_identity_outlives_reopening,
                every_accepted_loss_opens_an_epoch,
            }
            sharing {
                two_logs_on_one_store_write_by_turns,
                a_log_notices_what_another_one_has_written,
                two_logs_that_write_at_once_never_lose_an_update,
                a_key_used_through_one_log_is_known_to_the_other,
            }
            racing {
                a_slow_reader_sees_every_event_once,
                a_scan_holds_no_writer_up,
                sixteen_writers_race_and_followers_miss_and_repeat_nothing,
            }
            lifecycle {
                too_many_waiting_appends_are_refused_and_the_others_recorded,
                closing_writes_what_waits_and_takes_nothing_more,
                closing_while_others_write_loses_no_acknowledged_event,
                a_closed_log_is_not_read,
                closing_ends_a_follower_on_a_thread,
                closing_ends_a_follower_that_is_awaited,
                a_read_only_log_says_why_and_is_still_read,
                appends_that_meet_a_read_only_log_are_written_or_refused,
            }
        }
    };
    (@ (table) $($subject:ident { $($name:ident),+ $(,)? })+) => {
        &[$($((stringify!($name), $subject::$name as Case)),+),+]
    };
    (@ (tests $make:expr) $($subject:ident { $($name:ident),+ $(,)? })+) => {
        $($(
            #[test]
            fn $name() {
                $crate::conformance::run(stringify!($name), $make);
            }
        )+)+
    };
    ($make:expr) => {
        $crate::conformance_tests!(@list (tests $make));
    };
}
