//! The subcommands of `kostka`, one module each.

pub(crate) mod account;
pub(crate) mod backup;
pub(crate) mod compare;
pub(crate) mod compute;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod erase;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod log;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod replay;
pub(crate) mod restore;
pub(crate) mod rulebook;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod verify;

use crate::failure::Failure;
use events::envelope::Hash;
use std::fmt::Write as _;
use std::io::{self, BufWriter, StdoutLock, Write};

/// The standard output in large pieces, because lists can be long.
fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Writes one line to the standard output.
fn print_line(line: &str) -> Result<(), Failure> {
    let mut out = output();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn hex(hash: &Hash) -> String {
    hash.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
