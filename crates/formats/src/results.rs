//! The season results: every list of a bundle, written as `season-results/1`.

use domain::qualification::mw::{MwList, VoivodeshipChampionship};
use domain::qualification::{Considered, Decision, Origin};
use domain::season::lists::{Lists, SeasonLists};
use domain::season::ranking::{EarnedPoints, PointsTable, Row};
use domain::season::{Facts, Season};
use domain::values::ids::{CompetitionKey, PlayerKey, RESERVED_RANKING_ID};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

/// The format that this program writes.
pub const FORMAT: &str = "season-results/1";

/// Writes the season results as JSON, indented by one space, with a line break at the end.
pub fn write(facts: &Facts, lists: &Lists, mut out: impl Write) -> io::Result<()> {
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut json = serde_json::Serializer::with_formatter(&mut out, formatter);
    SeasonResults { facts, lists }.serialize(&mut json)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A sequence that is made while it is written, so that no list stands in memory twice.
struct Seq<F>(F);

impl<F, I> Serialize for Seq<F>
where
    F: Fn() -> I,
    I: IntoIterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

macro_rules! object {
    ($serializer:expr, { $($key:literal: $value:expr),+ $(,)? }) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($key, &$value)?;)+
        map.end()
    }};
}

struct SeasonResults<'a> {
    facts: &'a Facts,
    lists: &'a Lists,
}

impl Serialize for SeasonResults<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, lists } = *self;
        object!(serializer, {
            "format": FORMAT,
            "seasons": Seq(|| facts.seasons.iter().zip(&lists.seasons).map(|(season, lists)| OneSeason { facts, season, lists })),
            "grand_prix": Seq(|| lists.grand_prix.iter().map(|standings| OneGrandPrix { facts, standings })),
            "mw": Seq(|| facts.championships.iter().zip(&lists.mw).map(|(championship, list)| OneMw { facts, championship, list })),
        })
    }
}

struct OneSeason<'a> {
    facts: &'a Facts,
    season: &'a Season,
    lists: &'a SeasonLists,
}

impl Serialize for OneSeason<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, season, lists } = *self;
        let granted = |decision: &'_ Decision| {
            let (source, event) = (decision.source, decision.competition);
            let rows = decision.granted().map(move |granted| Qualified {
                facts,
                source: Some(source),
                event,
                granted: *granted,
            });
            rows.collect::<Vec<_>>()
        };
        object!(serializer, {
            "id": season.id.as_str(),
            "ranking": RankingRows { facts, table: &lists.ranking, with_results: true },
            "mp": Seq(|| lists.mp.iter().flat_map(granted)),
            "pending": Seq(|| lists.mp.iter().filter_map(|decision| PendingRow::of(facts, decision, true))),
        })
    }
}

struct RankingRows<'a> {
    facts: &'a Facts,
    table: &'a PointsTable,
    with_results: bool,
}

impl Serialize for RankingRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row| RankingRow { facts: self.facts, row, with_results: self.with_results };
        serializer.collect_seq(self.table.rows().map(row))
    }
}

struct RankingRow<'a> {
    facts: &'a Facts,
    row: Row<'a>,
    with_results: bool,
}

impl Serialize for RankingRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, row, with_results } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("place", &row.place.number())?;
        map.serialize_entry("player", facts.player_id(row.player).as_str())?;
        map.serialize_entry("points", &row.points.0)?;
        if *with_results {
            map.serialize_entry("results", &Seq(|| row.results.iter().map(|result| EarnedRow { facts, result })))?;
        }
        map.end()
    }
}

struct EarnedRow<'a> {
    facts: &'a Facts,
    result: &'a EarnedPoints,
}

impl Serialize for EarnedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, result } = *self;
        object!(serializer, {
            "event": facts.competition_id(result.competition).as_str(),
            "place": result.place.number(),
            "points": result.points.0,
        })
    }
}

fn origin_id(facts: &Facts, origin: Origin) -> &str {
    origin.map_or(RESERVED_RANKING_ID, |event| facts.competition_id(event).as_str())
}

struct Qualified<'a> {
    facts: &'a Facts,
    source: Option<domain::qualification::Source>,
    event: Origin,
    granted: Considered,
}

impl Serialize for Qualified<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("player", self.facts.player_id(self.granted.player).as_str())?;
        if let Some(source) = self.source {
            map.serialize_entry("source", domain::Choice::name(source))?;
        }
        map.serialize_entry("event", origin_id(self.facts, self.event))?;
        map.serialize_entry("place", &self.granted.place.number())?;
        map.end()
    }
}

struct PendingRow<'a> {
    facts: &'a Facts,
    decision: &'a Decision,
    open: u32,
    candidates: &'a [PlayerKey],
    with_source: bool,
}

impl<'a> PendingRow<'a> {
    fn of(facts: &'a Facts, decision: &'a Decision, with_source: bool) -> Option<Self> {
        let pending = decision.pending.as_ref()?;
        Some(Self { facts, decision, open: pending.open, candidates: &pending.candidates, with_source })
    }
}

impl Serialize for PendingRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.with_source {
            map.serialize_entry("source", domain::Choice::name(self.decision.source))?;
        }
        map.serialize_entry("event", origin_id(self.facts, self.decision.competition))?;
        map.serialize_entry("open", &self.open)?;
        let id = |player: &PlayerKey| self.facts.player_id(*player).as_str();
        map.serialize_entry("candidates", &Seq(|| self.candidates.iter().map(id)))?;
        map.end()
    }
}

struct OneGrandPrix<'a> {
    facts: &'a Facts,
    standings: &'a domain::competitions::grand_prix::GrandPrixStandings,
}

impl Serialize for OneGrandPrix<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, standings } = *self;
        object!(serializer, {
            "id": facts.competition_id(standings.competition).as_str(),
            "valid_events": standings.valid_events,
            "persons": standings.persons,
            "table": RankingRows { facts, table: &standings.table, with_results: false },
        })
    }
}

struct OneMw<'a> {
    facts: &'a Facts,
    championship: &'a VoivodeshipChampionship,
    list: &'a MwList,
}

impl Serialize for OneMw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, championship, list } = *self;
        let qualified = |(event, granted): (CompetitionKey, &Considered)| Qualified {
            facts,
            source: None,
            event: Some(event),
            granted: *granted,
        };
        object!(serializer, {
            "id": championship.id.as_str(),
            "voivodeship": domain::Choice::name(championship.voivodeship),
            "qualified": Seq(|| list.qualified().map(qualified)),
            "pending": Seq(|| list.decisions.iter().filter_map(|decision| PendingRow::of(facts, decision, false))),
            "wildcards": Seq(|| list.wildcards.iter().map(|wildcard| WildcardRow { facts, wildcard })),
        })
    }
}

struct WildcardRow<'a> {
    facts: &'a Facts,
    wildcard: &'a domain::qualification::wildcard::Wildcard,
}

impl Serialize for WildcardRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { facts, wildcard } = *self;
        object!(serializer, {
            "player": facts.player_id(wildcard.player).as_str(),
            "event": facts.competition_id(wildcard.competition).as_str(),
            "place": wildcard.place.number(),
        })
    }
}
