//! The rule catalogue in `docs/rules` names every rule, and what it names exists.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use support::root;

/// How many rules each family has; their numbers have no gaps.
const FAMILIES: [(&str, u32); 26] = [
    ("DEF", 14),
    ("APP", 10),
    ("FMT", 17),
    ("PLR", 12),
    ("SEAT", 12),
    ("GAME", 22),
    ("STD", 6),
    ("FIN", 10),
    ("PUB", 6),
    ("RANK", 11),
    ("AWT", 4),
    ("WAV", 3),
    ("AWL", 2),
    ("AWG", 4),
    ("AWR", 1),
    ("AWO", 2),
    ("AWM", 1),
    ("AW", 3),
    ("MW", 10),
    ("MP", 3),
    ("WRC", 5),
    ("SAN", 9),
    ("PD", 17),
    ("SCHED", 13),
    ("CON", 22),
    ("LOG", 10),
];

const AMBIGUITIES: u32 = 100;

const STATES: [&str; 4] = ["computed", "recorded only", "display only", "to come"];

/// The rows of every table in `docs/rules`, as cells.
fn rows() -> Vec<(String, Vec<String>)> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(root().join("docs/rules")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| line.starts_with("| ")) {
            let cells = line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect();
            rows.push((name.clone(), cells));
        }
    }
    rows
}

fn rules() -> BTreeMap<String, Vec<String>> {
    let mut rules = BTreeMap::new();
    for (file, cells) in rows() {
        if cells[0].starts_with("R-") && file != "decisions.md" {
            assert_eq!(cells.len(), 6, "{file}: {cells:?}");
            assert!(rules.insert(cells[0].clone(), cells.clone()).is_none(), "{} stands twice", cells[0]);
        }
    }
    rules
}

/// Names of test functions by file, read from the sources.
fn is_test(path: &Path, name: &str) -> bool {
    let folder_of_module = path.with_extension("");
    let mut texts = vec![fs::read_to_string(path).unwrap_or_default()];
    texts.push(fs::read_to_string(folder_of_module.join("tests.rs")).unwrap_or_default());
    texts.iter().any(|text| text.contains(&format!("fn {name}(")))
}

#[test]
fn every_rule_has_a_row_and_every_row_a_rule() {
    let expected: BTreeSet<String> =
        FAMILIES.iter().flat_map(|(family, count)| (1..=*count).map(move |n| format!("R-{family}-{n:02}"))).collect();
    let found: BTreeSet<String> = rules().into_keys().collect();
    assert_eq!(expected.difference(&found).collect::<Vec<_>>(), Vec::<&String>::new(), "missing");
    assert_eq!(found.difference(&expected).collect::<Vec<_>>(), Vec::<&String>::new(), "unknown");
}

#[test]
fn every_ambiguity_has_a_decision() {
    let decided: BTreeSet<String> = rows()
        .into_iter()
        .filter(|(file, cells)| file == "decisions.md" && cells[0].starts_with("AMB-"))
        .map(|(_, cells)| cells[0].clone())
        .collect();
    let expected: BTreeSet<String> = (1..=AMBIGUITIES).map(|n| format!("AMB-{n:02}")).collect();
    assert_eq!(decided, expected);
}

#[test]
fn modules_exist_and_computed_rules_name_a_test_that_exists() {
    for (id, cells) in rules() {
        let [_, rule, source, state, module, test] = cells.try_into().unwrap();
        assert!(!rule.is_empty() && !source.is_empty(), "{id} has no text or source");
        assert!(STATES.contains(&state.as_str()), "{id}: {state}");
        let computed = state == "computed";
        assert!(!computed || module != "–", "{id} names no module");
        if module != "–" {
            for path in module.split(", ") {
                assert!(root().join(path).is_file(), "{id}: there is no {path}");
            }
        }
        assert!(!computed || test != "–", "{id} names no test");
        if test != "–" {
            for one in test.split(", ") {
                let (path, name) = one.split_once("::").unwrap_or_else(|| panic!("{id}: {one} is not path::test"));
                assert!(is_test(&root().join(path), name), "{id}: there is no test {name} in {path}");
            }
        }
    }
}

#[test]
fn invariants_name_tests_that_exist() {
    let invariants: Vec<_> = rows()
        .into_iter()
        .filter(|(file, cells)| file == "invariants.md" && cells[0].parse::<u32>().is_ok())
        .map(|(_, cells)| cells)
        .collect();
    assert_eq!(invariants.len(), 15);
    for cells in invariants {
        let test = cells.last().unwrap();
        if test != "to come" {
            for one in test.split(", ") {
                let (path, name) = one.split_once("::").unwrap_or_else(|| panic!("{one} is not path::test"));
                assert!(is_test(&root().join(path), name), "there is no test {name} in {path}");
            }
        }
    }
}

#[test]
fn every_rule_id_in_the_code_is_in_the_catalogue() {
    let known: BTreeSet<String> = rules().into_keys().collect();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                for id in ids(&fs::read_to_string(&path).unwrap()) {
                    assert!(known.contains(&id), "{}: {id} is not in the catalogue", path.display());
                }
            }
        }
    }
}

/// Rule ids like `R-RANK-09` in a text.
fn ids(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for (at, _) in text.match_indices("R-") {
        let boundary = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let rest: String =
            text[at + 2..].chars().take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '-').collect();
        let mut parts = rest.splitn(2, '-');
        let (family, number) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let number: String = number.chars().take_while(char::is_ascii_digit).collect();
        if boundary && !family.is_empty() && family.chars().all(|c| c.is_ascii_uppercase()) && number.len() == 2 {
            ids.push(format!("R-{family}-{number}"));
        }
    }
    ids
}

/// Words of the Rust sources of the crates, without comments.
fn words_of_the_code() -> BTreeSet<String> {
    fn read(folder: &Path, words: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, words);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let split = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
                words.extend(split.map(str::to_owned));
            }
        }
    }
    let mut words = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        read(&entry.unwrap().path().join("src"), &mut words);
    }
    words
}

#[test]
fn the_glossary_lists_only_identifiers_that_exist() {
    let words = words_of_the_code();
    let glossary = fs::read_to_string(root().join("docs/rules/glossary.md")).unwrap();
    let cells = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").nth(1));
    let quoted: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(quoted.len() > 50, "the second column names identifiers");
    for name in quoted.iter().flat_map(|quoted| quoted.split(|c: char| !c.is_alphanumeric() && c != '_')) {
        assert!(words.contains(name), "docs/rules/glossary.md: `{name}` is not in the code");
    }
}
