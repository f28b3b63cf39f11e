//! The service as it is operated, against a bare server, nginx and the disk.

mod bare;
mod cached;
mod client;
mod cores;
mod kostka;
mod memory;
mod nginx;
mod pages;
mod process;
mod processor;
mod ranking;
mod tournaments;
mod writes;
mod wrk;

use cached::Page;
use cores::started_on;
use harness::bar::Bars;
use harness::slices::Failure;
use kostka::{PLAYERS, Store};
use ranking::RankedRow;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: http FOLDER KOSTKA [PART…]        measures the binary KOSTKA in a new folder inside FOLDER;
                                         PART is `cached`, `writes`, `memory`, `tournaments`, `ranking` or `pages`
       http --bare PORT WORKERS FILE     answers with the file until it is ended
       http --query PORT WORKERS FILE    ranks the results in the file for each request until it is ended";

const PARTS: [&str; 6] = ["cached", "writes", "memory", "tournaments", "ranking", "pages"];
/// What `cached` reads.
const PLAYERS_PAGE: Page = Page { path: PLAYERS, of_bare: 0.9, of_nginx: 0.8 };
/// Threads that answer, or processes; the same for everybody.
const WORKERS: usize = 2;

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--bare", port, workers, body] => {
            bare::serve(port.parse()?, workers.parse()?, Path::new(body))?;
            Ok(ExitCode::SUCCESS)
        }
        ["--query", port, workers, results] => {
            ranking::query::serve(port.parse()?, workers.parse()?, Path::new(results))?;
            Ok(ExitCode::SUCCESS)
        }
        [folder, kostka] => measure(Path::new(folder), Path::new(kostka), &PARTS),
        [folder, kostka, ref parts @ ..] if parts.iter().all(|part| PARTS.contains(part)) => {
            measure(Path::new(folder), Path::new(kostka), parts)
        }
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}

fn measure(folder: &Path, binary: &Path, parts: &[&str]) -> Result<ExitCode, Failure> {
    // Not in the folder for temporary files, which may lie in memory, where a sync costs nothing.
    let folder = tempfile::tempdir_in(folder)?;
    let folder = folder.path();
    let wanted = |part: &str| parts.contains(&part);
    let mut bars = Bars::default();
    let store = Store::create(binary, folder.join("store"))?;
    if wanted("cached") {
        let kostka = started_on(cores::SERVERS, || store.serve(WORKERS))?;
        cached::measure(folder, &kostka, &PLAYERS_PAGE, &mut bars)?;
    }
    if wanted("writes") || wanted("memory") {
        let invitation = store.open_account()?;
        store.serve(WORKERS)?.accept(&invitation)?;
    }
    // Here the service has both cores, as it would have: what is judged is time beside the disk, and memory.
    if wanted("writes") {
        let kostka = store.serve(WORKERS)?;
        writes::measure(folder, &kostka, &kostka.sign_in()?, &mut bars)?;
    }
    if wanted("memory") {
        let kostka = store.serve(WORKERS)?;
        memory::measure(&kostka, &kostka.sign_in()?, &mut bars)?;
    }
    if wanted("tournaments") {
        let store = Store::create(binary, folder.join("tournaments"))?;
        tournaments::measure(folder, &store, &mut bars)?;
    }
    if wanted("ranking") {
        ranking::measure(&folder.join("ranking"), binary, &mut bars)?;
    }
    if wanted("pages") {
        pages::measure(folder, binary, &mut bars)?;
    }
    println!();
    Ok(bars.verdict())
}
