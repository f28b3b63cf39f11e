//! The crate graph is the architecture: dependencies point one way.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::fs;
use support::root;

/// From the outermost to the innermost crate; each may use only those behind it.
const ORDER: [&str; 6] = ["cli", "api", "projections", "events", "formats", "domain"];

fn manifest(name: &str) -> String {
    fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap()
}

#[test]
fn every_crate_depends_only_on_crates_behind_it() {
    for (index, name) in ORDER.iter().enumerate() {
        for other in &ORDER[..=index] {
            let dependency = format!("\n{other}.workspace");
            assert!(!manifest(name).contains(&dependency), "{name} depends on {other}");
        }
    }
    let folders = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(folders, ORDER.len(), "a crate is missing from the order");
}

#[test]
fn the_rules_know_no_io_clock_or_randomness() {
    let allowed = ["chrono", "chrono-tz", "rustc-hash", "sha2", "smol_str", "thiserror"];
    let text = manifest("domain");
    let dependencies = text.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    for line in dependencies.lines().filter(|line| !line.trim().is_empty()) {
        let name = line.split('.').next().unwrap();
        assert!(allowed.contains(&name), "domain depends on {name}");
    }
    // The crate chrono could read the clock only with the feature `clock`.
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let chrono = workspace.lines().find(|line| line.starts_with("chrono = ")).unwrap();
    assert!(chrono.contains("default-features = false") && !chrono.contains("\"clock\""));
    let mut files = Vec::new();
    collect(&root().join("crates/domain/src"), &mut files);
    for (path, text) in files {
        let code = text.split("#[cfg(test)]").next().unwrap();
        for forbidden in ["std::fs", "std::net", "std::env", "std::time", "SystemTime", "Instant::now", "std::process"]
        {
            assert!(path.ends_with("tests.rs") || !code.contains(forbidden), "{path} uses {forbidden}");
        }
    }
}

fn collect(folder: &std::path::Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
