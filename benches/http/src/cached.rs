//! Cached answers: a page of a list against a bare actix server and nginx, all on one core.

use crate::cores::{self, started_on};
use crate::kostka::Kostka;
use crate::process::Server;
use crate::processor::Processor;
use crate::{WORKERS, bare, client, nginx};
use harness::bar::Bars;
use harness::slices::{Comparison, Failure, Slices};
use std::fs;
use std::path::Path;

const OURS: &str = "kostka";
const BARE: &str = "bare actix";
const OURS_GZIP: &str = "kostka, gzip";
const NGINX_GZIP: &str = "nginx gzip_static";
const NGINX_GZIP_OPEN: &str = "nginx gzip_static, files kept open";
const OURS_BROTLI: &str = "kostka, brotli";
const OURS_UNCHANGED: &str = "kostka, 304";
const NGINX_UNCHANGED: &str = "nginx, 304";

/// A page, and how near it must come to the others.
pub(crate) struct Page {
    pub(crate) path: &'static str,
    pub(crate) of_bare: f64,
    pub(crate) of_nginx: f64,
}

/// Measures and judges.
pub(crate) fn measure(folder: &Path, kostka: &Kostka, page: &Page, bars: &mut Bars) -> Result<(), Failure> {
    let path = page.path;
    let comparisons = [
        Comparison { case: OURS, base: BARE, at_least: page.of_bare },
        Comparison { case: OURS_GZIP, base: NGINX_GZIP, at_least: page.of_nginx },
        Comparison { case: OURS_UNCHANGED, base: NGINX_UNCHANGED, at_least: page.of_nginx },
    ];
    let plain = kostka.read(path, "identity")?;
    let gzip = kostka.read(path, "gzip")?;
    let brotli = kostka.read(path, "br")?;
    println!(
        "\n{path}: {} bytes, gzip {} bytes, brotli {} bytes",
        plain.body.len(),
        gzip.body.len(),
        brotli.body.len()
    );
    let file = folder.join("page.json");
    fs::write(&file, &plain.body)?;
    bare::check_versions(bars);
    let bare = started_on(cores::SERVERS, || bare::start(&file, WORKERS))?;
    let nginx = started_on(cores::SERVERS, || nginx::start(folder, WORKERS, &plain.body, &gzip.body))?;

    let etag = plain.header("etag").ok_or("an answer without an ETag")?;
    let nginx_etag = answer(&nginx, nginx::PATH, &[])?.header("etag").ok_or("nginx without an ETag")?.to_owned();
    let gzipped: &[(&str, &str)] = &[("Accept-Encoding", "gzip")];
    let unchanged: &[(&str, &str)] = &[("If-None-Match", etag)];
    let nginx_unchanged: &[(&str, &str)] = &[("If-None-Match", &nginx_etag)];
    let targets = [
        Target { name: OURS, server: kostka.server(), path, headers: &[], status: 200, body: &plain.body },
        Target { name: BARE, server: &bare, path: bare::PATH, headers: &[], status: 200, body: &plain.body },
        Target { name: OURS_GZIP, server: kostka.server(), path, headers: gzipped, status: 200, body: &gzip.body },
        Target { name: NGINX_GZIP, server: &nginx, path: nginx::PATH, headers: gzipped, status: 200, body: &gzip.body },
        Target {
            name: NGINX_GZIP_OPEN,
            server: &nginx,
            path: nginx::KEPT_OPEN,
            headers: gzipped,
            status: 200,
            body: &gzip.body,
        },
        Target {
            name: OURS_BROTLI,
            server: kostka.server(),
            path,
            headers: &[("Accept-Encoding", "br")],
            status: 200,
            body: &brotli.body,
        },
        Target { name: OURS_UNCHANGED, server: kostka.server(), path, headers: unchanged, status: 304, body: &[] },
        Target {
            name: NGINX_UNCHANGED,
            server: &nginx,
            path: nginx::PATH,
            headers: nginx_unchanged,
            status: 304,
            body: &[],
        },
    ];
    let same = targets.iter().map(Target::answers_as_expected).collect::<Result<Vec<_>, _>>()?;
    bars.holds("everybody answers with the same bytes", same.into_iter().all(|same| same));

    let processor = Processor::default();
    let cases = targets.iter().map(|target| processor.case(target.name, target.server, target.path, target.headers));
    let slices = Slices::run(cases.collect(), &comparisons, None)?;
    slices.print("Cached answers on one core", "answers");
    processor.print(targets.iter().map(|target| target.name));
    for comparison in &comparisons {
        slices.judge(bars, comparison);
    }
    Ok(())
}

/// What is asked of whom, and what must come back.
struct Target<'a> {
    name: &'static str,
    server: &'a Server,
    path: &'a str,
    headers: &'a [(&'a str, &'a str)],
    status: u16,
    body: &'a [u8],
}

impl Target<'_> {
    fn answers_as_expected(&self) -> Result<bool, Failure> {
        let reply = answer(self.server, self.path, self.headers)?;
        let same = reply.status == self.status && reply.body == self.body;
        if !same {
            println!("  {}: {} with {} bytes", self.name, reply.status, reply.body.len());
        }
        Ok(same)
    }
}

fn answer(server: &Server, path: &str, headers: &[(&str, &str)]) -> Result<client::Reply, Failure> {
    client::Connection::open(server.address)?.send(&client::get(path, headers))
}
