//! Full verification against a scan that reads each payload.

use crate::sqlite;
use events::log::StoredCheckpoint;
use events::proof::checkpoint::Signer;
use events::proof::tree::Frontier;
use events::verify::{Progress, verify_store};
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use rusqlite::Connection;
use std::hint::black_box;
use std::path::Path;

const OURS: &str = "verify";
const BARE: &str = "bare scan of payloads";

const COMPARISON: Comparison = Comparison { case: OURS, base: BARE, at_least: 0.3 };

/// Measures and judges on a store of so many events.
pub(crate) fn measure(file: &Path, events: u64, bars: &mut Bars) -> Result<(), Failure> {
    let log = sqlite::open(file)?;
    let signer = Signer::new(&[7; 32], &log.identity()?);
    let root = Frontier::load(&*log, events)?.root();
    log.store_checkpoint(&StoredCheckpoint { size: events, note: signer.sign(events, root) })?;
    let bare = Connection::open(file)?;
    let cases = vec![
        Case::repeated(OURS, || {
            let report = verify_store(&*log, signer.verifier_key(), None, &mut Progress::none())?;
            if report.fits() && report.covered == events { Ok(events) } else { Err("the store does not fit".into()) }
        }),
        Case::repeated(BARE, || scan(&bare)),
    ];
    let slices = Slices::run(cases, &[COMPARISON], None)?;
    slices.print(&format!("Full verification of {events} events"), "events");
    slices.judge(bars, &COMPARISON);
    Ok(())
}

/// Reads every byte of every payload.
fn scan(connection: &Connection) -> Result<u64, Failure> {
    let mut statement = connection.prepare_cached("SELECT position, payload FROM events ORDER BY position")?;
    let mut rows = statement.query([])?;
    let (mut count, mut sum) = (0, 0_u64);
    while let Some(row) = rows.next()? {
        black_box(row.get_ref(0)?);
        let payload = row.get_ref(1)?.as_blob()?;
        sum += payload.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        count += 1;
    }
    black_box(sum);
    Ok(count)
}
