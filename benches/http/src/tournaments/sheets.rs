//! Twenty organisers who enter sheets of twenty tournaments at once, while five hundred watch.

use super::hall::{Hall, ORDINARY, games};
use super::watchers::{Seen, Watchers};
use crate::client::{Connection, put};
use crate::kostka::Kostka;
use harness::bar::Bars;
use harness::disk::Disk;
use harness::slices::{Case, Failure, Slices, Work};
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

const ORGANISERS: usize = 20;
const WATCHERS: usize = 500;
const ENTER: &str = "20 organisers enter sheets, 500 watch";
/// What an organiser waits at most, all but one in a hundred, counted in syncs.
const SLOW_WRITE_SYNCS: f64 = 10.0;
/// How long a watcher waits at most for a sheet that was acknowledged.
const SLOWEST_NEWS_SECONDS: f64 = 1.0;

/// Somebody who enters one sheet after the other.
struct Organiser {
    connection: Connection,
    bearer: String,
    hall: Hall,
    etags: Vec<String>,
    number: u64,
    /// The position of each sheet and when it was acknowledged.
    entered: Vec<(u64, Instant)>,
}

/// Measures and judges.
pub(crate) fn measure(folder: &Path, kostka: &Kostka, bars: &mut Bars) -> Result<(), Failure> {
    let organisers = (0..ORGANISERS).map(|_| Organiser::at_work(kostka)).collect::<Result<Vec<_>, _>>()?;
    let halls: Vec<String> = organisers.iter().map(|organiser| organiser.hall.id.clone()).collect();
    let watchers = Watchers::start(kostka.server().address, &halls, WATCHERS)?;
    let organisers = Mutex::new(organisers);
    let case = Case::new(ENTER, |length| {
        let begun = Instant::now();
        let mut organisers = organisers.lock().expect("no organiser panics");
        let waits: Vec<Result<Vec<Duration>, String>> = thread::scope(|scope| {
            let writing: Vec<_> = organisers
                .iter_mut()
                .map(|organiser| scope.spawn(move || organiser.enter(length).map_err(|error| error.to_string())))
                .collect();
            writing.into_iter().map(|writer| writer.join().expect("a writer that ends")).collect()
        });
        let mut waits = waits.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        waits.sort_unstable();
        let slow = waits[waits.len() * 99 / 100].as_secs_f64();
        Ok(Work { slow_call_seconds: Some(slow), ..Work::new(waits.len() as u64, begun.elapsed()) })
    });
    let mut disk = Disk::in_folder(folder)?;
    let slices = Slices::run(vec![case], &[], Some(&mut disk))?;
    slices.print("Sheets, durably", "sheets");
    slices.judge_slow_calls(bars, ENTER, SLOW_WRITE_SYNCS);

    let organisers = organisers.into_inner().expect("no organiser panics");
    let last = organisers.iter().filter_map(|organiser| organiser.entered.last()).map(|(at, _)| *at).max();
    let seen = watchers.finish(last.unwrap_or_default())?;
    judge_news(bars, &organisers, &seen);
    Ok(())
}

fn judge_news(bars: &mut Bars, organisers: &[Organiser], seen: &[Seen]) {
    let mut lags = Vec::new();
    let mut missed = 0_usize;
    for organiser in organisers {
        for watcher in seen.iter().filter(|watcher| watcher.hall == organiser.hall.id) {
            for (position, acknowledged) in &organiser.entered {
                match watcher.positions.get(position) {
                    Some(at) => lags.push(at.saturating_duration_since(*acknowledged).as_secs_f64()),
                    None => missed += 1,
                }
            }
        }
    }
    lags.sort_by(f64::total_cmp);
    let part = |share: f64| lags.get((lags.len() as f64 * share) as usize).or(lags.last()).copied().unwrap_or_default();
    println!(
        "  {} sheets reached {} watchers as {} messages; after the acknowledgement: median {:.1} ms, 99 % {:.1} ms",
        organisers.iter().map(|organiser| organiser.entered.len()).sum::<usize>(),
        seen.len(),
        lags.len(),
        part(0.5) * 1e3,
        part(0.99) * 1e3,
    );
    bars.holds("every watcher saw every sheet of its tournament", missed == 0 && !lags.is_empty());
    bars.at_most("the slowest news of a sheet, in seconds", part(1.0), SLOWEST_NEWS_SECONDS);
}

impl Organiser {
    fn at_work(kostka: &Kostka) -> Result<Self, Failure> {
        let token = kostka.sign_in()?;
        let hall = Hall::open(kostka, &token, ORDINARY)?;
        let etags = hall.etags(kostka, &token)?;
        let bearer = format!("Bearer {token}");
        Ok(Self { connection: kostka.connect()?, bearer, hall, etags, number: 0, entered: Vec::new() })
    }

    /// One sheet after the other, each after the answer to the last; how long each took.
    fn enter(&mut self, length: Duration) -> Result<Vec<Duration>, Failure> {
        let mut waits = Vec::new();
        let begun = Instant::now();
        while begun.elapsed() < length {
            let table = self.number as usize % self.hall.seats.len();
            self.number += 1;
            let key = format!("\"sheet-{}-{}\"", self.hall.id, self.number);
            let headers = [
                ("Authorization", self.bearer.as_str()),
                ("If-Match", self.etags[table].as_str()),
                ("Idempotency-Key", key.as_str()),
            ];
            let body = games(self.hall.seats[table], self.number);
            let request = put(&self.hall.sheet(table + 1), &headers, &body);
            let sent = Instant::now();
            let reply = self.connection.send(&request)?.expect(200, "entering a sheet")?;
            let acknowledged = Instant::now();
            waits.push(acknowledged - sent);
            reply.header("etag").ok_or("no ETag")?.clone_into(&mut self.etags[table]);
            let position = reply.header("kostka-position").and_then(|text| text.parse().ok()).ok_or("no position")?;
            self.entered.push((position, acknowledged));
        }
        Ok(waits)
    }
}
