//! Stages of a writer, for tests that kill the process between them.

use std::sync::Arc;

#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriterStage {
    Committing,
    Committed,
    Reopened,
}

#[doc(hidden)]
pub type OnWriterStage = Arc<dyn Fn(WriterStage) + Send + Sync>;

impl WriterStage {
    pub(crate) fn report(self, on_stage: Option<&OnWriterStage>) {
        if let Some(on_stage) = on_stage {
            on_stage(self);
        }
    }
}
