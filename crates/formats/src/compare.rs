//! The difference between two computations: moves, gained and lost qualifications, and their causes.

mod rows;
mod steps;
mod text;

pub use rows::{List, RowValue};
pub use steps::InputDifference;
pub use text::{to_json, write};

use crate::bundle::{Bundle, CheckedBundle, check};
use crate::directory::Directory;
use crate::problem::Problem;
use domain::rulebook::Rulebook;
use domain::season::lists::lists;
use rows::{RowKey, Rows, rows};
use smol_str::SmolStr;

/// One side of a comparison.
#[derive(Debug, Clone)]
pub struct ComparisonInput {
    bundle: Bundle,
    rulebook: Rulebook,
    checked_facts: domain::season::Facts,
    directory: Directory,
}

impl ComparisonInput {
    /// A bundle under its own rulebook, or under another one.
    pub fn new(bundle: Bundle, rulebook: Option<&Rulebook>) -> Result<Self, Vec<Problem>> {
        let CheckedBundle { facts, directory } = check(bundle.clone(), rulebook)?;
        Ok(Self { bundle, rulebook: facts.rulebook.clone(), checked_facts: facts, directory })
    }
}

/// A row that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub list: List,
    /// Whose row it is: a player, or for what is still open an event.
    pub subject: SmolStr,
    /// The row in the first computation, if it is there.
    pub before: Option<RowValue>,
    /// The row in the second computation, if it is there.
    pub after: Option<RowValue>,
    /// What did it: the first difference of the inputs that changes the row; several if they were tried together.
    pub causes: Vec<InputDifference>,
}

/// All differences between two computations.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// How the inputs differ, in the order in which they were tried as causes.
    pub steps: Vec<InputDifference>,
    /// The rows that differ, list by list.
    pub changes: Vec<Change>,
    before: Directory,
    before_ids: Ids,
    after: Directory,
    after_ids: Ids,
}

/// The written ids behind the names of a directory, both sorted.
#[derive(Debug, Clone)]
struct Ids {
    players: Vec<SmolStr>,
    events: Vec<SmolStr>,
}

impl Ids {
    fn of(facts: &domain::season::Facts) -> Self {
        Self {
            players: facts.players.iter().map(|player| SmolStr::new(player.id.as_str())).collect(),
            events: facts.competitions.iter().map(|event| SmolStr::new(event.as_str())).collect(),
        }
    }
}

/// More differences of the inputs than this are tried as causes in groups, so that the work stays bounded.
const MAX_TRIALS: usize = 400;
/// Every trial computes all lists anew; with more results than this over all trials, fewer are made.
const MAX_RESULTS_OF_TRIALS: usize = 10_000_000;

fn max_trials(side: &ComparisonInput) -> usize {
    let results: usize = side.checked_facts.tournaments.iter().map(|event| event.finishes.len()).sum();
    (MAX_RESULTS_OF_TRIALS / results.max(1)).clamp(8, MAX_TRIALS)
}

/// Compares two computations; `progress` hears after each trial how many are done, of how many.
pub fn compare(
    before: &ComparisonInput,
    after: &ComparisonInput,
    mut progress: impl FnMut(usize, usize),
) -> Comparison {
    let first = rows(&before.checked_facts, &lists(&before.checked_facts));
    let last = rows(&after.checked_facts, &lists(&after.checked_facts));
    let steps = steps::steps(before, after);
    let mut changes = differing(&first, &last);
    find_causes(before, after, &steps, &first, &mut changes, &mut progress);
    Comparison {
        steps,
        changes,
        before: before.directory.clone(),
        before_ids: Ids::of(&before.checked_facts),
        after: after.directory.clone(),
        after_ids: Ids::of(&after.checked_facts),
    }
}

fn differing(first: &Rows, last: &Rows) -> Vec<Change> {
    let keys: std::collections::BTreeSet<&RowKey> = first.keys().chain(last.keys()).collect();
    keys.into_iter()
        .map(|key| (key, first.get(key), last.get(key)))
        .filter(|(_, before, after)| before != after)
        .map(|((list, subject), before, after)| Change {
            list: list.clone(),
            subject: subject.clone(),
            before: before.cloned(),
            after: after.cloned(),
            causes: Vec::new(),
        })
        .collect()
}

/// Applies the differences of the inputs one after another; the first that changes a row is its cause.
fn find_causes(
    before: &ComparisonInput,
    after: &ComparisonInput,
    steps: &[InputDifference],
    first: &Rows,
    changes: &mut [Change],
    progress: &mut impl FnMut(usize, usize),
) {
    if changes.is_empty() || steps.is_empty() {
        return;
    }
    let group_size = steps.len().div_ceil(max_trials(after));
    let trials = steps.len().div_ceil(group_size);
    let mut state = steps::State::new(before, after);
    let mut untried: Vec<InputDifference> = Vec::new();
    for (index, group) in steps.chunks(group_size).enumerate() {
        for step in group {
            state.apply(step, after);
        }
        untried.extend(group.iter().cloned());
        let is_last = index + 1 == trials;
        // A state in between may break a rule of the format; its differences are then tried together with the next.
        let now = match state.rows() {
            Some(rows) => rows,
            None if is_last => rows(&after.checked_facts, &lists(&after.checked_facts)),
            None => continue,
        };
        for change in changes.iter_mut().filter(|change| change.causes.is_empty()) {
            let key = (change.list.clone(), change.subject.clone());
            if now.get(&key) != first.get(&key) {
                change.causes.clone_from(&untried);
            }
        }
        untried.clear();
        progress(index + 1, trials);
        if changes.iter().all(|change| !change.causes.is_empty()) {
            return;
        }
    }
}
