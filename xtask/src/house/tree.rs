//! The files of the repository that figures are counted in.

use super::declarations::{Declaration, declarations};
use super::tokens::{Kind, Token, tokens};
use std::fs;
use std::io;
use std::path::Path;

/// The texts that figures are counted in, as they lie on the disk.
pub(crate) struct Texts {
    /// Paths begin at the root of the repository and have `/` on every system.
    sources: Vec<(String, String)>,
    glossary: String,
    rustfmt: String,
}

/// The folders with Rust sources.
const FOLDERS: [&str; 4] = ["crates", "xtask", "tests", "benches"];

/// Folders that are built or installed, and not written.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

impl Texts {
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let mut sources = Vec::new();
        for folder in FOLDERS {
            read_sources(root, folder, &mut sources).map_err(|error| format!("{folder}: {error}"))?;
        }
        sources.sort();
        let file = |path: &str| fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"));
        Ok(Self { sources, glossary: file("docs/rules/glossary.md")?, rustfmt: file("rustfmt.toml")? })
    }

    /// Splits every source once, for all figures.
    pub(crate) fn tree(&self) -> Tree<'_> {
        let sources = self.sources.iter().map(|(path, text)| File::new(path, text)).collect();
        Tree { sources, glossary: &self.glossary, rustfmt: &self.rustfmt }
    }
}

/// The sources with their tokens, and the few other files that figures come from.
pub(crate) struct Tree<'t> {
    pub(crate) sources: Vec<File<'t>>,
    pub(crate) glossary: &'t str,
    pub(crate) rustfmt: &'t str,
}

impl<'t> Tree<'t> {
    /// The sources of libraries and binaries in `crates`.
    pub(crate) fn crate_sources(&self) -> impl Iterator<Item = &File<'t>> {
        self.sources.iter().filter(|file| file.is_in_src())
    }
}

/// A source file.
pub(crate) struct File<'t> {
    pub(crate) path: &'t str,
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token<'t>>,
    /// The tokens without comments.
    pub(crate) code: Vec<Token<'t>>,
    pub(crate) declarations: Vec<Declaration<'t>>,
}

impl<'t> File<'t> {
    fn new(path: &'t str, text: &'t str) -> Self {
        let tokens = tokens(text);
        let code: Vec<Token<'t>> = tokens.iter().filter(|token| token.kind != Kind::Comment).copied().collect();
        Self { path, text, declarations: declarations(&code), tokens, code }
    }

    /// The crate of `crates` that the file belongs to.
    pub(crate) fn crate_name(&self) -> &'t str {
        self.path.strip_prefix("crates/").and_then(|path| path.split('/').next()).unwrap_or_default()
    }

    /// Whether it is part of a crate's library or binary, in contrast to its integration tests.
    pub(crate) fn is_in_src(&self) -> bool {
        self.path.strip_prefix("crates/").is_some_and(|path| path.split('/').nth(1) == Some("src"))
    }

    /// Whether the whole file is for tests only.
    pub(crate) fn is_test(&self) -> bool {
        let is_test =
            |part: &str| matches!(part, "tests" | "tests.rs" | "test_support" | "test_support.rs" | "testing");
        self.path.split('/').any(is_test)
    }

    /// The place of a line, as compilers write it.
    pub(crate) fn place(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

fn read_sources(root: &Path, folder: &str, sources: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                read_sources(root, &path, sources)?;
            }
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
            sources.push((path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// A tree of a few small files.
    pub(crate) fn tree<'t>(files: &[(&'t str, &'t str)]) -> Tree<'t> {
        let sources = files.iter().map(|(path, text)| File::new(path, text)).collect();
        Tree { sources, glossary: "", rustfmt: "max_width = 40\n" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root;

    #[test]
    fn this_file_is_read_and_belongs_to_no_crate_of_the_service() {
        let texts = Texts::read(&root()).unwrap();
        let tree = texts.tree();
        let this = tree.sources.iter().find(|file| file.path == "xtask/src/house/tree.rs").unwrap();
        assert!(!this.is_in_src() && this.crate_name().is_empty());
        assert!(tree.crate_sources().any(|file| file.path == "crates/cli/src/main.rs"));
        assert!(tree.crate_sources().all(|file| file.path.contains("/src/")));
    }

    #[test]
    fn test_files_are_known_by_their_path() {
        let is_test = |path: &str| File::new(path, "").is_test();
        assert!(is_test("crates/domain/src/mw/tests.rs") && is_test("crates/domain/src/course/tests/closing.rs"));
        assert!(!is_test("crates/domain/src/contests.rs"));
    }
}
