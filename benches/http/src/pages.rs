//! Pages for people, compressed, against a bare actix server with the same bytes, all on one core; and what a first
//! view of the ranking costs a phone.

use crate::cores::{self, started_on};
use crate::kostka::{Kostka, Store};
use crate::tournaments::hall::{Hall, LARGE};
use crate::{WORKERS, bare, ranking, wrk};
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use std::fs;
use std::path::Path;

const OURS: &str = "kostka, page";
const BARE: &str = "bare actix";
const COMPARISON: Comparison = Comparison { case: OURS, base: BARE, at_least: 0.8 };
/// What a browser says that it takes, and what it is given.
const BROWSER: &[(&str, &str)] = &[("Accept-Encoding", "gzip, deflate, br")];
/// The most bytes of the first view of the ranking, compressed, with everything that it loads.
const FIRST_VIEW: usize = 100_000;

/// Measures and judges.
pub(crate) fn measure(folder: &Path, binary: &Path, bars: &mut Bars) -> Result<(), Failure> {
    {
        let store = ranking::store(&folder.join("ranked"), binary)?;
        let kostka = started_on(cores::SERVERS, || store.serve(WORKERS))?;
        let path = "/pl/seasons/2025/ranking";
        first_view(&kostka, path, bars)?;
        compare(folder, &kostka, path, "the ranking", bars)?;
    }
    let store = Store::create(binary, folder.join("played"))?;
    let invitation = store.open_admin()?;
    let kostka = started_on(cores::SERVERS, || store.serve(WORKERS))?;
    kostka.accept(&invitation)?;
    let hall = Hall::open(&kostka, &kostka.sign_in()?, LARGE)?;
    hall.enter_everything(&kostka, &kostka.sign_in()?)?;
    compare(folder, &kostka, &format!("/pl/tournaments/{}", hall.id), "a live tournament", bars)
}

fn compare(folder: &Path, kostka: &Kostka, path: &str, what: &str, bars: &mut Bars) -> Result<(), Failure> {
    let page = kostka.read(path, "br")?.expect(200, path)?;
    println!("\n{path}: {} bytes, brotli", page.body.len());
    let file = folder.join("page.html.br");
    fs::write(&file, &page.body)?;
    let bare = started_on(cores::SERVERS, || bare::start(&file, WORKERS))?;
    let cases = vec![
        Case::new(OURS, |_| wrk::ask(kostka.server().address, path, BROWSER)),
        Case::new(BARE, |_| wrk::ask(bare.address, bare::PATH, BROWSER)),
    ];
    let slices = Slices::run(cases, &[COMPARISON], None)?;
    slices.print(&format!("The page of {what} on one core"), "answers");
    slices.judge(bars, &COMPARISON);
    Ok(())
}

/// Everything that a browser loads for the page: what stands in `src` and `href` of files of ours.
fn first_view(kostka: &Kostka, path: &str, bars: &mut Bars) -> Result<(), Failure> {
    let text = String::from_utf8(kostka.read(path, "identity")?.body)?;
    let mut files: Vec<&str> =
        text.match_indices("\"/assets/").filter_map(|(at, _)| text[at + 1..].split('"').next()).collect();
    files.sort_unstable();
    files.dedup();
    let mut bytes = kostka.read(path, "br")?.body.len();
    for file in &files {
        bytes += kostka.read(file, "br")?.expect(200, file)?.body.len();
    }
    println!("\n{path} with {} files: {bytes} bytes, brotli", files.len());
    bars.at_most("bytes of the first view of the ranking", bytes as f64, FIRST_VIEW as f64);
    Ok(())
}
