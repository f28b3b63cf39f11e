//! Lists under the rulebook that they belong to, or under another one that somebody asks for.

use crate::views::{CycleEntry, Records, RuleSet};
use domain::ids::{ChampionshipId, SeasonId};
use domain::rulebook::Rulebook;
use events::envelope::Position;
use std::ops::Deref;
use std::sync::Arc;

/// Lists with what they are computed from.
#[derive(Debug)]
pub enum Chosen<'a> {
    /// Those that are kept.
    Kept(&'a RuleSet),
    /// Made for whoever asks.
    Made(Box<RuleSet>),
}

impl Deref for Chosen<'_> {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        match self {
            Self::Kept(set) => set,
            Self::Made(set) => set,
        }
    }
}

/// An adopted rulebook, and the event that adopted it.
type Adopted<'a> = (Position, &'a Arc<Rulebook>);

/// The lists of a season.
pub fn season_lists<'a>(records: &'a Records, id: &SeasonId, other: Option<Adopted<'_>>) -> Option<Chosen<'a>> {
    let Some((position, rulebook)) = other else {
        return records.computed().season(id).map(|(set, _)| Chosen::Kept(set));
    };
    records.season(id)?;
    Some(Chosen::Made(Box::new(RuleSet::under(records, rulebook, position, std::slice::from_ref(id), &[]))))
}

/// The lists of a voivodeship championship, and of those whose lists are computed together with it.
pub fn championship_lists<'a>(
    records: &'a Records,
    id: &ChampionshipId,
    other: Option<Adopted<'_>>,
) -> Option<Chosen<'a>> {
    let Some((position, rulebook)) = other else {
        return records.computed().championship(id).map(|(set, _)| Chosen::Kept(set));
    };
    let own = &records.championship(id)?.record.rulebook;
    let together = records.championships().filter(|championship| championship.record.rulebook == *own);
    let together: Vec<ChampionshipId> = together.map(|championship| championship.id.clone()).collect();
    Some(Chosen::Made(Box::new(RuleSet::under(records, rulebook, position, &[], &together))))
}

/// The standings of a Grand Prix cycle, also of one that is not over: with the tournaments that are.
pub fn cycle_lists<'a>(records: &'a Records, cycle: &CycleEntry, other: Option<Adopted<'_>>) -> Option<Chosen<'a>> {
    if let (None, Some((set, _))) = (other, records.computed().cycle(&cycle.id)) {
        return Some(Chosen::Kept(set));
    }
    let (position, rulebook) = match other {
        Some(adopted) => adopted,
        None => records.rulebook(cycle.rulebook()?)?,
    };
    let set = RuleSet::of_cycle(records, rulebook, position, &cycle.id, cycle.tournaments());
    Some(Chosen::Made(Box::new(set)))
}
