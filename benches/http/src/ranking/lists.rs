//! Every list of the season against the query, as a browser asks for them, all on one core.

use super::peer::Peer;
use super::results::{Ranking, counted};
use super::{RANKING, ROWS, RankedRow, query};
use crate::WORKERS;
use crate::client::{Connection, get};
use crate::cores::{self, started_on};
use crate::kostka::Kostka;
use crate::processor::Processor;
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use serde_json::Value;
use std::path::Path;

const QUERY: &str = "a query for each request";
/// How many times as many answers as the query gives.
const FASTER: f64 = 100.0;
/// What every browser says that it takes.
const BROWSER: &[(&str, &str)] = &[("Accept-Encoding", "gzip, deflate, br")];

/// A list, and the member of its answer that holds the rows.
struct List {
    name: &'static str,
    path: &'static str,
    rows: &'static str,
}

const LISTS: [List; 4] = [
    List { name: "ranking, page of 500", path: RANKING, rows: "items" },
    List { name: "qualifications to MP", path: "/api/v1/seasons/2025/qualifications/mp", rows: "items" },
    List { name: "qualifications to an MW", path: "/api/v1/mw/mw-2025-mazowieckie", rows: "qualified" },
    List { name: "table of a Grand Prix", path: "/api/v1/grand-prix/gp-0002", rows: "table" },
];
/// Printed without a bar: five hundred rows as they are cost what it costs to copy them.
const UNCOMPRESSED: &str = "ranking, page of 500, not compressed";

/// Measures and judges.
pub(super) fn measure(folder: &Path, kostka: &Kostka, bars: &mut Bars) -> Result<(), Failure> {
    println!();
    let mut have_rows = true;
    for list in &LISTS {
        let (plain, brotli) = (kostka.read(list.path, "identity")?, kostka.read(list.path, "br")?);
        let answer: Value = serde_json::from_slice(&plain.body)?;
        let rows = answer[list.rows].as_array().map_or(0, Vec::len);
        println!("{}: {rows} rows, {} bytes, brotli {} bytes", list.path, plain.body.len(), brotli.body.len());
        have_rows &= rows > 0;
    }
    bars.holds("every list has rows", have_rows);
    let ranking = Ranking::read(kostka)?;
    let server = started_on(cores::SERVERS, || query::start(folder, &ranking.results, WORKERS))?;
    let reply = Connection::open(server.address)?.send(&get(query::PATH, BROWSER))?.expect(200, QUERY)?;
    let page: Vec<RankedRow> = serde_json::from_slice(&reply.body)?;
    println!(
        "{QUERY}: {} rows of {}, {} results, {} bytes",
        page.len(),
        ranking.rows.len(),
        ranking.results.len(),
        reply.body.len()
    );
    bars.holds("the query ranks as the service does", is_same(&ranking, &page)?);

    let processor = Processor::default();
    let ours = LISTS.iter().map(|list| processor.case(list.name, kostka.server(), list.path, BROWSER));
    let mut cases: Vec<Case<'_>> = ours.collect();
    cases.push(processor.case(UNCOMPRESSED, kostka.server(), RANKING, &[]));
    cases.push(processor.case(QUERY, &server, query::PATH, BROWSER));
    let comparisons = LISTS.map(|list| Comparison { case: list.name, base: QUERY, at_least: FASTER });
    let slices = Slices::run(cases, &comparisons, None)?;
    slices.print("Lists of a season on one core", "answers");
    processor.print(LISTS.iter().map(|list| list.name).chain([UNCOMPRESSED, QUERY]));
    for comparison in &comparisons {
        slices.judge(bars, comparison);
    }
    Ok(())
}

/// Whether the whole ranking is the same for both, but for the order of those who share a place, and the page is its
/// beginning.
fn is_same(ranking: &Ranking, page: &[RankedRow]) -> Result<bool, Failure> {
    let mut queried = Peer::load(&counted(&ranking.results)?)?.ranking()?;
    let is_beginning = page.len() == ROWS && queried.starts_with(page);
    let mut ours = ranking.rows.clone();
    ours.sort_unstable();
    queried.sort_unstable();
    if let Some((ours, queried)) = ours.iter().zip(&queried).find(|(ours, queried)| ours != queried) {
        println!("  {ours:?} and {queried:?}");
    }
    Ok(is_beginning && ours == queried)
}
