//! Live standings of 91 players, cached, against a bare actix server with the same bytes, all on one core.

use super::hall::Hall;
use crate::cores::{self, started_on};
use crate::kostka::Kostka;
use crate::{WORKERS, bare, wrk};
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use std::fs;
use std::path::Path;

const OURS: &str = "kostka, live standings";
const BARE: &str = "bare actix";
const COMPARISON: Comparison = Comparison { case: OURS, base: BARE, at_least: 0.85 };

/// Measures and judges.
pub(crate) fn measure(folder: &Path, kostka: &Kostka, hall: &Hall, bars: &mut Bars) -> Result<(), Failure> {
    let path = format!("/api/v1/tournaments/{}/standings", hall.id);
    let plain = kostka.read(&path, "identity")?;
    println!("\n{path}: {} bytes", plain.body.len());
    let file = folder.join("standings.json");
    fs::write(&file, &plain.body)?;
    let bare = started_on(cores::SERVERS, || bare::start(&file, WORKERS))?;
    let cases = vec![
        Case::new(OURS, |_| wrk::ask(kostka.server().address, &path, &[])),
        Case::new(BARE, |_| wrk::ask(bare.address, bare::PATH, &[])),
    ];
    let slices = Slices::run(cases, &[COMPARISON], None)?;
    slices.print("Live standings on one core", "answers");
    slices.judge(bars, &COMPARISON);
    Ok(())
}
