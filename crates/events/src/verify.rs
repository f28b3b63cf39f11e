//! Verification of a whole log: every row against its leaf, the leaves against the tree, the tree against the
//! checkpoints.

mod batch;
mod checker;
mod exported;
mod progress;
mod report;
mod stored;

pub(crate) use checker::Checker;
pub use exported::{
    ExportItem, MAX_LINE_BYTES, TrustAnchors, UnreadableExport, VerifiedTree, verify_export, walk_export,
};
pub use progress::Progress;
pub use report::{KeySource, MAX_PROBLEMS, Problem, Report};
pub use stored::verify_store;
