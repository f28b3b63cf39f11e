//! Search for a player and explanation why the player is qualified or not.
//!
//! Players without a place in the ranking can be found, too: fewer participants are enough for a qualification than for
//! points.

use crate::layout::language::{Language, capitalised};
use crate::layout::link;
use crate::layout::list_items::ListedPlayer;
use api::{ApiClient, ApiError};
use serde::de::DeserializeOwned;
use wire::championships::mw::{MwPlayer, MwWildcardLine};
use wire::common::Page;
use wire::players::Player;
use wire::qualifications::derivation::{MpPlayer, QualificationOutcome};

/// How many of those who are found are explained.
const MAX_EXPLAINED: &str = "5";
/// How many of the ways in which a qualification was missed are shown at once.
const MAX_NEAREST_ROUTES: usize = 3;

/// Why a player is qualified or not, for the national championship or a voivodeship championship.
pub(crate) struct Reason {
    pub(crate) player: ListedPlayer,
    pub(crate) qualified: bool,
    pub(crate) text: String,
    /// What came of every event, the nearest first.
    pub(crate) events: Vec<QualificationOutcome>,
    pub(crate) wildcard: Option<MwWildcardLine>,
}

impl From<MpPlayer> for Reason {
    fn from(MpPlayer { player, qualified, text, events, .. }: MpPlayer) -> Self {
        Self { player, qualified, text, events, wildcard: None }
    }
}

impl From<MwPlayer> for Reason {
    fn from(MwPlayer { player, qualified, text, events, wildcard, .. }: MwPlayer) -> Self {
        Self { player, qualified, text, events, wildcard }
    }
}

impl Reason {
    /// The ways in which the qualification was missed: the nearest, and the others.
    pub(crate) fn missed(&self) -> (&[QualificationOutcome], &[QualificationOutcome]) {
        self.events.split_at(self.events.len().min(MAX_NEAREST_ROUTES))
    }
}

/// A way in which a qualification could be got, in words.
pub(crate) trait RouteName {
    /// The competition, or what kind of competition it is.
    fn name(&self, language: Language) -> String;
}

impl RouteName for QualificationOutcome {
    fn name(&self, language: Language) -> String {
        self.event_name.clone().unwrap_or_else(|| capitalised(&language.choice("source", self.source.name())))
    }
}

/// How far a player was from a qualification, for sorting: those who were in line, the nearest first, then the others
/// by place.
fn distance(outcome: &QualificationOutcome) -> (bool, Option<usize>, u32) {
    let before = outcome.missed.as_ref().map(|missed| missed.before);
    (before.is_none(), before, outcome.place.unwrap_or(u32::MAX))
}

pub(crate) struct Cutoff {
    pub(crate) last: Option<ListedPlayer>,
    pub(crate) last_place: Option<u32>,
    /// The first player whom no qualification reached; `None` where the rules leave out all below the line.
    pub(crate) first: Option<FirstBelowCutoff>,
}

pub(crate) struct FirstBelowCutoff {
    pub(crate) player: ListedPlayer,
    pub(crate) place: Option<u32>,
    pub(crate) text: String,
    pub(crate) rule: Option<String>,
}

/// Those who were found, as far as they are explained.
pub(crate) struct SearchResults {
    pub(crate) reasons: Vec<Reason>,
    pub(crate) has_more: bool,
}

/// The reasons of the players with this name; `None` without a name.
pub(crate) async fn search<A: DeserializeOwned + Into<Reason>>(
    client: &ApiClient,
    language: Language,
    params: &str,
    explained_at: impl Fn(&str) -> String,
) -> Result<Option<SearchResults>, ApiError> {
    if params.is_empty() {
        return Ok(None);
    }
    let query = link::query(&[("q", Some(params)), ("limit", Some(MAX_EXPLAINED))]);
    let Page::<Player> { items, next } = client.get(language.0, &format!("/api/v1/players{query}")).await?;
    let mut reasons = Vec::new();
    for one in items {
        let answer: Option<A> = client.find(language.0, &explained_at(&one.id)).await?;
        reasons.extend(answer.map(|answer| {
            let mut reason: Reason = answer.into();
            reason.events.sort_by_key(distance);
            reason
        }));
    }
    Ok(Some(SearchResults { reasons, has_more: next.is_some() }))
}
