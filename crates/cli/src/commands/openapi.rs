//! `kostka openapi`: the documents that describe the HTTP service of this version.

use super::output;
use crate::args::Openapi;
use crate::failure::Failure;
use std::io::Write;

pub(crate) fn run(args: &Openapi) -> Result<(), Failure> {
    let documents = api::documents();
    let mut out = output();
    out.write_all(if args.older { &documents.older } else { &documents.newest }.as_bytes())?;
    Ok(out.flush()?)
}
