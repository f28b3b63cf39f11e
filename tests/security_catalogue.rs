//! Every promise of `docs/security.md` that is called held has a test that names its number, and no test names another.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use support::root;

/// The promises are numbered without gaps.
const PROMISES: u32 = 30;

/// What is said of each promise: its number and its state.
fn promises() -> BTreeMap<u32, String> {
    let text = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| S")?.trim_end_matches(" |").split(" | ").collect();
        Some((cells.first()?.parse().ok()?, (*cells.last()?).to_owned()))
    };
    text.lines().filter_map(row).collect()
}

/// The numbers that tests begin with.
fn tested(folder: &Path, found: &mut BTreeSet<u32>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                tested(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let number = |line: &str| line.trim_start().strip_prefix("fn s")?.split_once('_')?.0.parse::<u32>().ok();
            found.extend(text.lines().filter_map(number));
        }
    }
}

#[test]
fn every_promise_that_is_held_has_a_test_and_every_such_test_a_promise() {
    let promises = promises();
    assert_eq!(promises.keys().copied().collect::<Vec<_>>(), (1..=PROMISES).collect::<Vec<_>>());
    let mut found = BTreeSet::new();
    for folder in ["crates", "tests"] {
        tested(&root().join(folder), &mut found);
    }
    let held: BTreeSet<u32> =
        promises.iter().filter(|(_, state)| state.starts_with("held")).map(|(number, _)| *number).collect();
    assert_eq!(held.difference(&found).collect::<Vec<_>>(), Vec::<&u32>::new(), "held, and no test names them");
    assert_eq!(found.difference(&held).collect::<Vec<_>>(), Vec::<&u32>::new(), "tested, and not called held");
}
