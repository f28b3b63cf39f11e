//! Tournaments under way: public standings, sheets that many enter at once, and watchers.

pub(crate) mod hall;
mod sheets;
mod standings;
mod watchers;

use crate::WORKERS;
use crate::cores::{self, started_on};
use crate::kostka::Store;
use harness::bar::Bars;
use harness::slices::Failure;
use std::path::Path;

/// Measures and judges.
pub(crate) fn measure(folder: &Path, store: &Store, bars: &mut Bars) -> Result<(), Failure> {
    let invitation = store.open_admin()?;
    {
        let kostka = started_on(cores::SERVERS, || store.serve(WORKERS))?;
        kostka.accept(&invitation)?;
        let large = hall::Hall::open(&kostka, &kostka.sign_in()?, hall::LARGE)?;
        large.enter_everything(&kostka, &kostka.sign_in()?)?;
        standings::measure(folder, &kostka, &large, bars)?;
    }
    // Here the service has both cores, as it would have: what is judged is time beside the disk.
    let kostka = store.serve(WORKERS)?;
    sheets::measure(folder, &kostka, bars)
}
