//! Lists under the rulebook that they belong to, or under another one.

use crate::views::{GrandPrixEntry, Records, RuleSet};
use domain::rulebook::Rulebook;
use domain::values::ids::{ChampionshipId, SeasonId};
use events::envelope::Position;
use std::ops::Deref;
use std::sync::Arc;

/// Lists with what they are computed from.
#[derive(Debug)]
pub enum RuleSetRef<'a> {
    /// Those that are kept.
    Cached(&'a RuleSet),
    /// Computed on request.
    Computed(Box<RuleSet>),
}

impl Deref for RuleSetRef<'_> {
    type Target = RuleSet;

    fn deref(&self) -> &RuleSet {
        match self {
            Self::Cached(set) => set,
            Self::Computed(set) => set,
        }
    }
}

/// An adopted rulebook, and the event that adopted it.
type Adopted<'a> = (Position, &'a Arc<Rulebook>);

pub fn season_lists<'a>(records: &'a Records, id: &SeasonId, other: Option<Adopted<'_>>) -> Option<RuleSetRef<'a>> {
    let Some((position, rulebook)) = other else {
        return records.computed().season(id).map(|(set, _)| RuleSetRef::Cached(set));
    };
    records.season(id)?;
    Some(RuleSetRef::Computed(Box::new(RuleSet::under(records, rulebook, position, std::slice::from_ref(id), &[]))))
}

/// The lists of a voivodeship championship, and of those whose lists are computed together with it.
pub fn championship_lists<'a>(
    records: &'a Records,
    id: &ChampionshipId,
    other: Option<Adopted<'_>>,
) -> Option<RuleSetRef<'a>> {
    let Some((position, rulebook)) = other else {
        return records.computed().championship(id).map(|(set, _)| RuleSetRef::Cached(set));
    };
    let own = &records.championship(id)?.record.rulebook;
    let together = records.championships().filter(|championship| championship.record.rulebook == *own);
    let together: Vec<ChampionshipId> = together.map(|championship| championship.id.clone()).collect();
    Some(RuleSetRef::Computed(Box::new(RuleSet::under(records, rulebook, position, &[], &together))))
}

/// The standings of a Grand Prix cycle, also of one that is not over: with the tournaments that are.
pub fn grand_prix_lists<'a>(
    records: &'a Records,
    grand_prix: &GrandPrixEntry,
    other: Option<Adopted<'_>>,
) -> Option<RuleSetRef<'a>> {
    if let (None, Some((set, _))) = (other, records.computed().grand_prix(&grand_prix.id)) {
        return Some(RuleSetRef::Cached(set));
    }
    let (position, rulebook) = match other {
        Some(adopted) => adopted,
        None => records.rulebook(grand_prix.rulebook()?)?,
    };
    let set = RuleSet::for_grand_prix(records, rulebook, position, &grand_prix.id, grand_prix.tournaments());
    Some(RuleSetRef::Computed(Box::new(set)))
}
