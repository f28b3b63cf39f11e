//! The rows of all lists, by list and subject, in a form that two computations can be compared in.

use domain::Choice;
use domain::qualification::{Decision, Origin, Source};
use domain::season::Facts;
use domain::season::lists::Lists;
use domain::values::ids::{PlayerKey, RESERVED_RANKING_ID};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A list of the season results; in this order they are told, what matters most first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// The qualifications of a season.
    Mp(SmolStr),
    /// What a season has still to decide.
    MpPending(SmolStr),
    /// The qualifications to a voivodeship championship.
    Mw(SmolStr),
    /// What a voivodeship championship has still to decide.
    MwPending(SmolStr),
    Wildcards(SmolStr),
    Ranking(SmolStr),
    GrandPrix(SmolStr),
}

/// What a row says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowValue {
    Points {
        place: u32,
        points: u32,
    },
    /// A qualification or wildcard.
    Qualification {
        /// Where it comes from; wildcards have no source.
        source: Option<Source>,
        /// The event, or `ranking`.
        event: SmolStr,
        place: u32,
    },
    /// What is still open.
    Pending {
        open: u32,
        /// Who is tied.
        candidates: Vec<SmolStr>,
    },
}

pub(super) type RowKey = (List, SmolStr);
pub(super) type Rows = BTreeMap<RowKey, RowValue>;

pub(super) fn rows(facts: &Facts, lists: &Lists) -> Rows {
    let player = |key: PlayerKey| SmolStr::new(facts.player_id(key).as_str());
    let origin = |origin: Origin| {
        origin.map_or(SmolStr::new(RESERVED_RANKING_ID), |event| SmolStr::new(facts.competition_id(event).as_str()))
    };
    let mut rows = Rows::new();
    let mut decisions = |granted: &List, pending: &List, decisions: &[Decision], with_source: bool| {
        for decision in decisions {
            for considered in decision.granted() {
                let value = RowValue::Qualification {
                    source: with_source.then_some(decision.source),
                    event: origin(decision.competition),
                    place: considered.place.number(),
                };
                rows.insert((granted.clone(), player(considered.player)), value);
            }
            if let Some(open) = &decision.pending {
                let candidates = open.candidates.iter().map(|key| player(*key)).collect();
                rows.insert(
                    (pending.clone(), origin(decision.competition)),
                    RowValue::Pending { open: open.open, candidates },
                );
            }
        }
    };
    for (season, lists) in facts.seasons.iter().zip(&lists.seasons) {
        let id = SmolStr::new(season.id.as_str());
        decisions(&List::Mp(id.clone()), &List::MpPending(id), &lists.mp, true);
    }
    for (championship, list) in facts.championships.iter().zip(&lists.mw) {
        let id = SmolStr::new(championship.id.as_str());
        decisions(&List::Mw(id.clone()), &List::MwPending(id), &list.decisions, false);
    }
    let tables = facts
        .seasons
        .iter()
        .zip(&lists.seasons)
        .map(|(season, lists)| (List::Ranking(SmolStr::new(season.id.as_str())), &lists.ranking))
        .chain(lists.grand_prix.iter().map(|gp| (List::GrandPrix(origin(Some(gp.competition))), &gp.table)));
    for (list, table) in tables {
        for row in table.rows() {
            let value = RowValue::Points { place: row.place.number(), points: row.points.0 };
            rows.insert((list.clone(), player(row.player)), value);
        }
    }
    for (championship, list) in facts.championships.iter().zip(&lists.mw) {
        let key = List::Wildcards(SmolStr::new(championship.id.as_str()));
        for wildcard in &list.wildcards {
            let value = RowValue::Qualification {
                source: None,
                event: origin(Some(wildcard.competition)),
                place: wildcard.place.number(),
            };
            rows.insert((key.clone(), player(wildcard.player)), value);
        }
    }
    rows
}

impl List {
    /// The kind of list and whose it is.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Ranking(id) => ("ranking", id),
            Self::Mp(id) => ("mp", id),
            Self::MpPending(id) => ("mp-pending", id),
            Self::GrandPrix(id) => ("grand-prix", id),
            Self::Mw(id) => ("mw", id),
            Self::MwPending(id) => ("mw-pending", id),
            Self::Wildcards(id) => ("wildcards", id),
        }
    }
}

impl RowValue {
    pub fn source_name(&self) -> Option<&'static str> {
        match self {
            Self::Qualification { source, .. } => source.map(Choice::name),
            Self::Points { .. } | Self::Pending { .. } => None,
        }
    }
}
