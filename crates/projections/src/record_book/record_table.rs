//! Records of one kind in the order in which they came, found by id.

use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, InvalidId, PlayerId, RulebookId, SeasonId};
use events::envelope::{StreamKind, Version};
use std::collections::HashMap;
use std::hash::Hash;

/// A thing: its record as it stands, and what was decided about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<I, R, S> {
    /// Its id.
    pub id: I,
    /// How many events its stream has.
    pub version: Version,
    /// Its record.
    pub record: R,
    /// What was decided about it.
    pub state: S,
}

/// Things of one kind.
#[derive(Debug, Clone)]
pub struct RecordTable<I, R, S> {
    entries: Vec<Entry<I, R, S>>,
    /// Hashed with a random seed, because the ids come from outside.
    by_id: HashMap<I, usize>,
}

/// An id by which things are found, and the streams whose ids they are.
pub trait StreamId: Clone + Eq + Hash {
    /// The kinds of streams with such ids.
    const KINDS: &'static [StreamKind];

    /// Reads an id.
    fn parse(text: &str) -> Result<Self, InvalidId>;
}

macro_rules! ids {
    ($($name:ident: $($kind:ident)|+),+ $(,)?) => { $(
        impl StreamId for $name {
            const KINDS: &'static [StreamKind] = &[$(StreamKind::$kind),+];

            fn parse(text: &str) -> Result<Self, InvalidId> {
                $name::parse(text)
            }
        }
    )+ };
}

ids! {
    RulebookId: Rulebook,
    SeasonId: Season,
    PlayerId: Player,
    CompetitionId: Tournament | League | GrandPrix | OnlineEvent,
    ChampionshipId: Championship,
    AccountId: Account,
}

impl<I, R, S> Default for RecordTable<I, R, S> {
    fn default() -> Self {
        Self { entries: Vec::new(), by_id: HashMap::new() }
    }
}

impl<I: StreamId, R, S> RecordTable<I, R, S> {
    /// Everything, in the order in which it came.
    pub fn iter(&self) -> impl Iterator<Item = &Entry<I, R, S>> {
        self.entries.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The one with this id.
    pub fn find(&self, id: &I) -> Option<&Entry<I, R, S>> {
        self.by_id.get(id).map(|index| &self.entries[*index])
    }

    pub(super) fn find_mut(&mut self, id: &I) -> Option<&mut Entry<I, R, S>> {
        self.by_id.get(id).map(|index| &mut self.entries[*index])
    }

    /// Puts a new thing at the end; false if there is one with this id.
    pub(super) fn add(&mut self, entry: Entry<I, R, S>) -> bool {
        if self.by_id.contains_key(&entry.id) {
            return false;
        }
        self.by_id.insert(entry.id.clone(), self.entries.len());
        self.entries.push(entry);
        true
    }
}
