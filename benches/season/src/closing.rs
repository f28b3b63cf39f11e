//! From the close of a tournament to every list that it changes, counted in rebuilds of the ranking and in syncs.

use crate::store::{Store, new_event};
use domain::publication::ListId;
use domain::season::ranking::national_ranking;
use events::append::{Append, Expected};
use events::envelope::{StreamKind, StreamName, Version};
use harness::bar::Bars;
use harness::disk::Disk;
use harness::rounds::{in_words, median};
use harness::slices::Failure;
use projections::season_lists::canonical;
use projections::views::Views;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Tournaments that are closed.
const CLOSED: usize = 25;
/// Rebuilds of the ranking that the lists may take.
const REBUILDS: f64 = 3.0;
/// Syncs that it may take besides.
const SYNCS: f64 = 2.0;
const PATIENCE: Duration = Duration::from_mins(1);

/// Measures and judges.
pub(crate) fn measure(folder: &Path, store: &Store, bars: &mut Bars) -> Result<(), Failure> {
    let projector = store.projector()?;
    let mut disk = Disk::in_folder(folder)?;
    println!("\nA closed tournament in every list, {CLOSED} times");
    let mut shares = Vec::new();
    for number in 0..CLOSED {
        let stream = StreamName::new(StreamKind::Tournament, &format!("closing-{number:04}"))?;
        let events = &store.played.events;
        let before = events.len() - store.played.closing;
        let mut append = Append { events: Vec::new(), ..Append::default() };
        append.expected.push((stream.clone(), Expected::NoStream));
        append.events.extend(events[..before].iter().map(|event| new_event(&stream, event)));
        let receipt = store.log.append(append).wait()?;
        projector.wait_for_blocking(receipt.last(), PATIENCE)?;
        every_list(&projector.views());
        let rebuild = rebuild(&projector.views())?;
        let sync = disk.probe()?.seconds_each();
        let mut append = Append::default();
        append.expected.push((stream.clone(), Expected::Exact(Version(before as u64))));
        append.events.extend(events[before..].iter().map(|event| new_event(&stream, event)));
        let begun = Instant::now();
        let receipt = store.log.append(append).wait()?;
        projector.wait_for_blocking(receipt.last(), PATIENCE)?;
        every_list(&projector.views());
        let closing = begun.elapsed().as_secs_f64();
        let allowed = REBUILDS * rebuild + SYNCS * sync;
        if number < 3 || number + 1 == CLOSED {
            let [closing, rebuild, sync] = [closing, rebuild, sync].map(in_words);
            println!("  closed and listed in {closing}; a rebuild takes {rebuild}, a sync {sync}");
        }
        shares.push(closing / allowed);
    }
    let what = format!("closed tournament in every list / ({REBUILDS} rebuilds + {SYNCS} syncs), median");
    bars.at_most(&what, median(shares.into_iter()), 1.0);
    Ok(())
}

/// Has every list computed.
fn every_list(views: &Views) {
    views.records.computed().compute_all();
    black_box(views.records.computed());
}

/// The seconds of one full rebuild of the ranking of the newest season.
fn rebuild(views: &Views) -> Result<f64, Failure> {
    let season = views.records.seasons_by_day().pop().ok_or("there is no season")?.id.clone();
    let (set, _) = views.records.computed().season(&season).ok_or("the season has no lists")?;
    let facts = &set.facts;
    let season = facts.seasons.iter().find(|known| known.id == season).ok_or("the season has no facts")?;
    let begun = Instant::now();
    black_box(national_ranking(facts, season, None));
    let seconds = begun.elapsed().as_secs_f64();
    // Only tells that the lists are there.
    black_box(canonical(&views.records, &ListId::Ranking(season.id.clone())));
    Ok(seconds)
}
