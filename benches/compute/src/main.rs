//! `kostka compute` on whole season bundles, as a child process: how its time grows with the bundle, and its peak
//! memory.

mod bundle;
mod child;
mod work;

use bundle::{Bundle, Size};
use child::Kostka;
use harness::bar::Bars;
use harness::rounds::{Case, Rounds, median};
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: compute KOSTKA               measures the release binary KOSTKA
       compute --write RESULTS FILE  writes a season bundle with so many results";

const ROUNDS: usize = 7;
const SMALL: u32 = 12_000;
const LARGE: u32 = 1_200_000;
/// A hundred times the results may take this many times as long, start-up taken off.
const GROWTH: f64 = 350.0;
/// The largest bundle must fit a small server.
const PEAK_MEGABYTES: f64 = 1000.0;

const START_UP: &str = "empty bundle (start-up)";
const SMALL_CASE: &str = "12,000 results";
const LARGE_CASE: &str = "1,200,000 results";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--write", results, file] => {
            write(Size::of_results(results.parse()?), Path::new(file))?;
            Ok(ExitCode::SUCCESS)
        }
        [binary] => measure(&Kostka::new(binary)),
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}

fn write(size: Size, file: &Path) -> Result<(), Box<dyn Error>> {
    Ok(Bundle::write(size, BufWriter::new(File::create(file)?))?)
}

fn measure(kostka: &Kostka) -> Result<ExitCode, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let bundle = |name: &str, size: Size| -> Result<PathBuf, Box<dyn Error>> {
        let file = directory.path().join(name);
        write(size, &file)?;
        // A bundle that is refused would be measured as a very fast one.
        kostka.time(&file)?;
        let megabytes = file.metadata()?.len() as f64 / 1e6;
        println!("{name}: {megabytes:.1} MB, {} tournaments, {} players", size.tournaments, size.players);
        Ok(file)
    };
    let empty = bundle("empty.json", Size::EMPTY)?;
    let small = bundle("small.json", Size::of_results(SMALL))?;
    let small_peak = child::peak_megabytes()?;
    work::check(&kostka.results(&small)?)?;
    let large = bundle("large.json", Size::of_results(LARGE))?;

    let run = |file: PathBuf| move || kostka.time(&file).expect("a bundle that was computed before");
    let rounds = Rounds::run(
        ROUNDS,
        vec![Case::new(START_UP, run(empty)), Case::new(SMALL_CASE, run(small)), Case::new(LARGE_CASE, run(large))],
    );
    println!();
    rounds.print("kostka compute");
    let growth = rounds.of(START_UP).iter().zip(rounds.of(SMALL_CASE)).zip(rounds.of(LARGE_CASE));
    let growth = median(growth.map(|((start_up, small), large)| (large - start_up) / (small - start_up)));
    println!("  peak memory up to {SMALL_CASE}: {small_peak:.0} MB");
    let mut bars = Bars::default();
    bars.at_most("time of 100 × the results, start-up taken off", growth, GROWTH);
    bars.at_most("peak memory in MB", child::peak_megabytes()?, PEAK_MEGABYTES);
    println!();
    Ok(bars.verdict())
}
