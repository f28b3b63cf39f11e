//! Lists of a season of 5,000 players: a long page of the ranking beside a bare actix server and nginx, and every list
//! beside a handler that runs the ranking as a query for each request.

#[allow(dead_code, reason = "another benchmark uses more of it")]
#[path = "../../compute/src/bundle.rs"]
mod bundle;
mod lists;
#[path = "../../ranking/src/peer.rs"]
mod peer;
pub(crate) mod query;
mod results;

use crate::WORKERS;
use crate::cached::{self, Page};
use crate::cores::{self, started_on};
use crate::kostka::Store;
use bundle::{Bundle, Size};
use harness::bar::Bars;
use harness::slices::Failure;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

/// Three seasons, each of 200 tournaments with 60 results over 5,000 players.
const SIZE: Size = Size { tournaments: 600, players: 5000 };
/// Rows on the longest page of the ranking.
const ROWS: usize = 500;
const RANKING: &str = "/api/v1/seasons/2025/ranking?limit=500";
const PAGE: Page = Page { path: RANKING, of_bare: 0.9, of_nginx: 0.85 };

/// A row of a ranking as a reader sees it, whoever made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RankedRow {
    pub(crate) place: u32,
    pub(crate) player: u32,
    pub(crate) points: u32,
}

/// Measures and judges.
pub(crate) fn measure(folder: &Path, binary: &Path, bars: &mut Bars) -> Result<(), Failure> {
    let store = store(folder, binary)?;
    let kostka = started_on(cores::SERVERS, || store.serve(WORKERS))?;
    cached::measure(folder, &kostka, &PAGE, bars)?;
    lists::measure(folder, &kostka, bars)
}

/// A store with the seasons.
pub(crate) fn store(folder: &Path, binary: &Path) -> Result<Store, Failure> {
    fs::create_dir_all(folder)?;
    let bundle = folder.join("seasons.bundle.json");
    Bundle::write(SIZE, BufWriter::new(File::create(&bundle)?))?;
    Store::of_bundle(binary, folder.join("store"), &bundle)
}
