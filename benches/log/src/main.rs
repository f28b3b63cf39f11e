//! The log against what SQLite and PostgreSQL can do by hand, and against an event store that others wrote.

mod append;
mod bare;
mod forms;
mod machine;
mod peer;
mod rows;
mod sqlite;

use harness::bar::Bars;
use peer::Peer;
use rows::Rows;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// Rows that the peer loads, and that it appends again and again.
const PEER_ROWS: usize = 96_000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, peers, ..] = &arguments[..] else { return Ok(ExitCode::from(2)) };
    let folder = tempfile::tempdir_in(folder)?;
    let peer = Peer::start(Path::new(peers))?;
    println!("ours: SQLite {}", rusqlite::version());
    println!("peer: {}", peer.ask("version")?);
    let rows = Rows::new().take(PEER_ROWS);
    peer.setup(folder.path(), &rows)?;
    let mut bars = Bars::default();
    append::measure(folder.path(), &peer, &mut bars)?;
    println!();
    Ok(bars.verdict())
}
