//! What differs between two canonical lists: rows that came, went or changed.

use super::{CanonicalList, ListRow};
use std::collections::{BTreeMap, BTreeSet};

/// What differs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// Rows that differ: in the order of the newer list, then those that are gone.
    pub rows: Vec<Altered>,
    /// The rows that are in both stand in another order.
    pub reordered: bool,
    /// The rulebook that the lists are computed with is not the same.
    pub rulebook: bool,
    /// The version of the calculation is not the same.
    pub calculation: bool,
}

/// A row that differs; at least one of the two is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Altered {
    /// As it was; nothing if it is new.
    pub before: Option<ListRow>,
    /// As it is; nothing if it is gone.
    pub after: Option<ListRow>,
}

/// What makes a row the same row in two lists: whom it is about, or which open seats. The number tells rows with the same subject apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Player(&'a str, usize),
    Open(Option<&'a str>, Option<&'a str>, usize),
}

impl Difference {
    /// Between an older and a newer list.
    pub fn between(before: &CanonicalList, after: &CanonicalList) -> Self {
        let (older, newer) = (keyed(&before.rows), keyed(&after.rows));
        let older_by_key: BTreeMap<Key<'_>, &ListRow> = older.iter().copied().collect();
        let newer_keys: BTreeSet<Key<'_>> = newer.iter().map(|(key, _)| *key).collect();
        let mut rows = Vec::new();
        for (key, row) in &newer {
            let known = older_by_key.get(key).copied();
            if known != Some(*row) {
                rows.push(Altered { before: known.cloned(), after: Some((*row).clone()) });
            }
        }
        let gone = older.iter().filter(|(key, _)| !newer_keys.contains(key));
        rows.extend(gone.map(|(_, row)| Altered { before: Some((*row).clone()), after: None }));
        let kept_before = older.iter().map(|(key, _)| key).filter(|key| newer_keys.contains(key));
        let kept_after = newer.iter().map(|(key, _)| key).filter(|key| older_by_key.contains_key(key));
        Self {
            rows,
            reordered: !kept_before.eq(kept_after),
            rulebook: before.head.rulebook != after.head.rulebook,
            calculation: before.head.calculation != after.head.calculation,
        }
    }

    /// Whether the lists are the same.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && !self.reordered && !self.rulebook && !self.calculation
    }

    /// Rows that only the newer list has.
    pub fn added(&self) -> impl Iterator<Item = &Altered> {
        self.rows.iter().filter(|row| row.before.is_none())
    }

    /// Rows that only the older list has.
    pub fn removed(&self) -> impl Iterator<Item = &Altered> {
        self.rows.iter().filter(|row| row.after.is_none())
    }

    /// Rows that both have, with something else in them.
    pub fn changed(&self) -> impl Iterator<Item = &Altered> {
        self.rows.iter().filter(|row| row.before.is_some() && row.after.is_some())
    }
}

impl Altered {
    /// The names of the fields that differ, as the canonical form writes them; none for a row that came or went.
    pub fn fields(&self) -> Vec<&'static str> {
        let (Some(before), Some(after)) = (&self.before, &self.after) else { return Vec::new() };
        let differs = [
            ("place", before.place != after.place),
            ("player", before.player != after.player),
            ("points", before.points != after.points),
            ("source", before.source != after.source),
            ("event", before.event != after.event),
            ("state", before.state != after.state),
            ("results", before.results != after.results),
            ("open", before.open != after.open),
            ("candidates", before.candidates != after.candidates),
            ("name", before.name != after.name),
        ];
        differs.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
    }
}

fn keyed(rows: &[ListRow]) -> Vec<(Key<'_>, &ListRow)> {
    let mut seen: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        let ListRow { player, source, event, .. } = row;
        let number = |number| match player {
            Some(player) => Key::Player(player, number),
            None => Key::Open(source.as_deref(), event.as_deref(), number),
        };
        let count = seen.entry(number(0)).or_default();
        keyed.push((number(*count), row));
        *count += 1;
    }
    keyed
}

#[cfg(test)]
mod tests {
    use super::super::{FORMAT, ListHead};
    use super::*;

    fn list(rows: &[(u32, &str, u32)]) -> CanonicalList {
        let row = |(place, player, points): &(u32, &str, u32)| ListRow {
            place: Some(*place),
            player: Some((*player).to_owned()),
            points: Some(*points),
            ..ListRow::default()
        };
        let head = ListHead {
            format: FORMAT.to_owned(),
            list: "ranking:2025".to_owned(),
            rulebook: "pl-2024-25".to_owned(),
            calculation: 1,
            rows: rows.len(),
        };
        CanonicalList { head, rows: rows.iter().map(row).collect() }
    }

    #[test]
    fn rows_that_came_went_and_changed_are_told_with_what_is_different() {
        let before = list(&[(1, "a", 90), (2, "b", 80), (3, "c", 70)]);
        let after = list(&[(1, "a", 90), (2, "d", 85), (3, "b", 80)]);
        let difference = Difference::between(&before, &after);
        assert_eq!(difference.added().map(|row| row.after.clone()).collect::<Vec<_>>(), [Some(after.rows[1].clone())]);
        let gone: Vec<_> = difference.removed().map(|row| row.before.clone()).collect();
        assert_eq!(gone, [Some(before.rows[2].clone())]);
        let changed: Vec<_> = difference.changed().map(Altered::fields).collect();
        assert_eq!(changed, [["place"]]);
        assert!(!difference.reordered && !difference.is_empty());
    }

    #[test]
    fn the_same_list_has_no_difference_and_another_order_is_one() {
        let before = list(&[(1, "a", 90), (1, "b", 90), (3, "b", 10)]);
        assert!(Difference::between(&before, &before).is_empty());
        let after = list(&[(1, "b", 90), (1, "a", 90), (3, "b", 10)]);
        let difference = Difference::between(&before, &after);
        assert_eq!((difference.rows.len(), difference.reordered), (0, true));
        let mut later = before.clone();
        later.head.calculation = 2;
        assert!(Difference::between(&before, &later).calculation);
    }
}
