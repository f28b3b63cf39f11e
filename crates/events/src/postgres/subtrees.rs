//! Stores the roots of complete subtrees, a little behind the appends; every node does so with equal results.

use super::readers::{Reader, store};
use super::rows::{self, Value, bounded, end};
use crate::envelope::{Hash, Position};
use crate::log::ReadError;
use crate::proof::tree::{Frontier, STORED_SUBTREE_WIDTH, Subtree, TreeError, TreeSource};
use std::cell::RefCell;

/// Subtrees of the lowest kept level that one step computes.
const STEP: u64 = 16;

/// The edge of the tree up to which subtrees are kept.
#[derive(Default)]
pub(super) struct SubtreeWriter(Option<Frontier>);

struct Rows<'r>(RefCell<&'r mut Reader>);

impl TreeSource for Rows<'_> {
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.hashes(rows::LEAVES, &[&bounded(after.0), &end(after.0, limit)])
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.hashes(rows::SUBTREES, &[&(level as i32), &bounded(from), &end(from, limit)])
    }
}

impl Rows<'_> {
    fn hashes(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Hash>, ReadError> {
        let rows = self.0.borrow_mut().query(sql, values).map_err(|error| store(&error))?;
        rows.iter().map(rows::hash).collect()
    }
}

impl SubtreeWriter {
    /// Computes and keeps the next complete subtrees under the first `head` leaves; false when there is nothing to do.
    pub(super) fn step(&mut self, reader: &mut Reader, head: Position) -> Result<bool, ReadError> {
        let rows = Rows(RefCell::new(reader));
        let frontier = match &mut self.0 {
            Some(frontier) => frontier,
            None => self.0.insert(load(&rows)?),
        };
        let complete = head.0 / STORED_SUBTREE_WIDTH * STORED_SUBTREE_WIDTH;
        if frontier.len() >= complete {
            return Ok(false);
        }
        let until = complete.min(frontier.len() + STEP * STORED_SUBTREE_WIDTH);
        let mut grown = frontier.clone();
        let mut completed = Vec::new();
        while grown.len() < until {
            let leaves = rows.leaves(Position(grown.len()), (until - grown.len()) as usize)?;
            if leaves.is_empty() {
                return Ok(false);
            }
            for leaf in leaves {
                grown.push(leaf, &mut completed);
            }
        }
        rows.keep(&completed)?;
        *frontier = grown;
        Ok(true)
    }
}

/// The edge up to which the store keeps subtrees; those of one step are kept together, so none is missing below it.
fn load(rows: &Rows<'_>) -> Result<Frontier, ReadError> {
    let sql = "SELECT index FROM kostka.subtrees WHERE level = 1 ORDER BY index DESC LIMIT 1";
    let last = rows.0.borrow_mut().query(sql, &[]).map_err(|error| store(&error))?;
    let kept = match last.first() {
        Some(row) => rows::get::<i64>(row, 0)? as u64 + 1,
        None => 0,
    };
    Frontier::load(rows, kept * STORED_SUBTREE_WIDTH).map_err(|error| match error {
        TreeError::Read(error) => error,
        other => ReadError::Store(other.to_string()),
    })
}

impl Rows<'_> {
    fn keep(&self, completed: &[Subtree]) -> Result<(), ReadError> {
        let levels: Vec<i32> = completed.iter().map(|subtree| subtree.level as i32).collect();
        let indexes: Vec<i64> = completed.iter().map(|subtree| bounded(subtree.index)).collect();
        let roots: Vec<&[u8]> = completed.iter().map(|subtree| &subtree.root[..]).collect();
        let values: [Value<'_>; 3] = [&levels, &indexes, &roots];
        let kept = self.0.borrow_mut().query("SELECT kostka.keep_subtrees($1, $2, $3)", &values);
        kept.map(drop).map_err(|error| store(&error))
    }
}
