//! `kostka compare`: differences between two computations, and their causes.

use super::output;
use crate::args::{Compare, ListFormat};
use crate::failure::Failure;
use crate::input;
use crate::progress::Progress;
use formats::compare::{compare, to_json, write};
use formats::localization::Lang;
use std::io::Write;

pub(crate) fn run(lang: Lang, args: &Compare) -> Result<(), Failure> {
    if args.bundle_b.is_none() && args.rulebook_b.is_none() {
        return Err(Failure::BadInput(vec![lang.text("compare-needs-two")]));
    }
    let rulebook_a = input::optional_rulebook(lang, args.rulebook_a.as_ref())?;
    let rulebook_b = input::optional_rulebook(lang, args.rulebook_b.as_ref())?;
    let first = input::raw_bundle(lang, &args.bundle_a)?;
    let (path_b, second) = match &args.bundle_b {
        Some(path) => (path, input::raw_bundle(lang, path)?),
        None => (&args.bundle_a, first.clone()),
    };
    let before = input::side(lang, &args.bundle_a, first, rulebook_a.as_ref())?;
    let after = input::side(lang, path_b, second, rulebook_b.as_ref())?;
    let progress = Progress::new(lang, "compare-progress");
    let comparison = compare(&before, &after, |done, all| progress.show(done as u64, all as u64));
    drop(progress);
    let mut out = output();
    match args.format {
        ListFormat::Table => write(&comparison, lang, &mut out)?,
        ListFormat::Json => writeln!(out, "{:#}", to_json(&comparison))?,
    }
    Ok(out.flush()?)
}
