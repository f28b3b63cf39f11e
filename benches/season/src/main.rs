//! Read models and the lists of a season: built from nothing, kept up to date when a tournament closes, and as they
//! were before.

#[allow(dead_code, reason = "another benchmark uses more of it")]
#[path = "../../compute/src/bundle.rs"]
mod bundle;
mod closing;
#[allow(dead_code, reason = "another benchmark uses more of it")]
#[path = "../../log/src/forms.rs"]
mod forms;
mod history;
mod looking_back;
#[path = "../../log/src/machine.rs"]
mod machine;
#[allow(dead_code, reason = "another benchmark uses more of it")]
#[path = "../../log/src/peer.rs"]
mod peer;
mod rebuild;
#[allow(dead_code, reason = "another benchmark uses more of it")]
#[path = "../../log/src/rows.rs"]
mod rows;
mod store;

use harness::bar::Bars;
use harness::slices::Failure;
use peer::Peer;
use rows::Rows;
use std::path::Path;
use std::process::ExitCode;
use store::Store;

const USAGE: &str = "\
usage: season FOLDER PEERS [PART…]  measures in a new folder inside FOLDER, with the binary PEERS beside it;
                                    PART is `rebuild`, `closing` or `looking-back`";

/// Rows that the peer replays.
const PEER_ROWS: usize = 96_000;
/// Events of which the read models are rebuilt.
const REBUILT: u64 = 1_000_000;

const PARTS: [&str; 3] = ["rebuild", "closing", "looking-back"];

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
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
    if wanted("closing") || wanted("looking-back") {
        let store = Store::create(&folder.join("season.db"))?;
        if wanted("closing") {
            closing::measure(folder, &store, &mut bars)?;
        }
        if wanted("looking-back") {
            looking_back::measure(&store, &mut bars)?;
        }
    }
    if wanted("rebuild") {
        let peer = Peer::start(peers)?;
        println!("{}", peer.ask("version")?);
        peer.setup(folder, &Rows::new().take(PEER_ROWS))?;
        let store = Store::create(&folder.join("rebuild.db"))?;
        store.grow_to(REBUILT)?;
        rebuild::measure(&store, &peer, &mut bars)?;
    }
    println!();
    Ok(bars.verdict())
}
