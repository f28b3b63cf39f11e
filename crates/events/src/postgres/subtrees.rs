//! Stores the roots of complete subtrees, a little behind the appends. Every node does, and all store equal roots.

use super::readers::{Reader, read_error};
use super::rows::{self, Value, bounded, end};
use crate::envelope::{Hash, Position};
use crate::log::ReadError;
use crate::proof::tree::{Frontier, STORED_SUBTREE_WIDTH, Subtree, TreeError, TreeSource};
use std::cell::RefCell;

/// Subtrees of the lowest stored level that one step computes.
const SUBTREES_PER_STEP: u64 = 16;

/// The frontier of the tree up to which subtrees are stored; loaded at the first step.
#[derive(Default)]
pub(super) struct SubtreeWriter(Option<Frontier>);

struct StoredTree<'r>(RefCell<&'r mut Reader>);

impl TreeSource for StoredTree<'_> {
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.hashes(rows::LEAVES, &[&bounded(after.0), &end(after.0, limit)])
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.hashes(rows::SUBTREES, &[&(level as i32), &bounded(from), &end(from, limit)])
    }
}

impl StoredTree<'_> {
    fn hashes(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Hash>, ReadError> {
        let rows = self.0.borrow_mut().query(sql, values).map_err(|error| read_error(&error))?;
        rows.iter().map(rows::hash).collect()
    }
}

impl SubtreeWriter {
    /// Computes and stores the next complete subtrees under the first `head` leaves; false when there is nothing to do.
    pub(super) fn step(&mut self, reader: &mut Reader, head: Position) -> Result<bool, ReadError> {
        let tree = StoredTree(RefCell::new(reader));
        let frontier = match &mut self.0 {
            Some(frontier) => frontier,
            None => self.0.insert(load(&tree)?),
        };
        let complete = head.0 / STORED_SUBTREE_WIDTH * STORED_SUBTREE_WIDTH;
        if frontier.len() >= complete {
            return Ok(false);
        }
        let until = complete.min(frontier.len() + SUBTREES_PER_STEP * STORED_SUBTREE_WIDTH);
        let mut next_frontier = frontier.clone();
        let mut completed = Vec::new();
        while next_frontier.len() < until {
            let leaves = tree.leaves(Position(next_frontier.len()), (until - next_frontier.len()) as usize)?;
            if leaves.is_empty() {
                return Ok(false);
            }
            for leaf in leaves {
                next_frontier.push(leaf, &mut completed);
            }
        }
        tree.store(&completed)?;
        *frontier = next_frontier;
        Ok(true)
    }
}

/// The frontier up to which subtrees are stored. A step stores its subtrees in one statement, so none is missing below
/// the frontier.
fn load(tree: &StoredTree<'_>) -> Result<Frontier, ReadError> {
    let sql = "SELECT index FROM kostka.subtrees WHERE level = 1 ORDER BY index DESC LIMIT 1";
    let last = tree.0.borrow_mut().query(sql, &[]).map_err(|error| read_error(&error))?;
    let stored = match last.first() {
        Some(row) => rows::get::<i64>(row, 0)? as u64 + 1,
        None => 0,
    };
    Frontier::load(tree, stored * STORED_SUBTREE_WIDTH).map_err(|error| match error {
        TreeError::Read(error) => error,
        other => ReadError::Store(other.to_string()),
    })
}

impl StoredTree<'_> {
    fn store(&self, completed: &[Subtree]) -> Result<(), ReadError> {
        let levels: Vec<i32> = completed.iter().map(|subtree| subtree.level as i32).collect();
        let indexes: Vec<i64> = completed.iter().map(|subtree| bounded(subtree.index)).collect();
        let roots: Vec<&[u8]> = completed.iter().map(|subtree| &subtree.root[..]).collect();
        let values: [Value<'_>; 3] = [&levels, &indexes, &roots];
        let stored = self.0.borrow_mut().query("SELECT kostka.keep_subtrees($1, $2, $3)", &values);
        stored.map(drop).map_err(|error| read_error(&error))
    }
}
