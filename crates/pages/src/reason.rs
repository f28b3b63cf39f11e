//! Why somebody is qualified or not: the words of the API for whoever is looked for, and for the first below the line.
//!
//! Whoever plays can be looked for, with or without a place in the ranking: fewer players are enough for a qualification than for points.

use crate::link;
use crate::listed::Listed;
use crate::tongue::{Tongue, capitalised};
use api::{Inside, Refusal};
use serde::Deserialize;

/// How many of those who are found are explained.
const EXPLAINED: &str = "5";
/// How many of the ways in which somebody missed a qualification are told at once.
const NEAREST: usize = 3;

/// Whose qualification somebody wants explained.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    pub(crate) q: String,
}

/// Why somebody is qualified or not.
#[derive(Debug, Deserialize)]
pub(crate) struct Reason {
    #[serde(flatten)]
    pub(crate) player: Listed,
    pub(crate) qualified: bool,
    pub(crate) text: String,
    /// What came of every event, in the order of decision; of those who were found, the nearest first.
    #[serde(default)]
    pub(crate) events: Vec<Way>,
    pub(crate) wildcard: Option<Wildcard>,
}

impl Reason {
    /// The ways in which the qualification was missed: the nearest, and the others.
    pub(crate) fn missed(&self) -> (&[Way], &[Way]) {
        self.events.split_at(self.events.len().min(NEAREST))
    }
}

/// A way in which a qualification could be got.
#[derive(Debug, Deserialize)]
pub(crate) struct Way {
    pub(crate) source: String,
    event_name: Option<String>,
    pub(crate) place: Option<u32>,
    pub(crate) outcome: String,
    pub(crate) text: String,
    pub(crate) rule: Option<String>,
    missed: Option<Missed>,
}

impl Way {
    /// The event, or what kind of thing it is.
    pub(crate) fn name(&self, tongue: Tongue) -> String {
        self.event_name.clone().unwrap_or_else(|| capitalised(&tongue.choice("source", &self.source)))
    }

    /// How far somebody was, for sorting: those who were in line, the nearest first, then the others by place.
    fn distance(&self) -> (bool, Option<u32>, u32) {
        let before = self.missed.as_ref().map(|missed| missed.before);
        (before.is_none(), before, self.place.unwrap_or(u32::MAX))
    }
}

/// How far somebody was from a qualification that others got.
#[derive(Debug, Deserialize)]
struct Missed {
    before: u32,
}

/// What is said of somebody's wildcard.
#[derive(Debug, Deserialize)]
pub(crate) struct Wildcard {
    pub(crate) text: String,
}

/// The line between those who are qualified and the others.
pub(crate) struct Cut {
    pub(crate) last: Option<Listed>,
    pub(crate) last_place: Option<u32>,
    /// The first whom no qualification reached; nobody where all below the line are left out by the rules.
    pub(crate) first: Option<First>,
}

/// Who is first below the line, and why.
pub(crate) struct First {
    pub(crate) player: Listed,
    pub(crate) place: Option<u32>,
    pub(crate) text: String,
    pub(crate) rule: Option<String>,
}

/// How many qualifications come from one kind of event.
#[derive(Debug, Deserialize)]
pub(crate) struct SourceCount {
    pub(crate) source: String,
    pub(crate) granted: u32,
    pub(crate) proposed: u32,
    pub(crate) pending: u32,
}

/// Counts of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Summary {
    pub(crate) by_source: Vec<SourceCount>,
}

/// Those who were found, as far as they are explained.
pub(crate) struct Found {
    pub(crate) reasons: Vec<Reason>,
    /// Whether more people are called like this.
    pub(crate) has_more: bool,
}

#[derive(Debug, Deserialize)]
struct Players {
    items: Vec<Player>,
    next: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Player {
    id: String,
}

/// Somebody in the ranking, with the place.
#[derive(Debug, Deserialize)]
pub(crate) struct Ranked {
    #[serde(flatten)]
    pub(crate) player: Listed,
    pub(crate) place: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Ranking {
    pub(crate) items: Vec<Ranked>,
    pub(crate) next: Option<String>,
}

/// The reasons of those who are called like this; nothing if nobody is looked for.
pub(crate) async fn search(
    inside: &Inside,
    tongue: Tongue,
    wanted: &str,
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<Found>, Refusal> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let query = link::query(&[("q", Some(wanted)), ("limit", Some(EXPLAINED))]);
    let Players { items, next } = inside.get(tongue.0, &format!("/api/v1/players{query}")).await?;
    let mut reasons = Vec::new();
    for one in items {
        let reason: Option<Reason> = inside.find(tongue.0, &explained_at(&one.id)).await?;
        reasons.extend(reason.map(|mut reason| {
            reason.events.sort_by_key(Way::distance);
            reason
        }));
    }
    Ok(Some(Found { reasons, has_more: next.is_some() }))
}
