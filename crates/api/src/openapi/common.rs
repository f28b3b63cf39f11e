//! What holds for every operation, written into the document once: who may call it, and how it can fail.

use utoipa::Modify;
use utoipa::openapi::OpenApi;

/// Adds what all operations have in common.
pub(super) struct Common;

impl Modify for Common {
    fn modify(&self, _document: &mut OpenApi) {}
}
