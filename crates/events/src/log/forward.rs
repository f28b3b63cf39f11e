//! Methods of a log that are those of another log inside it.

pub use super::{EventVisitor, Head, IdempotencyRecord, Identity, Mode, ReadError, StoredCheckpoint};
pub use crate::append::{Append, Pending};
pub use crate::envelope::{Hash, Position, Recorded, StreamName, Timestamp, Version};
pub use crate::mutable_store::{MutableRecord, RecordKind};
pub use crate::vault::SealedSubject;
pub use tokio::sync::watch::Receiver;

/// Implements the named methods of [`Log`](super::Log) by calling the log in a field.
///
/// The types of their signatures come from `use events::log::forward::*`.
#[macro_export]
macro_rules! forward_to_log {
    ($log:ident: $($method:ident),+ $(,)?) => { $( $crate::forward_to_log! { @$method $log } )+ };
    (@append $log:ident) => { $crate::forward_to_log! { $log.append(append: Append) -> Pending } };
    (@head $log:ident) => { $crate::forward_to_log! { $log.head() -> Result<Head, ReadError> } };
    (@position_at $log:ident) => {
        $crate::forward_to_log! { $log.position_at(time: Timestamp) -> Result<Position, ReadError> }
    };
    (@scan $log:ident) => {
        $crate::forward_to_log! {
            $log.scan(after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError>
        }
    };
    (@read_stream $log:ident) => {
        $crate::forward_to_log! {
            $log.read_stream(stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError>
        }
    };
    (@stream_version $log:ident) => {
        $crate::forward_to_log! { $log.stream_version(stream: &StreamName) -> Result<Version, ReadError> }
    };
    (@watch $log:ident) => { $crate::forward_to_log! { $log.watch() -> Receiver<Position> } };
    (@leaves $log:ident) => {
        $crate::forward_to_log! { $log.leaves(after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> }
    };
    (@subtrees $log:ident) => {
        $crate::forward_to_log! { $log.subtrees(level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> }
    };
    (@sealed $log:ident) => {
        $crate::forward_to_log! { $log.sealed(subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> }
    };
    (@sealed_subjects_after $log:ident) => {
        $crate::forward_to_log! {
            $log.sealed_subjects_after(after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError>
        }
    };
    (@idempotency_records_after $log:ident) => {
        $crate::forward_to_log! {
            $log.idempotency_records_after(after: Option<Hash>, limit: usize)
                -> Result<Vec<IdempotencyRecord>, ReadError>
        }
    };
    (@idempotency_record $log:ident) => {
        $crate::forward_to_log! { $log.idempotency_record(key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError> }
    };
    (@mutable_record $log:ident) => {
        $crate::forward_to_log! {
            $log.mutable_record(kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError>
        }
    };
    (@mutable_records_of_owner $log:ident) => {
        $crate::forward_to_log! {
            $log.mutable_records_of_owner(kind: RecordKind, owner: &str, limit: usize)
                -> Result<Vec<MutableRecord>, ReadError>
        }
    };
    (@mutable_records_after $log:ident) => {
        $crate::forward_to_log! {
            $log.mutable_records_after(kind: RecordKind, after: Option<&[u8]>, limit: usize)
                -> Result<Vec<MutableRecord>, ReadError>
        }
    };
    (@store_checkpoint $log:ident) => {
        $crate::forward_to_log! { $log.store_checkpoint(checkpoint: &StoredCheckpoint) -> Result<(), ReadError> }
    };
    (@checkpoints $log:ident) => {
        $crate::forward_to_log! {
            $log.checkpoints(after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError>
        }
    };
    (@last_checkpoint $log:ident) => {
        $crate::forward_to_log! { $log.last_checkpoint() -> Result<Option<StoredCheckpoint>, ReadError> }
    };
    (@identity $log:ident) => { $crate::forward_to_log! { $log.identity() -> Result<Identity, ReadError> } };
    (@mode $log:ident) => { $crate::forward_to_log! { $log.mode() -> Mode } };
    (@set_read_only $log:ident) => { $crate::forward_to_log! { $log.set_read_only(reason: &str) -> () } };
    (@purge_erased $log:ident) => { $crate::forward_to_log! { $log.purge_erased() -> Result<bool, ReadError> } };
    (@close $log:ident) => { $crate::forward_to_log! { $log.close() -> () } };
    ($log:ident.$method:ident($($argument:ident: $type:ty),*) -> $answer:ty) => {
        fn $method(&self, $($argument: $type),*) -> $answer {
            self.$log.$method($($argument),*)
        }
    };
}
