//! The national ranking rebuilt and grown by one event, against the same ranking as a SQLite query; and a decision in a
//! tournament against a rebuild.

mod course;
#[allow(dead_code, reason = "another benchmark uses more of it")]
mod peer;
mod season;

use course::{InRoundFour, close_and_seat};
use domain::rulebook::Rulebook;
use domain::season::ranking::{CountedResult, PointsTable, RankingRules};
use harness::bar::Bars;
use harness::rounds::{Case, Rounds, timed};
use peer::Peer;
use season::SeasonOfResults;
use std::error::Error;
use std::process::ExitCode;

/// How much there is to rank, and what is asked of it.
struct Size {
    name: &'static str,
    events: u32,
    players: u32,
    rounds: usize,
    /// How many times as fast as the query a rebuild must be.
    faster_than_sqlite: f64,
}

const SIZES: [Size; 2] = [
    Size {
        name: "200 tournaments × 60 results over 5,000 players",
        events: 200,
        players: 5_000,
        rounds: 25,
        faster_than_sqlite: 20.0,
    },
    Size {
        name: "20,000 tournaments × 60 results over 500,000 players",
        events: 20_000,
        players: 500_000,
        rounds: 7,
        faster_than_sqlite: 10.0,
    },
];

/// One more event must not cost more than this part of a rebuild.
const ADD_EVENT_SHARE: f64 = 0.4;

/// A row of a ranking as a reader sees it, whoever made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RankedRow {
    place: u32,
    player: u32,
    points: u32,
}

/// A decision in a large tournament must not cost more than a rebuild of the ranking.
const DECISION_SHARE: f64 = 1.0;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    println!("SQLite {} (in memory, bundled)", rusqlite::version());
    let mut bars = Bars::default();
    for size in &SIZES {
        println!();
        measure(size, &mut bars)?;
    }
    println!();
    measure_decisions(&mut bars)?;
    println!();
    Ok(bars.verdict())
}

/// Deciding on a tournament of 91 players in round 4, beside a rebuild of the smaller ranking.
fn measure_decisions(bars: &mut Bars) -> Result<(), Box<dyn Error>> {
    let [size, _] = &SIZES;
    let rulebook = Rulebook::default();
    let season = SeasonOfResults::generate(&rulebook, size.events, size.players);
    let rules = RankingRules::national(&rulebook);
    let tournament = InRoundFour::play()?;
    let complete = tournament.complete()?;
    bars.holds(
        "a sheet and the end of a round are decided",
        tournament.enter_last_sheet() == 1 && close_and_seat(&complete) == 2,
    );
    let rounds = Rounds::run(
        size.rounds,
        vec![
            Case::new("rebuild alone", || timed(|| PointsTable::build(rules, size.players as usize, &season.counted))),
            Case::new("enter a sheet", || timed(|| tournament.enter_last_sheet())),
            Case::new("close round 4 and seat TOP8", || timed(|| close_and_seat(&complete))),
        ],
    );
    rounds.print(&format!("{} players in round 4", course::PLAYERS));
    for decision in ["enter a sheet", "close round 4 and seat TOP8"] {
        bars.at_most(&format!("{decision} / rebuild"), rounds.ratio(decision, "rebuild alone"), DECISION_SHARE);
    }
    Ok(())
}

fn measure(size: &Size, bars: &mut Bars) -> Result<(), Box<dyn Error>> {
    let rulebook = Rulebook::default();
    let season = SeasonOfResults::generate(&rulebook, size.events, size.players);
    let rules = RankingRules::national(&rulebook);
    let build = |counted: &[CountedResult]| PointsTable::build(rules, size.players as usize, counted);
    let peer = Peer::load(&season.counted)?;

    let table = build(&season.counted);
    let same_as_sqlite = first_difference(&read_out(&table), &peer.ranking()?);
    let mut grown = table.clone();
    grown.add_competition(&season.next_event);
    let with_next = [season.counted.as_slice(), &season.next_event].concat();
    let same_as_rebuilt = first_difference(&read_out(&grown), &read_out(&build(&with_next)));

    let rounds = Rounds::run(
        size.rounds,
        vec![
            Case::new("rebuild and read every row", || timed(|| read_out(&build(&season.counted)))),
            Case::new("SQLite query, fetch every row", || timed(|| peer.ranking())),
            Case::new("rebuild alone", || timed(|| build(&season.counted))),
            Case::new("add one event", || {
                let mut grown = table.clone();
                timed(|| grown.add_competition(&season.next_event))
            }),
            Case::new("add one event and read every row", || {
                let mut grown = table.clone();
                timed(|| {
                    grown.add_competition(&season.next_event);
                    read_out(&grown)
                })
            }),
        ],
    );
    rounds.print(&format!("{}, {} ranked", size.name, table.len()));
    bars.holds("every row equals SQLite's", same_as_sqlite.is_none());
    bars.holds("every row after one more event equals a rebuild's", same_as_rebuilt.is_none());
    for difference in [same_as_sqlite, same_as_rebuilt].into_iter().flatten() {
        println!("  first difference: {difference}");
    }
    bars.at_least(
        "SQLite query / rebuild, both read out",
        rounds.ratio("SQLite query, fetch every row", "rebuild and read every row"),
        size.faster_than_sqlite,
    );
    bars.at_most("one more event / rebuild", rounds.ratio("add one event", "rebuild alone"), ADD_EVENT_SHARE);
    // Reading is the same work in both, so this says nothing more about
    // `add_competition`; it is what a reader waits for.
    let both_read_out = rounds.ratio("add one event and read every row", "rebuild and read every row");
    println!("  one more event / rebuild, both read out: {both_read_out:.3}, no bar");
    Ok(())
}

fn read_out(table: &PointsTable) -> Vec<RankedRow> {
    let row = |row: domain::season::ranking::Row<'_>| RankedRow {
        place: row.place.number(),
        player: row.player.0,
        points: row.points.0,
    };
    table.rows().map(row).collect()
}

/// Where two rankings differ first, if they do.
fn first_difference(ours: &[RankedRow], theirs: &[RankedRow]) -> Option<String> {
    if ours.len() != theirs.len() {
        return Some(format!("{} rows and {} rows", ours.len(), theirs.len()));
    }
    let different = ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs)?;
    Some(format!("row {different}: {:?} and {:?}", ours[different], theirs[different]))
}
