//! What each command does.

pub(crate) mod compare;
pub(crate) mod compute;
pub(crate) mod rulebook;

use std::io::{self, BufWriter, StdoutLock};

/// The standard output in large pieces, because lists can be long.
fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}
