//! A folder with a store, and the binary that works on it.

use super::root;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const EXAMPLE: &str = "examples/season-2025.bundle.json";

/// A folder of its own that goes away with the test.
pub struct Folder {
    folder: tempfile::TempDir,
    /// The store, if it is not the usual file in the folder.
    store: Option<String>,
}

impl Folder {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), store: None }
    }

    /// With a store elsewhere.
    pub fn with_store(store: &str) -> Self {
        Self { store: Some(store.to_owned()), ..Self::new() }
    }

    /// With the example season imported.
    pub fn with_example() -> Self {
        let folder = Self::new();
        folder.done(&["import", &example()]);
        folder
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn command(&self) -> Command {
        let mut command = self.command_in_polish();
        command.args(["--lang", "en"]);
        command
    }

    /// In the language of the players, which nobody has to ask for.
    pub fn command_in_polish(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kostka"));
        command.current_dir(self.path());
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KOSTKA_")) {
            command.env_remove(name);
        }
        if let Some(store) = &self.store {
            command.env("KOSTKA_STORE", store);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command().args(args).output().unwrap()
    }

    /// Runs a command that must succeed; what it prints.
    pub fn done(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must end with this code; what it says on the standard error.
    pub fn ends(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        said
    }
}

pub fn example() -> String {
    root().join(EXAMPLE).display().to_string()
}
