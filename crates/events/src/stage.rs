//! What a writer is about to do or has done; for tests that end the process at the worst moment.

use std::sync::Arc;

#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Committing,
    Committed,
    Reopened,
}

#[doc(hidden)]
pub type OnStage = Arc<dyn Fn(Stage) + Send + Sync>;
