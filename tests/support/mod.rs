//! Runs the real binary and reads what it says.
#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

pub mod service;
pub mod signing_in;
pub mod store;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs `kostka` with these arguments.
pub fn kostka(args: &[&str]) -> Output {
    kostka_with_input(args, Stdio::null())
}

/// Runs `kostka` with these arguments and this standard input.
pub fn kostka_with_input(args: &[&str], input: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kostka")).args(args).stdin(input).current_dir(root()).output().unwrap()
}

/// What a successful run printed.
pub fn printed(args: &[&str]) -> String {
    let output = kostka(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a refused run said; it must print nothing on the standard output and answer 2.
pub fn refused(args: &[&str]) -> String {
    let output = kostka(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.trim().is_empty(), "{args:?} said nothing");
    said
}

/// The bundles of a folder, by name.
pub fn bundles(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut bundles: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    bundles.sort();
    bundles
}
