//! The results that a ranking is made of, as the service shows them, to be ranked again.

use super::{RANKING, RankedRow};
use crate::kostka::Kostka;
use domain::season::ranking::{CountedResult, EarnedPoints};
use domain::values::ids::{CompetitionKey, PlayerKey};
use domain::values::place::Place;
use domain::values::points::RankingPoints;
use harness::slices::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Page {
    total: usize,
    items: Vec<Item>,
    next: Option<String>,
}

#[derive(Deserialize)]
struct Item {
    place: u32,
    points: u32,
    results: Vec<Shown>,
}

#[derive(Deserialize)]
struct Shown {
    event_id: String,
    place: u32,
    points: u32,
}

/// A result as it is handed to a child.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Counted {
    player: u32,
    event: u32,
    place: u32,
    points: u32,
}

/// The whole ranking: its rows and what they are made of.
pub(super) struct Ranking {
    pub(super) rows: Vec<RankedRow>,
    pub(super) results: Vec<Counted>,
}

impl Ranking {
    /// Reads every page; players and events are numbered as they come.
    pub(super) fn read(kostka: &Kostka) -> Result<Self, Failure> {
        let mut ranking = Self { rows: Vec::new(), results: Vec::new() };
        let mut events = BTreeMap::new();
        let mut path = RANKING.to_owned();
        loop {
            let page: Page = serde_json::from_slice(&kostka.read(&path, "identity")?.body)?;
            for item in page.items {
                let player = ranking.rows.len() as u32;
                for shown in item.results {
                    let unknown = events.len() as u32;
                    let event = *events.entry(shown.event_id).or_insert(unknown);
                    ranking.results.push(Counted { player, event, place: shown.place, points: shown.points });
                }
                ranking.rows.push(RankedRow { place: item.place, player, points: item.points });
            }
            match page.next {
                Some(cursor) => path = format!("{RANKING}&cursor={cursor}"),
                None if ranking.rows.len() == page.total => return Ok(ranking),
                None => return Err(format!("{} rows of {}", ranking.rows.len(), page.total).into()),
            }
        }
    }
}

/// The results in the form that the query is fed with.
pub(super) fn counted(results: &[Counted]) -> Result<Vec<CountedResult>, Failure> {
    let counted = results.iter().map(|Counted { player, event, place, points }| {
        let (event, place, points) = (CompetitionKey(*event), Place::new(*place)?, RankingPoints(*points));
        Ok(CountedResult {
            player: PlayerKey(*player),
            result: EarnedPoints { competition: event, place, points, league: false },
        })
    });
    counted.collect()
}
