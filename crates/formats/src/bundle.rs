//! The season bundle: the input of the season rules, in one JSON file.
//!
//! This module knows the shape of the file; [`check()`] knows what its values must be and turns it into facts.

mod check;
pub mod raw;
pub(crate) mod text_limit;

pub use check::{CheckedBundle, MAX_PROBLEMS};
pub use raw::Bundle;
pub use text_limit::MAX_TEXT_BYTES;

use crate::problem::{Problem, UnreadableJson};
use domain::rulebook::Rulebook;
use serde::Serialize;
use std::io::{self, BufReader, Read, Write};
use text_limit::TextLimit;

/// The format that this program reads.
pub const FORMAT: &str = "season-bundle/1";

/// A bundle larger than this is refused before it is read.
pub const MAX_BYTES: u64 = 1 << 30;

#[derive(Debug)]
pub enum InvalidBundle {
    /// It is not JSON, or not of the shape of a bundle.
    UnreadableJson(UnreadableJson),
    /// Its values break rules of the format; every problem names its place.
    Problems(Vec<Problem>),
}

/// Reads the shape of a bundle; the reader is taken in small steps, so garbage costs no memory.
pub fn read(reader: impl Read) -> Result<Bundle, UnreadableJson> {
    let reader = BufReader::with_capacity(1 << 16, TextLimit::new(reader));
    let mut json = serde_json::Deserializer::from_reader(reader);
    let bundle = serde_path_to_error::deserialize(&mut json).map_err(UnreadableJson::from_serde)?;
    json.end().map_err(|error| UnreadableJson::at("", &error))?;
    Ok(bundle)
}

/// Writes a bundle as JSON, indented by one space, with a line break at the end.
pub fn write(bundle: &Bundle, mut out: impl Write) -> io::Result<()> {
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut json = serde_json::Serializer::with_formatter(&mut out, formatter);
    bundle.serialize(&mut json)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Checks every value of a bundle; with `rulebook`, that one is used in place of the bundle's own.
pub fn check(bundle: Bundle, rulebook: Option<&Rulebook>) -> Result<CheckedBundle, Vec<Problem>> {
    check::check(bundle, rulebook)
}

/// Reads a bundle and checks every value in it; with `rulebook`, that one is used in place of the bundle's own.
pub fn parse(reader: impl Read, rulebook: Option<&Rulebook>) -> Result<CheckedBundle, InvalidBundle> {
    let bundle = read(reader).map_err(InvalidBundle::UnreadableJson)?;
    check(bundle, rulebook).map_err(InvalidBundle::Problems)
}
