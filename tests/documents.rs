//! The documents name only files that exist.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::root;

/// The folders that a cited path begins with.
const FOLDERS: [&str; 7] = ["crates", "docs", "tests", "xtask", "migrations", "openapi", "examples"];

/// The documents for developers: those whose readers follow a path to its file.
fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md"].iter().map(|name| root().join(name)).collect();
    for folder in ["docs", "docs/adr"] {
        let files = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        documents.extend(files.filter(|path| path.to_str().is_some_and(is_markdown)));
    }
    documents
}

fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

/// Paths of the repository that stand in backticks; patterns and examples with a placeholder are left out.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |quoted: &&str| {
        quoted.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder))
            && !quoted.contains(['{', '*', ' ', '<', '…'])
            && (is_markdown(quoted) || !quoted.chars().any(|letter| letter.is_ascii_uppercase()))
    };
    quoted.filter(is_path).map(|quoted| quoted.split("::").next().unwrap())
}

/// Targets of links to files, without the part behind `#`.
fn linked(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains(':'))
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut missing = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let absent = cited(&text).filter(|path| !root().join(path).exists());
        let dead = linked(&text).filter(|target| !document.parent().unwrap().join(target).exists());
        missing.extend(absent.chain(dead).map(|path| format!("{}: {path}", document.display())));
    }
    assert_eq!(missing, Vec::<String>::new());
}
