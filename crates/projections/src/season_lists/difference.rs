//! Differences between two versions of a list, row by row.

use super::canonical;
use crate::views::Records;
use domain::publication::ListId;
use domain::values::digest::Digest;
use formats::list::ListRow;
use std::collections::BTreeMap;

/// Whom or what a row is about; it stays when the row changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKey {
    Player(String),
    /// What is open at an event, by the kind of source and the event.
    Open(String, String),
}

impl RowKey {
    /// The key of a row.
    pub fn of(row: &ListRow) -> Self {
        match &row.player {
            Some(player) => Self::Player(player.clone()),
            None => Self::Open(row.source.clone().unwrap_or_default(), row.event.clone().unwrap_or_default()),
        }
    }
}

/// A row that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowChange {
    /// Whom or what it is about.
    pub key: RowKey,
    /// As it was; nothing if it has appeared.
    pub before: Option<ListRow>,
    /// As it is; nothing if it has disappeared.
    pub after: Option<ListRow>,
}

/// A list that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListChange {
    pub list: ListId,
    /// The digest of its canonical bytes as it was, if there was such a list.
    pub before: Option<Digest>,
    /// The same as it is.
    pub after: Option<Digest>,
    /// The rows that differ: first those that are there, in their order, then those that are not there any more.
    pub rows: Vec<RowChange>,
}

/// The rows that differ.
pub fn difference(before: &[ListRow], after: &[ListRow]) -> Vec<RowChange> {
    // No player stands twice on a list; should it be, the last row counts on both sides.
    let mut was: BTreeMap<RowKey, &ListRow> = before.iter().map(|row| (RowKey::of(row), row)).collect();
    let mut changes = Vec::new();
    for row in after {
        let key = RowKey::of(row);
        let before = was.remove(&key);
        if before != Some(row) {
            changes.push(RowChange { key, before: before.cloned(), after: Some(row.clone()) });
        }
    }
    let gone = before.iter().filter_map(|row| {
        let key = RowKey::of(row);
        was.remove(&key).map(|row| RowChange { key, before: Some(row.clone()), after: None })
    });
    changes.extend(gone);
    changes
}

/// The lists among these that differ between two states of the records.
pub fn changed_lists(before: &Records, after: &Records, lists: &[ListId]) -> Vec<ListChange> {
    lists.iter().filter_map(|list| changed_list(before, after, list)).collect()
}

/// A list, if it differs between two states of the records.
pub fn changed_list(before: &Records, after: &Records, list: &ListId) -> Option<ListChange> {
    let draw = |records: &Records| canonical(records, list).map(|drawn| drawn.list);
    let (was, is) = (draw(before), draw(after));
    if was == is {
        return None;
    }
    let rows = |list: &Option<formats::list::CanonicalList>| list.as_ref().map_or(Vec::new(), |list| list.rows.clone());
    let digest =
        |list: &Option<formats::list::CanonicalList>| list.as_ref().map(|list| Digest::of(list.bytes().as_bytes()));
    let (before, after) = (digest(&was), digest(&is));
    Some(ListChange { list: list.clone(), before, after, rows: difference(&rows(&was), &rows(&is)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(player: &str, place: u32) -> ListRow {
        ListRow { player: Some(player.to_owned()), place: Some(place), ..ListRow::default() }
    }

    fn open(event: &str, seats: u32) -> ListRow {
        ListRow {
            source: Some("league".to_owned()),
            event: Some(event.to_owned()),
            open: Some(seats),
            ..ListRow::default()
        }
    }

    #[test]
    fn who_moved_who_came_and_who_went_is_told_and_nobody_else() {
        let before = [row("a", 1), row("b", 2), row("c", 3), open("l1", 1)];
        let after = [row("a", 1), row("d", 2), row("b", 3), open("l1", 2)];
        let told: Vec<_> = difference(&before, &after)
            .into_iter()
            .map(|change| (change.key, change.before.is_some(), change.after.is_some()))
            .collect();
        let player = |id: &str| RowKey::Player(id.to_owned());
        let l1 = RowKey::Open("league".to_owned(), "l1".to_owned());
        let expected =
            [(player("d"), false, true), (player("b"), true, true), (l1, true, true), (player("c"), true, false)];
        assert_eq!(told, expected);
        assert!(difference(&before, &before).is_empty());
    }
}
