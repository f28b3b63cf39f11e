//! The log against what SQLite and PostgreSQL can do by hand, and against an event store that others wrote.

mod append;
mod bare;
mod fold;
mod forms;
mod load;
mod machine;
mod peer;
mod postgres;
mod replay;
mod rows;
mod sqlite;
mod verify;

use harness::bar::Bars;
use harness::slices::Failure;
use peer::Peer;
use rows::Rows;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: log FOLDER PEERS [PART…]   measures in a new folder inside FOLDER, with the binary PEERS beside it;
                                  PART is `append`, `load`, `verify`, `replay`, `memory` or `postgres`, which needs
                                  the address of a server in KOSTKA_TEST_POSTGRES
       log --replay STORE EVENTS  replays so many events and prints the peak of its memory in kilobytes";

/// Rows that are loaded, and that the peer appends again and again.
const LOADED: usize = 96_000;
/// Events that are replayed.
const REPLAYED: usize = 1_000_000;
/// Events that are verified: as many as fit into a slice.
const VERIFIED: usize = 200_000;

const PARTS: [&str; 6] = ["append", "load", "verify", "replay", "memory", "postgres"];

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--replay", store, events] => {
            replay::replay_alone(Path::new(store), events.parse()?)?;
            Ok(ExitCode::SUCCESS)
        }
        [folder, peers] => measure(Path::new(folder), Path::new(peers), &PARTS),
        [folder, peers, ref parts @ ..] if parts.iter().all(|part| PARTS.contains(part)) => {
            measure(Path::new(folder), Path::new(peers), parts)
        }
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}

fn measure(folder: &Path, peers: &Path, parts: &[&str]) -> Result<ExitCode, Failure> {
    // Not in the folder for temporary files, which may lie in memory, where a sync costs nothing.
    let folder = tempfile::tempdir_in(folder)?;
    let folder = folder.path();
    let wanted = |part: &str| parts.contains(&part);
    let mut bars = Bars::default();
    println!("SQLite {} of the log and of bare rusqlite; a sync in every commit", rusqlite::version());
    if wanted("append") || wanted("load") {
        let rows = Rows::new().take(LOADED);
        let bytes: usize = rows.iter().map(|row| row.event.payload.len()).sum();
        println!("payloads of {} bytes on average", bytes / rows.len());
        let peer = Peer::start(peers)?;
        println!("{}", peer.ask("version")?);
        peer.setup(folder, &rows)?;
        if wanted("append") {
            append::measure(folder, &peer, &mut bars)?;
        }
        if wanted("load") {
            load::measure(folder, &rows, &peer, &mut bars)?;
        }
    }
    if wanted("verify") {
        let file = filled(folder, "verify.db", VERIFIED)?;
        verify::measure(&file, VERIFIED as u64, &mut bars)?;
    }
    if wanted("replay") || wanted("memory") {
        let file = filled(folder, "replay.db", REPLAYED)?;
        if wanted("replay") {
            replay::measure(&file, REPLAYED as u64, &mut bars)?;
        }
        if wanted("memory") {
            replay::measure_memory(&file, REPLAYED as u64, &mut bars)?;
        }
    }
    if wanted("postgres") {
        match std::env::var(postgres::VARIABLE) {
            Ok(server) => postgres::measure(folder, &server, &mut bars)?,
            Err(_) => bars.undecided("PostgreSQL", "no server was given"),
        }
    }
    println!();
    Ok(bars.verdict())
}

/// A store of so many events.
fn filled(folder: &Path, name: &str, events: usize) -> Result<std::path::PathBuf, Failure> {
    let file = folder.join(name);
    let mut rows = Rows::new();
    sqlite::fill(&*sqlite::open(&file)?, (0..events).map(|_| rows.row()))?;
    Ok(file)
}
